#pragma once
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "pintle/base/random.h"
#include "pintle/expressions/graph.h"
#include "pintle/expressions/op.h"
#include "pintle/expressions/tape.h"

/// Random expressions that are smooth almost everywhere, and a tape in one call.
namespace pintle::tests {

/// One output of a tape at these inputs of the graph; all of them, in the graph's order.
template <class T>
T evaluate(const Graph& graph, Expr e, const std::vector<T>& inputs) {
  const Tape tape(graph, {&e, 1});
  std::vector<T> wanted, scratch(static_cast<std::size_t>(tape.scratch_size()));
  for (const int i : tape.inputs()) wanted.push_back(inputs[static_cast<std::size_t>(i)]);
  T output(0.0);
  tape.evaluate<T>(wanted, scratch, {&output, 1});
  return output;
}

/// Every operation occurs; arguments are kept where the function is defined and tame.
class Drawer {
 public:
  Drawer(Graph& graph, Random& random, std::vector<Expr> inputs) : graph_(graph), random_(random), inputs_(std::move(inputs)) {
    std::vector<std::pair<double, double>> points;
    for (int i = 0; i < 9; ++i) points.emplace_back(i - 4 + 0.3 * random.uniform(), random.normal());
    table_ = graph.add_table(make_table(points, Interpolate::cubic, Outside::extrapolate));
  }

  Expr draw(int depth) {
    if (depth == 0 || random_.chance(0.1))
      return random_.chance(0.7) ? inputs_[static_cast<std::size_t>(random_.integer(static_cast<int>(inputs_.size())))]
                                 : graph_.constant(random_.integer(9) - 4);
    const Expr a = draw(depth - 1);
    const auto b = [&] { return draw(depth - 1); };
    switch (random_.integer(24)) {
      case 0: return graph_.apply(Op::negate, a);
      case 1: return graph_.apply(Op::add, a, b());
      case 2: return graph_.apply(Op::subtract, a, b());
      case 3: return graph_.apply(Op::multiply, wave(a), b());
      case 4: return graph_.apply(Op::divide, a, positive(b()));
      case 5: return graph_.apply(Op::power, positive(a), wave(b()));
      case 6: return graph_.apply(Op::power, wave(a), graph_.constant(random_.integer(4) + 2));
      case 7: return graph_.apply(op_of<Sqrt>, positive(a));
      case 8: return graph_.apply(op_of<Exp>, wave(a));
      case 9: return graph_.apply(op_of<Log>, positive(a));
      case 10: return graph_.apply(op_of<Cos>, a);
      case 11: return graph_.apply(op_of<Tan>, graph_.apply(Op::multiply, graph_.constant(0.9), wave(a)));
      case 12: return graph_.apply(op_of<Asin>, graph_.apply(Op::multiply, graph_.constant(0.8), wave(a)));
      case 13: return graph_.apply(op_of<Acos>, graph_.apply(Op::multiply, graph_.constant(0.8), wave(a)));
      case 14: return graph_.apply(op_of<Atan2>, b(), positive(a));
      case 15: return graph_.apply(op_of<Abs>, a);
      case 16: return graph_.apply(op_of<Min>, a, b());
      case 17: return graph_.apply(op_of<Max>, a, b());
      case 19: return graph_.apply(op_of<Tanh>, a);
      case 20: return graph_.apply(op_of<Floor>, graph_.apply(Op::multiply, graph_.constant(2), a));
      case 21: return graph_.apply(op_of<Modulo>, a, positive(b()));
      case 22: return graph_.apply(Op::multiply, graph_.apply(op_of<Sign>, a), b());
      case 18: return graph_.apply(Op::select, condition(a), b(), a);
      default: return graph_.call(table_, wave(a));
    }
  }

  Expr condition(Expr a) {
    const Expr less = graph_.apply(Op::less, a, inputs_[0]);
    const Expr more = graph_.apply(Op::less_equal, graph_.constant(1), a);
    const Expr same = graph_.apply(Op::equal, a, graph_.constant(2));
    const Expr either = graph_.apply(Op::either, less, graph_.apply(Op::opposite, more));
    return random_.chance(0.5) ? either : graph_.apply(Op::both, graph_.apply(Op::opposite, same), more);
  }

 private:
  Expr wave(Expr a) { return graph_.apply(op_of<Sin>, a); }
  Expr positive(Expr a) { return graph_.apply(Op::add, graph_.constant(1.5), wave(a)); }

  Graph& graph_;
  Random& random_;
  std::vector<Expr> inputs_;
  int table_;
};

}  // namespace pintle::tests
