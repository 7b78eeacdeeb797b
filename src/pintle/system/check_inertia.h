#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pintle/system/place.h"

namespace pintle {

/// A system must not have a motion without inertia: the mass matrix would be singular. Throws Error and names the body.
void check_inertia(const System& system);

/// The same for numbers that change. What is plainly heavy is let pass by a bound, without memory: with I of a body alone, about
/// the point of its joint, and W the inertia of all that hangs on it, taken as one rigid body,
///
///     D ≥ Sᵀ I S,    least eigenvalue of D ≥ 1/trace((Sᵀ I S)⁻¹)                                           (1)
///
/// with S in units in which the traces of W are 1.
class InertiaCheck {
 public:
  explicit InertiaCheck(const System& system);
  void go();

 private:
  struct Subtree {
    double mass = 0, trace = 0;  // [kg]; of the inertia about the centre [kg m²]
    Vec3<double> centre = Vec3<double>::zero();
  };
  bool is_plainly_heavy();
  bool is_plainly_heavy(std::size_t place);

  const System& system_;
  std::vector<Reached> order_;
  std::vector<DirectionSet> free_;
  std::vector<CarriedByJoint> carried_;  // scratch, by body
  std::vector<Subtree> subtree_;         // scratch, by body
};

/// The mass matrix of a tree alone, without what closes loops, must be regular too for those who factorize it first: a sentence
/// about a body that turns without inertia, if there is one. `free` by joint.
std::optional<std::string> find_massless_turn(const System& system, std::span<const Reached> order,
                                              std::span<const DirectionSet> free);

}  // namespace pintle
