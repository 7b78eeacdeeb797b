#include "pintle/formulations/newton_euler/elements.h"

#include <algorithm>

namespace pintle::newton_euler {
namespace {

[[gnu::always_inline]] inline End<double> end_of(const Placed& at) { return {at.R, at.p, at.w, at.v}; }

template <class Item, std::size_t n>
[[gnu::always_inline]] inline Ends<double, n> ends_of(const Item& item, const std::array<int, n>&,
                                                      std::span<const Placed> placed) {
  return [&]<std::size_t... i>(std::index_sequence<i...>) -> Ends<double, n> {
    return {end_of(placed[item.links[i]])...};
  }(std::make_index_sequence<n>());
}

/// What an item does where its bodies are. Out of line: products are fused within a function, so a step, a view and a change of
/// mode see the same bits.
template <class Kind, class Item>
[[gnu::noinline]] Effect<double, Kind> act(const Pool<Kind>& pool, const Item& item, std::span<const Placed> placed,
                                           std::span<const Mask<double>> mode, const double* z) {
  const Mask<double> on = Kind::has_mode ? mode[pool.mode(item.index)] : Mask<double>{};
  return item.kind->act(item.data, ends_of(item, item.links, placed), z + pool.state(item.index), on);
}

}  // namespace

Elements::Elements(const System& system, const Plan& plan) : system_(system) {
  system.elements.for_each_pool([&]<class Kind>(const Pool<Kind>& pool) {
    List<Kind>& list = std::get<List<Kind>>(lists_);
    list.pool = &pool;
    for (int k = 0; k < pool.size(); ++k) {
      if (!plan.structure.acts(pool.element(k))) continue;
      const Kind& element = pool.items[k];
      Item<Kind>& item = list.items.emplace_back(Item<Kind>{&element, {}, {}, k, system.mechanism_of(element)});
      for (std::size_t i = 0; i < item.links.size(); ++i) item.links[i] = plan.tree.link_of_body[element.bodies[i].i];
    }
  });
}

void Elements::update(const Parameters<double>& p) {
  for_each([&]<class Kind>(const Pool<Kind>&, Item<Kind>& item) {
    std::array<Pose<double>, Kind::ends> own;
    own.fill(Pose<double>::identity());
    item.data = item.kind->prepare(p, own);
  });
}

void Elements::update_living(const double* outputs) {
  for_each([&](const auto&, auto& item) { item.kind->update(outputs, item.data); });
}

void Elements::add(std::span<const Placed> placed, std::span<const Mask<double>> mode, const double* z,
                   std::span<Wrench<double>> wrenches, double* zdot, std::span<double> power) const {
  for_each([&]<class Kind>(const Pool<Kind>& pool, const Item<Kind>& item) {
    const Effect<double, Kind> effect = act(pool, item, placed, mode, z);
    for (int i = Kind::pushed; i-- > 0;) {
      const Push<double>& push = effect.push[i];
      Wrench<double>& wrench = wrenches[item.links[i]];
      wrench.f += push.force_W;
      wrench.n += cross(push.point_W - placed[item.links[i]].p, push.force_W);
      wrench.n += push.moment_W;
    }
    for (std::size_t a = 0; a < Kind::accounts.size(); ++a)
      power[account_place(item.mechanism, Kind::accounts[a])] += effect.power[a];
    for (int s = 0; s < Kind::states; ++s) zdot[pool.state(item.index) + s] = effect.zdot[s];
  });
}

void Elements::update_view(std::span<const Placed> placed, std::span<const Mask<double>> mode, const double* z,
                           View<double>& view) const {
  view.element.assign(static_cast<std::size_t>(system_.elements.signals), 0.0);
  for_each([&](const auto& pool, const auto& item) {
    std::ranges::copy(act(pool, item, placed, mode, z).signal, view.element.begin() + pool.signal(item.index));
  });
}

bool Elements::update_modes(std::span<const Placed> placed, std::span<Mask<double>> mode, double* z) const {
  bool changed = false;
  for_each([&]<class Kind>(const Pool<Kind>& pool, const Item<Kind>& item) {
    if constexpr (Kind::has_mode) {
      Mask<double>& now = mode[pool.mode(item.index)];
      const Mask<double> next =
          item.kind->next_mode(item.data, ends_of(item, item.links, placed), z + pool.state(item.index), Mask<double>{true}, now);
      changed = changed || next.yes != now.yes;
      now = next;
    }
  });
  return changed;
}

}  // namespace pintle::newton_euler
