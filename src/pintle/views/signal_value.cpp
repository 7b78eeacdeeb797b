#include <algorithm>
#include <limits>

#include "pintle/forces/gravity.h"
#include "pintle/math/elementary.h"
#include "pintle/structure/motion_signal.h"
#include "pintle/views/instant.h"

namespace pintle {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

double component_of(const Quaternion<double>& q, int component) {
  return component == 0 ? q.w : component == 1 ? q.x : component == 2 ? q.y : q.z;
}

/// fx fy fz mx my mz, then the two norms, then the parts along the frame's z and across it.
double component_of(const Wrench<double>& w, int component) {
  switch (component) {
    case 6: return norm(w.f);
    case 7: return norm(w.n);
    case 8: return w.f.z;
    case 9: return hypot(w.f.x, w.f.y);
    case 10: return w.n.z;
    case 11: return hypot(w.n.x, w.n.y);
    default: return component < 3 ? w.f[component] : w.n[component - 3];
  }
}

double calc_body_energy(const System& system, const Parameters<double>& p, BodyIndex body, const State<double>& state) {
  const BodyRecord& record = system.body(body);
  const auto b = static_cast<std::size_t>(body.i);
  const Motion<double>& V = state.V_WB[b];
  const double mass = p[record.mass];
  return 0.5 * (mass * dot(V.v, V.v) + dot(V.w, p[record.inertia] * V.w)) +
         calc_gravity_energy(mass, p[system.gravity], state.X_WB[b].p);
}

BodyMotion<double> motion_of(const State<double>& s, BodyIndex body) {
  const auto b = static_cast<std::size_t>(body.i);
  return {s.X_WB[b], s.V_WB[b].w, s.V_WB[b].v};
}

double calc_body_signal(const System& system, const Parameters<double>& p, const Signal& signal, const View<double>& view) {
  const auto b = static_cast<std::size_t>(signal.index);
  const int k = signal.component;
  switch (signal.kind) {
    case SignalKind::acceleration: return component_of(view.A_WB[b].v, k);
    case SignalKind::orientation: return component_of(view.state.q_WB[b], k);
    case SignalKind::angular_acceleration: return component_of(view.A_WB[b].w, k);
    case SignalKind::body_energy: return calc_body_energy(system, p, BodyIndex(signal.index), view.state);
    default: return calc_body_motion(signal, motion_of(view.state, BodyIndex(signal.index)), p[system.gravity]);
  }
}

/// a_P = a + R (α × p + ω × (ω × p)), α and ω in body axes.
double calc_point_signal(const System& system, const Parameters<double>& p, const Signal& signal, const View<double>& view) {
  const PointRecord& point = system.points[static_cast<std::size_t>(signal.index)];
  const BodyMotion<double> body = motion_of(view.state, point.body);
  const Vec3<double> p_BP = p[point.p];
  if (signal.kind == SignalKind::point_position || signal.kind == SignalKind::point_velocity)
    return calc_point_motion(signal, body, p_BP);
  const Motion<double>& A = view.A_WB[static_cast<std::size_t>(point.body.i)];
  const Vec3<double> a_W = A.v + body.X_WB.R * (cross(A.w, p_BP) + centripetal(body.w_B, p_BP));
  if (signal.kind == SignalKind::point_acceleration) return component_of(a_W, signal.component);
  return component_of(transpose_times(body.X_WB.R, a_W - p[system.gravity]), signal.component);
}

double calc_joint_signal(const System& system, const Signal& signal, const Instant& instant) {
  const auto j = static_cast<std::size_t>(signal.index);
  const int k = signal.component;
  const View<double>& view = instant.view;
  const JointCoordinates<double>& q = view.state.joints[j];
  const JointType& type = system.joints[j].type;
  switch (signal.kind) {
    case SignalKind::coordinate:
      if (type.ball && k >= 3) return calc_sequence_angles(type.sequence, to_matrix(q.rotation)).angle[k - 3];
      return calc_joint_motion(signal, q);
    case SignalKind::coordinate_rate: return calc_joint_motion(signal, q);
    case SignalKind::coordinate_acceleration:
      return component_of(view.displacement_acceleration[j], view.angle_acceleration[j], k);
    case SignalKind::joint_rotation: return component_of(q.rotation, k);
    case SignalKind::load: return component_of(view.load[j], k);
    case SignalKind::reaction: return component_of(view.reaction[j], k);
    default: return instant.jump && j < instant.jump->impulse.size() ? component_of(instant.jump->impulse[j], k) : 0.0;
  }
}

double calc_element_signal(const System& system, const Signal& signal, const View<double>& view) {
  const ElementPools& all = system.elements;
  const std::vector<int>& first = signal.kind == SignalKind::contact ? all.contact_signal : all.force_signal;
  return view.element[static_cast<std::size_t>(first[static_cast<std::size_t>(signal.index)] + signal.component)];
}

}  // namespace

