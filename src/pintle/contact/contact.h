#pragma once
#include "pintle/math/element.h"

/// A shape of a body on a surface: the normal law turns how deep it is into a force along n, the friction law turns that force
/// and the speed of sliding into a force along t₁, t₂.
///
///     F = F_n n + F₁ t₁ + F₂ t₂   at the point that touches              (1)
///
/// States of both laws live while the mode `touching` is on, and are forgotten where it turns off; the force is a function of
/// depth in every stage, so a step that runs into the ground stays smooth until the touch is located.
namespace pintle {

template <class ShapeKind, class SurfaceKind, class NormalKind, class FrictionKind>
struct Contact : PointsOn<1> {
  using Shape = ShapeKind;
  using Surface = SurfaceKind;
  using Normal = NormalKind;
  using Friction = FrictionKind;
  static constexpr int states = Normal::states + Friction::states;
  static constexpr bool has_mode = true, has_axes = false;
  static constexpr std::array accounts{Account::contact};
  static constexpr std::array signals{ElementSignal{"normal_force", "N", "Normal forces of contacts", true},
                                      ElementSignal{"friction_force", "N", "Friction forces of contacts", true},
                                      ElementSignal{"slip_speed", "m/s"}, ElementSignal{"penetration", "m", "Penetration"},
                                      ElementSignal{"touching", "1", "", false, true}};

  Surface surface;
  typename Normal::template Law<Slot> normal;
  typename Friction::template Law<Slot> friction;
  Slot scale;  // multiplies the numbers of the normal law

  template <class T>
  struct Data {
    Vec3<T> p_L;
    typename Surface::template Data<T> surface;
    typename Normal::template Data<T> normal;
    typename Friction::template Data<T> friction;
  };

  template <class T>
  Data<T> prepare(const Parameters<T>& p, const std::array<Pose<T>, 1>& X_LB) const {
    return {X_LB[0] * p[at[0]], surface.prepare(p), Normal::prepare(value_of(p, normal), p[scale]),
            Friction::prepare(value_of(p, friction))};
  }

  template <class T>
  void update(const T*, Data<T>&) const {}

  template <class T>
  [[gnu::always_inline]] Effect<T, Contact> act(const Data<T>& d, const Ends<T, 1>& end, const T* z, Mask<T> touching) const {
    const auto [point_W, depth] = Shape::calc(d.p_L, end[0], d.surface);
    const Vec3<T> v = velocity_at(end[0], point_W);
    const auto normal_law = Normal::calc(d.normal, depth, -dot(d.surface.n, v), z);
    const std::array<T, 2> slip{dot(d.surface.t1, v), dot(d.surface.t2, v)};
    const auto rubbing = Friction::calc(d.friction, normal_law.force, slip, z + Normal::states);
    const auto [f1, f2] = rubbing.force;
    const Vec3<T> force_W = f1 * d.surface.t1 + f2 * d.surface.t2 + normal_law.force * d.surface.n;  // (1)
    Effect<T, Contact> out{{{{point_W, force_W, Vec3<T>::zero()}}}, normal_law.stored, {}, {}, {}};
    out.power = {calc_power(out.push[0], end[0])};
    for (int i = 0; i < Normal::states; ++i) out.zdot[i] = select(touching, normal_law.zdot[i], T(0.0));
    for (int i = 0; i < Friction::states; ++i) out.zdot[Normal::states + i] = select(touching, rubbing.zdot[i], T(0.0));
    out.signal = {normal_law.force, sqrt(f1 * f1 + f2 * f2), sqrt(slip[0] * slip[0] + slip[1] * slip[1]), depth,
                  select(touching, T(1.0), T(0.0))};
    return out;
  }

  /// How deep it is where its body is.
  template <class T>
  T calc_depth(const Parameters<T>& p, const Pose<T>& X_WB) const {
    const Vec3<T> still = Vec3<T>::zero();
    return Shape::calc(p[at[0]], End<T>{X_WB.R, X_WB.p, still, still}, surface.prepare(p)).depth;
  }

  /// The mode after an accepted step; where it turns off, the states are forgotten.
  template <class T>
  Mask<T> next_mode(const Data<T>& d, const Ends<T, 1>& end, T* z, Mask<T> decide, Mask<T> touching) const {
    const Mask<T> below = is_greater(Shape::calc(d.p_L, end[0], d.surface).depth, T(0.0));
    const Mask<T> next = (decide & below) | ((!decide) & touching);
    for (int i = 0; i < states; ++i) z[i] = select(decide & (!below), T(0.0), z[i]);
    return next;
  }
};

}  // namespace pintle
