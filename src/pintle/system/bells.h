#pragma once
#include <optional>
#include <vector>

#include "pintle/expressions/graph.h"

/// Operations of laws that are nothing but for a short way of the motion, or turn within one, and are smooth: no kink tells
/// where. Their argument does, by a number that is zero in the middle of it,
///
///     tanh(u), u^p with |p| ≥ 8, exp(… u² …), exp(… |u| …), 1/(c + … u² …):   u = 0                         (1)
///     exp(… u v …):   u = 0, v = 0                                            1/(… exp(u) …):   u = 0
///     exp(P), c^P, 1/P, P^p with p ≥ 8 or p < 0,  P of one place s:           ∂P/∂s = 0                       (2)
///
/// if the motion moves u. By (2) it does not matter how P is written. Where an argument of several places is written otherwise
/// than in (1), its middle is not found.
namespace pintle {

/// u and v of (1) of one operation; empty if it is no bell.
std::vector<Expr> find_bell_middles(const Graph& graph, const Graph::Node& node);

/// P and s of (2).
struct BellSlope {
  Expr height, place;
};
/// Of one operation.
std::optional<BellSlope> find_bell_slope(const Graph& graph, const Graph::Node& node);

}  // namespace pintle
