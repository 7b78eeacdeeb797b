#pragma once
#include <span>
#include <vector>

#include "pintle/formulations/pushed_bodies.h"
#include "pintle/structure/plan.h"
#include "pintle/views/view.h"

/// What acts on bodies from outside the joints. One inlined loop per kind; the frame L of an element's body is the body's own,
/// so its prepared numbers are the user's.
namespace pintle {

class BodyElements {
 public:
  BodyElements(const System& system, const Plan& plan);

  /// After new parameters: slots → numbers.
  void update(const Parameters<double>& p);
  /// New values of what lives.
  void update_living(const double* outputs);
  /// Contacts wait for their mode from now on.
  void locate_touches();
  /// For elements that ask for the time.
  void set_time(double t);

  /// Adds to the wrenches and to the powers; sets ż.
  void add(std::span<const Mask<double>> mode, const double* z, const PushedBodies& bodies, double* zdot,
           std::span<double> power) const;
  /// Elements as observers see them.
  void update_view(const PushedBodies& bodies, std::span<const Mask<double>> mode, const double* z, View<double>& view) const;
  /// The modes after an accepted step; where one turns off, the element's states are forgotten. True if one changed.
  bool update_modes(const PushedBodies& bodies, std::span<Mask<double>> mode, double* z) const;

 protected:
  /// visit(pool, k, element, data) for each element that acts.
  template <class Visit>
  void for_each(Visit&& visit) const {
    system_.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element) {
      if (plan_.structure.acts(pool.element(k))) visit(pool, k, element, std::get<List<Kind>>(data_).items[k]);
    });
  }
  int link_of(BodyIndex b) const { return plan_.tree.link_of_body[b.i]; }
  template <class Kind>
  [[gnu::always_inline]] Ends<double, Kind::ends> ends_of(const Kind& element, const PushedBodies& bodies) const {
    return [&]<std::size_t... i>(std::index_sequence<i...>) -> Ends<double, Kind::ends> {
      return {bodies.placed[link_of(element.bodies[i])].end()...};
    }(std::make_index_sequence<Kind::ends>());
  }

 private:
  /// The prepared elements of a kind.
  template <class Kind>
  struct List {
    std::vector<typename Kind::template Data<double>> items;
  };
  template <class Kind>
  Effect<double, Kind> act(const Pool<Kind>& pool, int k, const PushedBodies& bodies, std::span<const Mask<double>> mode,
                           const double* z) const;

  const System& system_;
  const Plan& plan_;
  ElementKinds::Tuple<List> data_;
  bool touches_are_located_ = false;
};

}  // namespace pintle
