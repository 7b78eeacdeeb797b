#include "pintle/formulations/body_elements.h"

#include <algorithm>
#include <array>

namespace pintle {

BodyElements::BodyElements(const System& system, const Plan& plan) : system_(system), plan_(plan) {
  system.elements.for_each_pool(
      [&]<class Kind>(const Pool<Kind>& pool) { std::get<List<Kind>>(data_).items.resize(pool.items.size()); });
}

void BodyElements::update(const Parameters<double>& p) {
  system_.elements.for_each([&]<class Kind>(const Pool<Kind>&, int k, const Kind& element) {
    std::array<Pose<double>, Kind::ends> own;
    own.fill(Pose<double>::identity());
    std::get<List<Kind>>(data_).items[k] = element.prepare(p, own);
  });
  if (touches_are_located_) locate_touches();
}

void BodyElements::locate_touches() {
  touches_are_located_ = true;
  system_.elements.for_each([&]<class Kind>(const Pool<Kind>&, int k, const Kind&) {
    if constexpr (Kind::has_mode) std::get<List<Kind>>(data_).items[k].waits = true;
  });
}

void BodyElements::update_living(const double* outputs) {
  system_.elements.for_each([&]<class Kind>(const Pool<Kind>&, int k, const Kind& element) {
    element.update(outputs, std::get<List<Kind>>(data_).items[k]);
  });
}

void BodyElements::set_time(double t) {
  system_.elements.for_each_pool([&]<class Kind>(const Pool<Kind>& pool) {
    using Data = typename Kind::template Data<double>;
    if constexpr (requires(const Kind& kind, Data& d) { kind.set_time(t, d); })
      for (int k = 0; k < pool.size(); ++k) pool.items[k].set_time(t, std::get<List<Kind>>(data_).items[k]);
  });
}

/// What an element does where its bodies are. Out of line: products are fused within a function, so a step, a view and a change
/// of mode see the same bits.
template <class Kind>
[[gnu::noinline]] Effect<double, Kind> BodyElements::act(const Pool<Kind>& pool, int k, const PushedBodies& m,
                                                         std::span<const Mask<double>> mode, const double* z) const {
  const Mask<double> on = Kind::has_mode ? mode[pool.mode(k)] : Mask<double>{};
  return pool.items[k].act(std::get<List<Kind>>(data_).items[k], ends_of(pool.items[k], m), z + pool.state(k), on);
}

void BodyElements::add(std::span<const Mask<double>> mode, const double* z, const PushedBodies& m, double* zdot,
                       std::span<double> power) const {
  for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element, const auto&) {
    const Effect<double, Kind> effect = act(pool, k, m, mode, z);
    for (int i = Kind::pushed; i-- > 0;) {
      const Push<double>& push = effect.push[i];
      const int link = link_of(element.bodies[i]);
      m.wrenches[link].f += push.force_W;
      m.wrenches[link].n += cross(push.point_W - m.placed[link].p, push.force_W);
      m.wrenches[link].n += push.moment_W;
    }
    for (std::size_t a = 0; a < Kind::accounts.size(); ++a)
      power[account_place(system_.mechanism_of(element), Kind::accounts[a])] += effect.power[a];
    for (int s = 0; s < count_states(element); ++s) zdot[pool.state(k) + s] = effect.zdot[s];
  });
}

void BodyElements::update_view(const PushedBodies& m, std::span<const Mask<double>> mode, const double* z,
                               View<double>& view) const {
  view.element.assign(static_cast<std::size_t>(system_.elements.signals), 0.0);
  for_each([&](const auto& pool, int k, const auto&, const auto&) {
    std::ranges::copy(act(pool, k, m, mode, z).signal, view.element.begin() + pool.signal(k));
  });
}

bool BodyElements::update_modes(const PushedBodies& m, std::span<Mask<double>> mode, double* z) const {
  bool changed = false;
  for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element, const auto& data) {
    if constexpr (Kind::has_mode) {
      Mask<double>& now = mode[pool.mode(k)];
      const Mask<double> next = element.next_mode(data, ends_of(element, m), z + pool.state(k), Mask<double>{true}, now);
      changed = changed || next.yes != now.yes;
      now = next;
    }
  });
  return changed;
}

}  // namespace pintle
