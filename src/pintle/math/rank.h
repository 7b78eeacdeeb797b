#pragma once
#include <cmath>
#include <span>

#include "pintle/math/fade.h"

/// The rule of rank: whether a row of constraints says something that the rows before it do not. Its pivot, what they leave
/// of it, in parts of its size, what it would be without them, is the squared sine of the angle between the row and their span:
///
///     s² = pivot/size,   the row counts if s > 5·10⁻⁵                                                    (1)
///
/// whatever its units, as long as the size is made of lengths of the row's own mechanism, and of nothing that stands beside it
/// nor of where it stands. Why there: rows are met to some 10⁻¹⁴ of a mechanism's length at best. With a sine of s a state can
/// then be beside its way by 10⁻¹⁴/s, right-hand sides are off by as much, and multipliers, which are these divided by s², by
/// 10⁻¹⁴/s³: a tenth of them at 5·10⁻⁵. Below that they are rounding, and the row is let go, with a multiplier of zero. The
/// pivot itself, a difference of squares, is known to 10⁻¹⁴ of the size after sums of a few dozen rows: to five digits there.
///
/// Where steps depend on it, as accelerations do, a row is let go bit by bit, or no step is short enough where both sides lead
/// to that edge:
///
///     φ/pivot in place of 1/pivot,   φ from 0 to 1 as s goes from 5·10⁻⁵ to 10⁻⁴                          (2)
///
/// All this holds for a mechanism that goes straight on through a singular configuration, or for rows that are redundant but
/// for rounding. One that only comes near turns off there: with ε between it and a true singular configuration its way is a
/// hyperbola of size √ε, and the row is what bends it. Half held or let go half way round, it would be left with a velocity
/// that the row forbids, and lose it when the row comes back. What tells the two apart is ε, which the accelerations tell: what
/// the rows before it leave of the row's right-hand side b is θ = ε/s² in parts of those of its closing and of what they could
/// be, B,
///
///     θ = β/(1 + β₀),   β = |b|/B of the row,   β₀ the largest among the rows of its closing                (3)
///
/// and rounding/s² for a mechanism that goes straight on. In parts of (10⁻⁴)² θ s² = ε is the angle by which the way has bent
/// where (2) begins, and four times its square the part of the energy that letting go would cost, as a bound. A row is held,
/// down to s = 10⁻⁶ where its pivot is still known to a hundredth, if
///
///     (s/10⁻⁴)² θ > 10⁻³                                                                                     (4)
///
/// and is let go by (2) else: so the loss is less than 10⁻⁶, and a row that is held comes no nearer than some 2·10⁻⁶. Which of
/// the two it is must not change on the way round: accepted states decide it while s is between 3·10⁻⁴ and 10⁻⁴, and it stays
/// so further in (formulations/holding.h). Rows that would be redundant but for a tilt of s have θ ≈ s, and are let go.
namespace pintle::rank {

constexpr double least_sine = 5e-5, full_sine = 1e-4;
constexpr double least_square = least_sine * least_sine, full_square = full_sine * full_sine;
constexpr double least_firm_sine = 1e-6, full_firm_sine = 1.5e-6, least_firm_square = least_firm_sine * least_firm_sine;
constexpr double near_sine = 3e-4, near_square = near_sine * near_sine;
constexpr double least_bend = 1e-3, full_bend = 2 * least_bend;  // of (4)

/// (1), by s²
inline bool counts(double square) { return square > least_square; }
/// Whether a row that is about to be let go bends the way (4), as far as accepted states have decided it.
enum class Bending { unknown, no, yes };

/// How the rows of one question are held.
struct Holding {
  bool accelerations = false;  // (2); θ is known. Else all or nothing
  Bending known = Bending::unknown;
  std::span<const double> bending{};  // B by row

  double calc_part(double b, int row) const { return std::fabs(b) / bending[row]; }  // β
  /// The left-hand side of (4) matters.
  bool asks(double square) const { return accelerations && square < near_square && square > least_firm_square; }
  /// It, or what was decided.
  double choose(double bend) const { return known == Bending::unknown ? bend : known == Bending::yes ? 1 : 0; }
};
/// φ of (2) with (4), by s² and the left-hand side of (4); zero for a row that does not count.
inline double calc_share(double square, double bend, bool fades) {
  if (square >= full_square) return 1;
  if (!(square > least_firm_square)) return 0;
  const double s = std::sqrt(square);
  const auto share = [&](double x, double from, double to) { return fades ? calc_fade(x, from, to) : x > from ? 1.0 : 0.0; };
  const double loose = share(s, least_sine, full_sine);
  if (!(bend > least_bend)) return loose;
  return loose + (share(s, least_firm_sine, full_firm_sine) - loose) * share(bend, least_bend, full_bend);
}

}  // namespace pintle::rank
