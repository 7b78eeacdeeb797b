#pragma once
#include <span>
#include <vector>

#include "pintle/formulations/pushed_bodies.h"
#include "pintle/structure/gauge_law.h"

/// Springs, dampers, stops, friction and motors on joint directions. Body coordinates have no joint coordinate, so each law
/// takes its own from the poses of its two bodies (structure/gauge_law.h). A law whose direction is locked does not act.
namespace pintle {

class BodyLaws {
 public:
  BodyLaws(const System& system, const Plan& plan);

  /// After new parameters.
  void update(const Parameters<double>& p);

  /// Adds to the wrenches and to the accounts damping, applied. `by_joint`, if it is wanted, gets what each
  /// joint's laws do to the user's child at M's origin, world axes: adds as well.
  void add(std::span<const JointCoordinates<double>> remembered, const LawAround<double>& around, const PushedBodies& bodies,
           std::span<double> power, std::span<Wrench<double>> by_joint) const;

 private:
  const System& system_;
  std::vector<GaugeLaw> laws_;
};

}  // namespace pintle
