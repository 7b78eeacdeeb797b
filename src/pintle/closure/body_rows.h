#pragma once
#include <span>
#include <vector>

#include "pintle/constraints/row.h"
#include "pintle/structure/driving.h"
#include "pintle/structure/place.h"
#include "pintle/structure/structure.h"

/// All that holds a structure together, seen from the bodies: rows of every joint that is closed, in the tree or not, and of
/// every constraint. Kernels have their own rows; these serve what looks at the whole: assembly, rank, sharing of loads.
///
/// The rows of a joint span the wrenches that it can carry at M's origin: forces along the held axes of F, moments along an
/// orthonormal basis e of what is normal to its free rotation axes. Angular rows are multiplied by L of the mechanism, so that
/// every row is a length and every multiplier a force. On body B with s from its mass centre to M's origin, A likewise with r:
///
///     force row:   ( s × n, n ) on B,  −( r × n, n ) on A,    g = n·(p_WM − p_WF) − d               [m]   (1)
///     moment row:  ( L e, 0 ) on B,    −( L e, 0 ) on A,      g = L e·φ                             [m]   (2)
///
/// φ is the turn that takes M from where it may be to where it is: the rotation vector of the misfit, of an angle up to π.
/// Rows of dot products vanish for axes that point in opposite directions too; e·φ does not, so a flip is no solution.
namespace pintle {

class BodyRows {
 public:
  struct Group {
    JointIndex joint;            // none: a constraint
    ConstraintIndex constraint;  // none: a joint
    std::vector<BodyIndex> bodies;
    int first = 0, rows = 0;
    int forces = 0;  // of a joint: force rows, which come first
    double L = 1;    // of its mechanism (mechanisms.h) [m]
  };

  BodyRows(const System& system, const Structure& structure);

  /// Rows at a state: its poses, its joints' held values; velocities for ġ.
  void update(const Parameters<double>& p, const State<double>& state);

  const std::vector<Group>& groups() const { return groups_; }
  int row_count() const { return static_cast<int>(rows_.size()); }
  std::span<const ConstraintRow<double>> rows() const { return rows_; }
  /// Scale of row i: what a unit multiplier of the row is in the units of the user's multiplier, 1 or L.
  double scale(int row) const { return scale_[row]; }
  bool is_angular(int row) const { return angular_[row]; }
  /// Of a joint's group: the axes in world axes, n of force rows and e of moment rows.
  std::span<const Vec3<double>> axes(const Group& group) const {
    return std::span(axes_).subspan(static_cast<std::size_t>(group.first), static_cast<std::size_t>(group.rows));
  }

 private:
  void update_joint(const Group& group, const Parameters<double>& p, const State<double>& state);
  void update_constraint(const Group& group, const Parameters<double>& p, const State<double>& state);

  const System& system_;
  Structure structure_;
  std::vector<Group> groups_;
  std::vector<ConstraintRow<double>> rows_;
  std::vector<Vec3<double>> axes_;
  std::vector<double> scale_;
  std::vector<bool> angular_;  // by row: g is an angle times L
  Living<double> living_;
  Driving<double> driving_;
};

}  // namespace pintle
