#pragma once
#include <array>
#include <type_traits>

#include "algebra.h"
#include "tree_data.h"

/// The articulated-body algorithm for hinges [Featherstone 2008, table 7.1]: what its three passes do with one body.
/// chain.h and free_tree.h run them along a chain and over a tree.
///
/// All quantities of a body are in its own axes and about its own origin, the joint point. We depart from the table in
/// two ways. Accelerations are classical: a is that of the material point at the origin [Featherstone 2008, §2.11], so
/// bias terms hold angular velocities only, and no linear velocity is ever computed. And 6 × 6 matrices are kept as
/// their blocks, because most entries of a hinge's S and of its transforms are zero:
///
///     [n]   [I   H] [α]   [n₀]
///     [f] = [Hᵀ  M] [a] + [f₀],   I and M symmetric                                (1)
///
/// In the table's letters the matrix is I^A and (n₀, f₀) is p^A.
namespace pintle::floor {

/// What the sweeps read about a body: BodyData with the inertia about the joint point. Always double.
struct Link {
  int parent, axis;
  bool is_aligned;
  Mat3<double> R_PF;
  Vec3<double> p_PF;
  double m;
  Vec3<double> mc;  // m p_BC
  Sym3<double> I;   // about the joint point
};

inline Vec3<double> make_vec3(const std::array<double, 3>& x) { return {x[0], x[1], x[2]}; }

/// I = I_C + m (c·c 1 − c cᵀ), c = p_BC
inline Link make_link(const BodyData& body) {
  const Vec3<double> c = make_vec3(body.p_BC);
  const auto& R = body.R_PF;
  Link link;
  link.parent = body.parent;
  link.axis = body.axis;
  link.is_aligned = body.is_aligned;
  link.R_PF = {Vec3<double>{R[0], R[1], R[2]}, Vec3<double>{R[3], R[4], R[5]}, Vec3<double>{R[6], R[7], R[8]}};
  link.p_PF = make_vec3(body.p_PF);
  link.m = body.mass;
  link.mc = body.mass * c;
  for (int r = 0; r < 3; ++r)
    for (int s = r; s < 3; ++s) {
      const int rs = Sym3<double>::index(r, s);
      link.I.a[rs] = body.I_C[rs] + body.mass * ((r == s ? dot(c, c) : 0) - c[r] * c[s]);
    }
  return link;
}

/// The matrices and the bias of (1), here n and f: 27 numbers.
template <class T>
struct ArticulatedBody {
  Sym3<T> I;
  Mat3<T> H;
  Sym3<T> M;
  Vec3<T> n, f;
};

/// What the later passes read about a hinge: 18 numbers.
template <class T>
struct Hinge {
  Turn<T> turn;  // cos q, sin q
  Vec3<T> w;     // ω
  T c_i, c_j;    // velocity-product acceleration, angular; its component along the axis is zero
  Vec3<T> c;     // … and linear
  Vec3<T> U_n, U_f;
  T D_inverse, u;
};

/// Calls f(k) with the axis as a compile-time constant.
template <class F>
[[gnu::always_inline]] inline void with_axis(int axis, F f) {
  switch (axis) {
    case 0: return f(std::integral_constant<int, 0>{});
    case 1: return f(std::integral_constant<int, 1>{});
    default: return f(std::integral_constant<int, 2>{});
  }
}

/// Calls f(k, is_aligned), both compile-time constants. For pass 2 only: measured with GCC 12, a branch in its middle costs
/// 4 to 7 % of a sweep, while passes 1 and 3 of the lander were slower when compiled for each alignment.
template <class F>
[[gnu::always_inline]] inline void with_axis_and_alignment(const Link& link, F f) {
  with_axis(link.axis, [&](auto k) __attribute__((always_inline)) {
    if (link.is_aligned) {
      f(k, std::true_type{});
    } else {
      f(k, std::false_type{});
    }
  });
}

/// x from the parent's axes to the body's: Rot(k, q)ᵀ R_PFᵀ x.
template <int k, class T>
[[gnu::always_inline]] inline Vec3<T> to_body(const Link& link, const Turn<T>& turn, const Vec3<T>& x) {
  return turn_in<k>(turn, link.is_aligned ? x : transpose_times(link.R_PF, x));
}

/// Pass 1, outwards: velocity and velocity-product acceleration; e is the hinge's axis, P the parent.
///
///     ω = ω_P + e v,   c_α = ω_P × e v,   c = ω_P × (ω_P × p_PF)
template <int k, class T>
[[gnu::always_inline]] inline void update_velocity(const Link& link, const Vec3<T>& w_P, const T& q, const T& v,
                                                   Hinge<T>& hinge) {
  constexpr int i = next(k), j = prev(k);
  update_sincos(q, hinge.turn.s, hinge.turn.c);
  hinge.c = to_body<k>(link, hinge.turn, calc_centripetal(w_P, link.p_PF));
  hinge.w = to_body<k>(link, hinge.turn, w_P);
  hinge.c_i = hinge.w[j] * v;
  hinge.c_j = -(hinge.w[i] * v);
  hinge.w[k] += v;
}

/// A rigid body, where every articulated body begins: Newton and Euler about the joint point.
///
///     f = m a + α × mc + ω × (ω × mc),   n = I α + mc × a + ω × I ω
template <class T>
[[gnu::always_inline]] inline ArticulatedBody<T> calc_rigid_body(const Link& link, const Vec3<T>& w) {
  const Vec3<double>& mc = link.mc;
  const T zero(0.0);
  ArticulatedBody<T> A;
  const auto& I = link.I.a;
  A.I = {T(I[0]), T(I[1]), T(I[2]), T(I[3]), T(I[4]), T(I[5])};
  A.H.row[0] = {zero, T(-mc[2]), T(mc[1])};
  A.H.row[1] = {T(mc[2]), zero, T(-mc[0])};
  A.H.row[2] = {T(-mc[1]), T(mc[0]), zero};
  A.M = {T(link.m), zero, zero, T(link.m), zero, T(link.m)};
  A.n = cross(w, link.I * w);
  A.f = calc_centripetal(w, mc);
  return A;
}

/// Pass 2, first half, inwards: the factors of the hinge's own equation of motion, S = (e, 0).
///
///     U = I^A S,   D = Sᵀ U,   u = τ − Sᵀ p^A
template <int k, class T>
[[gnu::always_inline]] inline void update_factors(const ArticulatedBody<T>& A, const T& tau, Hinge<T>& hinge) {
  hinge.U_n = {A.I(0, k), A.I(1, k), A.I(2, k)};
  hinge.U_f = {A.H(k, 0), A.H(k, 1), A.H(k, 2)};
  hinge.D_inverse = 1.0 / hinge.U_n[k];
  hinge.u = tau - A.n[k];
}

/// Pass 2, second half: the articulated body as its parent feels it through the hinge.
///
///     I^a = I^A − U D⁻¹ Uᵀ,   p^a = p^A + I^a c + U D⁻¹ u
///
/// A hinge does not resist about its axis, so row and column k of I and row k of H are zero: they are not computed. And
/// the moment that it passes on about its axis is τ.
template <int k, class T>
[[gnu::always_inline]] inline ArticulatedBody<T> calc_felt_through_hinge(const ArticulatedBody<T>& A, const Hinge<T>& hinge,
                                                                         const T& tau) {
  constexpr int i = next(k), j = prev(k);
  const Vec3<T>&U_n = hinge.U_n, &U_f = hinge.U_f, &c = hinge.c;
  const T &c_i = hinge.c_i, &c_j = hinge.c_j, &u = hinge.u;
  const Vec3<T> V_n = hinge.D_inverse * U_n, V_f = hinge.D_inverse * U_f;
  ArticulatedBody<T> B;
  B.I(i, i) = A.I(i, i) - V_n[i] * U_n[i];
  B.I(j, j) = A.I(j, j) - V_n[j] * U_n[j];
  B.I(i, j) = A.I(i, j) - V_n[i] * U_n[j];
  B.H.row[i] = A.H.row[i] - V_n[i] * U_f;
  B.H.row[j] = A.H.row[j] - V_n[j] * U_f;
  B.M = subtract_outer(A.M, V_f, U_f);
  B.n[i] = A.n[i] + B.I(i, i) * c_i + B.I(i, j) * c_j + dot(B.H.row[i], c) + V_n[i] * u;
  B.n[j] = A.n[j] + B.I(i, j) * c_i + B.I(j, j) * c_j + dot(B.H.row[j], c) + V_n[j] * u;
  B.n[k] = tau;
  B.f = A.f + c_i * B.H.row[i] + c_j * B.H.row[j] + B.M * c + u * V_f;
  return B;
}

/// Pass 2, the rest: adds B, the articulated body as felt through its hinge, to that of the parent, A. B is turned by the
/// hinge and by R_PF, then its moments are taken about the parent's origin instead of the joint point; p = p_PF,
/// p̃ x = p × x:
///
///     n' = n + p × f,   H' = H + p̃ M,   I' = I + p̃ Hᵀ − H' p̃                (2)
///
/// or by rows, H_r being row r of H:   I'_rs = I_rs + (p × H_s)_r + (p × H'_r)_s   (3)
template <int k, bool is_aligned, class T>
[[gnu::always_inline]] inline void add_to_parent(const Link& link, const Turn<T>& turn, const ArticulatedBody<T>& B,
                                                 ArticulatedBody<T>& A) {
  const Mat3<double>& R = link.R_PF;
  const Vec3<double>& p = link.p_PF;
  Vec3<T> n = turn_out<k>(turn, B.n), f = turn_out<k>(turn, B.f);
  if constexpr (!is_aligned) {
    n = R * n;
    f = R * f;
  }
  A.f += f;
  A.n += n + cross(p, f);  // (2)
  Sym3<T> M = turn_out<k>(turn, B.M);
  Mat3<T> H = turn_out_flat<k>(turn, B.H);
  Sym3<T> I = turn_out_flat<k>(turn, B.I);
  if constexpr (!is_aligned) {
    M = rotate(R, M);
    H = rotate_flat<k>(R, H);
    I = rotate_flat<k>(R, I);
  }
  const Vec3<T>&H0 = H.row[0], &H1 = H.row[1], &H2 = H.row[2];
  const Vec3<T> G0 = H0 + p[1] * M.row(2) - p[2] * M.row(1);  // H' of (2)
  const Vec3<T> G1 = H1 + p[2] * M.row(0) - p[0] * M.row(2);
  const Vec3<T> G2 = H2 + p[0] * M.row(1) - p[1] * M.row(0);
  A.M += M;
  A.H += Mat3<T>{G0, G1, G2};
  A.I(0, 0) += I(0, 0) + cross_entry<0>(p, H0) + cross_entry<0>(p, G0);  // (3)
  A.I(0, 1) += I(0, 1) + cross_entry<0>(p, H1) + cross_entry<1>(p, G0);
  A.I(0, 2) += I(0, 2) + cross_entry<0>(p, H2) + cross_entry<2>(p, G0);
  A.I(1, 1) += I(1, 1) + cross_entry<1>(p, H1) + cross_entry<1>(p, G1);
  A.I(1, 2) += I(1, 2) + cross_entry<1>(p, H2) + cross_entry<2>(p, G1);
  A.I(2, 2) += I(2, 2) + cross_entry<2>(p, H2) + cross_entry<2>(p, G2);
}

/// Pass 3, outwards: takes the acceleration (α, a) of the parent to that of the body and returns v̇.
///
///     a' = a_P + α_P × p_PF + c,   α' = α_P + c_α
///     v̇ = D⁻¹ (u − U_n·α' − U_f·a'),   α = α' + e v̇,   a = a'
template <int k, class T>
[[gnu::always_inline]] inline T calc_acceleration(const Link& link, const Hinge<T>& hinge, Vec3<T>& alpha, Vec3<T>& a) {
  const Vec3<T> a_F = cross(alpha, link.p_PF) + a;
  alpha = to_body<k>(link, hinge.turn, alpha);
  alpha[next(k)] += hinge.c_i;
  alpha[prev(k)] += hinge.c_j;
  a = to_body<k>(link, hinge.turn, a_F) + hinge.c;
  const Vec3<T>&U_n = hinge.U_n, &U_f = hinge.U_f;
  const T vdot = (hinge.u - U_n[0] * alpha[0] - U_n[1] * alpha[1] - U_n[2] * alpha[2]  //
                  - U_f[0] * a[0] - U_f[1] * a[1] - U_f[2] * a[2]) *
                 hinge.D_inverse;
  alpha[k] += vdot;
  return vdot;
}

}  // namespace pintle::floor
