#pragma once
#include <cmath>

#include "pintle/math/fade.h"

/// The rule of rank: whether a row of constraints says something that the rows before it do not. Its pivot, what they leave
/// of it, in parts of its size, what it would be without them, is the squared sine of the angle between the row and their span:
///
///     s² = pivot/size,   the row counts if s > 5·10⁻⁵                                                    (1)
///
/// whatever its units, as long as the size is made of lengths of the row's own mechanism, and of nothing that stands beside it nor
/// of where it stands. Why there: rows are met to some 10⁻¹⁴ of a mechanism's length at best. With a sine of s a state
/// can then be beside its way by 10⁻¹⁴/s, right-hand sides are off by as much, and multipliers, which are these divided by s², by
/// 10⁻¹⁴/s³: a tenth of them at 5·10⁻⁵. Below that they are rounding, and the row is let go, with a multiplier of zero. The
/// pivot itself, a difference of squares, is known to 10⁻¹⁴ of the size after sums of a few dozen rows: to five digits there.
///
/// Where steps depend on it, as accelerations do, a row is let go bit by bit, or no step is short enough where both sides lead
/// to that edge:
///
///     φ/pivot in place of 1/pivot,   φ from 0 to 1 as s goes from 5·10⁻⁵ to 10⁻⁴                          (2)
namespace pintle::rank {

constexpr double least_sine = 5e-5, full_sine = 1e-4;
constexpr double least_square = least_sine * least_sine, full_square = full_sine * full_sine;

/// (1), by s²
inline bool counts(double square) { return square > least_square; }
/// φ of (2), by s², for a row that counts.
inline double calc_share(double square, bool fades) {
  return !fades || !(square < full_square) ? 1.0 : calc_fade(std::sqrt(square), least_sine, full_sine);
}

}  // namespace pintle::rank
