#pragma once
#include <span>
#include <vector>

#include "pintle/contact/in_stage.h"
#include "pintle/formulations/articulated_body/frames.h"
#include "pintle/math/quaternion.h"

/// A stage of a linearly implicit method, in joint coordinates: docs/theory/linearly_implicit.md. With K, C what springs and
/// dampers have in A, and N of q̇ = N v,
///
///     k_q = q̇ + c_q + g N k_v,     M k_v = M (v̇ + c_v) − g K k_q − g C k_v                              (1)
///
/// so that w = k_v − c_v is what the sweeps find as accelerations, with inertias and efforts that are
///
///     D = g (C + g K)   besides M,      τ − g K (q̇ + c_q) − D c_v   in place of τ                        (2)
///
/// for laws of joints, where q̇ = v. For a point of a body that is dragged by D (contact/in_stage.h) the rate of its velocity is
/// J k_v = J w + J c_v; the sweeps' acceleration of it is J w + b, with the biases of the joints on the way and −gravity in b. D is
/// added to the body's inertia, and the force gets
///
///     −D o,   o = J c_v − b                                                                               (3)
///
/// because what is not in A must not push against D.
namespace pintle::articulated_body {

template <class T>
struct Stage {
  T g;
  const T* c = nullptr;  // by place in y; null: zero

  T c_at(int i) const { return c ? c[i] : T(0.0); }
};

/// (2) of one law; sets joint_drag.
template <class T>
[[gnu::always_inline]] inline void drag_joint(const Stage<T>& stage, const Segment& x, int i, const T& k, const T& c, const T* y,
                                              Sweeps<T>& s) {
  const T gk = stage.g * k, drag = stage.g * (c + gk);
  s.joint_drag[i] = drag;
  T& u = s.record[i].u;
  if (stage.c)
    u = u - gk * (y[x.v] + stage.c[x.q]) - drag * stage.c[x.v];
  else
    u = u - gk * y[x.v];
}

/// (2) of all hinges and sliders with linear laws, after Sweeps::move().
template <class T>
void drag_joints(const Stage<T>& stage, const T* y, Sweeps<T>& s) {
  const auto& list = s.segments.list;
  for (int i = 1; i < static_cast<int>(list.size()); ++i) {
    const Segment& x = list[i];
    if (!is_hinge(x.code) && x.code != Code::slider) continue;
    drag_joint(stage, x, i, s.law[i].k, s.law[i].c, y, s);
  }
}

/// o of (3) at the origins of segments, world axes.
template <class T>
void update_offsets(const Sweeps<T>& s, std::span<const int> which, const Stage<T>& stage, const std::vector<Frame<T>>& frames,
                    std::vector<Acceleration<T>>& offsets) {
  offsets[0] = {Vec3<T>::zero(), s.gravity_W};
  for (int i : which) {
    const Segment& x = s.segments.list[i];
    const Record<T>& r = s.record[i];
    const Frame<T>& f = frames[i];
    Acceleration<T>& o = offsets[i];
    if (x.code == Code::base) {
      o = offsets[0];
      if (!stage.c) continue;
      const T* c = stage.c + x.v;
      o = {f.R_WL * Vec3<T>{c[3], c[4], c[5]}, s.gravity_W + s.geometry.placement[i].R * Vec3<T>{c[0], c[1], c[2]}};
      continue;
    }
    const Acceleration<T>& parent = offsets[x.parent];
    Vec3<T> al{-r.cx, -r.cy, T(0.0)}, a = -r.cl;
    if (x.code == Code::ball || x.code == Code::driven_turn) al = -s.wide[x.wide].ca;
    if (stage.c) {
      if (is_hinge(x.code)) al.z = stage.c[x.v];
      if (x.code == Code::slider) a.z += stage.c[x.v];
      if (x.code == Code::ball) al += Vec3<T>{stage.c[x.v], stage.c[x.v + 1], stage.c[x.v + 2]};
    }
    o.a = parent.a + cross(parent.al, f.p_WL - frames[x.parent].p_WL) + f.R_WL * a;
    o.al = parent.al + f.R_WL * al;
  }
}

/// D = d 1 + e n nᵀ of (3) at r from the segment's origin, in its axes, added to what drags it: with p = r × n
///
///     M += D,   H += r̃ D = d r̃ + e p nᵀ,   I += r̃ D r̃ᵀ = d (r·r 1 − r rᵀ) + e p pᵀ                         (4)
template <class T>
[[gnu::always_inline]] inline void add_drag(const PointDrag<T>& drag, const Vec3<T>& n, const Vec3<T>& r, Articulated<T>& sum) {
  const T &d = drag.across, e = drag.along - drag.across;
  const Vec3<T> p = cross(r, n), en = e * n, ep = e * p, dr = d * r;
  const T rr = dot(dr, r);
  sum.M = sum.M + Sym3<T>{d + en.x * n.x, en.x * n.y, en.x * n.z, d + en.y * n.y, en.y * n.z, d + en.z * n.z};
  sum.H = sum.H + Mat3<T>{ep.x * n.x,        ep.x * n.y - dr.z, ep.x * n.z + dr.y, ep.y * n.x + dr.z, ep.y * n.y,
                          ep.y * n.z - dr.x, ep.z * n.x - dr.y, ep.z * n.y + dr.x, ep.z * n.z};
  sum.I = sum.I + Sym3<T>{rr - dr.x * r.x + ep.x * p.x, ep.x * p.y - dr.x * r.y, ep.x * p.z - dr.x * r.z,
                          rr - dr.y * r.y + ep.y * p.y, ep.y * p.z - dr.y * r.z, rr - dr.z * r.z + ep.z * p.z};
}

/// (1): accelerations w and rates q̇ in k become k_v and k_q.
template <class T>
void expand_joints(const Stage<T>& stage, const T* y, const Sweeps<T>& s, T* k) {
  const T &g = stage.g, *c = stage.c;
  const auto turn_at = [&](int q, int v) {
    const Quaternion<T> rate = calc_rate(Quaternion<T>{y[q], y[q + 1], y[q + 2], y[q + 3]}, {k[v], k[v + 1], k[v + 2]});
    k[q] += g * rate.w;
    k[q + 1] += g * rate.x;
    k[q + 2] += g * rate.y;
    k[q + 3] += g * rate.z;
  };
  const auto add_c = [&](int first, int count) {
    for (int i = first; c && i < first + count; ++i) k[i] += c[i];
  };
  for (const Segment& x : s.segments.list) {
    if (is_hinge(x.code) || x.code == Code::slider) {
      add_c(x.v, 1);
      add_c(x.q, 1);
      k[x.q] += g * k[x.v];
    } else if (x.code == Code::ball) {
      add_c(x.v, 3);
      add_c(x.q, 4);
      turn_at(x.q, x.v);
    } else if (x.code == Code::base) {
      add_c(x.v, 6);
      add_c(x.q, 7);
      for (int i = 0; i < 3; ++i) k[x.q + i] += g * k[x.v + i];
      turn_at(x.q + 3, x.v + 3);
    }
  }
}

}  // namespace pintle::articulated_body
