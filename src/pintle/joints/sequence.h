#pragma once
#include <array>
#include <cstdint>

#include "pintle/math/mat3.h"

/// Three rotations about coordinate axes i, j, k, all different, one after the other: their angles from an attitude.
///
///     R = R_i(α) R_j(β) R_k(γ)                                                                            (1)
///
/// The same R has (α + π, π − β, γ + π), its twin, and whole turns of every angle. Which of them is meant is a matter of
/// where the angles come from: they are continuous. Where cos β = 0 only α + γ or α − γ is decided, and near such a place
/// they turn fast, |α̇|, |γ̇| ≤ |ω|/|cos β|. An attitude that is a whole step away is therefore reached along the turn that
/// leads there: with R₀ and ω₀ before, R₁ and ω₁ a time h later, all rates seen from the moving frame,
///
///     R(s) = R₀ exp(φ(s)),   φ(0) = 0,  φ(1) = Φ = log(R₀ᵀ R₁),   cubic between φ'(0) = h ω₀ and φ'(1) = h φ̇₁   (2)
///     φ̇ = ω + ½ φ × ω + k φ × (φ × ω),   k = (1 − θ/2 cot θ/2)/θ²,  θ = |φ|        [Bortz 1971]                    (3)
///
/// exact for a steady turn. Of Φ and its whole turns more the one next to h (ω₀ + ω₁)/2 is meant. The way is walked in pieces of
/// at most |cos β|/2. cos β changes by less than the piece, so no angle changes by more than 1 rad, and the nearest one is right.
namespace pintle {

struct SequenceAngles {
  Vec3<double> angle;    // by axis [rad], in (−π, π]
  double middle_cosine;  // 0 is singular
};
SequenceAngles calc_sequence_angles(const std::array<std::uint8_t, 3>& sequence, const Mat3<double>& R);

/// The angles of R, of all twins and turns, that are nearest to `held`.
Vec3<double> calc_nearest_angles(const std::array<std::uint8_t, 3>& sequence, const Mat3<double>& R, const Vec3<double>& held);

/// Angles and rates by axis, as they were a time h ago.
struct SequencePast {
  Vec3<double> angle, rate;  // [rad], [rad/s]
  double h;                  // [s]
};
/// The angles of R, which now turns by w (in the axes that R turns to), along (2). A way that passes a singular place
/// within 1e-7 is taken to go through it, where β goes on and α, γ stay.
Vec3<double> calc_angles_along(const std::array<std::uint8_t, 3>& sequence, const SequencePast& past, const Mat3<double>& R,
                               const Vec3<double>& w);

}  // namespace pintle
