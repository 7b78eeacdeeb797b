#pragma once
#include <array>
#include <span>
#include <vector>

#include "pintle/formulations/newton_euler/bodies.h"
#include "pintle/views/view.h"

/// What acts on bodies from outside the joints. One inlined loop per kind; the frame L of an element's body is the body's own,
/// so its prepared numbers are the user's.
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
  /// Elements as observers see them.
  void update_view(std::span<const Placed> placed, std::span<const Mask<double>> mode, const double* z, View<double>& view) const;
  /// The modes after an accepted step; where one turns off, the element's states are forgotten. True if one changed.
  bool update_modes(std::span<const Placed> placed, std::span<Mask<double>> mode, double* z) const;

 private:
  /// A prepared element with the links of its ends, its place in its pool and its mechanism.
  template <class Kind>
  struct Item {
    const Kind* kind;
    typename Kind::template Data<double> data;
    std::array<int, Kind::ends> links;
    int index, mechanism;
  };
  /// Those of a kind that act.
  template <class Kind>
  struct List {
    const Pool<Kind>* pool = nullptr;
    std::vector<Item<Kind>> items;
  };
  template <class Visit>
  void for_each(Visit&& visit) const {
    std::apply([&](const auto&... list) { (visit_all(list, visit), ...); }, lists_);
  }
  template <class Visit>
  void for_each(Visit&& visit) {
    std::apply([&](auto&... list) { (visit_all(list, visit), ...); }, lists_);
  }
  template <class List, class Visit>
  static void visit_all(List& list, Visit&& visit) {
    for (auto& item : list.items) visit(*list.pool, item);
  }

  const System& system_;
  ElementKinds::Tuple<List> lists_;
};

}  // namespace pintle::newton_euler
