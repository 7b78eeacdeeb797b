#pragma once
#include <algorithm>

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
  system.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element) {
    if (!structure_.acts(pool.element(k))) return;
    for (int i = 0; i < Kind::pushed; ++i) touch(element.bodies[i]);
  });
  for (int b = 1; b < system.body_count(); ++b)
    if (system.particles.is_group(BodyIndex(b)) && structure_.whole[b]) carriers_.push_back(BodyIndex(b));
  for (BodyIndex b : carriers_) touch(b);
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
  system.elements.for_each([&](const auto&, int, const auto& element) {
    for (BodyIndex b : element.bodies) pose(segment_of(b));
  });
  for (int j = 0; j < system.joint_count(); ++j) {
    if (plan.structure.closed[j]) continue;  // one that does not hold may be read
    pose(segment_of(system.joint(JointIndex(j)).parent));
    pose(segment_of(system.joint(JointIndex(j)).child));
  }
  for (int i = 1; i < segments.size(); ++i) (posed[i] ? posed_ : others_).push_back(i);
  sweeps.push.assign(touched_.size(), Wrench<T>::zero());
  frames.resize(segments.list.size());

  std::vector<int> link_of_joint(static_cast<std::size_t>(system.joint_count()), -1);
  for (int i = 1; i < plan.tree.size(); ++i)
    if (plan.tree.links[i].joint.exists()) link_of_joint[plan.tree.links[i].joint.i] = i;
  for (const JointLaw& law : system.laws) {
    if (law.is_linear() || link_of_joint[law.joint.i] < 0) continue;
    for (const DirectionStep& step : segments.chain[link_of_joint[law.joint.i]].steps)
      if (step.direction == law.direction && step.segment >= 0)
        other_laws_.push_back({step.segment, &law, system.mechanism_of(law.joint)});
  }
  system.elements.for_each_pool([&]<class Kind>(const Pool<Kind>& pool) {
    data<Kind>().resize(pool.items.size());
    std::get<List<Kind>>(data_).memory.resize(pool.items.size());
    if constexpr (is_stiff<Kind>)
      for (const Kind& element : pool.items) segments.list[segment_of(element.bodies[0])].keep = true;
  });
  sweeps.body_drag.assign(touched_.size(), {Sym3<T>::zero(), Mat3<T>::zero(), Sym3<T>::zero(), Vec3<T>::zero(), Vec3<T>::zero()});
  if (any()) offsets_.resize(segments.list.size());
}

template <class T>
void Elements<T>::prepare(const Parameters<T>& p, const Sweeps<T>& sweeps) {
  const auto X_LB = [&](BodyIndex b) { return b == world ? Pose<T>::identity() : sweeps.geometry.X_LB[segment_of(b)]; };
  system_.elements.for_each([&]<class Kind>(const Pool<Kind>&, int k, const Kind& element) {
    std::array<Pose<T>, Kind::ends> X;
    for (std::size_t i = 0; i < X.size(); ++i) X[i] = X_LB(element.bodies[i]);
    data<Kind>()[k] = element.prepare(p, X);
  });
  if (touches_are_located_) locate_touches();
}

