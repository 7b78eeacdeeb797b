#pragma once
#include "pintle/formulations/articulated_body/elements.h"

/// How elements and laws push: the definitions of Elements, included where a scalar gets its kernel.
namespace pintle::articulated_body {

template <class T>
Elements<T>::Elements(const System& system, const Plan& plan, Sweeps<T>& sweeps)
    : system_(system),
      structure_(plan.structure),
      segment_of_body_(static_cast<std::size_t>(system.body_count()), 0),
      living_(system, system.living) {
  Segments& segments = sweeps.segments;
  for (int i = 1; i < plan.tree.size(); ++i) segment_of_body_[plan.tree.links[i].body.i] = segments.chain[i].last;

  const auto touch = [&](BodyIndex b) {
    Segment& x = segments.list[segment_of(b)];
    if (b == world || x.push >= 0) return;
    x.push = static_cast<int>(touched_.size());
    x.more = true;
    touched_.push_back(segment_of(b));
  };
  for (int k = 0; k < system.point_forces.size(); ++k)
    if (structure_.force_acts(k)) touch(system.point_forces.items[k].body);
  for (int k = 0; k < system.point_springs.size(); ++k) {
    if (!structure_.spring_acts(system, k)) continue;
    touch(system.point_springs.items[k].a);
    touch(system.point_springs.items[k].b);
  }
  for (const PointOnPlane& c : system.contacts.items) touch(c.body);
  for (JointIndex j : plan.tree.loops) {
    touch(system.joint(j).parent);
    touch(system.joint(j).child);
  }
  for (const Closing& closing : plan.closings)
    for (int link : closing.links) touch(plan.tree.links[link].body);

  std::vector<char> posed(segments.list.size(), 0);
  const auto pose = [&](int i) {
    for (int k = i; k > 0 && !posed[k]; k = segments.list[k].parent) posed[k] = 1;
  };
  for (int i : touched_) pose(i);
  for (BodyIndex b : living_.bodies()) pose(segment_of(b));
  for (const PointForce& force : system.point_forces.items) pose(segment_of(force.axes));
  for (int j = 0; j < system.joint_count(); ++j) {
    if (plan.structure.closed[j]) continue;  // one that does not hold may be read
    pose(segment_of(system.joint(JointIndex(j)).parent));
    pose(segment_of(system.joint(JointIndex(j)).child));
  }
  for (int i = 1; i < segments.size(); ++i)
    if (posed[i]) posed_.push_back(i);
  sweeps.push.assign(touched_.size(), Wrench<T>::zero());
  if (any()) frames.resize(segments.list.size());

  std::vector<int> link_of_joint(static_cast<std::size_t>(system.joint_count()), -1);
  for (int i = 1; i < plan.tree.size(); ++i)
    if (plan.tree.links[i].joint.exists()) link_of_joint[plan.tree.links[i].joint.i] = i;
  for (const JointLaw& law : system.laws) {
    if (law.is_linear() || link_of_joint[law.joint.i] < 0) continue;
    for (const Step& step : segments.chain[link_of_joint[law.joint.i]].steps)
      if (step.direction == law.direction && step.segment >= 0)
        other_laws_.push_back({step.segment, &law, system.mechanism_of(law.joint)});
  }
  point_forces_.resize(static_cast<std::size_t>(system.point_forces.size()));
  point_springs_.resize(static_cast<std::size_t>(system.point_springs.size()));
  contacts_.resize(static_cast<std::size_t>(system.contacts.size()));
}

template <class T>
void Elements<T>::prepare(const Parameters<T>& p, const Sweeps<T>& sweeps) {
  const auto X_LB = [&](BodyIndex b) { return b == world ? Pose<T>::identity() : sweeps.geometry.X_LB[segment_of(b)]; };
  for (int k = 0; k < system_.point_forces.size(); ++k) {
    const PointForce& e = system_.point_forces.items[k];
    point_forces_[k] = e.prepare(p, X_LB(e.body), X_LB(e.axes));
  }
  for (int k = 0; k < system_.point_springs.size(); ++k) {
    const PointSpring& e = system_.point_springs.items[k];
    point_springs_[k] = e.prepare(p, X_LB(e.a), X_LB(e.b));
  }
  for (int k = 0; k < system_.contacts.size(); ++k) {
    const PointOnPlane& e = system_.contacts.items[k];
    contacts_[k] = e.prepare(p, X_LB(e.body));
  }
}

template <class T>
BodyMotion<T> Elements<T>::motion_of(BodyIndex b, const Sweeps<T>& sweeps) const {
  if (b == world) return {Pose<T>::identity(), Vec3<T>::zero(), Vec3<T>::zero()};
  const int k = segment_of(b);
  const Frame<T>& f = frames[k];
  const Pose<T>& X_LB = sweeps.geometry.X_LB[k];
  const Vec3<T> c_W = f.R_WL * X_LB.p;
  return {{f.R_WL * X_LB.R, f.p_WL + c_W}, transpose_times(X_LB.R, sweeps.record[k].w), f.v_W + cross(f.w_W, c_W)};
}

template <class T>
void Elements<T>::add_other_laws(const Parameters<T>& p, const T* y, std::span<const T> load, std::span<const T> stop, const T* z,
                                 T* zdot, Sweeps<T>& sweeps, std::span<T> power) const {
  for (int k = 0; k < system_.bristles; ++k) zdot[system_.bristle_place(k)] = T(0.0);  // of what is locked
  for (const OtherLaw& other : other_laws_) {
    const Segment& x = sweeps.segments.list[other.segment];
    const JointLaw& law = *other.law;
    const int bristle = law.friction && law.friction->bristle >= 0 ? system_.bristle_place(law.friction->bristle) : -1;
    const LawEffort<T> effort = calc_law(law, p,
                                         {y[x.q], y[x.v], law.living >= 0 ? living_.outputs()[law.living] : p[law.effort],
                                          law.friction ? load[law.friction->place] : T(0.0), bristle >= 0 ? z[bristle] : T(0.0),
                                          law.has_soft_stops() ? stop[law.limits->place] : T(0.0)});
    sweeps.record[other.segment].u = sweeps.record[other.segment].u + effort.tau;
    power[account_place(other.mechanism, Account::damping)] += effort.dissipated;
    power[account_place(other.mechanism, Account::applied)] += effort.applied;
    if (bristle >= 0) zdot[bristle] = effort.zetadot;
  }
}

template <class T>
void Elements<T>::add(int segment, const Vec3<T>& point_W, const Vec3<T>& force_W, const Vec3<T>& moment_W,
                      Sweeps<T>& sweeps) const {
  if (segment == 0) return;
  const Frame<T>& f = frames[segment];
  Wrench<T>& sum = sweeps.push[sweeps.segments.list[segment].push];
  sum.f += transpose_times(f.R_WL, force_W);
  sum.n += transpose_times(f.R_WL, moment_W + cross(point_W - f.p_WL, force_W));
}

template <class T>
void Elements<T>::push(std::span<const Mask<T>> touching, const T* z, T* zdot, Sweeps<T>& sweeps, std::span<T> power) {
  for (Wrench<T>& w : sweeps.push) w = Wrench<T>::zero();
  const auto account = [&](Account which, auto... bodies) -> T& {
    return power[account_place(system_.mechanisms.of(bodies...), which)];
  };
  for (int k = 0; k < system_.point_forces.size(); ++k) {
    if (!structure_.force_acts(k)) continue;
    const PointForce& e = system_.point_forces.items[k];
    const int i = segment_of(e.body);
    const Push<T> on = e.calc(point_forces_[k], frames[i].end(), frames[segment_of(e.axes)].R_WL);
    add(i, on.point_W, on.force_W, on.moment_W, sweeps);
    account(Account::applied, e.body) += calc_power(on, frames[i].end());
  }
  for (int k = 0; k < system_.point_springs.size(); ++k) {
    if (!structure_.spring_acts(system_, k)) continue;
    const PointSpring& e = system_.point_springs.items[k];
    const int a = segment_of(e.a), b = segment_of(e.b);
    const auto out = e.calc(point_springs_[k], frames[a].end(), frames[b].end());
    add(b, out.on_b.point_W, out.on_b.force_W, out.on_b.moment_W, sweeps);
    add(a, out.point_a, -out.on_b.force_W, -out.on_b.moment_W, sweeps);
    account(Account::damping, e.a, e.b) += out.dissipated;
    account(Account::applied, e.a, e.b) += out.applied;
  }
  for (int k = 0; k < system_.contacts.size(); ++k) {
    const PointOnPlane& e = system_.contacts.items[k];
    const int i = segment_of(e.body);
    const auto out = e.calc(contacts_[k], frames[i].end(), z + PointOnPlane::states * k, touching[k]);
    add(i, out.push.point_W, out.push.force_W, out.push.moment_W, sweeps);
    for (int s = 0; s < PointOnPlane::states; ++s) zdot[PointOnPlane::states * k + s] = out.zdot[s];
    account(Account::contact, e.body) += calc_power(out.push, frames[i].end());
  }
}

template <class T>
Mask<T> Elements<T>::update_modes(Mask<T> stepped, std::span<Mask<T>> touching, T* z) const {
  Mask<T> changed{};
  for (int k = 0; k < system_.contacts.size(); ++k) {
    const PointOnPlane& e = system_.contacts.items[k];
    const Mask<T> before = touching[k];
    touching[k] = e.next_mode(contacts_[k], frames[segment_of(e.body)].end(), z + PointOnPlane::states * k, stepped, before);
    changed = changed | (touching[k] & (!before)) | (before & (!touching[k]));
  }
  return changed;
}

template <class T>
void Elements<T>::update_view(std::span<const Mask<T>> touching, const T* z, View<T>& view) const {
  for (int k = 0; k < system_.point_forces.size(); ++k) {
    const PointForce& e = system_.point_forces.items[k];
    view.point_forces[k] = {T(0.0), T(0.0)};
    if (!structure_.force_acts(k)) continue;
    const End<T> end = frames[segment_of(e.body)].end();
    const Push<T> on = e.calc(point_forces_[k], end, frames[segment_of(e.axes)].R_WL);
    view.point_forces[k] = {norm(on.force_W), calc_power(on, end)};
  }
  for (int k = 0; k < system_.point_springs.size(); ++k) {
    const PointSpring& e = system_.point_springs.items[k];
    view.point_springs[k] = {T(0.0), T(0.0)};
    if (!structure_.spring_acts(system_, k)) continue;
    const End<T> A = frames[segment_of(e.a)].end(), B = frames[segment_of(e.b)].end();
    const auto out = e.calc(point_springs_[k], A, B);
    const Vec3<T>& f = out.on_b.force_W;
    const T size = norm(f), sign = select(is_less(dot(f, out.on_b.point_W - out.point_a), T(0.0)), T(-1.0), T(1.0));
    view.point_springs[k] = {sign * size, dot(f, velocity_at(B, out.on_b.point_W) - velocity_at(A, out.point_a))};
  }
  for (int k = 0; k < system_.contacts.size(); ++k) {
    const PointOnPlane& e = system_.contacts.items[k];
    const auto out = e.calc(contacts_[k], frames[segment_of(e.body)].end(), z + PointOnPlane::states * k, touching[k]);
    view.contacts[k] = {out.depth,
                        out.normal,
                        sqrt(out.friction1 * out.friction1 + out.friction2 * out.friction2),
                        sqrt(out.slip1 * out.slip1 + out.slip2 * out.slip2),
                        out.energy,
                        touching[k]};
  }
}

}  // namespace pintle::articulated_body
