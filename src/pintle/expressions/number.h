#pragma once
#include "pintle/expressions/graph.h"

namespace pintle {

/// A number of a model: a plain one, or an expression of the model's graph with the value that it has as the model
/// stands. Whoever asks for a double gets the value.
struct Number {
  double value = 0;
  Expr expr;  // none: plain

  Number() = default;
  Number(double plain) : value(plain) {}
  Number(double now, Expr e) : value(now), expr(e) {}
  operator double() const { return value; }
};

}  // namespace pintle
