#pragma once
#include "pintle/contact/contact.h"
#include "pintle/laws/bristle.h"

/// A contact in a stage (1 − g A) k = f + c of a linearly implicit method (docs/theory/linearly_implicit.md). Its states leave, and
/// its point keeps a drag. A holds the damping of the normal law, c = ∂F_n/∂ε̇, and all of friction; the stiffness of the normal
/// law and its states stay explicit: with them in A, steps were as long and less accurate.
namespace pintle {

/// A force −D k at a point, k being the unknown rate of its velocity, D = along n nᵀ + across (1 − n nᵀ) [kg].
template <class T>
struct PointDrag {
  Vec3<T> n_W;
  T along, across;

  [[gnu::always_inline]] Vec3<T> operator*(const Vec3<T>& k) const { return across * k + (along - across) * dot(n_W, k) * n_W; }
};

/// What a contact remembers of a stage until its motion is known.
template <class Kind, class T>
struct StageMemo {
  CondensedBristle<T> bristle;
  std::array<T, Kind::states> rate;  // ż + c_z
  Vec3<T> t1, t2;                    // axes of the surface where it touched
};

/// Contacts with the world's ground; one that pushes a second body stays explicit.
template <class Kind>
inline constexpr bool is_stiff = false;
template <class Touching>
inline constexpr bool is_stiff<Contact<Touching>> = Touching::ends == 1;

/// It is above its ground in every lane and its states do not live: all that it does is zero.
template <class T>
[[gnu::always_inline]] inline bool is_idle(const Touch<T>& touch, Mask<T> touching) {
  return !any(touching | is_greater(touch.depth, T(0.0)));
}

/// How many states of the contact are the normal law's.
template <class Touching, class T>
int count_normal_states(const typename Contact<Touching>::template Data<T>& d) {
  int count = 0;
  visit_kind(NormalKinds(), d.normal, [&]<class Law>(std::type_identity<Law>, const auto&) { count = Law::states; });
  return count;
}

/// Friction without states: a drag that takes its force to zero with the slip.
template <class T>
[[gnu::always_inline]] inline CondensedBristle<T> condense_sliding(const std::array<T, 2>& v, const T& force, const T& g) {
  const T zero(0.0), speed = sqrt(v[0] * v[0] + v[1] * v[1]);
  return {T(1.0), zero, g * select(is_greater(speed, zero), force / max(speed, T(1e-300)), zero)};
}

/// act() in a stage, where it touches.
template <class Touching, class T>
[[gnu::always_inline]] inline auto act_in_stage(const Contact<Touching>& contact,
                                                const typename Contact<Touching>::template Data<T>& d, const Touch<T>& touch,
                                                const T* z, Mask<T> touching, const T& g, const T* c_z,
                                                StageMemo<Contact<Touching>, T>& memo, PointDrag<T>& drag) {
  memo.t1 = touch.t1;
  memo.t2 = touch.t2;
  T more[2] = {T(0.0), T(0.0)};  // force along t₁, t₂, of a bristle that leaves
  T load(0.0);
  auto out = contact.act_at(
      d, touch, z, touching,
      [&]<class Law>(std::type_identity<Law>, const auto& law, const auto& rubbed, const T& normal, int first, const auto& zdot) {
        load = normal;
        if constexpr (Law::states > 0) {
          memo.bristle = Law::condense(law, rubbed, normal, g, touching);
          for (int i = 0; i < 2; ++i) {
            const auto at = static_cast<std::size_t>(first + i);
            more[i] = memo.bristle.h * (c_z ? zdot[at] + c_z[at] : zdot[at]);
          }
        } else {
          memo.bristle =
              condense_sliding(touch.slip, sqrt(rubbed.force[0] * rubbed.force[0] + rubbed.force[1] * rubbed.force[1]), g);
        }
      });
  for (std::size_t i = 0; i < memo.rate.size(); ++i) memo.rate[i] = c_z ? out.zdot[i] + c_z[i] : out.zdot[i];
  out.push[0].force_W -= more[0] * touch.t1 + more[1] * touch.t2;
  T damping(0.0);
  visit_kind(NormalKinds(), d.normal, [&]<class Law>(std::type_identity<Law>, const auto& law) {
    damping = Law::calc_damping(law, touch.depth, touch.rate, load);
  });
  drag = {touch.n, g * damping, memo.bristle.drag};
  return out;
}

/// The states' part of k, from that of the point's velocity.
template <class Touching, class T>
void expand(const Contact<Touching>&, const typename Contact<Touching>::template Data<T>& d,
            const StageMemo<Contact<Touching>, T>& memo, const Vec3<T>& k_point, const T& g, Mask<T> touching, T* k_z) {
  const int first = count_normal_states<Touching, T>(d);
  for (int i = 0; i < first; ++i) k_z[i] = memo.rate[i];
  const T slip[2] = {dot(memo.t1, k_point), dot(memo.t2, k_point)};
  visit_kind(FrictionKinds(), d.friction, [&]<class Law>(std::type_identity<Law>, const auto&) {
    for (int i = 0; i < Law::states; ++i) {
      const T& rate = memo.rate[first + i];
      k_z[first + i] = select(touching, memo.bristle.q * (rate + g * slip[i]), rate);
    }
  });
}

}  // namespace pintle
