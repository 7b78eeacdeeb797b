#pragma once
#include "pintle/closure/closing_rows.h"
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
        closings(system, plan),
        right(closings.rows().size()),
        told(right.size()),
        asked(right.size()),
        has_position(right.size(), 1),
        elimination(system, plan) {
    for (const Closing& closing : plan.closings)
      if (closing.constraint.exists() && !system.constraints[closing.constraint.i].has_position())
        for (int r = 0; r < closing.rows; ++r) has_position[closing.first + r] = 0;
  }

  void place(std::span<const double> y) { update_placed(bodies, y, placed); }
  /// Rows of the tree, and right-hand sides of the closings, which are up to date.
  template <Level level>
  void update_rows() {
    accelerations = level == Level::acceleration;
    newton_euler::update_rows<level>(joints, placed, rows);
    for (std::size_t r = 0; r < right.size(); ++r) {
      const ConstraintRow<double>& row = closings.rows()[r];
      right[r] = level == Level::position ? -row.g : level == Level::velocity ? -row.gdot : row.gamma;
      told[r] = row.told;
      asked[r] = level == Level::position ? has_position[r] : 1;
    }
  }
  /// Baumgarte's terms (rows.h, 4) on all right-hand sides at acceleration level.
  void pull(double alpha) {
    add_pull(joints, placed, alpha, rows);
    for (std::size_t r = 0; r < right.size(); ++r)
      right[r] -= alpha * (2 * closings.rows()[r].gdot + alpha * closings.rows()[r].g);
  }
  /// M x = wrenches + Gᵀλ, G x = right-hand side of the rows; x into `motions`.
  void solve() {
    elimination.solve(bodies, placed, rows, wrenches, {closings.rows(), right, asked, {accelerations, known, closings.bending()}},
                      motions);
  }
  /// Multipliers of the closings' rows.
  std::span<const double> lambda() const { return elimination.loops().lambda(); }

  std::vector<Body> bodies;
  std::vector<HeldJoint> joints;
  std::vector<Placed> placed;
  std::vector<LinkRows> rows;
  std::vector<Wrench<double>> wrenches;  // on bodies, about their mass centres, world axes
  std::vector<Motion<double>> motions;   // of mass centres, world axes
  ClosingRows closings;
  std::vector<double> right, told;               // by row of the closings
  std::vector<char> asked, has_position;         // likewise
  bool accelerations = false;                    // the level of the rows
  rank::Bending known = rank::Bending::unknown;  // whether rows that are about to be let go bend the way
  Elimination elimination;
};

}  // namespace pintle::newton_euler
