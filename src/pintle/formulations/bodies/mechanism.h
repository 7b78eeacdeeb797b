#pragma once
#include "pintle/base/team.h"
#include "pintle/closure/closing_rows.h"
#include "pintle/formulations/bodies/equations.h"
#include "pintle/views/instant.h"

/// The rows that a question is about. Each row of a joint (joints/rows.h) is n·(a_B − a_A) = γ or e·(α_B − α_A) = γ, with a of
/// the two bodies' points that are now at M's origin; those of closings are closure/closing_rows.h.
///
/// Baumgarte's terms pull rows back that have drifted [Aslanov 2011, eq. 33, which prints a plus: with it they run away]:
///
///     γ − 2α ġ − α² g                                                                                          (1)
namespace pintle::bodies {

/// Which equation of a row: g = 0, ġ = 0 or g̈ = 0. The right-hand sides are −g, −ġ and γ.
enum class Level { position, velocity, acceleration };

/// All that the equations of motion are made of, by link; link 0 is the world. Kept together because three questions
/// share it: accelerations, velocity jumps, projection. They differ in the level of the rows and in what pushes.
struct Mechanism {
  Mechanism(const System& system, const Plan& plan, MakeSolver make_solver);

  /// After load() or new parameters: held values of the joints, and turns to count from.
  void update_held(const Parameters<double>& p, std::span<const JointCoordinates<double>> held);
  /// Time since the held values were those of the bodies.
  void set_since(double time);
  /// loop(Links) by all of the team, a stretch each.
  template <class Loop>
  void share(Loop&& loop) const {
    team->share(1, static_cast<int>(bodies.size()), [&](int from, int to) { loop(Links{from, to}); });
  }
  /// one(j) for all joints, likewise.
  template <class One>
  void share_joints(One&& one) const {
    team->share(0, static_cast<int>(joints.size()), [&](int from, int to) {
      for (int j = from; j < to; ++j) one(JointIndex(j));
    });
  }

  /// The bodies are placed: rows of the tree. What is driven is held where the drivers say.
  void update_rows(std::span<const Drive<double>> drives, std::span<JointCoordinates<double>> held);
  /// Right-hand sides of all rows, which are up to date; for accelerations with Baumgarte's α.
  void ask(Level level, double alpha = 0);
  /// M x = wrenches + Gᵀλ, G x = what was asked; x into `motions`.
  void solve(const Drags& drags = {}) { solver->solve(equations(drags), motions); }
  Equations equations(const Drags& drags = {}) const {
    const rank::Holding holding{accelerations, known, closings.bending()};
    return {bodies, placed, links, rows, right, wrenches, {closings.rows(), closing_right, asked, holding}, drags};
  }
  /// After solve(): the constraint part of each link's inboard joint, on the user's child, at M's origin, world axes.
  void update_reactions(std::span<Wrench<double>> reactions) const { solver->update_reactions(equations(), motions, reactions); }
  /// What drivers do by a link's rows, Σ λ_k b_k, given its reaction [W].
  double calc_told_power(const LinkRows& link, const Wrench<double>& reaction) const;
  /// What laws and elements see of it, and push.
  PushedBodies pushed() { return {placed, joints, wrenches}; }
  /// Multipliers of the closings' rows.
  std::span<const double> lambda() const { return solver->lambda(); }
  /// The largest |g| and |ġ|, angular rows of the tree times L. NaN if one is.
  ConstraintError calc_error(double L) const;

  Team alone;
  Team* team = &alone;
  std::vector<Body> bodies;
  std::vector<Placed> placed;
  std::vector<HeldJoint> joints;  // by JointIndex
  std::vector<LinkRows> links;
  std::vector<RowValue<double>> rows;  // of the tree
  std::vector<double> right;           // likewise, of link against parent
  ClosingRows closings;
  std::vector<double> closing_right;             // by row of the closings
  std::vector<char> asked, has_position;         // likewise
  std::vector<Wrench<double>> wrenches;          // on bodies, about their mass centres, world axes
  std::vector<Motion<double>> motions;           // of mass centres, world axes
  bool accelerations = false;                    // the level of the rows
  rank::Bending known = rank::Bending::unknown;  // whether rows that are about to be let go bend the way
  std::unique_ptr<Solver> solver;
};

}  // namespace pintle::bodies
