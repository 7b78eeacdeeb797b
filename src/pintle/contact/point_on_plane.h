#pragma once
#include <array>

#include "pintle/base/index.h"
#include "pintle/math/element.h"

/// A point of a body on a plane of the world: standard-linear-solid normal law and LuGre friction
/// [Wachlin 2018, eq. 6.1–6.6]; where the source is silent, as written here.
///
///     ε = n·(p₀ − p_WP)                         penetration [m]                              (1)
///     F_n = max(0, k_e (ε − ε_v))  for ε > 0, else 0                                         (2)
///     ε̇_v = (F_n − k_v ε_v)/c_v                 the ground recovers without pulling          (3)
///     ż = v_t − σ₀ |v_t|/g(v_t) z,   g = μ_k + (μ_s − μ_k) exp(−(|v_t|/v_s)^α)               (4)
///     F_t = −F_n (σ₀ z + σ₁ ż + σ₂ v_t)                                                     (5)
///     E = ½ k_e (ε − ε_v)₊² + ½ k_v ε_v²        stored in the ground [J]                     (6)
///
/// States: ε_v and the bristle z in the plane's axes t₁, t₂. They live while the mode `touching` is on; the force is a
/// function of ε in every stage, so a step that runs into the ground stays smooth until the touch is located.
/// Without friction (μ_s = μ_k = 0 and no σ) F_t = 0. α is 1 or 2.
namespace pintle {

struct PointOnPlane {
  static constexpr int states = 3;
  BodyIndex body;
  Slot3 point;    // [m] in the body's axes
  Slot3 origin;   // a point of the plane [m]
  SlotPose axes;  // columns t₁, t₂, n in world axes
  Slot ke, kv, cv, mu_s, mu_k, sigma0, sigma1, sigma2, vs;
  Slot scale;    // multiplies ke, kv, cv
  bool squared;  // α = 2 instead of 1

  template <class T>
  struct Data {
    Vec3<T> p_LP, p0, t1, t2, n;
    T ke, kv, inverse_cv, mu_k, mu_drop, sigma0, sigma1, sigma2, inverse_vs;
  };
  template <class T>
  struct Result {
    Push<T> push;
    T depth;                         // ε
    T normal, friction1, friction2;  // F_n, and F_t along t₁, t₂
    T slip1, slip2;                  // v_t
    T energy;                        // (6)
    std::array<T, states> zdot;
  };

  template <class T>
  Data<T> prepare(const Parameters<T>& p, const Pose<T>& X_LB) const {
    const Mat3<T> R = p[axes].R;
    const T s = p[scale];
    return {X_LB * p[point],   p[origin], R.column(0),       R.column(1), R.column(2), s * p[ke], s * p[kv],
            1.0 / (s * p[cv]), p[mu_k],   p[mu_s] - p[mu_k], p[sigma0],   p[sigma1],   p[sigma2], 1.0 / p[vs]};
  }

  template <class T>
  T calc_depth(const Data<T>& d, const End<T>& end) const {
    return dot(d.n, d.p0 - (end.p_WL + end.R_WL * d.p_LP));  // (1)
  }

  template <class T>
  Result<T> calc(const Data<T>& d, const End<T>& end, const T* z, Mask<T> touching) const {
    const T zero(0.0);
    const Vec3<T> point_W = end.p_WL + end.R_WL * d.p_LP, v = velocity_at(end, point_W);
    const T depth = dot(d.n, d.p0 - point_W);  // (1)
    const T squeeze = max(depth - z[0], zero);
    const T normal = select(is_greater(depth, zero), d.ke * squeeze, zero);  // (2)
    const T v1 = dot(d.t1, v), v2 = dot(d.t2, v);
    const T speed = sqrt(v1 * v1 + v2 * v2);
    const T ratio = speed * d.inverse_vs;
    const T stribeck = d.mu_k + d.mu_drop * exp(-(squared ? ratio * ratio : ratio));
    const T decay = select(is_greater(stribeck, zero), d.sigma0 * speed / max(stribeck, T(1e-300)), zero);
    const T z1dot = v1 - decay * z[1], z2dot = v2 - decay * z[2];                   // (4)
    const T f1 = -(normal * (d.sigma0 * z[1] + d.sigma1 * z1dot + d.sigma2 * v1));  // (5)
    const T f2 = -(normal * (d.sigma0 * z[2] + d.sigma1 * z2dot + d.sigma2 * v2));
    Result<T> out;
    out.push = {point_W, f1 * d.t1 + f2 * d.t2 + normal * d.n, Vec3<T>::zero()};
    out.depth = depth;
    out.normal = normal;
    out.friction1 = f1;
    out.friction2 = f2;
    out.slip1 = v1;
    out.slip2 = v2;
    const T stored = select(is_greater(depth, zero), d.ke * squeeze * squeeze, zero) + d.kv * z[0] * z[0];
    out.energy = 0.5 * stored;                                                  // (6)
    out.zdot = {select(touching, (normal - d.kv * z[0]) * d.inverse_cv, zero),  // (3)
                select(touching, z1dot, zero), select(touching, z2dot, zero)};
    return out;
  }

  /// The mode after an accepted step; where it turns off, the states are forgotten.
  template <class T>
  Mask<T> next_mode(const Data<T>& d, const End<T>& end, T* z, Mask<T> decide, Mask<T> touching) const {
    const Mask<T> below = is_greater(calc_depth(d, end), T(0.0));
    const Mask<T> next = (decide & below) | ((!decide) & touching);
    for (int i = 0; i < states; ++i) z[i] = select(decide & (!below), T(0.0), z[i]);
    return next;
  }
};

}  // namespace pintle
