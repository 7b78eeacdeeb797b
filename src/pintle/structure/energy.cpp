#include "pintle/contact/point_on_plane.h"
#include "pintle/forces/gravity.h"
#include "pintle/structure/instant.h"

namespace pintle {
namespace {

/// T = ½ m v·v + ½ ω·I ω, with v of the mass centre and ω in body axes.
double calc_kinetic(const System& system, const Parameters<double>& p, const State<double>& state) {
  double sum = 0;
  for (std::size_t b = 1; b < system.bodies.size(); ++b) {
    const Motion<double>& V = state.V_WB[b];
    sum += p[system.bodies[b].mass] * dot(V.v, V.v) + dot(V.w, p[system.bodies[b].inertia] * V.w);
  }
  return 0.5 * sum;
}

double calc_gravity(const System& system, const Parameters<double>& p, const State<double>& state) {
  double sum = 0;
  for (std::size_t b = 1; b < system.bodies.size(); ++b)
    sum += calc_gravity_energy(p[system.bodies[b].mass], p[system.gravity], state.X_WB[b].p);
  return sum;
}

double calc_joint_springs(const System& system, const Parameters<double>& p, const State<double>& state) {
  double sum = 0;
  for (const JointLaw& law : system.laws) {
    const JointCoordinates<double>& joint = state.joints[static_cast<std::size_t>(law.joint.i)];
    sum += calc_law_energy(law, p, (is_translation(law.direction) ? joint.displacement : joint.angle)[axis_of(law.direction)]);
  }
  return sum;
}

/// A body as elements see it, in the frame of its mass centre.
struct BodyEnd {
  const Pose<double>& X_WB;
  Vec3<double> w_W;
  const Vec3<double>& v_W;

  BodyEnd(const State<double>& state, BodyIndex b)
      : X_WB(state.X_WB[static_cast<std::size_t>(b.i)]),
        w_W(X_WB.R * state.V_WB[static_cast<std::size_t>(b.i)].w),
        v_W(state.V_WB[static_cast<std::size_t>(b.i)].v) {}
  End<double> end() const { return {X_WB.R, X_WB.p, w_W, v_W}; }
};

double calc_point_springs(const System& system, const Parameters<double>& p, const State<double>& state) {
  const Pose<double> same = Pose<double>::identity();
  double sum = 0;
  for (const PointSpring& spring : system.point_springs.items) {
    const BodyEnd A(state, spring.a), B(state, spring.b);
    sum += spring.calc(spring.prepare(p, same, same), A.end(), B.end()).energy;
  }
  return sum;
}

double calc_contacts(const System& system, const Parameters<double>& p, const State<double>& state) {
  const Pose<double> same = Pose<double>::identity();
  double sum = 0;
  for (std::size_t i = 0; i < system.contacts.items.size(); ++i) {
    const PointOnPlane& contact = system.contacts.items[i];
    const BodyEnd body(state, contact.body);
    sum += contact.calc(contact.prepare(p, same), body.end(), &state.z[PointOnPlane::states * i], state.mode[i]).energy;
  }
  return sum;
}

}  // namespace

void update_energy(const System& system, const Parameters<double>& p, const View<double>& view, Ledger& ledger) {
  const State<double>& state = view.state;
  ledger.kinetic = calc_kinetic(system, p, state);
  ledger.contact_stored = calc_contacts(system, p, state);
  ledger.potential = calc_gravity(system, p, state) + calc_joint_springs(system, p, state) +
                     calc_point_springs(system, p, state) + ledger.contact_stored;
}

}  // namespace pintle
