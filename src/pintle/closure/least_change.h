#pragma once
#include <vector>

#include "pintle/closure/row_graph.h"
#include "pintle/math/semidefinite.h"

namespace pintle {

/// The least motion of the bodies, in the sense of their masses, that takes away what rows are off by:
///
///     min ½ δᵀ M δ,  G δ = b      ⇒      δ = M⁻¹ Gᵀ μ,   G M⁻¹ Gᵀ μ = b                                (1)
///
/// with the rows of body_rows.h in blocks by joint and constraint. Rows that depend on others are dropped: b is met if they
/// agree. Slender rods and point masses get a millionth of m L² as inertia, L that of their mechanism, or M would have no
/// inverse. Bodies that are `fixed` do not move.
class LeastChange {
 public:
  LeastChange(const System& system, const BodyRows& rows, std::vector<bool> fixed);

  /// δ of every body's mass centre, world axes; `b` by row.
  const std::vector<Motion<double>>& solve(const Parameters<double>& p, const State<double>& state, std::span<const double> b);

 private:
  const System& system_;
  const BodyRows& rows_;
  std::vector<bool> fixed_;
  EndsAt ends_at_;
  Semidefinite matrix_;
  std::vector<double> mu_;
  std::vector<Motion<double>> delta_;
};

}  // namespace pintle
