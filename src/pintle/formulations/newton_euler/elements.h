#pragma once
#include <span>
#include <vector>

#include "pintle/formulations/newton_euler/bodies.h"
#include "pintle/structure/view.h"

/// Point forces, point springs and contacts: what acts on bodies from outside the joints. One inlined loop per kind; the
/// frame L of an element's body is the body's own, so its prepared numbers are the user's.
///
/// Powers (system.h, Account): damping = Σ c ℓ̇² of springs, applied = Σ of point forces, contact = Σ of contact forces on
/// bodies.
namespace pintle::newton_euler {

class Elements {
 public:
  Elements(const System& system, const Plan& plan);

  /// After new parameters: slots → numbers.
  void update(const Parameters<double>& p);

  /// New values of what lives.
  void update_living(const double* outputs);

  /// Adds to the wrenches about the mass centres (world axes) and to the powers; sets ż.
  void add(std::span<const Placed> placed, std::span<const Mask<double>> mode, const double* z,
           std::span<Wrench<double>> wrenches, double* zdot, std::span<double> power) const;
  /// Contacts and forces as observers see them.
  void update_view(std::span<const Placed> placed, std::span<const Mask<double>> mode, const double* z, View<double>& view) const;
  /// Which contacts touch after an accepted step; resets the states of those that do not. True if one changed.
  bool update_modes(std::span<const Placed> placed, std::span<Mask<double>> mode, double* z) const;

 private:
  int link_of(BodyIndex b) const { return plan_.tree.link_of_body[b.i]; }

  /// An element with its links (the second is not used by all kinds) and its place in its pool.
  template <class Kind>
  struct Item {
    const Kind* kind;
    typename Kind::template Data<double> data;
    int a, b;
    int index;
    int mechanism;
  };
  const System& system_;
  const Plan& plan_;
  std::vector<Item<PointForce>> forces_;    // active ones
  std::vector<Item<PointSpring>> springs_;  // active ones
  std::vector<Item<PointOnPlane>> contacts_;
};

}  // namespace pintle::newton_euler
