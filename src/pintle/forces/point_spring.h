#pragma once
#include "pintle/base/index.h"
#include "pintle/math/element.h"

/// A spring, a damper and a force between point P of body A and point Q of body B:
///
///     p = p_WQ − p_WP,   ℓ = ‖p‖,   n = p/ℓ,   ℓ̇ = n·(v_Q − v_P)       (1)
///     f = F − k (ℓ − ℓ₀) − c ℓ̇,   f n on Q, −f n on P: f > 0 pushes them apart   (2)
///     E = ½ k (ℓ − ℓ₀)²,   dissipated power = c ℓ̇²,   applied power = F ℓ̇        (3)
///
/// F may live: then it is an output of System::living, new in every stage. At ℓ = 0 there is no direction: n is taken as zero there and the spring does not push.
namespace pintle {

struct PointSpring {
  BodyIndex a, b;
  Slot3 point_a, point_b;                // [m] in the bodies' axes
  Slot stiffness, damping, free_length;  // [N/m], [N s/m], [m]
  Slot force{};                          // F [N]
  int living = -1;                       // output for F; −1: the slot's

  template <class T>
  struct Data {
    Vec3<T> p_AP, p_BQ;
    T stiffness, damping, free_length, force;
  };
  template <class T>
  struct Result {
    Push<T> on_b;     // at Q
    Vec3<T> point_a;  // P, where −on_b.force acts on A
    T energy, dissipated, applied;
  };

  template <class T>
  Data<T> prepare(const Parameters<T>& p, const Pose<T>& X_LA, const Pose<T>& X_LB) const {
    return {X_LA * p[point_a], X_LB * p[point_b], p[stiffness], p[damping], p[free_length], p[force]};
  }

  template <class T>
  Result<T> calc(const Data<T>& d, const End<T>& A, const End<T>& B) const {
    const Vec3<T> P = A.p_WL + A.R_WL * d.p_AP, Q = B.p_WL + B.R_WL * d.p_BQ;
    const Vec3<T> p = Q - P;
    const T length = sqrt(dot(p, p));
    const T inverse_length = select(is_greater(length, T(0.0)), 1.0 / max(length, T(1e-300)), T(0.0));
    const Vec3<T> n = inverse_length * p;
    const T rate = dot(n, velocity_at(B, Q) - velocity_at(A, P));  // (1)
    const T stretch = length - d.free_length;
    const T f = d.force - d.stiffness * stretch - d.damping * rate;  // (2)
    return {{Q, f * n, Vec3<T>::zero()},
            P,
            0.5 * d.stiffness * stretch * stretch,  // (3)
            d.damping * rate * rate,
            d.force * rate};
  }

  /// New values of what lives.
  template <class T>
  void update(const T* outputs, Data<T>& d) const {
    if (living >= 0) d.force = outputs[living];
  }
};

}  // namespace pintle
