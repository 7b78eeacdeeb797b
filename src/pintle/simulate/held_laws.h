#pragma once
#include <vector>

#include "pintle/views/instant.h"

/// Springs, motors and stops that give way, on directions that something holds: a lock, or a stop with restitution that a body rests
/// on. What holds has to stand up to them too,
///
///     load = reaction + Σ laws,
///
/// and of all this kernels know the load, in which the laws of a held direction and what holds against them cancel. They see such a
/// direction as a constraint alone; here is what its laws have part in.
namespace pintle {

class HeldLaws {
 public:
  explicit HeldLaws(const System& system);

  /// A structure is entered.
  void enter(const Structure& structure);
  bool any() const { return !held_.empty(); }
  /// The laws' part is taken out of reactions that kernels and sharing gave. `instant` has the state.
  void take_out(const Parameters<double>& p, const Instant& instant, std::vector<Wrench<double>>& reaction);

 private:
  const System& system_;
  std::vector<const JointLaw*> held_;
  FormulaValues living_values_;
  std::vector<double> living_;
};

/// The effort of a law on a direction at rest; of friction none.
double calc_held_effort(const JointLaw& law, const Parameters<double>& p, const State<double>& state,
                        std::span<const double> living);

}  // namespace pintle
