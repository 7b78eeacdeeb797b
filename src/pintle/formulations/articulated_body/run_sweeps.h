#pragma once
#include <algorithm>
#include <cstring>

#include "pintle/formulations/articulated_body/hinge_sweeps.h"
#include "pintle/formulations/articulated_body/multipliers.h"
#include "pintle/formulations/articulated_body/other_sweeps.h"

/// The loops over runs of segments: all of Sweeps that is not one segment. Included where a scalar gets its sweeps: one
/// unit per scalar, because each takes long to compile (sweeps_double.cpp, sweeps_lanes.cpp).
namespace pintle::articulated_body {

template <class T>
Sweeps<T>::Sweeps(const System& system, const Plan& plan) : segments(make_segments(system, plan)), geometry(segments.size()) {
  const auto n = segments.list.size();
  law.assign(n, {T(0.0), T(0.0), T(0.0), T(0.0)});
  mass.assign(n, {Sym3<T>::zero(), Vec3<T>::zero(), T(0.0)});
  record.resize(n);
  record[0].w = Vec3<T>::zero();
  wide.resize(static_cast<std::size_t>(segments.wide));
  acceleration.resize(n);
  momentum.assign(n, Wrench<T>::zero());
  transmitted.resize(n);
  load_place.resize(n);
  joint_drag.assign(n, T(0.0));
  stored_.resize(static_cast<std::size_t>(segments.stored));
  stored_wrench_.resize(n);
  moved_to_.resize(static_cast<std::size_t>(plan.y.nq + plan.y.nv));
  gravity_W = Vec3<T>::zero();
  drive.resize(system.drivers.size());
  drive_power.assign(system.drivers.size(), T(0.0));
}

template <class T>
template <typename Sweeps<T>::Moving how>
void Sweeps<T>::move_all(const T* y, T* ydot, T* power) {
  constexpr bool at_rest = how == Moving::at_rest;
  for (const RunOf& run : segments.runs) {
    const int i = run.first;
    T none(0.0);
    T& damping = at_rest ? none : power[account_place(run.mechanism, Account::damping)];
    T& applied = at_rest ? none : power[account_place(run.mechanism, Account::applied)];
    if (run.first == run.last) {
      by_code(
          segment(i).code,
          [&]<Code C>() __attribute__((always_inline)) { move_hinge<C, how>(segment(i), i, y, ydot, damping, applied); },
          [&] { move_other<at_rest>(segment(i), i, y, ydot, damping, applied); });
      continue;
    }
    by_code(
        segment(i).code,
        [&]<Code C>() __attribute__((always_inline)) {
          T lost = damping, given = applied;  // locals stay in registers
          for (int k = run.first, end = run.last; k <= end; ++k) move_hinge<C, how>(segment(k), k, y, ydot, lost, given);
          damping = lost;
          applied = given;
        },
        [] {});
  }
}

template <class T>
template <Folding how, bool closed>
void Sweeps<T>::fold_all() {
  constexpr bool jump = how == Folding::jump, stage = how == Folding::stage;
  const auto fold_one = [&]<Code C, bool may_be_root>(const Segment& x, int i, Articulated<T>& A) __attribute__((always_inline)) {
    if constexpr (stage)
      fold_dragged_hinge<C, may_be_root>(x, i, A);
    else
      fold_hinge<C, may_be_root>(x, i, A);
  };
  Articulated<T> A;
  for (auto run = segments.runs.rbegin(); run != segments.runs.rend(); ++run) {
    const Segment& x = segment(run->first);
    if (run->first == run->last) {
      gather<how>(x, run->first, A);
      if constexpr (closed) {
        Articulated<T> copy = A;  // so that A's own address never leaves this function
        multipliers->close(*this, *frames, run->first, copy);
        A = copy;
      }
      by_code(
          x.code, [&]<Code C>() __attribute__((always_inline)) { fold_one.template operator()<C, true>(x, run->first, A); },
          [&]() __attribute__((always_inline)) {
            Articulated<T> copy = A;
            fold_other<stage>(x, run->first, copy);
            A = copy;
          });
      if constexpr (closed) multipliers->pass(*this, *frames, run->first, acceleration_of_world(jump));
    } else {
      by_code(
          x.code,
          [&]<Code C>() __attribute__((always_inline)) {
            for (int k = run->last, end = run->first; k > end; --k) {
              gather<how>(segment(k), k, A);
              fold_one.template operator()<C, false>(segment(k), k, A);
            }
            gather<how>(x, run->first, A);
            fold_one.template operator()<C, true>(x, run->first, A);
          },
          [] {});
    }
    if (x.next || x.parent == 0) continue;
    Articulated<T>& into = stored_[segment(x.parent).stored];
    if (x.first)
      into = A;
    else
      into += A;
  }
}

template <class T>
template <bool jump, bool keep_all, bool closed>
void Sweeps<T>::accelerate_all(T* ydot) {
  Acceleration<T> at = acceleration_of_world(jump);
  acceleration[0] = at;
  if constexpr (closed) multipliers->turn_round();
  for (const RunOf& run : segments.runs) {
    const Segment& x = segment(run.first);
    if (x.parent != run.first - 1) at = acceleration[x.parent];
    if (run.first == run.last) {
      if constexpr (closed) multipliers->push(*this, run.first);
      by_code(
          x.code, [&]<Code C>() __attribute__((always_inline)) { accelerate_hinge<C>(x, run.first, ydot, at); },
          [&]() __attribute__((always_inline)) {
            Acceleration<T> copy = at;
            accelerate_other<jump>(x, run.first, ydot, copy);
            at = copy;
          });
      if constexpr (closed) multipliers->solve(run.first, Acceleration<T>(at));
      if (keep_all || x.keep) acceleration[run.first] = at;
      continue;
    }
    by_code(
        x.code,
        [&]<Code C>() __attribute__((always_inline)) {
          for (int k = run.first, end = run.last; k <= end; ++k) {
            accelerate_hinge<C>(segment(k), k, ydot, at);
            if (keep_all || segment(k).keep) acceleration[k] = at;
          }
        },
        [] {});
  }
}

/// Newton-Euler for segment i: what its mass and its children need, less what pushes it.
template <class T>
template <bool jump>
[[gnu::always_inline]] inline Wrench<T> Sweeps<T>::wrench_on(const Segment& x, int i, const Wrench<T>& carried) const {
  const RigidInertia<T>& m = mass[i];
  const Acceleration<T>& at = acceleration[i];
  Wrench<T> on{m.I * at.al + cross(m.mc, at.a), m.m * at.a + cross(at.al, m.mc)};
  if constexpr (jump) {
    on = on - momentum[i];
  } else {
    const Vec3<T>& w = record[i].w;
    on.n += cross(w, m.I * w);
    on.f += centripetal(w, m.mc);
  }
  if (x.carried) on = on + carried;
  if (!x.more) return on;
  if (!jump && x.push >= 0) on = on - push[x.push];
  if (x.stored >= 0) on = on + stored_wrench_[i];
  return on;
}

template <class T>
template <bool jump>
void Sweeps<T>::transmit_all(Wrench<T>* load) {
  Wrench<T> carried = Wrench<T>::zero();
  for (auto run = segments.runs.rbegin(); run != segments.runs.rend(); ++run) {
    const int first = run->first, last = run->last;
    const Segment& x = segment(first);
    by_code(
        x.code,
        [&]<Code C>() __attribute__((always_inline)) {
          for (int i = last; i >= first; --i) {
            const Wrench<T> on = wrench_on<jump>(segment(i), i, carried);
            const LoadPlace<T>& to = load_place[i];
            if (to.joint >= 0) {
              load[to.joint] = {turned_z(to.c, to.s, on.n), turned_z(to.c, to.s, on.f)};
            } else {
              transmitted[i] = on;
            }
            const Record<T>& r = record[i];
            carried.f = up<C>(i, turned_z(r.c, r.s, on.f));
            carried.n = up<C>(i, turned_z(r.c, r.s, on.n)) + cross(p_of<C>(i), carried.f);
          }
        },
        [&]() __attribute__((always_inline)) {
          const Wrench<T> on = wrench_on<jump>(x, first, carried);
          transmitted[first] = on;
          const Placement<T>& g = geometry.placement[first];
          const Mat3<T>& R = x.code == Code::ball || x.code == Code::driven_turn ? wide[x.wide].R : g.R;
          const bool slides = x.code == Code::slider || x.code == Code::driven_slide;
          const Vec3<T> p = slides ? g.p + record[first].c * g.R.column(2) : g.p;
          carried.f = R * on.f;
          carried.n = R * on.n + cross(p, carried.f);
        });
    if (x.next || x.parent == 0) continue;
    Wrench<T>& into = stored_wrench_[x.parent];
    into = x.first ? carried : into + carried;
  }
}

template <class T>
void Sweeps<T>::move(const T* y, T* ydot, T* power) {
  const std::size_t bytes = moved_to_.size() * sizeof(T);
  const auto is_there = [&] { return bytes == 0 || std::memcmp(static_cast<const void*>(moved_to_.data()), y, bytes) == 0; };
  if (is_moved_ && drive.empty() && is_there()) return move_all<Moving::again>(y, ydot, power);
  ++place_;
  is_moved_ = true;
  std::copy_n(y, moved_to_.size(), moved_to_.begin());
  move_all<Moving::going>(y, ydot, power);
}

template <class T>
void Sweeps<T>::transmit(Wrench<T>* load) {
  transmit_all<false>(load);
}

template <class T>
void Sweeps<T>::transmit_jump(Wrench<T>* impulse) {
  transmit_all<true>(impulse);
}

template <class T>
void Sweeps<T>::rest(const T* y) {
  forget();
  move_all<Moving::at_rest>(y, nullptr, nullptr);
}

/// Calls f.template operator()<closed>(): only doubles have loops, and trees do not pay for them.
template <class T, class F>
void by_loops(const Multipliers* multipliers, F&& f) {
  if constexpr (std::is_same_v<T, double>)
    if (multipliers) return f.template operator()<true>();
  f.template operator()<false>();
}

template <class T>
void Sweeps<T>::fold() {
  by_loops<T>(multipliers, [&]<bool closed>() { fold_all<Folding::rates, closed>(); });
}

template <class T>
void Sweeps<T>::accelerate(T* ydot, bool keep_all) {
  by_loops<T>(multipliers, [&]<bool closed>() {
    keep_all ? accelerate_all<false, true, closed>(ydot) : accelerate_all<false, false, closed>(ydot);
  });
}

template <class T>
void Sweeps<T>::jump(T* v) {
  by_loops<T>(multipliers, [&]<bool closed>() {
    fold_all<Folding::jump, closed>();
    accelerate_all<true, true, closed>(v);
  });
}

}  // namespace pintle::articulated_body