template <class T>
void Elements<T>::locate_touches() {
  touches_are_located_ = true;
  system_.elements.for_each([&]<class Kind>(const Pool<Kind>&, int k, const Kind&) {
    if constexpr (Kind::has_mode) data<Kind>()[k].waits = true;
  });
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
void Elements<T>::add_other_laws(const Parameters<T>& p, const T* y, const LawAround<T>& around, Sweeps<T>& sweeps,
                                 std::span<T> power) const {
  for (int k = 0; k < system_.bristles; ++k) around.zdot[system_.bristle_place(k)] = T(0.0);  // of what is locked
  for (const OtherLaw& other : other_laws_) {
    const Segment& x = sweeps.segments.list[other.segment];
    const LawEffort<T> effort = calc_law(system_, *other.law, p, y[x.q], y[x.v], around);
    sweeps.record[other.segment].u = sweeps.record[other.segment].u + effort.tau;
    power[account_place(other.mechanism, Account::damping)] += effort.dissipated;
    power[account_place(other.mechanism, Account::applied)] += effort.applied;
  }
}

template <class T>
void Elements<T>::add(int segment, const Push<T>& push, Sweeps<T>& sweeps) const {
  if (segment == 0) return;
  const Frame<T>& f = frames[segment];
  Wrench<T>& sum = sweeps.push[sweeps.segments.list[segment].push];
  sum.f += transpose_times(f.R_WL, push.force_W);
  sum.n += transpose_times(f.R_WL, push.moment_W + cross(push.point_W - f.p_WL, push.force_W));
}

template <class T>
template <class Kind>
[[gnu::always_inline]] inline void Elements<T>::add(const Kind& element, const Effect<T, Kind>& effect, int states, T* zdot,
                                                    Sweeps<T>& sweeps, std::span<T> power) const {
  for (int i = Kind::pushed; i-- > 0;) add(segment_of(element.bodies[i]), effect.push[i], sweeps);
  for (std::size_t a = 0; a < Kind::accounts.size(); ++a)
    power[account_place(system_.mechanism_of(element), Kind::accounts[a])] += effect.power[a];
  for (int s = 0; s < states; ++s) zdot[s] = effect.zdot[s];
}

template <class T>
void Elements<T>::add_pushes(Sweeps<T>& sweeps) const {
  for (std::size_t k = 0; k < carriers_.size() && !pushes_.empty(); ++k) {
    const BodyIndex b = carriers_[k];
    const Wrench<T>& wrench = pushes_[b.i];
    add(segment_of(b), {motion_of(b, sweeps).X_WB.p, wrench.f, wrench.n}, sweeps);
  }
}

template <class T>
void Elements<T>::push(std::span<const Mask<T>> mode, const T* z, T* zdot, Sweeps<T>& sweeps, std::span<T> power) {
  for (Wrench<T>& w : sweeps.push) w = Wrench<T>::zero();
  add_pushes(sweeps);
  system_.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element) {
    if (!structure_.acts(pool.element(k))) return;
    const int state = pool.state(k), states = count_states(element);
    const auto& d = data<Kind>()[k];
    const Ends<T, Kind::ends> ends = ends_of(element);
    if constexpr (is_stiff<Kind>) {
      const Touch<T> touch = Kind::Touching::calc(d.touching, ends);
      if (is_idle(touch, mode_of(pool, k, mode))) {
        std::fill_n(zdot + state, states, T(0.0));
        return;
      }
      add(element, element.act_at(d, touch, z + state, mode_of(pool, k, mode), [](const auto&...) {}), states, zdot + state,
          sweeps, power);
    } else {
      add(element, element.act(d, ends, z + state, mode_of(pool, k, mode)), states, zdot + state, sweeps, power);
    }
  });
}

template <class T>
void Elements<T>::drag_other_laws(const Stage<T>& stage, const Parameters<T>& p, const T* y, const LawAround<T>& around,
                                  Sweeps<T>& sweeps) {
  for (OtherLaw& other : other_laws_) {
    const Segment& x = sweeps.segments.list[other.segment];
    const LawDrag<T> drag = calc_law_drag(*other.law, p, inputs_of(system_, *other.law, p, y[x.q], y[x.v], around), stage.g);
    drag_joint(stage, x, other.segment, drag.k, drag.c, y, sweeps);
    const int bristle = bristle_of(system_, *other.law);
    if (bristle < 0) continue;
    other.left = drag.bristle;
    T& u = sweeps.record[other.segment].u;
    u = u - drag.bristle.h * around.zdot[bristle] - drag.bristle.drag * stage.c_at(x.v);
    sweeps.joint_drag[other.segment] += drag.bristle.drag;
  }
}

