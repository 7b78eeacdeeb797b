#pragma once
#include <span>
#include <vector>

#include "pintle/expressions/graph.h"

namespace pintle {

/// Times before and after every kink or jump that time brings into some expressions: of a table whose argument is linear in
/// time, of a comparison, `abs`, `min` or `max` of such. Steps end at both, so that no step sees both sides; what lies
/// between is rounding. Ascending [s].
std::vector<double> find_kinks(const Graph& graph, std::span<const Expr> expressions);

}  // namespace pintle
