#pragma once
#include "pintle/formulations/newton_euler/elimination.h"

namespace pintle::newton_euler {

/// All that the equations of motion are made of, by link; link 0 is the world. Kept together because three questions
/// share it: accelerations, velocity jumps, projection. They differ in the level of the rows and in what pushes.
struct Mechanism {
  Mechanism(const System& system, const Plan& plan)
      : bodies(plan.tree.links.size()),
        joints(bodies.size()),
        placed(bodies.size()),
        rows(bodies.size()),
        wrenches(bodies.size(), Wrench<double>::zero()),
        motions(bodies.size(), Motion<double>::zero()),
        elimination(system, plan) {}

  void place(std::span<const double> y) { update_placed(bodies, y, placed); }
  template <Level level>
  void update_rows() {
    newton_euler::update_rows<level>(joints, placed, rows);
  }
  /// M x = wrenches + Gᵀλ, G x = right-hand side of the rows; x into `motions`.
  void solve() { elimination.solve(bodies, placed, rows, wrenches, motions); }

  std::vector<Body> bodies;
  std::vector<HeldJoint> joints;
  std::vector<Placed> placed;
  std::vector<LinkRows> rows;
  std::vector<Wrench<double>> wrenches;  // on bodies, about their mass centres, world axes
  std::vector<Motion<double>> motions;   // of mass centres, world axes
  Elimination elimination;
};

}  // namespace pintle::newton_euler
