#pragma once
#include <vector>

#include "pintle/expressions/graph.h"

/// Operations of laws that are nothing but for a short way of the motion, or turn within one, and are smooth: no kink tells
/// where. Their argument does, by a number that is zero in the middle of it,
///
///     tanh(u), u^p with |p| ≥ 8, exp(… u² …), exp(… |u| …), 1/(c + … u² …):   u = 0                         (1)
///     exp(… u v …):   u = 0, v = 0                                            1/(… exp(u) …):   u = 0
///
/// if the motion moves u. Where an argument is written otherwise, its middle is not found.
namespace pintle {

/// u and v of (1) of one operation; empty if it is no bell.
std::vector<Expr> find_bell_middles(const Graph& graph, const Graph::Node& node);

}  // namespace pintle
