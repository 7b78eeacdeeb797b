#pragma once
#include "pintle/formulations/articulated_body/sweeps.h"

/// The sweeps for hinges, one instance per placement code. Included by run_sweeps.h alone.
namespace pintle::articulated_body {

/// Calls f.template operator()<C>() for a hinge's code and `other` for the rest.
template <class Hinge, class Other>
[[gnu::always_inline]] inline void by_code(Code code, Hinge&& hinge, Other&& other) {
  switch (code) {
    case Code::hinge_0a: return hinge.template operator()<Code::hinge_0a>();
    case Code::hinge_0p: return hinge.template operator()<Code::hinge_0p>();
    case Code::hinge_xa: return hinge.template operator()<Code::hinge_xa>();
    case Code::hinge_xp: return hinge.template operator()<Code::hinge_xp>();
    case Code::hinge_zx: return hinge.template operator()<Code::hinge_zx>();
    default: return other();
  }
}

constexpr bool turns_x(Code c) { return c == Code::hinge_xa || c == Code::hinge_xp || c == Code::hinge_zx; }
constexpr bool on_x(Code c) { return c == Code::hinge_0a || c == Code::hinge_xa; }

template <class T>
template <Code C>
[[gnu::always_inline]] inline Vec3<T> Sweeps<T>::down(int i, const Vec3<T>& v) const {
  const ScrewNumbers<T>& g = geometry.screw[i];
  if constexpr (C == Code::hinge_zx) {
    const Placement<T>& p = geometry.placement[i];
    return turned_back_x(g.ca, g.sa, turned_back_z(p.cb, p.sb, v));
  } else if constexpr (turns_x(C)) {
    return turned_back_x(g.ca, g.sa, v);
  } else {
    return v;
  }
}
template <class T>
template <Code C>
[[gnu::always_inline]] inline Vec3<T> Sweeps<T>::up(int i, const Vec3<T>& v) const {
  const ScrewNumbers<T>& g = geometry.screw[i];
  if constexpr (C == Code::hinge_zx) {
    const Placement<T>& p = geometry.placement[i];
    return turned_z(p.cb, p.sb, turned_x(g.ca, g.sa, v));
  } else if constexpr (turns_x(C)) {
    return turned_x(g.ca, g.sa, v);
  } else {
    return v;
  }
}
template <class T>
template <Code C>
[[gnu::always_inline]] inline Vec3<T> Sweeps<T>::p_of(int i) const {
  if constexpr (on_x(C))
    return {geometry.screw[i].a, T(0.0), T(0.0)};
  else
    return geometry.placement[i].p;
}
template <class T>
template <Code C>
[[gnu::always_inline]] inline Vec3<T> Sweeps<T>::cross_p(int i, const Vec3<T>& w) const {
  if constexpr (on_x(C)) {
    const T& a = geometry.screw[i].a;
    return {T(0.0), w.z * a, -(w.y * a)};
  } else {
    return cross(w, geometry.placement[i].p);
  }
}
template <class T>
template <Code C>
[[gnu::always_inline]] inline Vec3<T> Sweeps<T>::centripetal_p(int i, const Vec3<T>& w) const {
  if constexpr (on_x(C)) {
    const T& a = geometry.screw[i].a;
    const T b = a * w.x;
    return {-(a * (w.y * w.y + w.z * w.z)), b * w.y, b * w.z};
  } else {
    return centripetal(w, geometry.placement[i].p);
  }
}

template <class T>
template <Code C, typename Sweeps<T>::Moving how>
[[gnu::always_inline]] inline void Sweeps<T>::move_hinge(const Segment& x, int i, const T* y, T* ydot, T& damping, T& applied) {
  Record<T>& r = record[i];
  const T q = y[x.q];
  T sin_q, cos_q;
  if constexpr (how != Moving::again) {
    update_sincos(q + geometry.screw[i].offset, sin_q, cos_q);
    r.c = cos_q;
    r.s = sin_q;
  }
  if constexpr (how == Moving::at_rest) {
    r.w = r.cl = Vec3<T>::zero();
    r.cx = r.cy = r.u = T(0.0);
  } else {
    const T v = y[x.v];
    if constexpr (how == Moving::going) {
      const Vec3<T> w_parent = record[x.parent].w;
      Vec3<T> w = turned_back_z(cos_q, sin_q, down<C>(i, w_parent));
      const Vec3<T> cl = turned_back_z(cos_q, sin_q, down<C>(i, centripetal_p<C>(i, w_parent)));
      r.cl = cl;
      r.cx = w.y * v;
      r.cy = -(w.x * v);
      w.z += v;
      r.w = w;  // (1)
    }
    const LinearLaw<T> l = law[i];
    const T drag = l.c * v;
    r.u = l.effort - l.k * (q - l.rest) - drag;
    damping += drag * v;
    applied += l.effort * v;
    ydot[x.q] = v;
  }
}

/// Body i itself and what is already folded onto it.
template <class T>
template <Folding how>
[[gnu::always_inline]] inline void Sweeps<T>::gather(const Segment& x, int i, Articulated<T>& A) const {
  constexpr bool jump = how == Folding::jump;
  const RigidInertia<T>& m = mass[i];
  const Vec3<T>& w = record[i].w;
  const T o(0.0);
  if (x.carried) {
    A.I = A.I + m.I;
    A.H.xy = A.H.xy - m.mc.z;
    A.H.xz = A.H.xz + m.mc.y;
    A.H.yx = A.H.yx + m.mc.z;
    A.H.yz = A.H.yz - m.mc.x;
    A.H.zx = A.H.zx - m.mc.y;
    A.H.zy = A.H.zy + m.mc.x;
    A.M.xx += m.m;
    A.M.yy += m.m;
    A.M.zz += m.m;
    if constexpr (!jump) {
      A.n += cross(w, m.I * w);
      A.f += centripetal(w, m.mc);
    }
  } else {
    A.I = m.I;
    A.H = {o, -m.mc.z, m.mc.y, m.mc.z, o, -m.mc.x, -m.mc.y, m.mc.x, o};
    A.M = {m.m, o, o, m.m, o, m.m};
    A.n = jump ? Vec3<T>::zero() : cross(w, m.I * w);
    A.f = jump ? Vec3<T>::zero() : centripetal(w, m.mc);
  }
  if constexpr (jump) {
    A.n -= momentum[i].n;
    A.f -= momentum[i].f;
  }
  if (!x.more) return;
  if (x.stored >= 0) A += stored_[x.stored];
  if (!jump && x.push >= 0) {
    A.n -= push[x.push].n;
    A.f -= push[x.push].f;
    if constexpr (how == Folding::stage) {
      const Articulated<T>& drag = body_drag[x.push];
      A.I = A.I + drag.I;
      A.H = A.H + drag.H;
      A.M = A.M + drag.M;
    }
  }
}

/// (2), (3). After the elimination the inertia has no row z of I and H left; the turns use that.
template <class T>
template <Code C, bool may_be_root>
[[gnu::always_inline]] inline void Sweeps<T>::fold_hinge(const Segment& x, int i, Articulated<T>& A) {
  Record<T>& r = record[i];
  const Vec3<T> Un{A.I.xz, A.I.yz, A.I.zz}, Uf{A.H.zx, A.H.zy, A.H.zz};
  const T tau = r.u, D_inverse = 1.0 / Un.z, u = tau - A.n.z;
  r.Un = Un;
  r.Uf = Uf;
  r.D_inverse = D_inverse;
  r.u = u;  // (2)
  if (may_be_root && x.parent == 0) return;

  const T gx = Un.x * D_inverse, gy = Un.y * D_inverse;
  const Vec3<T> gf = D_inverse * Uf;
  Sym3<T>& I = A.I;
  Mat3<T>& H = A.H;
  Sym3<T>& M = A.M;
  I.xx = I.xx - gx * Un.x;
  I.xy = I.xy - gx * Un.y;
  I.yy = I.yy - gy * Un.y;
  H.xx = H.xx - gx * Uf.x;
  H.xy = H.xy - gx * Uf.y;
  H.xz = H.xz - gx * Uf.z;
  H.yx = H.yx - gy * Uf.x;
  H.yy = H.yy - gy * Uf.y;
  H.yz = H.yz - gy * Uf.z;
  M.xx = M.xx - gf.x * Uf.x;
  M.xy = M.xy - gf.x * Uf.y;
  M.xz = M.xz - gf.x * Uf.z;
  M.yy = M.yy - gf.y * Uf.y;
  M.yz = M.yz - gf.y * Uf.z;
  M.zz = M.zz - gf.z * Uf.z;

  const T cx = r.cx, cy = r.cy;
  const Vec3<T> cl = r.cl;
  Vec3<T> n, f = M * cl;
  n.x = A.n.x + I.xx * cx + I.xy * cy + H.xx * cl.x + H.xy * cl.y + H.xz * cl.z + gx * u;
  n.y = A.n.y + I.xy * cx + I.yy * cy + H.yx * cl.x + H.yy * cl.y + H.yz * cl.z + gy * u;
  n.z = tau;
  f.x = f.x + A.f.x + H.xx * cx + H.yx * cy + gf.x * u;
  f.y = f.y + A.f.y + H.xy * cx + H.yy * cy + gf.y * u;
  f.z = f.z + A.f.z + H.xz * cx + H.yz * cy + gf.z * u;

  const Turn<T> hinge = Turn<T>::of(r.c, r.s);
  {
    const T t = I.xx - I.yy, w = I.xy + I.xy, d = hinge.ss * t + hinge.cs * w, e = hinge.cs * t - hinge.ss * w;
    I.xx = I.xx - d;
    I.xy = I.xy + e;
    I.yy = I.yy + d;
  }
  {
    const T t = H.xx - H.yy, w = H.xy + H.yx, d = hinge.ss * t + hinge.cs * w, e = hinge.cs * t - hinge.ss * w;
    const T xz = hinge.c * H.xz - hinge.s * H.yz, yz = hinge.s * H.xz + hinge.c * H.yz;
    H.xx = H.xx - d;
    H.xy = H.xy + e;
    H.yx = H.yx + e;
    H.yy = H.yy + d;
    H.xz = xz;
    H.yz = yz;
  }
  M = turned_z(hinge, M);
  A.n = turned_z(r.c, r.s, n);
  A.f = turned_z(r.c, r.s, f);

  if constexpr (turns_x(C)) {
    const Turn<T> fixed = Turn<T>::of(geometry.screw[i].ca, geometry.screw[i].sa);
    const T &ca = fixed.c, &sa = fixed.s;
    A.n = turned_x(ca, sa, A.n);
    A.f = turned_x(ca, sa, A.f);
    M = turned_x(fixed, M);
    I.xz = sa * I.xy;
    I.xy = ca * I.xy;
    const T t = ca * I.yy, w = sa * I.yy;
    I.yy = ca * t;
    I.yz = sa * t;
    I.zz = sa * w;
    const T xy = ca * H.xy - sa * H.xz, xz = sa * H.xy + ca * H.xz, yy = ca * H.yy - sa * H.yz, yz = sa * H.yy + ca * H.yz;
    H.zx = sa * H.yx;
    H.zy = sa * yy;
    H.zz = sa * yz;
    H.yx = ca * H.yx;
    H.yy = ca * yy;
    H.yz = ca * yz;
    H.xy = xy;
    H.xz = xz;
  } else {
    I.xz = I.yz = I.zz = T(0.0);
    H.zx = H.zy = H.zz = T(0.0);
  }
  if constexpr (C == Code::hinge_zx) {
    const Turn<T> about_z = Turn<T>::of(geometry.placement[i].cb, geometry.placement[i].sb);
    A.n = turned_z(about_z.c, about_z.s, A.n);
    A.f = turned_z(about_z.c, about_z.s, A.f);
    I = turned_z(about_z, I);
    H = turned_z(about_z, H);
    M = turned_z(about_z, M);
  }
  if constexpr (on_x(C))
    shift_x(A, geometry.screw[i].a);
  else
    shift(A, geometry.placement[i].p);
}

/// (2), (3) with joint_drag in D, and nothing that vanishes.
template <class T>
template <Code C, bool may_be_root>
[[gnu::always_inline]] inline void Sweeps<T>::fold_dragged_hinge(const Segment& x, int i, Articulated<T>& A) {
  Record<T>& r = record[i];
  const Vec3<T> Un{A.I.xz, A.I.yz, A.I.zz}, Uf{A.H.zx, A.H.zy, A.H.zz};
  const T drag = joint_drag[i], D_inverse = 1.0 / (Un.z + drag), u = r.u - A.n.z;
  r.Un = Un;
  r.Uf = Uf;
  r.D_inverse = D_inverse;
  r.u = u;  // (2)
  if (may_be_root && x.parent == 0) return;

  const T gx = Un.x * D_inverse, gy = Un.y * D_inverse, gz = Un.z * D_inverse, left = drag * D_inverse;
  const Vec3<T> gf = D_inverse * Uf;
  Sym3<T>& I = A.I;
  Mat3<T>& H = A.H;
  Sym3<T>& M = A.M;
  I = {I.xx - gx * Un.x, I.xy - gx * Un.y, left * Un.x, I.yy - gy * Un.y, left * Un.y, left * Un.z};
  H = {H.xx - gx * Uf.x, H.xy - gx * Uf.y, H.xz - gx * Uf.z, H.yx - gy * Uf.x, H.yy - gy * Uf.y,
       H.yz - gy * Uf.z, left * Uf.x,      left * Uf.y,      left * Uf.z};
  M = {M.xx - gf.x * Uf.x, M.xy - gf.x * Uf.y, M.xz - gf.x * Uf.z, M.yy - gf.y * Uf.y, M.yz - gf.y * Uf.z, M.zz - gf.z * Uf.z};

  const T cx = r.cx, cy = r.cy;
  const Vec3<T> cl = r.cl;
  const Vec3<T> n =
      A.n + H * cl + Vec3<T>{I.xx * cx + I.xy * cy + gx * u, I.xy * cx + I.yy * cy + gy * u, I.xz * cx + I.yz * cy + gz * u};
  const Vec3<T> f = A.f + M * cl +
                    Vec3<T>{H.xx * cx + H.yx * cy + gf.x * u, H.xy * cx + H.yy * cy + gf.y * u, H.xz * cx + H.yz * cy + gf.z * u};

  const Turn<T> hinge = Turn<T>::of(r.c, r.s);
  A = {turned_z(hinge, I), turned_z(hinge, H), turned_z(hinge, M), turned_z(r.c, r.s, n), turned_z(r.c, r.s, f)};
  if constexpr (turns_x(C)) {
    const Turn<T> fixed = Turn<T>::of(geometry.screw[i].ca, geometry.screw[i].sa);
    A = {turned_x(fixed, A.I), turned_x(fixed, A.H), turned_x(fixed, A.M), turned_x(fixed.c, fixed.s, A.n),
         turned_x(fixed.c, fixed.s, A.f)};
  }
  if constexpr (C == Code::hinge_zx) {
    const Turn<T> about_z = Turn<T>::of(geometry.placement[i].cb, geometry.placement[i].sb);
    A = {turned_z(about_z, A.I), turned_z(about_z, A.H), turned_z(about_z, A.M), turned_z(about_z.c, about_z.s, A.n),
         turned_z(about_z.c, about_z.s, A.f)};
  }
  if constexpr (on_x(C))
    shift_x(A, geometry.screw[i].a);
  else
    shift(A, geometry.placement[i].p);
}

/// (4)
template <class T>
template <Code C>
[[gnu::always_inline]] inline void Sweeps<T>::accelerate_hinge(const Segment& x, int i, T* ydot, Acceleration<T>& at) {
  const Record<T>& r = record[i];
  const Vec3<T> a = turned_back_z(r.c, r.s, down<C>(i, at.a + cross_p<C>(i, at.al)));
  at.al = turned_back_z(r.c, r.s, down<C>(i, at.al));
  at.al.x += r.cx;
  at.al.y += r.cy;
  at.a = a + r.cl;
  const T vdot = (r.u - dot(r.Un, at.al) - dot(r.Uf, at.a)) * r.D_inverse;
  at.al.z += vdot;
  ydot[x.v] = vdot;
}

}  // namespace pintle::articulated_body
