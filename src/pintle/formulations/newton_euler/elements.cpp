#include "pintle/formulations/newton_euler/elements.h"

#include "pintle/math/elementary.h"

namespace pintle::newton_euler {
namespace {

[[gnu::always_inline]] inline End<double> end_of(const Placed& at) { return {at.R, at.p, at.w, at.v}; }

[[gnu::always_inline]] inline void add_force(const Vec3<double>& point_W, const Vec3<double>& force_W, const Placed& at,
                                             Wrench<double>& wrench) {
  wrench.f += force_W;
  wrench.n += cross(point_W - at.p, force_W);
}

/// Of an item's mechanism.
template <class Item>
double& account(std::span<double> power, const Item& item, Account which) {
  return power[account_place(item.mechanism, which)];
}

}  // namespace

Elements::Elements(const System& system, const Plan& plan) : system_(system), plan_(plan) {
  for (int k = 0; k < system.point_forces.size(); ++k) {
    const PointForce& force = system.point_forces.items[k];
    if (plan.structure.force_acts(k))
      forces_.push_back({&force, {}, link_of(force.body), link_of(force.axes), k, system.mechanisms.of(force.body)});
  }
  for (int k = 0; k < system.point_springs.size(); ++k) {
    const PointSpring& spring = system.point_springs.items[k];
    if (plan.structure.spring_acts(system, k))
      springs_.push_back({&spring, {}, link_of(spring.a), link_of(spring.b), k, system.mechanisms.of(spring.a, spring.b)});
  }
  for (int k = 0; k < system.contacts.size(); ++k) {
    const PointOnPlane& contact = system.contacts.items[k];
    contacts_.push_back({&contact, {}, link_of(contact.body), 0, k, system.mechanisms.of(contact.body)});
  }
}

void Elements::update(const Parameters<double>& p) {
  const Pose<double> own = Pose<double>::identity();
  for (auto& item : forces_) item.data = item.kind->prepare(p, own, own);
  for (auto& item : springs_) item.data = item.kind->prepare(p, own, own);
  for (auto& item : contacts_) item.data = item.kind->prepare(p, own);
}

void Elements::update_living(const double* outputs) {
  for (auto& item : forces_) item.kind->update(outputs, item.data);
  for (auto& item : springs_) item.kind->update(outputs, item.data);
}

void Elements::add(std::span<const Placed> placed, std::span<const Mask<double>> mode, const double* z,
                   std::span<Wrench<double>> wrenches, double* zdot, std::span<double> power) const {
  for (const auto& item : forces_) {
    const Placed& at = placed[item.a];
    const Push<double> push = item.kind->calc(item.data, end_of(at), placed[item.b].R);
    add_force(push.point_W, push.force_W, at, wrenches[item.a]);
    wrenches[item.a].n += push.moment_W;
    account(power, item, Account::applied) += calc_power(push, end_of(at));
  }
  for (const auto& item : springs_) {
    const Placed &A = placed[item.a], &B = placed[item.b];
    const auto spring = item.kind->calc(item.data, end_of(A), end_of(B));
    add_force(spring.on_b.point_W, spring.on_b.force_W, B, wrenches[item.b]);
    add_force(spring.point_a, -spring.on_b.force_W, A, wrenches[item.a]);
    account(power, item, Account::damping) += spring.dissipated;
    account(power, item, Account::applied) += spring.applied;
  }
  for (const auto& item : contacts_) {
    const Placed& at = placed[item.a];
    const int first = PointOnPlane::states * item.index;
    const auto contact = item.kind->calc(item.data, end_of(at), z + first, mode[item.index]);
    add_force(contact.push.point_W, contact.push.force_W, at, wrenches[item.a]);
    account(power, item, Account::contact) += calc_power(contact.push, end_of(at));
    for (int k = 0; k < PointOnPlane::states; ++k) zdot[first + k] = contact.zdot[k];
  }
}

void Elements::update_view(std::span<const Placed> placed, std::span<const Mask<double>> mode, const double* z,
                           View<double>& view) const {
  view.point_forces.assign(system_.point_forces.items.size(), ForceView<double>{0, 0});
  view.point_springs.assign(system_.point_springs.items.size(), ForceView<double>{0, 0});
  view.contacts.resize(contacts_.size());
  for (const auto& item : forces_) {
    const End<double> end = end_of(placed[item.a]);
    const Push<double> push = item.kind->calc(item.data, end, placed[item.b].R);
    view.point_forces[item.index] = {norm(push.force_W), calc_power(push, end)};
  }
  for (const auto& item : springs_) {
    const End<double> A = end_of(placed[item.a]), B = end_of(placed[item.b]);
    const auto spring = item.kind->calc(item.data, A, B);
    const Vec3<double>& force = spring.on_b.force_W;
    const double size = norm(force), apart = dot(force, spring.on_b.point_W - spring.point_a);
    view.point_springs[item.index] = {apart < 0 ? -size : size,
                                      dot(force, velocity_at(B, spring.on_b.point_W) - velocity_at(A, spring.point_a))};
  }
  for (const auto& item : contacts_) {
    const auto contact =
        item.kind->calc(item.data, end_of(placed[item.a]), z + PointOnPlane::states * item.index, mode[item.index]);
    view.contacts[item.index] = {
        contact.depth,  contact.normal,  hypot(contact.friction1, contact.friction2), hypot(contact.slip1, contact.slip2),
        contact.energy, mode[item.index]};
  }
}

bool Elements::update_modes(std::span<const Placed> placed, std::span<Mask<double>> mode, double* z) const {
  bool changed = false;
  for (const auto& item : contacts_) {
    const Mask<double> next = item.kind->next_mode(item.data, end_of(placed[item.a]), z + PointOnPlane::states * item.index,
                                                   Mask<double>{true}, mode[item.index]);
    changed = changed || next.yes != mode[item.index].yes;
    mode[item.index] = next;
  }
  return changed;
}

}  // namespace pintle::newton_euler
