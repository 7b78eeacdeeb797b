#pragma once
#include <string>
#include <vector>

#include "pintle/system/formula.h"

namespace pintle {

/// A condition as one number g, positive where it is true and negative where it is false, so that the instant at which it
/// becomes true is a root:
///
///     l > r, l ≥ r:  g = l − r          a and b:  min(g_a, g_b)         not a:  −g_a                   (1)
///     l < r, l ≤ r:  g = r − l          a or b:   max(g_a, g_b)         a truth value:  ±1
///
/// Zero counts as true for ≥ and ≤ and as false for > and <. Two sides that are equal make == true; it has no root to
/// cross.
struct Condition {
  enum class Kind : std::uint8_t { greater, greater_equal, equal, truth, both, either, opposite };
  struct Node {
    Kind kind;
    int a = -1, b = -1;  // nodes, or outputs of the formula
  };
  Formula formula;          // both sides of every comparison
  std::vector<Node> nodes;  // operands before those that use them; the last is the whole

  /// No signal but time enters.
  bool reads_only_time() const;
  double calc_g(std::span<const double> outputs) const;
};

/// `when` is an expression that is true or false.
Condition make_condition(const Model& model, Expr when, FormulaMaker& maker, const std::string& where);

}  // namespace pintle
