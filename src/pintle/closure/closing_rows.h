#pragma once
#include <span>
#include <vector>

#include "pintle/closure/held_joint.h"
#include "pintle/constraints/row.h"

/// The rows of all closings in numbers: those of joints (held_joint.h) and of constraints.
namespace pintle {

class ClosingRows {
 public:
  ClosingRows(const System& system, const Plan& plan);

  bool any() const { return !rows_.empty(); }
  /// After load(), accept() or new parameters: held values of the joints, and turns to count from.
  void update_held(const Parameters<double>& p, std::span<const JointCoordinates<double>> held);
  /// Time since the held values were those of the bodies (Gauge::since).
  void set_since(double time);
  /// A joint whose coordinates are known otherwise, at this very time: turns are counted from here.
  void count_turns(JointIndex j, const JointCoordinates<double>& q);
  /// All rows, where the bodies are: place(link) gives a BodyPlace. `living` are the outputs of System::living, `drives` all
  /// drivers at this time.
  template <class Place>
  void update(const Parameters<double>& p, const double* living, std::span<const Drive<double>> drives, Place&& place) {
    for (std::size_t k = 0; k < closings_.size(); ++k)
      for (std::size_t e = 0; e < closings_[k].links.size(); ++e) ends_[k][e] = place(closings_[k].links[e]);
    update(p, living, drives);
  }

  /// Of closing k: rows() from closing.first on, closing.rows of them.
  std::span<const ConstraintRow<double>> rows() const { return rows_; }
  std::span<const ConstraintRow<double>> rows(const Closing& closing) const {
    return std::span(rows_).subspan(static_cast<std::size_t>(closing.first), static_cast<std::size_t>(closing.rows));
  }
  /// Largest |g| and |ġ|, rows without a length times L (docs/notation.md).
  double calc_position_error() const;
  double calc_velocity_error() const;
  /// By row B of math/rank.h (3): L ω² + |gravity|, L of the loop and ω the largest of its ends, in the row's units.
  std::span<const double> bending() const { return bending_; }
  /// A right-hand side of accelerations in parts of L ω², without gravity; zero at rest and where it is rounding. Ends that pass
  /// each other at v turn what is between them by ω = v/L.
  double calc_turning(int row, double right) const;
  /// The largest |g| in parts of the mechanism's length, or |ġ| in parts of the speed of a row's ends.
  double calc_relative_error() const;
  /// The same for loads, which velocities enter by γ, that is by their squares, beside weights. An error ġ makes of a loop whose ends
  /// have the speed v
  ///
  ///     |ġ| v/(v² + |gravity| L + ε²),   ε = 10⁻⁹ L/s: what would turn once in two hundred years stands still
  ///
  /// of its loads: nothing where it is locked, driven to a constant or at rest, and v and ġ are both rounding.
  double calc_error_of_loads() const;
  /// What a joint with these multipliers (of its own rows) does to its child: at M's origin, in F's axes.
  Wrench<double> calc_reaction(const Closing& closing, std::span<const double> lambda) const;

 private:
  struct Read {  // a coordinate that a constraint reads, and the ends that its joint is between
    Gauge gauge;
    Direction direction;
    std::size_t a, b;
    int driver;  // −1: none
  };
  void update(const Parameters<double>& p, const double* living, std::span<const Drive<double>> drives);
  double calc_relative_position_error() const;
  /// Of the ends of a closing: the largest |v| + L |ω| [m/s].
  double calc_speed(std::size_t k) const;
  /// ω² of a closing: the largest of its ends.
  double calc_square_of_rate(std::size_t k) const;
  void update_bending();
  void update_joint(std::size_t k, std::span<const Drive<double>> drives);
  void update_constraint(std::size_t k, const Parameters<double>& p, const double* living, std::span<const Drive<double>> drives);
  const System& system_;
  const std::vector<Closing>& closings_;
  std::vector<std::array<BodyPlace, most_ends>> ends_;  // by closing
  std::vector<HeldJoint> joints_;                       // joints come first among the closings
  std::vector<std::vector<Read>> reads_;                // by closing; nothing for joints
  std::vector<JointCoordinates<double>> held_;          // by joint
  std::vector<ConstraintRow<double>> rows_;
  std::vector<double> length_;                 // by row: what turns its error into metres
  std::vector<double> reach_;                  // by closing: L of its mechanism [m]
  std::vector<double> loop_length_, bending_;  // by closing: L of its loop [m]; by row
  double gravity_ = 0;                         // [m/s²]
};

}  // namespace pintle
