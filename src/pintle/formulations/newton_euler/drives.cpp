#include "pintle/formulations/newton_euler/drives.h"

namespace pintle::newton_euler {

void put_told(const System& system, const Structure& structure, const Driving<double>& driving,
              std::vector<JointCoordinates<double>>& joints) {
  for (std::size_t k = 0; k < system.drivers.size(); ++k) {
    const Driver& driver = system.drivers[k];
    if (!structure.closed[driver.joint.i]) continue;
    joints[driver.joint.i].value_of(driver.direction) = driving[static_cast<int>(k)].q;
    joints[driver.joint.i].rate_of(driver.direction) = driving[static_cast<int>(k)].v;
  }
}

Drives::Drives(const System& system, const Plan& plan) : system_(system), plan_(plan), driving_(system) {
  for (int i = 1; i < plan.tree.size(); ++i) {
    std::vector<int> drivers;
    for (std::size_t d = 0; d < system.drivers.size(); ++d)
      if (system.drivers[d].joint == plan.tree.links[i].joint) drivers.push_back(static_cast<int>(d));
    if (drivers.empty()) continue;
    links_.push_back(i);
    drivers_.push_back(std::move(drivers));
  }
}

void Drives::update(double t, const Parameters<double>& p, const double* z, std::span<Gauge> gauges,
                    std::vector<JointCoordinates<double>>& held, Mechanism& m) {
  driving_.update(t, p, z);
  put_told(system_, plan_.structure, driving_, held);
  update_gauges(p, held, gauges);
  for (std::size_t l = 0; l < links_.size(); ++l) {
    const int i = links_[l];
    const JointIndex j = plan_.tree.links[i].joint;
    HeldJoint& joint = m.joints[i];
    joint = make_held_joint(system_, plan_, p, i, held[j.i]);
    const Mat3<double> R_AF = p[system_.joint(j).X_PF].R;
    const JointCoordinates<double> q = calc_coordinates(gauges[j.i], held[j.i], m.placed[joint.a], m.placed[joint.b]);
    const ToldMotion told = calc_told_motion(system_, j, drivers_[l], driving_.all(), q);
    joint.slides = told.slides;
    joint.turns = told.turns;
    joint.slide_v = R_AF * told.slide_v;
    joint.slide_a = R_AF * told.slide_a;
    joint.turn_v = R_AF * told.turn_v;
    joint.turn_a = R_AF * told.turn_a;
  }
}

double Drives::calc_power(const Mechanism& m, std::span<const Wrench<double>> reactions, int link) const {
  const HeldJoint& joint = m.joints[link];
  const Mat3<double>& R = m.placed[joint.a].R;
  const Wrench<double>& on_child = reactions[link];
  return dot(on_child.f, R * joint.slide_v) + dot(on_child.n, R * joint.turn_v);
}

}  // namespace pintle::newton_euler
