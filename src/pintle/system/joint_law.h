#pragma once
#include <optional>

#include "pintle/base/index.h"
#include "pintle/joints/direction.h"
#include "pintle/laws/friction.h"
#include "pintle/laws/limit.h"
#include "pintle/laws/spring.h"
#include "pintle/model/model.h"

/// All that acts on one direction of a joint, the same for every formulation:
///
///     τ = effort − k(q)(q − rest) − c(q) q̇ + stops + friction + latch                                     (1)
///
/// A latch that gives way (actions/lock.h) is a spring and a damper about the value at which it caught, zero while it is open.
namespace pintle {

struct LimitSlots {
  Slot low, high, stiffness, damping;  // not given: ∓ infinity
  std::optional<Slot> restitution;
  int place = -1;  // of stops that give way: their mode in State::stop
};
struct FrictionSlots {
  FrictionKind kind;
  bool squared;  // α = 2 instead of 1
  Slot mu_s, mu_k, vs, sigma0, sigma1, sigma2, radius, preload;
  int place;    // among the loads of structure/friction_loads.h
  int bristle;  // of lugre: its state in z; else −1
};

struct LatchSlots {
  Slot stiffness, damping, rest;  // zero while it is open
};

struct JointLaw {
  JointIndex joint;
  Direction direction;
  SlotTable stiffness, damping;  // tables of one point are constants
  Slot rest, effort;
  bool rests_at_start = false;  // no rest was given: it is where the assembled mechanism starts
  int living = -1;              // the effort is this output of System::living; −1: the slot
  std::optional<LimitSlots> limits{};
  std::optional<FrictionSlots> friction{};
  std::optional<LatchSlots> latch{};

  /// Its stops give way: laws/limit.h.
  bool has_soft_stops() const { return limits && limits->place >= 0; }
  /// Constant stiffness, damping and effort, and nothing else: what a sweep does on the way.
  bool is_linear() const { return stiffness.count == 1 && damping.count == 1 && living < 0 && !limits && !friction && !latch; }
};

/// What a law sees of a run: its coordinate and speed, living effort, load and bristle, mode of its stops.
template <class T>
struct LawInputs {
  T q, v, effort, load, zeta, stop;
};
template <class T>
struct LawEffort {
  T tau, dissipated, applied;
  T zetadot;
};

/// The speed below which dry friction is smoothed: a hundredth of the Stribeck speed v_s.
template <class T>
FrictionNumbers<T> prepare_friction(const Parameters<T>& p, const FrictionSlots& f) {
  const T vs = p[f.vs];
  return {p[f.mu_k],   p[f.mu_s] - p[f.mu_k], 1.0 / vs,    100.0 / vs,  p[f.sigma0],
          p[f.sigma1], p[f.sigma2],           p[f.radius], p[f.preload]};
}

template <class T>
LimitNumbers<T> prepare_limits(const Parameters<T>& p, const LimitSlots& l) {
  return {p[l.low], p[l.high], p[l.stiffness], p[l.damping]};
}

/// (1)
template <class T>
LawEffort<T> calc_law(const JointLaw& law, const Parameters<T>& p, const LawInputs<T>& x) {
  const T drag = calc_table(p, law.damping, x.q) * x.v;
  LawEffort<T> out{x.effort - calc_table(p, law.stiffness, x.q) * (x.q - p[law.rest]) - drag, drag * x.v, x.effort * x.v, T(0.0)};
  if (law.has_soft_stops()) {
    const LimitEffort<T> stop = calc_limit(prepare_limits(p, *law.limits), x.stop, x.q, x.v);
    out.tau = out.tau + stop.tau;
    out.dissipated = out.dissipated + stop.dissipated;
  }
  if (law.latch) {
    const T pull = p[law.latch->damping] * x.v;
    out.tau = out.tau - p[law.latch->stiffness] * (x.q - p[law.latch->rest]) - pull;
    out.dissipated = out.dissipated + pull * x.v;
  }
  if (law.friction) {
    const FrictionSlots& f = *law.friction;
    const FrictionNumbers<T> n = prepare_friction(p, f);
    const T tau = f.kind == FrictionKind::lugre ? calc_bristle_friction(n, f.squared, x.load, x.v, x.zeta, out.zetadot)
                                                : calc_dry_friction(n, f.squared, x.load, x.v);
    out.tau = out.tau + tau;
    out.dissipated = out.dissipated - tau * x.v;
  }
  return out;
}

/// Energy that springs and stops hold at a coordinate [J].
template <class T>
T calc_law_energy(const JointLaw& law, const Parameters<T>& p, const T& q) {
  const T stretch = q - p[law.rest];
  T energy = law.stiffness.count == 1 ? 0.5 * p.at(law.stiffness.i + 1) * stretch * stretch
                                      : calc_table_energy(p, law.stiffness, p[law.rest], q);
  if (law.has_soft_stops()) energy = energy + calc_limit_energy(prepare_limits(p, *law.limits), q);
  if (law.latch) {
    const T caught = q - p[law.latch->rest];
    energy = energy + 0.5 * p[law.latch->stiffness] * caught * caught;
  }
  return energy;
}

}  // namespace pintle
