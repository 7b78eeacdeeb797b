#pragma once
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "pintle/constraints/row.h"
#include "pintle/formulations/bodies/bodies.h"
#include "pintle/joints/rows.h"
#include "pintle/math/articulated.h"
#include "pintle/math/rank.h"

/// The equations of all bodies and rows [Aslanov 2011, eq. 1, 41, 47],
///
///     [ M  Gᵀ ] [  V̇ ]   [ f ]
///     [ G  0  ] [ −λ ] = [ γ ],        λ acts on the user's child (the sign of his eq. 23)             (1)
///
/// Accelerations, velocity jumps and projections are these with other right-hand sides. (41) prints the gyroscopic part of f with a
/// plus; Ψ₃₃ there needs the rows 8 and 9 of the third body. How they are solved is what formulations in body coordinates differ in.
namespace pintle {
class Team;
}

namespace pintle::bodies {

/// The rows of a link's inboard joint.
struct LinkRows {
  int parent = 0;
  JointIndex joint;                     // none: a floating base
  int first = 0, points = 0, axes = 0;  // among the rows of the tree: n, then e
  double sign = 1;                      // −1: the link is the user's parent
  Vec3<double> at{};                    // M's origin; the mass centre, where nothing is held [m]

  int count() const { return points + axes; }
};

/// What drags a link against its parent in a stage (stage.h): the joint pushes with −D φ φ·(x − x_p) on the link and the opposite on
/// the parent.
struct JointDrag {
  Wrench<double> row;  // φ about the link's point
  double drag;         // D
};
/// Of a stage; empty: none.
struct Drags {
  std::span<const Articulated<double>> bodies{};  // by link, about the mass centre; without bias
  std::span<const JointDrag> joints{};
  std::span<const int> first{};  // by link, among them

  std::span<const JointDrag> of(int link) const {
    if (joints.empty()) return {};
    const auto i = static_cast<std::size_t>(link);
    return joints.subspan(static_cast<std::size_t>(first[i]), static_cast<std::size_t>(first[i + 1] - first[i]));
  }
};

/// The rows of all closings at one level.
struct ClosingInput {
  std::span<const ConstraintRow<double>> rows;
  std::span<const double> right;  // γ, −ġ or −g, by row
  std::span<const char> asked;    // 0: the row has nothing to say at this level
  rank::Holding holding{};        // of rows that are about to be let go
};

/// (1) in numbers, by link, world axes.
struct Equations {
  std::span<const Body> bodies;
  std::span<const Placed> placed;
  std::span<const LinkRows> links;
  std::span<const RowValue<double>> rows;
  std::span<const double> right;             // by row: γ of link against parent
  std::span<const Wrench<double>> wrenches;  // f, about the mass centres
  ClosingInput closings;
  Drags drags{};
};

/// Solves (1) for one structure.
class Solver {
 public:
  virtual ~Solver() = default;

  /// Masses and inertias are new.
  virtual void update_bodies(std::span<const Body>) {}
  /// `A_W` gets V̇ of the mass centres.
  virtual void solve(const Equations& in, std::span<Motion<double>> A_W) = 0;
  /// Multipliers of the closings, by row.
  virtual std::span<const double> lambda() const = 0;
  /// The constraint part of each link's inboard joint after solve(), on the user's child, at M's origin, world axes.
  virtual void update_reactions(const Equations& in, std::span<const Motion<double>> A_W,
                                std::span<Wrench<double>> reactions) const = 0;

  /// Kernel::set_team(), follow(), reassembled()
  virtual void set_team(Team&) {}
  /// It has a use for one.
  virtual bool shares() const { return false; }
  virtual void follow(Solver& /*before*/) {}
  virtual long reassembled() const { return 0; }

  /// Of the last solution: rows of closings that were not dropped; the least sine among them (math/rank.h).
  virtual int rank() const = 0;
  virtual double calc_least_sine() const = 0;
  /// Rows that count do so in full.
  virtual bool count_in_full() const = 0;
  /// What is left of the right-hand side of a row that was left out; zero for others.
  virtual double calc_left(int row) const = 0;
  /// A row that would be let go bends the way (math/rank.h, 4): after a solution for accelerations.
  virtual bool bends() const = 0;
};
using MakeSolver = std::unique_ptr<Solver> (*)(const System&, const Plan&, std::span<const LinkRows>);

/// Up to three directions e_k that rows hold, and what they leave: duals ê_k in their span, ê_k·e_l = δ_kl, and an orthonormal
/// basis of the rest.
struct Split {
  std::array<Vec3<double>, 3> dual, free;
};
/// Of a link's point rows and of its axes rows.
Split split_points(const LinkRows& link, std::span<const RowValue<double>> rows);
Split split_axes(const LinkRows& link, std::span<const RowValue<double>> rows);

}  // namespace pintle::bodies
