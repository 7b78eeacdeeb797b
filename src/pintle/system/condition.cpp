#include "pintle/system/condition.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "pintle/base/error.h"

namespace pintle {
namespace {

constexpr double least = std::numeric_limits<double>::min();

/// Adds the nodes of a condition, operands first; returns the place of the whole.
class ConditionMaker {
 public:
  ConditionMaker(const Graph& graph, const std::string& where) : graph_(graph), where_(where) {}

  int add(Expr e) {
    const Graph::Node& node = graph_.node(e);
    switch (node.op) {
      case Op::less: return put(Condition::Kind::greater, output({node.b}), output({node.a}));
      case Op::less_equal: return put(Condition::Kind::greater_equal, output({node.b}), output({node.a}));
      case Op::equal: check_equality(e); return put(Condition::Kind::equal, output({node.a}), output({node.b}));
      case Op::both: return put(Condition::Kind::both, add({node.a}), add({node.b}));
      case Op::either: return put(Condition::Kind::either, add({node.a}), add({node.b}));
      case Op::opposite: return put(Condition::Kind::opposite, add({node.a}), -1);
      default: return put(Condition::Kind::truth, output(e), -1);
    }
  }

  std::vector<Condition::Node> nodes;
  std::vector<Expr> outputs;

 private:
  /// What moves is equal to something at single instants, which no search can hit; what has states (0 and 1, a count) is
  /// equal for a while.
  void check_equality(Expr e) const {
    for (int i : graph_.inputs_of(e)) {
      const Input& input = graph_.inputs()[static_cast<std::size_t>(i)];
      const bool steps = input.name.ends_with(".touching") || input.name == "system.freedoms";
      if (input.kind == InputKind::parameter || steps) continue;
      const std::string name = input.kind == InputKind::signal ? input.name : "time";
      throw Error(where_,
                  fmt::format("== compares {}, which is equal to a value at no instant that can be found; use >= or <=", name));
    }
  }
  int put(Condition::Kind kind, int a, int b) {
    nodes.push_back({kind, a, b});
    return static_cast<int>(nodes.size()) - 1;
  }
  int output(Expr e) {
    outputs.push_back(e);
    return static_cast<int>(outputs.size()) - 1;
  }
  const Graph& graph_;
  const std::string& where_;
};

}  // namespace

Condition make_condition(const Model& model, Expr when, FormulaMaker& maker, const std::string& where) {
  ConditionMaker parts(model.graph, where);
  parts.add(when);
  return {maker.make(parts.outputs, where), std::move(parts.nodes)};
}

bool Condition::reads_only_time() const {
  return std::ranges::all_of(formula.inputs, [](const Formula::Input& input) {
    return input.kind != InputKind::signal || input.signal.kind == SignalKind::time;
  });
}

double Condition::calc_g(std::span<const double> outputs) const {
  constexpr std::size_t most = 64;
  std::array<double, most> few{};
  std::vector<double> many(nodes.size() > most ? nodes.size() : 0);
  double* const g = many.empty() ? few.data() : many.data();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    const auto difference = [&] { return outputs[static_cast<std::size_t>(node.a)] - outputs[static_cast<std::size_t>(node.b)]; };
    switch (node.kind) {  // (1)
      case Kind::greater: g[i] = difference() == 0 ? -least : difference(); break;
      case Kind::greater_equal: g[i] = difference() == 0 ? least : difference(); break;
      case Kind::equal: g[i] = difference() == 0 ? least : -std::abs(difference()); break;
      case Kind::truth: g[i] = outputs[static_cast<std::size_t>(node.a)] != 0 ? 1 : -1; break;
      case Kind::both: g[i] = std::min(g[node.a], g[node.b]); break;
      case Kind::either: g[i] = std::max(g[node.a], g[node.b]); break;
      case Kind::opposite: g[i] = -g[node.a]; break;
    }
  }
  return g[nodes.size() - 1];
}

}  // namespace pintle
