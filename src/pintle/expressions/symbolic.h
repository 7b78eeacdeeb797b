#pragma once
#include "pintle/expressions/graph.h"

/// Expressions of a graph in the making, written as on paper: the slope of y = √a is 0.5*da/y. One that does not exist stands for zero, so
/// that nothing is made of what does not change.
namespace pintle {

class Symbolic {
 public:
  Symbolic() = default;
  Symbolic(Graph& graph, Expr e) : graph_(&graph), expr_(e) {}

  Expr expr() const { return expr_; }
  bool exists() const { return expr_.exists(); }
  Symbolic apply(Op op) const { return {*graph_, graph_->apply(op, expr_)}; }
  Symbolic apply(Op op, Symbolic b) const { return {*graph_, graph_->apply(op, expr_, b.expr_)}; }
  Symbolic apply(Op op, Symbolic b, Symbolic c) const { return {*graph_, graph_->apply(op, expr_, b.expr_, c.expr_)}; }
  Symbolic number(double value) const { return {*graph_, graph_->constant(value)}; }

 private:
  Graph* graph_ = nullptr;
  Expr expr_;
};

inline Symbolic operator-(Symbolic a) { return a.exists() ? a.apply(Op::negate) : a; }
inline Symbolic operator+(Symbolic a, Symbolic b) { return !a.exists() ? b : !b.exists() ? a : a.apply(Op::add, b); }
inline Symbolic operator-(Symbolic a, Symbolic b) { return !b.exists() ? a : !a.exists() ? -b : a.apply(Op::subtract, b); }
inline Symbolic operator*(Symbolic a, Symbolic b) { return a.exists() && b.exists() ? a.apply(Op::multiply, b) : Symbolic{}; }
inline Symbolic operator/(Symbolic a, Symbolic b) { return a.exists() ? a.apply(Op::divide, b) : a; }
inline Symbolic operator+(double a, Symbolic b) { return b.number(a) + b; }
inline Symbolic operator-(double a, Symbolic b) { return b.number(a) - b; }
inline Symbolic operator*(double a, Symbolic b) { return b.exists() ? b.number(a) * b : b; }
inline Symbolic is_less(Symbolic a, Symbolic b) { return a.apply(Op::less, b); }
inline Symbolic select(Symbolic choose, Symbolic a, Symbolic b) {
  if (a.expr() == b.expr()) return a;  // both zero
  const Symbolic zero = choose.number(0);
  return choose.apply(Op::select, a.exists() ? a : zero, b.exists() ? b : zero);
}

/// y = f(a, b, c), and what its operands change by; one of them does.
struct ChainRule {
  Symbolic y, a, b, c, da, db, dc;
};

}  // namespace pintle
