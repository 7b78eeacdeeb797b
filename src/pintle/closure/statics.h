#pragma once
#include <span>
#include <vector>

#include "pintle/closure/row_graph.h"
#include "pintle/closure/sharing.h"
#include "pintle/math/semidefinite.h"
#include "pintle/views/jump.h"
#include "pintle/views/view.h"

/// What the rows of a structure can carry, and how loads are shared where equilibrium leaves it open: a door on two hinges, a
/// planar loop built of spatial hinges. One routine for all formulations.
///
/// With G the rows of body_rows.h (lengths, so that multipliers are forces; L the length of each mechanism), the net constraint
/// wrench on every body is unique, the multipliers are so only up to the null space of Gᵀ: self-stress. Of all multipliers that
/// give the same net wrenches we take the shortest, λ = G y with GᵀG y = w (sharing.h): forces and moments/L of a joint at M's
/// origin count alike.
///
/// The rank of G [Negrut 2010, eq. 4], found on G Gᵀ by the angles between rows (math/rank.h), counts what is redundant and what
/// is free:
///
///     redundant = rows − rank,   freedoms = 6 bodies − rank                                              (1)
///
/// A component that takes part in a self-stress λ − G y, with λ drawn at random, is not unique.
namespace pintle {

/// Bits of components that equilibrium does not decide.
struct NotUnique {
  unsigned load = 0;      // of a joint: fx fy fz mx my mz, in M's axes
  unsigned reaction = 0;  // of a joint: tx … rz, in F's axes; of a constraint: its rows

  bool any() const { return (load | reaction) != 0; }
};
struct Uniqueness {
  std::vector<NotUnique> joints, constraints;
};

class Statics {
 public:
  Statics(const System& system, const Structure& structure);

  /// Rows and rank at a state.
  void update(const Parameters<double>& p, const State<double>& state);
  /// Sharing alone: the rank stays as it was found.
  void update_rows(const Parameters<double>& p, const State<double>& state);

  int rows() const { return rows_.row_count(); }
  int rank() const { return angles_.rank(); }
  int redundant() const { return rows() - rank(); }
  int freedoms() const { return 6 * (system_.body_count() - 1) - rank(); }
  /// Of the state of the last update(): the largest speed that a row forbids [m/s].
  double forbidden_speed() const { return forbidden_speed_; }
  /// At a state; rank and sharing stay as they were found.
  const BodyRows& rows_at(const Parameters<double>& p, const State<double>& state);
  /// 1/sine of the least angle between a row that counts and those before it.
  double condition() const;
  /// That sine at another state, zero where fewer rows count than at the last update() or at any state asked for since; rank and
  /// sharing stay as they were found.
  double find_sine(const Parameters<double>& p, const State<double>& state);

  /// After update(): replaces one solution by the shortest. `reaction` by joint: on the child, about M's origin, in F's axes;
  /// `load`, if it is wanted, changes as the reactions do, in M's axes.
  void share(std::span<Wrench<double>> reaction, std::span<double> multiplier, std::span<Wrench<double>> load = {});
  /// The same for wrenches in M's axes.
  void share_in_M(std::span<Wrench<double>> load, std::span<double> multiplier);
  /// Until the next call.
  const Uniqueness& judge_uniqueness();

  /// A wrench of a joint from M's axes to F's.
  Wrench<double> seen_in_F(JointIndex j, const Wrench<double>& in_M) const;

 private:
  /// G Gᵀ of the rows as they are.
  void factorize(Semidefinite& angles) const;

  const System& system_;
  BodyRows rows_;
  EndsAt ends_at_;
  Semidefinite angles_, angles_there_;  // G Gᵀ, and at another state
  int most_rank_ = 0;
  Sharing sharing_;
  Uniqueness uniqueness_;
  double forbidden_speed_ = 0;
  std::vector<Wrench<double>> in_F_, stress_;  // scratch: a structure that comes back takes no memory
  std::vector<double> of_row_;
};

/// The loads and reactions of a view, shared. Nothing happens where all is unique, as the last update() found.
void share_loads(const Parameters<double>& p, Statics& statics, View<double>& view);
/// The impulses of a jump likewise, at the state in which it happened; finds the rank there.
void share_impulses(const System& system, const Parameters<double>& p, const State<double>& state, Statics& statics,
                    JumpRecord<double>& jump);

/// The structure has rows besides those of a tree.
bool has_closings(const System& system, const Structure& structure);

/// True if a signal has one value: false for a load that depends on a component that is not unique.
bool is_unique(const Uniqueness& uniqueness, const Signal& signal);
/// It is one of those that redundant constraints may share in many ways.
bool may_be_shared(const Signal& signal);

}  // namespace pintle
