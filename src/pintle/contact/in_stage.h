#pragma once
#include "pintle/contact/contact.h"
#include "pintle/contact/lugre.h"
#include "pintle/laws/bristle.h"

/// A contact in a stage (1 − g A) k = f + c of a linearly implicit method (docs/theory/linearly_implicit.md). Its states leave, and
/// its point keeps a drag. A holds the damping of the normal law and all of friction; the stiffness of the normal law and its
/// states stay explicit: with them in A, steps were as long and less accurate.
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
};

template <class Kind>
inline constexpr bool is_stiff = false;
template <class Shape, class Surface, class Normal, class Friction>
inline constexpr bool is_stiff<Contact<Shape, Surface, Normal, Friction>> = true;

/// It is above its ground in every lane and its states do not live: all that it does is zero.
template <class Shape, class Surface, class Normal, class Friction, class T>
[[gnu::always_inline]] inline bool is_idle(const Contact<Shape, Surface, Normal, Friction>&,
                                           const typename Contact<Shape, Surface, Normal, Friction>::template Data<T>& d,
                                           const Ends<T, 1>& end, Mask<T> touching) {
  return !any(touching | is_greater(Shape::calc(d.p_L, end[0], d.surface).depth, T(0.0)));
}

/// The bristle's part of a stage, isotropic. Where it does not live it stays as it is.
template <class T>
[[gnu::always_inline]] inline CondensedBristle<T> condense(const LuGre::Data<T>& d, const T& normal, const std::array<T, 2>& v,
                                                           const T& g, Mask<T> lives) {
  const T zero(0.0), speed = sqrt(v[0] * v[0] + v[1] * v[1]), ratio = speed * d.inverse_vs;
  const T stribeck = d.mu_k + d.mu_drop * exp(-select(d.squared, ratio * ratio, ratio));
  const T decay = select(is_greater(stribeck, zero), d.sigma0 * speed / max(stribeck, T(1e-300)), zero);
  CondensedBristle<T> out =
      CondensedBristle<T>::of(g, normal, select(lives, d.sigma0, zero), d.sigma1, d.sigma2, select(lives, decay, zero));
  out.h = select(lives, out.h, zero);
  return out;
}

/// act() in a stage.
template <class Shape, class Surface, class Normal, class Friction, class T>
[[gnu::always_inline]] inline auto act_in_stage(const Contact<Shape, Surface, Normal, Friction>& contact,
                                                const typename Contact<Shape, Surface, Normal, Friction>::template Data<T>& d,
                                                const Ends<T, 1>& end, const T* z, Mask<T> touching, const T& g, const T* c_z,
                                                StageMemo<Contact<Shape, Surface, Normal, Friction>, T>& memo,
                                                PointDrag<T>& drag) {
  auto out = contact.act(d, end, z, touching);
  const Vec3<T> v = velocity_at(end[0], out.push[0].point_W);
  for (std::size_t i = 0; i < memo.rate.size(); ++i) memo.rate[i] = c_z ? out.zdot[i] + c_z[i] : out.zdot[i];
  memo.bristle = condense(d.friction, out.signal[0], {dot(d.surface.t1, v), dot(d.surface.t2, v)}, g, touching);
  const T &h = memo.bristle.h, *rate = memo.rate.data() + Normal::states;
  out.push[0].force_W -= h * rate[0] * d.surface.t1 + h * rate[1] * d.surface.t2;
  drag = {d.surface.n, T(0.0), memo.bristle.drag};
  return out;
}

/// The states' part of k, from that of the point's velocity.
template <class Shape, class Surface, class Normal, class Friction, class T>
void expand(const Contact<Shape, Surface, Normal, Friction>&,
            const typename Contact<Shape, Surface, Normal, Friction>::template Data<T>& d,
            const StageMemo<Contact<Shape, Surface, Normal, Friction>, T>& memo, const Vec3<T>& k_point, const T& g,
            Mask<T> touching, T* k_z) {
  for (int i = 0; i < Normal::states; ++i) k_z[i] = memo.rate[i];
  const T slip[2] = {dot(d.surface.t1, k_point), dot(d.surface.t2, k_point)};
  for (int i = 0; i < Friction::states; ++i) {
    const T& rate = memo.rate[Normal::states + i];
    k_z[Normal::states + i] = select(touching, memo.bristle.q * (rate + g * slip[i]), rate);
  }
}

}  // namespace pintle
