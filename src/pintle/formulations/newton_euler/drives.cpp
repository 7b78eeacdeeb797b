#include "pintle/formulations/newton_euler/drives.h"

namespace pintle::newton_euler {

Drives::Drives(const System& system, const Plan& plan) : system_(system), plan_(plan), driving_(system) {
  for (int i = 1; i < plan.tree.size(); ++i)
    for (const Driver& driver : system.drivers)
      if (driver.joint == plan.tree.links[static_cast<std::size_t>(i)].joint && (links_.empty() || links_.back() != i))
        links_.push_back(i);
}

void Drives::update(double t, const Parameters<double>& p, const double* z, std::span<Gauge> gauges,
                    std::vector<JointCoordinates<double>>& held, Mechanism& m) {
  driving_.update(t, p, z);
  driving_.put_coordinates(held);
  update_gauges(p, held, gauges);
  for (int i : links_) {
    const JointIndex j = plan_.tree.links[static_cast<std::size_t>(i)].joint;
    const JointType& type = system_.joint(j).type;
    HeldJoint& joint = m.joints[static_cast<std::size_t>(i)];
    joint = make_held_joint(system_, plan_, p, i, held[static_cast<std::size_t>(j.i)]);
    const Mat3<double> R_AF = p[system_.joint(j).X_PF].R;
    JointCoordinates<double> q =
        calc_coordinates(gauges[static_cast<std::size_t>(j.i)], held[static_cast<std::size_t>(j.i)],
                         m.placed[static_cast<std::size_t>(joint.a)], m.placed[static_cast<std::size_t>(joint.b)]);
    Vec3<double> slide_v = Vec3<double>::zero(), slide_a = slide_v, rate = slide_v, second = slide_v;
    for (std::size_t k = 0; k < system_.drivers.size(); ++k) {
      const Driver& driver = system_.drivers[k];
      if (driver.joint != j) continue;
      const Drive<double>& told = driving_[static_cast<int>(k)];
      const int axis = axis_of(driver.direction);
      if (is_translation(driver.direction)) {
        joint.slides = true;
        slide_v[axis] = told.v;
        slide_a[axis] = told.a;
      } else {
        joint.turns = true;
        q.angle[axis] = told.q;
        q.rate[axis] = rate[axis] = told.v;
        second[axis] = told.a;
      }
    }
    joint.slide_v = R_AF * slide_v;
    joint.slide_a = R_AF * slide_a;
    if (!joint.turns) continue;
    const Mat3<double> axes = calc_rotation_axes(type, q);
    joint.turn_v = R_AF * (axes * rate);
    joint.turn_a = R_AF * (axes * second + calc_rotation_bias(type, q));
  }
}

double Drives::calc_power(const Mechanism& m, std::span<const Wrench<double>> reactions, int link) const {
  const HeldJoint& joint = m.joints[static_cast<std::size_t>(link)];
  const Mat3<double>& R = m.placed[static_cast<std::size_t>(joint.a)].R;
  const Wrench<double>& on_child = reactions[static_cast<std::size_t>(link)];
  return dot(on_child.f, R * joint.slide_v) + dot(on_child.n, R * joint.turn_v);
}

}  // namespace pintle::newton_euler
