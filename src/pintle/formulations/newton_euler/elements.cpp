#include "pintle/formulations/newton_euler/elements.h"

#include <algorithm>
#include <array>

namespace pintle::newton_euler {

Elements::Elements(const System& system, const Plan& plan) : system_(system), plan_(plan) {
  system.elements.for_each_pool([&]<class Kind>(const Pool<Kind>& pool) {
    std::get<List<Kind>>(data_).items.resize(pool.items.size());
    std::get<List<Kind>>(data_).memory.resize(pool.items.size());
  });
}

void Elements::update(const Parameters<double>& p) {
  system_.elements.for_each([&]<class Kind>(const Pool<Kind>&, int k, const Kind& element) {
    std::array<Pose<double>, Kind::ends> own;
    own.fill(Pose<double>::identity());
    std::get<List<Kind>>(data_).items[k] = element.prepare(p, own);
  });
}

void Elements::update_living(const double* outputs) {
  system_.elements.for_each([&]<class Kind>(const Pool<Kind>&, int k, const Kind& element) {
    element.update(outputs, std::get<List<Kind>>(data_).items[k]);
  });
}

template <class Kind>
[[gnu::always_inline]] inline Ends<double, Kind::ends> Elements::ends_of(const Kind& element, const Mechanism& m) const {
  return [&]<std::size_t... i>(std::index_sequence<i...>) -> Ends<double, Kind::ends> {
    return {m.placed[link_of(element.bodies[i])].end()...};
  }(std::make_index_sequence<Kind::ends>());
}

/// What an element does where its bodies are. Out of line: products are fused within a function, so a step, a view and a change
/// of mode see the same bits.
template <class Kind>
[[gnu::noinline]] Effect<double, Kind> Elements::act(const Pool<Kind>& pool, int k, const Mechanism& m,
                                                     std::span<const Mask<double>> mode, const double* z) const {
  const Mask<double> on = Kind::has_mode ? mode[pool.mode(k)] : Mask<double>{};
  return pool.items[k].act(std::get<List<Kind>>(data_).items[k], ends_of(pool.items[k], m), z + pool.state(k), on);
}

void Elements::add(std::span<const Mask<double>> mode, const double* z, Mechanism& m, double* zdot,
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
    for (int s = 0; s < Kind::states; ++s) zdot[pool.state(k) + s] = effect.zdot[s];
  });
}

void Elements::add_in_stage(std::span<const Mask<double>> mode, const double* z, const double* c_z, Stage& stage, Mechanism& m,
                            double* zdot, std::span<double> power) {
  add(mode, z, m, zdot, power);
  for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element, const auto& data) {
    if constexpr (is_stiff<Kind>) {
      Memory<Kind>& memory = std::get<List<Kind>>(data_).memory[k];
      const int link = link_of(element.bodies[0]), state = pool.state(k);
      const auto ends = ends_of(element, m);
      PointDrag<double> drag;
      const Push<double> own = element.act(data, ends, z + state, mode[pool.mode(k)]).push[0];
      const Push<double> push = act_in_stage(element, data, ends, z + state, mode[pool.mode(k)], stage.g(),
                                             c_z ? c_z + state : nullptr, memory.of_kind, drag)
                                    .push[0];
      memory.r = push.point_W - m.placed[link].p;
      const Vec3<double> more = push.force_W - own.force_W + stage.drag_point(link, drag, memory.r);
      m.wrenches[link].f += more;
      m.wrenches[link].n += cross(memory.r, more);
    }
  });
}

void Elements::expand(const Stage& stage, std::span<const Mask<double>> mode, const Mechanism& m, double* k_z) const {
  for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element, const auto& data) {
    if constexpr (is_stiff<Kind>) {
      const Memory<Kind>& memory = std::get<List<Kind>>(data_).memory[k];
      pintle::expand(element, data, memory.of_kind, stage.velocity_k(m, link_of(element.bodies[0]), memory.r), stage.g(),
                     mode[pool.mode(k)], k_z + pool.state(k));
    }
  });
}

void Elements::update_view(const Mechanism& m, std::span<const Mask<double>> mode, const double* z, View<double>& view) const {
  view.element.assign(static_cast<std::size_t>(system_.elements.signals), 0.0);
  for_each([&](const auto& pool, int k, const auto&, const auto&) {
    std::ranges::copy(act(pool, k, m, mode, z).signal, view.element.begin() + pool.signal(k));
  });
}

bool Elements::update_modes(const Mechanism& m, std::span<Mask<double>> mode, double* z) const {
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

}  // namespace pintle::newton_euler
