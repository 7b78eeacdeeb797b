#pragma once
#include "pintle/formulations/articulated_body/sweeps.h"

/// The sweeps for the other shapes: slider, ball, driven joint, weld, base. They are rarer, so their general placement is not
/// specialized, and they stay out of line. Included by run_sweeps.h alone.
namespace pintle::articulated_body {

template <class T>
template <bool at_rest>
[[gnu::noinline]] void Sweeps<T>::move_other(const Segment& x, int i, const T* y, T* ydot, T& damping, T& applied) {
  Record<T>& r = record[i];
  const Placement<T>& g = geometry.placement[i];
  const Vec3<T>& w_parent = record[x.parent].w;
  const T o(0.0);
  r.cx = r.cy = r.u = o;
  switch (x.code) {
    case Code::slider: {
      const T q = y[x.q], v = at_rest ? o : y[x.v];
      r.c = q;
      r.w = at_rest ? Vec3<T>::zero() : transpose_times(g.R, w_parent);
      // ω × (ω × (p + z q)) + 2 ω × z v
      r.cl = transpose_times(g.R, centripetal(w_parent, g.p)) + centripetal(r.w, {o, o, q}) +
             T(2.0) * Vec3<T>{r.w.y * v, -(r.w.x * v), o};
      if constexpr (at_rest) {
        r.cl = Vec3<T>::zero();
      } else {
        const LinearLaw<T>& l = law[i];
        const T drag = l.c * v;
        r.u = l.effort - l.k * (q - l.rest) - drag;
        damping += drag * v;
        applied += l.effort * v;
        ydot[x.q] = v;
      }
      break;
    }
    case Code::ball: {
      WideRecord<T>& b = wide[x.wide];
      const Quaternion<T> q{y[x.q], y[x.q + 1], y[x.q + 2], y[x.q + 3]};
      b.R = g.R * to_matrix(q);
      if constexpr (at_rest) {
        r.w = r.cl = b.ca = Vec3<T>::zero();
      } else {
        const Vec3<T> v{y[x.v], y[x.v + 1], y[x.v + 2]}, w = transpose_times(b.R, w_parent);
        r.cl = transpose_times(b.R, centripetal(w_parent, g.p));
        b.ca = cross(w, v);
        r.w = w + v;
        const Quaternion<T> rate = calc_rate(q, v);
        ydot[x.q] = rate.w;
        ydot[x.q + 1] = rate.x;
        ydot[x.q + 2] = rate.y;
        ydot[x.q + 3] = rate.z;
      }
      break;
    }
    case Code::driven_turn: {
      WideRecord<T>& b = wide[x.wide];
      const Drive<T>& told = drive[x.driver];
      b.R = g.R * rotation_about(2, told.q);
      const Vec3<T> w = at_rest ? Vec3<T>::zero() : transpose_times(b.R, w_parent);
      r.cl = at_rest ? Vec3<T>::zero() : transpose_times(b.R, centripetal(w_parent, g.p));
      // z f̈ + ω × z ḟ; in a jump, which asks for velocities, z ḟ.
      b.ca = at_rest ? Vec3<T>{o, o, told.v} : Vec3<T>{w.y * told.v, -(w.x * told.v), told.a};
      r.w = at_rest ? Vec3<T>::zero() : w + Vec3<T>{o, o, told.v};
      break;
    }
    case Code::driven_slide: {
      const Drive<T>& told = drive[x.driver];
      wide[x.wide].ca = Vec3<T>::zero();
      r.c = told.q;
      r.w = at_rest ? Vec3<T>::zero() : transpose_times(g.R, w_parent);
      r.cl = at_rest ? Vec3<T>{o, o, told.v}
                     : transpose_times(g.R, centripetal(w_parent, g.p)) + centripetal(r.w, {o, o, told.q}) +
                           Vec3<T>{2.0 * r.w.y * told.v, -(2.0 * r.w.x * told.v), told.a};
      break;
    }
    case Code::weld:
      r.w = transpose_times(g.R, w_parent);
      r.cl = transpose_times(g.R, centripetal(w_parent, g.p));
      break;
    default: {  // base: the world's frame F, displacement in F's axes, then the quaternion
      WideRecord<T>& b = wide[x.wide];
      const Quaternion<T> q{y[x.q + 3], y[x.q + 4], y[x.q + 5], y[x.q + 6]};
      b.R = g.R * to_matrix(q);
      r.cl = Vec3<T>::zero();
      if constexpr (at_rest) {
        r.w = Vec3<T>::zero();
      } else {
        r.w = {y[x.v + 3], y[x.v + 4], y[x.v + 5]};
        for (int k = 0; k < 3; ++k) ydot[x.q + k] = y[x.v + k];
        const Quaternion<T> rate = calc_rate(q, r.w);
        ydot[x.q + 3] = rate.w;
        ydot[x.q + 4] = rate.x;
        ydot[x.q + 5] = rate.y;
        ydot[x.q + 6] = rate.z;
      }
    }
  }
}

namespace {

/// A x = b for a base: symmetric 6 × 6, LDLᵀ without pivoting (A is positive definite), linear part first.
template <class T>
void solve_base(const Articulated<T>& A, Vec3<T>& a, Vec3<T>& al) {
  T B[6][6], x[6] = {-A.f.x, -A.f.y, -A.f.z, -A.n.x, -A.n.y, -A.n.z}, d[6];
  const Mat3<T> M = A.M.full(), I = A.I.full();
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) {
      B[r][c] = M(r, c);
      B[3 + r][3 + c] = I(r, c);
      B[3 + r][c] = A.H(r, c);
    }
#pragma GCC unroll 6
  for (int j = 0; j < 6; ++j) {
    d[j] = 1.0 / B[j][j];
#pragma GCC unroll 6
    for (int i = j + 1; i < 6; ++i) {
      const T l = B[i][j] * d[j];
#pragma GCC unroll 6
      for (int k = j + 1; k <= i; ++k) B[i][k] = B[i][k] - l * B[k][j];
      x[i] = x[i] - l * x[j];
    }
  }
#pragma GCC unroll 6
  for (int j = 5; j >= 0; --j) {
    T s = x[j];
#pragma GCC unroll 6
    for (int i = j + 1; i < 6; ++i) s = s - B[i][j] * x[i];
    x[j] = s * d[j];
  }
  a = {x[0], x[1], x[2]};
  al = {x[3], x[4], x[5]};
}

}  // namespace

