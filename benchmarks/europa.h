#pragma once
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "pintle/closure/assemble.h"
#include "pintle/integrators/integrator.h"
#include "pintle/structure/plan.h"
#include "pintle/system/case_maker.h"

/// The Europa lander of [Wachlin 2018, chapter 6]: a body on six two-link legs touches down, six feet and five points of the belly
/// on soft ground. Landings are drawn around the nominal one; a leg type and a surface are a pair.
namespace pintle::benchmarks {

enum class Legs { stiff, shock_absorbing, conforming, impedance };
enum class Ground { ice, snow, sand };
struct Pair {
  Legs legs;
  Ground ground;
};
std::string name_of(const Pair& pair);

/// How a landing ended.
struct Landing {
  Vec3<double> place;  // of the body, in the end [m]
  long evaluations = 0, steps = 0;
  bool failed = false;
};

class Europa {
 public:
  static constexpr double until = 5;  // [s]

  Europa(const Pair& pair, int landings);

  int count() const { return static_cast<int>(cases_.size()); }
  const Case& numbers(int landing) const { return cases_[static_cast<std::size_t>(landing)]; }
  const System& system() const { return system_; }

  /// Landings first … first + width<T> − 1 by kernel and integrator alone.
  template <class T>
  std::array<Landing, static_cast<std::size_t>(width<T>)> land(const IntegratorKind& kind, const IntegratorOptions& options,
                                                               int first);

  /// What landings first … take of their kernel alone, in evaluations, of a case [ns each].
  template <class T>
  double time_evaluations(const IntegratorKind& kind, const IntegratorOptions& options, int first);
  /// An explicit evaluation where all eleven points touch [ns].
  double time_with_all_contacts();

 private:
  void put(int landing);
  /// Where landings first … start.
  template <class T>
  std::vector<T> gather_starts(int first, int size) const;
  template <class T>
  Parameters<T> gather_parameters(int first) const;
  /// Impedance: legs that touch while others do not become soft, and stay so.
  template <class T>
  bool soften(const State<T>& state, Parameters<T>& p, std::vector<Mask<T>>& soft) const;

  Pair pair_;
  CaseMaker maker_;
  System system_;
  Structure structure_;
  StartMaker starts_;
  std::shared_ptr<const Plan> plan_;
  std::vector<Case> cases_;
  std::vector<State<double>> start_;  // by landing
};

}  // namespace pintle::benchmarks
