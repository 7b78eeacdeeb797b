#pragma once
#include <vector>

#include "pintle/expressions/time_function.h"

/// All times at which a function of time changes its sign, found and not sampled. With sgn g one of −, 0, + and "no number":
///
///     t is a root  ⇔  sgn g is not the same throughout any neighbourhood of t                              (1)
///
/// so that a crossing, a jump across zero, a touch, both ends of a stretch of zeros and of NaN are roots. Stretches of time
/// are halved, from left to right, until intervals say of each that sgn g is the same throughout, or that g is monotone; a
/// monotone stretch is halved by its signs down to neighbouring doubles. So a root is exact to rounding: it is the time at
/// which g, computed in doubles, is zero, or the first one with the other sign. A touch, and whatever rounding hides, is
/// known to a few ulps of time, or where g is zero to rounding on a stretch, as its middle.
///
/// Counts bound the search. A call ends after `most_roots` roots and says how far it got, so that a sine of many thousand
/// periods is searched as a run goes on. Where `most_cells` stretches between two roots do not settle it (a sum that is
/// zero but for rounding; an expression whose intervals are useless), signs at `most_cells` instants decide about the rest.
namespace pintle {

struct TimeRoots {
  std::vector<double> times;  // ascending
  double searched;            // all roots up to here are among them; less than `to` after most_roots
};

inline constexpr int most_roots = 1000, most_cells = 4000;

/// The roots (1) in (from, to].
TimeRoots find_time_roots(TimeFunction& g, double from, double to);

/// As above, of all times at which g passes one of these levels, ascending; of all whole numbers if there are none.
TimeRoots find_level_times(TimeFunction& g, std::vector<double> levels, double from, double to);

/// All roots of an expression of time and parameters, as the graph has them, in (from, to].
std::vector<double> find_time_roots(const Graph& graph, Expr g, double from, double to);

}  // namespace pintle
