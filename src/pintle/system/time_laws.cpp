#include "pintle/system/time_laws.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "pintle/base/limits.h"
#include "pintle/expressions/functions/function.h"

namespace pintle {
namespace {

class TimeLawMaker {
 public:
  TimeLawMaker(Graph& graph, FormulaMaker& maker) : graph_(graph), maker_(maker) {}

  TimeLaws make(std::span<const Expr> expressions) {
    const std::vector<int> nodes = graph_.nodes_below(expressions);
    inside_.resize(static_cast<std::size_t>(graph_.size()));
    for (const int i : nodes) {
      const Graph::Node node = graph_.node({i});  // a copy: the graph grows
      if (!graph_.is_living({i})) continue;
      add_kinks_of_operands(i, node);
      if (!of_time(Expr{i})) continue;
      add_kink(i, node);
      if (is_curve(node)) add_curve({i});
    }
    for (const Expr law : expressions) give_kinks(law);
    return std::move(laws_);
  }

 private:
  /// Time decides it, and nothing else that lives.
  bool of_time(Expr e) const {
    return graph_.is_living(e) && !graph_.reads(e, InputKind::signal) && !graph_.reads(e, InputKind::place);
  }
  bool of_time(int i) const { return i >= 0 && of_time(Expr{i}); }
  bool is_linear(Expr e) { return !graph_.is_living(make_rate(graph_, e)); }

  std::vector<int>& inside(int node) { return inside_[node]; }
  void add_kinks_of_operands(int i, const Graph::Node& node) {
    const int count = Graph::operand_count(node);
    for (const int operand : {node.a, count > 1 ? node.b : -1, count > 2 ? node.c : -1})
      if (operand >= 0 && graph_.is_living({operand}))
        inside(i).insert(inside(i).end(), inside(operand).begin(), inside(operand).end());
    std::ranges::sort(inside(i));
    inside(i).erase(std::unique(inside(i).begin(), inside(i).end()), inside(i).end());
  }

  void add_kink(int i, const Graph::Node& node) {
    const Expr a{node.a}, b{node.b};
    switch (node.op) {
      case Op::power: return graph_.is_living(b) || graph_.value(b) != std::floor(graph_.value(b)) ? add_kink(i, a, {0}) : void();
      case Op::less:
      case Op::less_equal:
      case Op::equal: return add_kink(i, graph_.apply(Op::subtract, a, b), {0});
      case Op::table:
        if (auto points = kinks_of(graph_.tables()[node.b]); !points.empty()) add_kink(i, a, points);
        return;
      default: break;
    }
    for (const Break& x : breaks_of(node.op)) {
      const Expr l{node.operand(x.l)},
          h = x.r < 0 ? l : graph_.apply(x.whole ? Op::divide : Op::subtract, l, {node.operand(x.r)});
      add_kink(i, h, x.whole ? std::vector<double>{} : std::vector{x.at});
    }
  }

  void add_kink(int i, Expr h, const std::vector<double>& levels) {
    if (!of_time(h)) return;
    const auto known = std::ranges::find_if(keys_, [&](const auto& key) { return key.first == h && key.second == levels; });
    if (known == keys_.end()) {
      const Expr hdot = make_rate(graph_, h);
      laws_.kinks.push_back({maker_.make(graph_, std::array{h, hdot}, "kinks"), levels});
      keys_.emplace_back(h, levels);
      inside(i).push_back(static_cast<int>(keys_.size()) - 1);
    } else {
      inside(i).push_back(static_cast<int>(known - keys_.begin()));
    }
  }

  /// It may bend what goes in.
  bool is_curve(const Graph::Node& node) {
    switch (node.op) {
      case Op::multiply: return of_time(node.a) && of_time(node.b);
      case Op::divide: return of_time(node.b);
      case Op::power: return true;
      case Op::table: return graph_.tables()[node.b].interpolate == Interpolate::cubic;
      default: break;
    }
    const Function* const function = find_function(node.op);
    if (!function || function->bend == Bend::pieces) return false;
    return function->bend == Bend::curve || !is_linear({node.a});
  }

  void add_curve(Expr f) {
    const Expr fdot = make_rate(graph_, f), bend = make_rate(graph_, fdot);
    if (!graph_.is_living(fdot)) return;  // a line
    laws_.curves.push_back({maker_.make(graph_, std::array{f, fdot, bend}, "curves"), {}});
    curves_.push_back(f.i);
  }

  /// To all curves of a law the kinks of the law.
  void give_kinks(Expr law) {
    const std::vector<int> nodes = graph_.nodes_below({&law, 1});
    for (std::size_t k = 0; k < curves_.size(); ++k) {
      if (!std::ranges::binary_search(nodes, curves_[k])) continue;
      std::vector<int>& kinks = laws_.curves[k].kinks;
      kinks.insert(kinks.end(), inside(law.i).begin(), inside(law.i).end());
      std::ranges::sort(kinks);
      kinks.erase(std::unique(kinks.begin(), kinks.end()), kinks.end());
    }
  }

  Graph& graph_;
  FormulaMaker& maker_;
  TimeLaws laws_;
  std::vector<std::pair<Expr, std::vector<double>>> keys_;  // of the kinks
  std::vector<std::vector<int>> inside_;                    // by node: kinks of it
  std::vector<int> curves_;                                 // their nodes
};

}  // namespace

TimeLaws make_time_laws(Graph& graph, std::span<const Expr> expressions, FormulaMaker& maker) {
  if (expressions.empty()) return {};
  return TimeLawMaker(graph, maker).make(expressions);
}

TimeFunction make_time_function(const Formula& formula, const Parameters<double>& p) {
  std::vector<double> inputs;
  for (const Formula::Input& input : formula.inputs)
    inputs.push_back(input.kind == InputKind::parameter ? p[input.parameter] : nan);
  return {formula.tape, std::move(inputs)};
}

}  // namespace pintle
