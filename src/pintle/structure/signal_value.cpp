#include <cmath>
#include <limits>

#include "pintle/forces/gravity.h"
#include "pintle/structure/instant.h"

namespace pintle {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

double component_of(const Vec3<double>& v, int component) { return component == norm_component ? norm(v) : v[component]; }

double component_of(const Quaternion<double>& q, int component) {
  return component == 0 ? q.w : component == 1 ? q.x : component == 2 ? q.y : q.z;
}

/// A vector per translation and one per rotation, addressed by direction.
double component_of(const Vec3<double>& linear, const Vec3<double>& angular, int component) {
  if (component == norm_component) return norm(linear);
  if (component == angular_norm_component) return norm(angular);
  return component < 3 ? linear[component] : angular[component - 3];
}

/// fx fy fz mx my mz, then the two norms, then the parts along the frame's z and across it.
double component_of(const Wrench<double>& w, int component) {
  switch (component) {
    case 6: return norm(w.f);
    case 7: return norm(w.n);
    case 8: return w.f.z;
    case 9: return std::hypot(w.f.x, w.f.y);
    case 10: return w.n.z;
    case 11: return std::hypot(w.n.x, w.n.y);
    default: return component < 3 ? w.f[component] : w.n[component - 3];
  }
}

/// Angle of body z to up; up is against gravity, without gravity world z.
double calc_tilt(const Mat3<double>& R_WB, const Vec3<double>& gravity_W) {
  const Vec3<double> up = norm(gravity_W) > 0 ? -gravity_W : unit<double>(2), z = R_WB.column(2);
  return std::atan2(norm(cross(z, up)), dot(z, up));
}

/// R = Rz(yaw) Ry(pitch) Rx(roll).
double calc_roll_pitch_yaw(const Mat3<double>& R, int component) {
  if (component == 0) return std::atan2(R.zy, R.zz);
  if (component == 1) return std::atan2(-R.zx, std::hypot(R.xx, R.yx));
  return std::atan2(R.yx, R.xx);
}

double calc_body_energy(const System& system, const Parameters<double>& p, BodyIndex body, const State<double>& state) {
  const BodyRecord& record = system.body(body);
  const auto b = static_cast<std::size_t>(body.i);
  const Motion<double>& V = state.V_WB[b];
  const double mass = p[record.mass];
  return 0.5 * (mass * dot(V.v, V.v) + dot(V.w, p[record.inertia] * V.w)) +
         calc_gravity_energy(mass, p[system.gravity], state.X_WB[b].p);
}

double calc_body_signal(const System& system, const Parameters<double>& p, const Signal& signal, const View<double>& view) {
  const auto b = static_cast<std::size_t>(signal.index);
  const int k = signal.component;
  const State<double>& s = view.state;
  switch (signal.kind) {
    case SignalKind::position: return component_of(s.X_WB[b].p, k);
    case SignalKind::velocity: return component_of(s.V_WB[b].v, k);
    case SignalKind::acceleration: return component_of(view.A_WB[b].v, k);
    case SignalKind::orientation: return component_of(s.q_WB[b], k);
    case SignalKind::attitude: return s.X_WB[b].R(k / 3, k % 3);
    case SignalKind::angular_velocity: return component_of(s.V_WB[b].w, k);
    case SignalKind::angular_acceleration: return component_of(view.A_WB[b].w, k);
    case SignalKind::tilt: return calc_tilt(s.X_WB[b].R, p[system.gravity]);
    case SignalKind::roll_pitch_yaw: return calc_roll_pitch_yaw(s.X_WB[b].R, k);
    default: return calc_body_energy(system, p, BodyIndex(signal.index), s);
  }
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
      return component_of(q.displacement, q.angle, k);
    case SignalKind::coordinate_rate: return component_of(q.velocity, q.rate, k);
    case SignalKind::coordinate_acceleration:
      return component_of(view.displacement_acceleration[j], view.angle_acceleration[j], k);
    case SignalKind::joint_rotation: return component_of(q.rotation, k);
    case SignalKind::load: return component_of(view.load[j], k);
    case SignalKind::reaction: return component_of(view.reaction[j], k);
    default: return instant.jump && j < instant.jump->impulse.size() ? component_of(instant.jump->impulse[j], k) : 0.0;
  }
}

double calc_element_signal(const Signal& signal, const View<double>& view) {
  const auto i = static_cast<std::size_t>(signal.index);
  const auto force = [&]() -> const ForceView<double>& {
    const std::size_t points = view.point_forces.size();
    return i < points ? view.point_forces[i] : view.point_springs[i - points];
  };
  switch (signal.kind) {
    case SignalKind::normal_force: return view.contacts[i].normal;
    case SignalKind::friction_force: return view.contacts[i].friction;
    case SignalKind::slip_speed: return view.contacts[i].slip;
    case SignalKind::penetration: return view.contacts[i].depth;
    case SignalKind::touching: return view.state.mode[i].yes ? 1.0 : 0.0;
    case SignalKind::force_size: return force().size;
    default: return force().power;
  }
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
    case SignalKind::normal_force:
    case SignalKind::friction_force:
    case SignalKind::slip_speed:
    case SignalKind::penetration:
    case SignalKind::touching:
    case SignalKind::force_size:
    case SignalKind::force_power: return calc_element_signal(signal, view);
  }
  return unknown;
}

Needs needs_of(const Signal& signal) {
  Needs needs;
  switch (signal.kind) {
    case SignalKind::acceleration:
    case SignalKind::angular_acceleration:
    case SignalKind::coordinate_acceleration: needs.accelerations = true; break;
    case SignalKind::load: needs.loads = true; break;
    case SignalKind::reaction: needs.reactions = true; break;
    case SignalKind::normal_force:
    case SignalKind::friction_force:
    case SignalKind::slip_speed:
    case SignalKind::penetration:
    case SignalKind::force_size:
    case SignalKind::force_power: needs.elements = true; break;
    default: break;
  }
  return needs;
}

}  // namespace pintle
