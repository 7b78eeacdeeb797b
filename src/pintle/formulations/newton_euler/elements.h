#pragma once
#include <span>
#include <vector>

#include "pintle/formulations/newton_euler/stage.h"
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

  /// Adds to the wrenches of the mechanism and to the powers; sets ż.
  void add(std::span<const Mask<double>> mode, const double* z, Mechanism& mechanism, double* zdot,
           std::span<double> power) const;
  /// The same in a stage, with c of the states (null: zero).
  void add_in_stage(std::span<const Mask<double>> mode, const double* z, const double* c_z, Stage& stage, Mechanism& mechanism,
                    double* zdot, std::span<double> power);
  /// When the motion of the stage is known: k of what lives in states.
  void expand(const Stage& stage, std::span<const Mask<double>> mode, const Mechanism& mechanism, double* k_z) const;
  /// Elements as observers see them.
  void update_view(const Mechanism& mechanism, std::span<const Mask<double>> mode, const double* z, View<double>& view) const;
  /// The modes after an accepted step; where one turns off, the element's states are forgotten. True if one changed.
  bool update_modes(const Mechanism& mechanism, std::span<Mask<double>> mode, double* z) const;

 private:
  /// What an element remembers of a stage.
  template <class Kind, bool stiff = is_stiff<Kind>>
  struct Memory {};
  template <class Kind>
  struct Memory<Kind, true> {
    StageMemo<Kind, double> of_kind;
    Vec3<double> r;  // the point from the mass centre, world axes
  };
  /// The prepared elements of a kind.
  template <class Kind>
  struct List {
    std::vector<typename Kind::template Data<double>> items;
    std::vector<Memory<Kind>> memory;
  };
  /// visit(pool, k, element, data) for each element that acts.
  template <class Visit>
  void for_each(Visit&& visit) const {
    system_.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element) {
      if (plan_.structure.acts(pool.element(k))) visit(pool, k, element, std::get<List<Kind>>(data_).items[k]);
    });
  }
  int link_of(BodyIndex b) const { return plan_.tree.link_of_body[b.i]; }
  template <class Kind>
  Ends<double, Kind::ends> ends_of(const Kind& element, const Mechanism& mechanism) const;
  template <class Kind>
  Effect<double, Kind> act(const Pool<Kind>& pool, int k, const Mechanism& mechanism, std::span<const Mask<double>> mode,
                           const double* z) const;

  const System& system_;
  const Plan& plan_;
  ElementKinds::Tuple<List> data_;
};

}  // namespace pintle::newton_euler
