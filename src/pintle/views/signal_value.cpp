#include <algorithm>
#include <array>
#include <limits>

#include "pintle/forces/gravity.h"
#include "pintle/structure/motion_signal.h"
#include "pintle/views/instant.h"

namespace pintle {
namespace {

/// The owner of a signal as an observer knows it: all that the kinds of model/signals ask for.
struct Observed {
  const System& system;
  const Parameters<double>& p;
  const Signal& signal;
  const Instant& instant;

  const View<double>& view() const { return instant.view; }
  std::size_t index() const { return static_cast<std::size_t>(signal.index); }
  double time() const { return view().state.t; }

  // of a body, or of a point of one
  BodyIndex body() const {
    return signal.facts().owner == SignalOwner::point ? system.points[index()].body : BodyIndex(signal.index);
  }
  std::size_t b() const { return static_cast<std::size_t>(body().i); }
  BodyMotion<double> motion() const {
    const State<double>& s = view().state;
    return {s.X_WB[b()], s.V_WB[b()].w, s.V_WB[b()].v};
  }
  const Motion<double>& acceleration() const { return view().A_WB[b()]; }
  const Quaternion<double>& orientation() const { return view().state.q_WB[b()]; }
  Vec3<double> gravity_W() const { return p[system.gravity]; }
  Vec3<double> p_BP() const { return p[system.points[index()].p]; }
  double energy() const {
    const BodyRecord& record = system.body(body());
    const Motion<double>& V = view().state.V_WB[b()];
    const double mass = p[record.mass];
    return 0.5 * (mass * dot(V.v, V.v) + dot(V.w, p[record.inertia] * V.w)) +
           calc_gravity_energy(mass, gravity_W(), view().state.X_WB[b()].p);
  }

  // of a joint
  const JointCoordinates<double>& q() const { return view().state.joints[index()]; }
  const JointType& type() const { return system.joints[index()].type; }
  const Vec3<double>& displacement_acceleration() const { return view().displacement_acceleration[index()]; }
  const Vec3<double>& angle_acceleration() const { return view().angle_acceleration[index()]; }
  const Wrench<double>& load() const { return view().load[index()]; }
  const Wrench<double>& reaction() const { return view().reaction[index()]; }
  Wrench<double> impulse() const {
    const bool jumps = instant.jump && index() < instant.jump->impulse.size();
    return jumps ? instant.jump->impulse[index()] : Wrench<double>::zero();
  }

  // of others
  double multiplier(int row) const { return view().multiplier[system.constraints[index()].first + row]; }
  double of_force(int k) const { return view().element[system.elements.force_signal[index()] + k]; }
  double of_contact(int k) const { return view().element[system.elements.contact_signal[index()] + k]; }
  double heat() const {
    if (instant.heat.empty()) return std::numeric_limits<double>::quiet_NaN();
    return instant.heat[static_cast<std::size_t>(system.elements.contact_mode[index()])];
  }
  double of_user() const {
    double value = 0;
    const Formula& formula = system.user_signals[index()];
    FormulaValues(formula).update(system, p, instant, {&value, 1});
    check_values(formula, {&value, 1}, time());
    return value;
  }

  // of the whole
  const Ledger& books() const { return instant.ledger; }
  Momentum momentum() const { return calc_momentum(system, p, view().state); }
  const ConstraintError& error() const { return instant.error; }
  int freedoms() const { return instant.freedoms; }
  int stage() const { return instant.stage; }
};

template <class... Kind>
constexpr auto make_values(Kinds<Kind...>) {
  using Value = double (*)(const Observed&, int component);
  return std::array<Value, sizeof...(Kind)>{[](const Observed& x, int k) -> double { return Kind::value(x, k); }...};
}
constexpr auto values = make_values(SignalKinds());

}  // namespace

double calc_signal(const System& system, const Parameters<double>& p, const Signal& signal, const Instant& instant) {
  return values[static_cast<std::size_t>(signal.kind)]({system, p, signal, instant}, signal.component);
}

Needs needs_of(const System& system, const Signal& signal) {
  const SignalFacts& facts = signal.facts();
  if (facts.owner == SignalOwner::user) return needs_of(system, system.user_signals[signal.index]);
  Needs needs;
  needs.accelerations = facts.need == SignalNeed::accelerations;
  needs.loads = facts.need == SignalNeed::loads;
  needs.reactions = facts.need == SignalNeed::reactions;
  needs.elements = facts.need == SignalNeed::elements;
  needs.signs = facts.need == SignalNeed::signs;
  needs.heat = facts.need == SignalNeed::heat;
  return needs;
}

Needs needs_of(const System& system, const Formula& formula) {
  Needs needs;
  for (const Formula::Input& input : formula.inputs)
    if (input.kind == InputKind::signal) needs = needs | needs_of(system, input.signal);
  return needs;
}

bool reads_ledger(const Formula& formula) {
  return std::ranges::any_of(formula.inputs, [](const Formula::Input& input) {
    return input.kind == InputKind::signal && input.signal.facts().need == SignalNeed::ledger;
  });
}

FormulaValues::FormulaValues(const Formula& formula)
    : formula_(&formula), inputs_(formula.inputs.size()), scratch_(static_cast<std::size_t>(formula.tape.scratch_size())) {}

void FormulaValues::update(const System& system, const Parameters<double>& p, const Instant& instant, std::span<double> outputs) {
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const Formula::Input& input = formula_->inputs[i];
    inputs_[i] = input.kind == InputKind::parameter ? p[input.parameter]
                 : input.kind == InputKind::signal  ? calc_signal(system, p, input.signal, instant)
                                                    : instant.view.state.t;
  }
  formula_->tape.evaluate<double>(inputs_, scratch_, outputs);
}

}  // namespace pintle
