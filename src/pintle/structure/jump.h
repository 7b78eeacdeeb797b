#pragma once
#include <vector>

#include "pintle/base/index.h"
#include "pintle/math/spatial.h"
#include "pintle/structure/state.h"
#include "pintle/structure/structure.h"

namespace pintle {

/// An impulse applied from outside at an event: on a body, about its mass centre, world axes.
struct Impulse {
  BodyIndex body;
  Wrench<double> value;  // [N m s], [N s]
};

/// What a velocity jump did: M (V⁺ − V⁻) = Gᵀ Λ + applied.
template <class T>
struct JumpRecord {
  std::vector<Wrench<T>> impulse;  // by joint: on the child, at M's origin, in M's axes
  std::vector<T> multiplier{};     // by row of the constraints
};

/// Work of the impulses of a jump, by mechanism [J]. It is known from them alone, and so proves the velocities that came out:
///
///     T⁺ − T⁻ = ½ (V⁺ + V⁻)ᵀ M (V⁺ − V⁻) = ½ Σ Λ·(V⁺ + V⁻)                                               (1)
///
/// with V⁺, V⁻ of each joint's child against its parent, and the rates of the constraints' rows. `structure` is the one that the
/// jump was computed in.
std::vector<double> calc_jump_work(const System& system, const Parameters<double>& p, const Structure& structure,
                                   const State<double>& before, const State<double>& after, const JumpRecord<double>& jump);

}  // namespace pintle