double calc_signal(const System& system, const Parameters<double>& p, const Signal& signal, const Instant& instant) {
  const View<double>& view = instant.view;
  switch (signal.kind) {
    case SignalKind::time: return view.state.t;
    case SignalKind::kinetic_energy: return instant.ledger.kinetic;
    case SignalKind::potential_energy: return instant.ledger.potential;
    case SignalKind::total_energy: return instant.ledger.total();
    case SignalKind::dissipated_energy: return instant.ledger.dissipated();
    case SignalKind::momentum: return component_of(calc_momentum(system, p, view.state).linear, signal.component);
    case SignalKind::angular_momentum: return component_of(calc_momentum(system, p, view.state).angular, signal.component);
    case SignalKind::constraint_error: return signal.component == 0 ? instant.error.position : instant.error.velocity;
    case SignalKind::freedoms: return instant.freedoms;
    case SignalKind::position:
    case SignalKind::velocity:
    case SignalKind::acceleration:
    case SignalKind::orientation:
    case SignalKind::attitude:
    case SignalKind::angular_velocity:
    case SignalKind::angular_acceleration:
    case SignalKind::tilt:
    case SignalKind::roll_pitch_yaw:
    case SignalKind::body_energy: return calc_body_signal(system, p, signal, view);
    case SignalKind::coordinate:
    case SignalKind::coordinate_rate:
    case SignalKind::coordinate_acceleration:
    case SignalKind::joint_rotation:
    case SignalKind::load:
    case SignalKind::reaction:
    case SignalKind::impulse: return calc_joint_signal(system, signal, instant);
    case SignalKind::multiplier:
      return view.multiplier[static_cast<std::size_t>(system.constraints[static_cast<std::size_t>(signal.index)].first +
                                                      signal.component)];
    case SignalKind::point_position:
    case SignalKind::point_velocity:
    case SignalKind::point_acceleration:
    case SignalKind::specific_force: return calc_point_signal(system, p, signal, view);
    case SignalKind::contact:
    case SignalKind::force: return calc_element_signal(system, signal, view);
    case SignalKind::user: {
      double value = 0;
      const Formula& formula = system.user_signals[static_cast<std::size_t>(signal.index)];
      FormulaValues(formula).update(system, p, instant, {&value, 1});
      check_values(formula, {&value, 1}, view.state.t);
      return value;
    }
  }
  return unknown;
}

Needs needs_of(const System& system, const Signal& signal) {
  Needs needs;
  switch (signal.kind) {
    case SignalKind::acceleration:
    case SignalKind::angular_acceleration:
    case SignalKind::point_acceleration:
    case SignalKind::specific_force:
    case SignalKind::coordinate_acceleration: needs.accelerations = true; break;
    case SignalKind::orientation: needs.signs = true; break;
    case SignalKind::load: needs.loads = true; break;
    case SignalKind::reaction:
    case SignalKind::multiplier: needs.reactions = true; break;
    case SignalKind::contact:
    case SignalKind::force: needs.elements = true; break;
    case SignalKind::user: return needs_of(system, system.user_signals[static_cast<std::size_t>(signal.index)]);
    default: break;
  }
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
    if (input.kind != InputKind::signal) return false;
    const SignalKind kind = input.signal.kind;
    return kind == SignalKind::kinetic_energy || kind == SignalKind::potential_energy || kind == SignalKind::total_energy ||
           kind == SignalKind::dissipated_energy;
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
