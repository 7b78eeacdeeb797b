#pragma once
#include <vector>

#include "pintle/expressions/graph.h"

namespace pintle {

/// The largest value of a maximum is the largest of those of its parts,
///
///     max_t max(a, b) = max(max_t a, max_t b),    |x| = max(x, −x),    −min(a, b) = max(−a, −b)           (1)
///     s max(a, b) + c = max(s a + c, s b + c),    s > 0 and c the same along a run                        (2)
///
/// and so for smallest values. Parts are smooth where the whole bends, so that nobody has to find where one of them overtakes
/// another: the largest of a dozen forces costs a dozen curves, and no roots.
struct ExtremeParts {
  std::vector<Expr> parts;   // one: the whole
  std::vector<Expr> scales;  // s of (2), of numbers that a case or an event may change: above zero, as those of the model are
};

/// Of the largest, or the smallest, value of an expression along a run; the graph grows by them.
ExtremeParts find_extreme_parts(Graph& graph, Expr of, bool largest);

}  // namespace pintle
