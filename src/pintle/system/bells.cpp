#include "pintle/system/bells.h"

#include <algorithm>
#include <cmath>

#include "pintle/expressions/functions/kinds.h"
#include "pintle/system/formula.h"

namespace pintle {
namespace {

constexpr double high = 8;  // a power that is narrow

/// A place moves it, and no speed, which would feel at once what a law does.
bool is_placed(const Graph& graph, Expr e) {
  bool placed = false;
  for (const int i : graph.inputs_of(e)) {
    const Input& input = graph.inputs()[i];
    if (input.kind != InputKind::signal) continue;
    if (is_speed(input.name)) return false;
    placed = true;
  }
  return placed;
}

/// Of squares, products and absolute values in an argument.
void add_middles(const Graph& graph, Expr argument, std::vector<Expr>& middles) {
  const auto moves = [&](int k) { return k >= 0 && graph.reads({k}, InputKind::signal); };
  for (const int i : graph.nodes_below({&argument, 1})) {
    const Graph::Node& inner = graph.node({i});
    const bool product = inner.op == Op::multiply && moves(inner.a) && moves(inner.b);
    const bool other = (inner.op == Op::power || inner.op == op_of<Abs>) && moves(inner.a);
    if (product || other) middles.push_back({inner.a});
    if (product && inner.b != inner.a) middles.push_back({inner.b});
  }
}

/// The one place that an expression reads; it reads no speed.
std::optional<int> find_one_place(const Graph& graph, Expr e) {
  std::optional<int> place;
  for (const int i : graph.inputs_of(e)) {
    if (graph.inputs()[i].kind != InputKind::signal) continue;
    if (place || is_speed(graph.inputs()[i].name)) return {};
    place = i;
  }
  return place;
}

/// What tells how large a narrow operation is; none: it is not narrow, or has no middle where this is level.
Expr find_height(const Graph& graph, const Graph::Node& node) {
  const auto moves = [&](int k) { return graph.reads({k}, InputKind::signal); };
  if (node.op == op_of<Exp>) return {node.a};
  if (node.op == Op::divide) return {node.b};
  if (node.op != Op::power) return {};
  if (!moves(node.a)) return {node.b};
  const bool narrow = !graph.is_living({node.b}) && (graph.value({node.b}) >= high || graph.value({node.b}) < 0);
  return narrow ? Expr{node.a} : Expr{};
}

/// A sum of something that moves and of something that does not: it stays away from zero, or may.
bool is_offset(const Graph& graph, const Graph::Node& sum) {
  return sum.op == Op::add && graph.reads({sum.a}, InputKind::signal) != graph.reads({sum.b}, InputKind::signal);
}

}  // namespace

std::vector<Expr> find_bell_middles(const Graph& graph, const Graph::Node& node) {
  const Expr a{node.a};
  std::vector<Expr> middles;
  if (node.op == op_of<Tanh> && is_placed(graph, a)) middles.push_back(a);
  if (node.op == Op::power && is_placed(graph, a) && !graph.is_living({node.b}) && std::abs(graph.value({node.b})) >= high)
    middles.push_back(a);
  if (node.op == op_of<Exp>) add_middles(graph, a, middles);
  if (node.op != Op::divide || !is_placed(graph, {node.b})) return middles;
  const Expr below{node.b};
  if (is_offset(graph, graph.node(below))) add_middles(graph, below, middles);
  for (const int i : graph.nodes_below({&below, 1}))
    if (graph.node({i}).op == op_of<Exp> && is_placed(graph, {i})) middles.push_back({graph.node({i}).a});
  return middles;
}

std::optional<BellSlope> find_bell_slope(const Graph& graph, const Graph::Node& node) {
  const Expr height = find_height(graph, node);
  if (!height.exists()) return {};
  const std::vector<int> below = graph.nodes_below({&height, 1});
  const auto is_exp = [&](int i) { return graph.node({i}).op == op_of<Exp>; };
  if (node.op == Op::divide && std::ranges::any_of(below, is_exp)) return {};  // (1) has them, and their slopes overflow
  const std::optional<int> place = find_one_place(graph, height);
  if (!place) return {};
  const auto is_place = [&](int i) { return graph.node({i}).op == Op::input && graph.node({i}).a == *place; };
  const auto found = std::ranges::find_if(below, is_place);
  return BellSlope{height, {*found}};
}

}  // namespace pintle