template <class T>
template <bool stage>
[[gnu::noinline]] void Sweeps<T>::fold_other(const Segment& x, int i, Articulated<T>& A) {
  Record<T>& r = record[i];
  const Placement<T>& g = geometry.placement[i];
  switch (x.code) {
    case Code::slider: {  // (2), (3) with z the direction of force
      const Vec3<T> Un{A.H.xz, A.H.yz, A.H.zz}, Uf{A.M.xz, A.M.yz, A.M.zz};
      const T D_inverse = 1.0 / (stage ? Uf.z + joint_drag[i] : Uf.z), u = r.u - A.f.z;
      r.Un = Un;
      r.Uf = Uf;
      r.D_inverse = D_inverse;
      r.u = u;
      if (x.parent == 0) return;
      const Vec3<T> gn = D_inverse * Un, gf = D_inverse * Uf;
      A.I = A.I + T(-1.0) * Sym3<T>{gn.x * Un.x, gn.x * Un.y, gn.x * Un.z, gn.y * Un.y, gn.y * Un.z, gn.z * Un.z};
      A.M = A.M + T(-1.0) * Sym3<T>{gf.x * Uf.x, gf.x * Uf.y, gf.x * Uf.z, gf.y * Uf.y, gf.y * Uf.z, gf.z * Uf.z};
      A.H = A.H - Mat3<T>{gn.x * Uf.x, gn.x * Uf.y, gn.x * Uf.z, gn.y * Uf.x, gn.y * Uf.y,
                          gn.y * Uf.z, gn.z * Uf.x, gn.z * Uf.y, gn.z * Uf.z};
      A.n += A.H * r.cl + u * gn;
      A.f += A.M * r.cl + u * gf;
      turn(A, g.R);
      shift(A, g.p + r.c * g.R.column(2));
      break;
    }
    case Code::ball: {  // U = (I, Hᵀ), D = I: what is left is M − Hᵀ I⁻¹ H
      WideRecord<T>& b = wide[x.wide];
      b.H = A.H;
      b.I_inverse = inverse(A.I);
      b.u = -A.n;
      if (x.parent == 0) return;
      const Vec3<T> h[3] = {A.H.column(0), A.H.column(1), A.H.column(2)};
      const Vec3<T> k[3] = {b.I_inverse * h[0], b.I_inverse * h[1], b.I_inverse * h[2]};
      A.M = A.M + T(-1.0) * Sym3<T>{dot(h[0], k[0]), dot(h[0], k[1]), dot(h[0], k[2]),
                                    dot(h[1], k[1]), dot(h[1], k[2]), dot(h[2], k[2])};
      A.f += A.M * r.cl + Vec3<T>{dot(k[0], b.u), dot(k[1], b.u), dot(k[2], b.u)};
      A.I = Sym3<T>::zero();
      A.H = Mat3<T>::zero();
      A.n = Vec3<T>::zero();
      turn(A, b.R);
      shift(A, g.p);
      break;
    }
    case Code::driven_turn:
    case Code::driven_slide: {
      const WideRecord<T>& b = wide[x.wide];
      const bool turns = x.code == Code::driven_turn;
      r.Un = turns ? Vec3<T>{A.I.xz, A.I.yz, A.I.zz} : A.H.column(2);  // the driver's own row of A and (n, f)
      r.Uf = turns ? A.H.row(2) : Vec3<T>{A.M.xz, A.M.yz, A.M.zz};
      r.u = turns ? A.n.z : A.f.z;
      if (x.parent == 0) return;
      A.n += A.I * b.ca + A.H * r.cl;
      A.f += transpose_times(A.H, b.ca) + A.M * r.cl;
      turn(A, turns ? b.R : g.R);
      shift(A, turns ? g.p : g.p + r.c * g.R.column(2));
      break;
    }
    case Code::weld:
      if (x.parent == 0) return;
      A.n += A.H * r.cl;
      A.f += A.M * r.cl;
      turn(A, g.R);
      shift(A, g.p);
      break;
    default: {
      WideRecord<T>& b = wide[x.wide];
      solve_base(A, b.u, b.ca);
    }
  }
}

