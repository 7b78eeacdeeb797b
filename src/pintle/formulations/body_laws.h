#pragma once
#include <span>
#include <vector>

#include "pintle/base/team.h"
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
  /// The same by a team, whose size no bit depends on: all laws first, then each body adds up what its own do, in their order.
  void share(Team& team, std::span<const JointCoordinates<double>> remembered, const LawAround<double>& around,
             const PushedBodies& bodies, std::span<double> power, std::span<Wrench<double>> by_joint);

 private:
  struct Found {
    GaugePush push;
    Vec3<double> moment_A;  // on the parent, opposite
  };
  /// What a law does to an end of it.
  struct End {
    int law;
    bool is_child;
  };
  void list_ends(const PushedBodies& bodies);

  const System& system_;
  std::vector<GaugeLaw> laws_;
  std::vector<Found> found_;    // by law; on B about its mass centre
  std::vector<End> ends_;       // by link
  std::vector<int> first_end_;  // by link
};

}  // namespace pintle
