#include "pintle/base/check.h"
#include "pintle/expressions/graph.h"

namespace pintle {
namespace {

/// The chain rule, one node after the other, operands first. An Expr that does not exist stands for zero, so that nothing
/// is made of what does not change.
class ChainRule {
 public:
  ChainRule(Graph& graph, Expr top) : graph_(graph), rate_(static_cast<std::size_t>(top.i) + 1) {}

  Expr rate(int i) const { return i < 0 ? Expr{} : rate_[static_cast<std::size_t>(i)]; }

  void update(int i, Expr rate) {
    const bool is_zero = rate.exists() && graph_.is_constant(rate) && graph_.value(rate) == 0;
    rate_[static_cast<std::size_t>(i)] = is_zero ? Expr{} : rate;
  }

  /// The rate of a node that is neither constant nor input, given those of its operands.
  Expr calc(Expr y) {
    const Graph::Node node = graph_.node(y);  // a copy: the graph grows
    const Expr a{node.a}, b{node.b}, da = rate(node.a);
    switch (node.op) {
      case Op::negate: return negate(da);
      case Op::add: return add(da, rate(node.b));
      case Op::subtract: return subtract(da, rate(node.b));
      case Op::multiply: return add(times(da, b), times(a, rate(node.b)));
      case Op::divide: return over(subtract(da, times(y, rate(node.b))), b);  // (a' − y b')/b
      case Op::power: return calc_power(y, a, b, da, rate(node.b));
      case Op::abs: return select(graph_.apply(Op::less, a, graph_.constant(0)), negate(da), da);
      case Op::min: return select(graph_.apply(Op::less, a, b), da, rate(node.b));
      case Op::max: return select(graph_.apply(Op::less, a, b), rate(node.b), da);
      case Op::select: return select(a, rate(node.b), rate(node.c));
      case Op::table: return da.exists() ? times(graph_.call(node.b, a, node.c + 1), da) : da;
      case Op::atan2: return calc_atan2(a, b, da, rate(node.b));
      case Op::modulo: return subtract(da, times(calc_floor(a, b), rate(node.b)));  // a' − b' floor(a/b)
      default: return da.exists() ? calc_function(node.op, y, a, da) : Expr{};
    }
  }

 private:
  /// Functions of one operand, y = f(a): y' = f'(a) a', a' ≠ 0.
  Expr calc_function(Op op, Expr y, Expr a, Expr da) {
    const auto cosine_of_angle = [&] { return graph_.apply(Op::sqrt, subtract(graph_.constant(1), times(a, a))); };
    switch (op) {
      case Op::sqrt: return over(times(graph_.constant(0.5), da), y);
      case Op::exp: return times(y, da);
      case Op::log: return over(da, a);
      case Op::sin: return times(graph_.apply(Op::cos, a), da);
      case Op::cos: return negate(times(graph_.apply(Op::sin, a), da));
      case Op::tan: return times(add(graph_.constant(1), times(y, y)), da);
      case Op::asin: return over(da, cosine_of_angle());
      case Op::acos: return negate(over(da, cosine_of_angle()));
      case Op::tanh: return times(subtract(graph_.constant(1), times(y, y)), da);
      default: return {};  // floor, sign and comparisons are flat
    }
  }

  /// (aᵇ)' = b aᵇ⁻¹ a' + log(a) aᵇ b'
  Expr calc_power(Expr y, Expr a, Expr b, Expr da, Expr db) {
    Expr first, second;
    if (da.exists()) first = times(times(b, graph_.apply(Op::power, a, subtract(b, graph_.constant(1)))), da);
    if (db.exists()) second = times(times(graph_.apply(Op::log, a), y), db);
    return add(first, second);
  }

  /// atan2(y, x)' = (x y' − y x')/(x² + y²)
  Expr calc_atan2(Expr y, Expr x, Expr dy, Expr dx) {
    return over(subtract(times(x, dy), times(y, dx)), add(times(x, x), times(y, y)));
  }

  Expr calc_floor(Expr a, Expr b) { return graph_.apply(Op::floor, graph_.apply(Op::divide, a, b)); }
  Expr negate(Expr a) { return a.exists() ? graph_.apply(Op::negate, a) : a; }
  Expr add(Expr a, Expr b) { return !a.exists() ? b : !b.exists() ? a : graph_.apply(Op::add, a, b); }
  Expr subtract(Expr a, Expr b) { return !b.exists() ? a : !a.exists() ? negate(b) : graph_.apply(Op::subtract, a, b); }
  Expr times(Expr a, Expr b) { return a.exists() && b.exists() ? graph_.apply(Op::multiply, a, b) : Expr{}; }
  Expr over(Expr a, Expr b) { return a.exists() ? graph_.apply(Op::divide, a, b) : a; }
  Expr select(Expr choose, Expr a, Expr b) {
    if (a == b) return a;  // both zero
    const Expr zero = graph_.constant(0);
    return graph_.apply(Op::select, choose, a.exists() ? a : zero, b.exists() ? b : zero);
  }

  Graph& graph_;
  std::vector<Expr> rate_;  // of the nodes up to the top
};

}  // namespace

Expr Graph::derivative(Expr e, Expr x) {
  PINTLE_CHECK(node(x).op == Op::input, "a derivative is with respect to an input");
  const int number = node(x).a;
  const Expr one = constant(1);
  return total_derivative(e, [&](int input) { return input == number ? one : Expr{}; });
}

Expr Graph::total_derivative(Expr e, const std::function<Expr(int input)>& rate) {
  ChainRule rule(*this, e);
  for (const int i : nodes_below({&e, 1})) {
    if (node({i}).op == Op::constant) continue;
    rule.update(i, node({i}).op == Op::input ? rate(node({i}).a) : rule.calc({i}));
  }
  const Expr found = rule.rate(e.i);
  return found.exists() ? found : constant(0);
}

}  // namespace pintle
