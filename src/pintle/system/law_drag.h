#pragma once
#include "pintle/laws/bristle.h"
#include "pintle/system/joint_law.h"

/// What laws of joints have in the matrix A of a linearly implicit stage (docs/theory/linearly_implicit.md):
///
///     k = −∂τ/∂q,   c = −∂τ/∂q̇                                                                         (1)
///
/// of springs, dampers, latches and stops by their mode, and of friction what falls with the speed; left out are slopes of
/// tables, of living efforts and of loads, and the falling part of a Stribeck curve, which drives rather than holds. A bristle
/// has left by then (laws/bristle.h).
namespace pintle {

template <class T>
struct LawDrag {
  T k, c;
  CondensedBristle<T> bristle;
};

/// −∂τ/∂v of laws/friction.h (2), g(v) held.
template <class T>
T calc_dry_drag(const FrictionNumbers<T>& n, bool squared, const T& load, const T& v) {
  const T share = calc_tanh(v * n.inverse_v0);
  return (load + n.preload) * n.radius * (calc_stribeck(n, squared, abs(v)) * (1.0 - share * share) * n.inverse_v0 + n.sigma2);
}

/// laws/friction.h (3) in a stage.
template <class T>
CondensedBristle<T> condense_bristle(const FrictionNumbers<T>& n, bool squared, const T& load, const T& v, const T& g) {
  const T speed = abs(v), slide = calc_stribeck(n, squared, speed);
  const T decay = select(is_greater(slide, T(0.0)), n.sigma0 * speed / max(slide, T(1e-300)), T(0.0));
  return CondensedBristle<T>::of(g, (load + n.preload) * n.radius, n.sigma0, n.sigma1, n.sigma2, decay);
}

/// (1) of all that a law is made of.
template <class T>
LawDrag<T> calc_law_drag(const JointLaw& law, const Parameters<T>& p, const LawInputs<T>& x, const T& g) {
  const T zero(0.0);
  LawDrag<T> out{calc_table(p, law.stiffness, x.q), calc_table(p, law.damping, x.q), {T(1.0), zero, zero}};
  if (law.has_soft_stops()) {
    const LimitNumbers<T> n = prepare_limits(p, *law.limits);
    const Mask<T> pushes = is_greater(abs(x.stop), T(0.5)) & is_less(abs(x.stop), T(1.5));
    out.k = out.k + select(pushes, n.stiffness, zero);
    out.c = out.c + select(pushes, n.damping, zero);
  }
  if (law.latch) {
    out.k = out.k + p[law.latch->stiffness];
    out.c = out.c + p[law.latch->damping];
  }
  if (law.friction) {
    const FrictionSlots& f = *law.friction;
    const FrictionNumbers<T> n = prepare_friction(p, f);
    if (f.kind == FrictionKind::lugre)
      out.bristle = condense_bristle(n, f.squared, x.load, x.v, g);
    else
      out.c = out.c + calc_dry_drag(n, f.squared, x.load, x.v);
  }
  return out;
}

}  // namespace pintle