template <class T>
void Elements<T>::push_in_stage(const Stage<T>& stage, std::span<const Mask<T>> mode, int z_first, const T* y, T* ydot,
                                Sweeps<T>& sweeps, std::span<T> power) {
  for (Wrench<T>& w : sweeps.push) w = Wrench<T>::zero();
  add_pushes(sweeps);
  for (Articulated<T>& d : sweeps.body_drag) {
    d.I = d.M = Sym3<T>::zero();
    d.H = Mat3<T>::zero();
  }
  bool offset = false;  // offsets are known
  const T *z = y + z_first, *c = stage.c ? stage.c + z_first : nullptr;
  T* zdot = ydot + z_first;
  system_.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element) {
    if (!structure_.acts(pool.element(k))) return;
    const int state = pool.state(k), states = count_states(element);
    const auto& d = data<Kind>()[k];
    const Ends<T, Kind::ends> ends = ends_of(element);
    if constexpr (is_stiff<Kind>) {
      Memory<Kind>& memory = std::get<List<Kind>>(data_).memory[k];
      const Touch<T> touch = Kind::Touching::calc(d.touching, ends);
      memory.is_idle = is_idle(touch, mode_of(pool, k, mode));
      if (memory.is_idle) {
        for (int s = 0; s < states; ++s) zdot[state + s] = c ? c[state + s] : T(0.0);
        return;
      }
      PointDrag<T> drag;
      Effect<T, Kind> effect = act_in_stage(element, d, touch, z + state, mode_of(pool, k, mode), stage.g,
                                            c ? c + state : nullptr, memory.of_kind, drag);
      if (!offset) update_offsets(sweeps, posed(), stage, frames, offsets_);
      offset = true;
      const int i = segment_of(element.bodies[0]);
      Push<T>& push = effect.push[0];
      const Acceleration<T>& o = offsets_[i];
      const Vec3<T> r_W = push.point_W - frames[i].p_WL;
      memory.offset_W = o.a + cross(o.al, r_W);
      memory.r = transpose_times(frames[i].R_WL, r_W);
      push.force_W -= drag * memory.offset_W;
      add_drag(drag, transpose_times(frames[i].R_WL, drag.n_W), memory.r, sweeps.body_drag[sweeps.segments.list[i].push]);
      add(element, effect, states, zdot + state, sweeps, power);
    } else {
      add(element, element.act(d, ends, z + state, mode_of(pool, k, mode)), states, zdot + state, sweeps, power);
      for (int s = state; c && s < state + states; ++s) zdot[s] += c[s];  // they stay explicit
    }
  });
}

template <class T>
void Elements<T>::expand(const Stage<T>& stage, std::span<const Mask<T>> mode, int z_first, const Sweeps<T>& sweeps, T* k) const {
  for (const OtherLaw& other : other_laws_)
    if (const int bristle = bristle_of(system_, *other.law); bristle >= 0) {
      T& rate = k[z_first + bristle];
      rate = other.left.q * (rate + stage.g * k[sweeps.segments.list[other.segment].v]);
    }
  system_.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int n, const Kind& element) {
    if constexpr (is_stiff<Kind>) {
      if (!structure_.acts(pool.element(n))) return;
      const Memory<Kind>& memory = std::get<List<Kind>>(data_).memory[n];
      if (memory.is_idle) return;
      const int i = segment_of(element.bodies[0]);
      const Acceleration<T>& at = sweeps.acceleration[i];
      const Vec3<T> k_W = frames[i].R_WL * (at.a + cross(at.al, memory.r)) + memory.offset_W;
      pintle::expand(element, data<Kind>()[n], memory.of_kind, k_W, stage.g, mode_of(pool, n, mode), k + z_first + pool.state(n));
    }
  });
}

template <class T>
Mask<T> Elements<T>::update_modes(Mask<T> stepped, std::span<Mask<T>> mode, T* z) const {
  Mask<T> changed{};
  system_.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element) {
    if constexpr (Kind::has_mode) {
      Mask<T>& now = mode[pool.mode(k)];
      const Mask<T> before = now;
      now = element.next_mode(data<Kind>()[k], ends_of(element), z + pool.state(k), stepped, before);
      changed = changed | (now & (!before)) | (before & (!now));
    }
  });
  return changed;
}

template <class T>
void Elements<T>::update_view(std::span<const Mask<T>> mode, const T* z, View<T>& view) const {
  system_.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element) {
    T* to = view.element.data() + pool.signal(k);
    std::fill_n(to, Kind::signals.size(), T(0.0));
    if (!structure_.acts(pool.element(k))) return;
    std::ranges::copy(element.act(data<Kind>()[k], ends_of(element), z + pool.state(k), mode_of(pool, k, mode)).signal, to);
  });
}

}  // namespace pintle::articulated_body