template <class T>
template <bool jump>
[[gnu::noinline]] void Sweeps<T>::accelerate_other(const Segment& x, int i, T* ydot, Acceleration<T>& at) {
  const Record<T>& r = record[i];
  const Placement<T>& g = geometry.placement[i];
  switch (x.code) {
    case Code::slider: {
      at.a = transpose_times(g.R, at.a + cross(at.al, g.p + r.c * g.R.column(2))) + r.cl;
      at.al = transpose_times(g.R, at.al);
      const T vdot = (r.u - dot(r.Un, at.al) - dot(r.Uf, at.a)) * r.D_inverse;
      at.a.z += vdot;
      ydot[x.v] = vdot;
      break;
    }
    case Code::ball: {
      const WideRecord<T>& b = wide[x.wide];
      at.a = transpose_times(b.R, at.a + cross(at.al, g.p)) + r.cl;
      const Vec3<T> before = transpose_times(b.R, at.al) + b.ca;
      at.al = b.I_inverse * (b.u - b.H * at.a);
      const Vec3<T> vdot = at.al - before;
      for (int k = 0; k < 3; ++k) ydot[x.v + k] = vdot[k];
      break;
    }
    case Code::driven_turn:
    case Code::driven_slide: {
      const WideRecord<T>& b = wide[x.wide];
      const bool turns = x.code == Code::driven_turn;
      const Mat3<T>& R = turns ? b.R : g.R;
      at.a = transpose_times(R, at.a + cross(at.al, turns ? g.p : g.p + r.c * g.R.column(2))) + r.cl;
      at.al = transpose_times(R, at.al) + b.ca;
      if constexpr (!jump) drive_power[x.driver] = (dot(r.Un, at.al) + dot(r.Uf, at.a) + r.u) * drive[x.driver].v;
      break;
    }
    case Code::weld:
      at.a = transpose_times(g.R, at.a + cross(at.al, g.p)) + r.cl;
      at.al = transpose_times(g.R, at.al);
      break;
    default: {
      const WideRecord<T>& b = wide[x.wide];
      at = {b.ca, b.u};
      Vec3<T> a_W = b.R * b.u;
      if constexpr (!jump) a_W += gravity_W;
      const Vec3<T> a_F = transpose_times(g.R, a_W);
      for (int k = 0; k < 3; ++k) {
        ydot[x.v + k] = a_F[k];
        ydot[x.v + 3 + k] = b.ca[k];
      }
    }
  }
}

}  // namespace pintle::articulated_body
