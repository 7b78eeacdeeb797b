#include "pintle/model/makers.h"

#include <numbers>

#include "pintle/base/error.h"
#include "pintle/math/scalar.h"

namespace pintle {
namespace {

std::string numbered(const char* name, int i) { return name + std::to_string(i); }

/// A bar along x about its mass centre.
BodyPart make_bar(std::string name, double mass, double along, double across) {
  BodyPart bar;
  bar.name = std::move(name);
  bar.mass = mass;
  bar.inertia = {along, 0, 0, across, 0, across};
  return bar;
}

JointPart make_hinge(std::string name, PointOn on_parent, PointOn on_child, Vec3<double> axis, SpringLaw spring) {
  JointPart hinge;
  hinge.name = std::move(name);
  hinge.type = *find_joint_type("hinge");
  hinge.parent = on_parent.body;
  hinge.child = on_child.body;
  hinge.at = std::array<PointOn, 2>{std::move(on_parent), std::move(on_child)};
  hinge.axis = axis;
  hinge.springs[Direction::rz] = std::move(spring);
  return hinge;
}

SpringLaw make_spring(double stiffness, double damping, double rest) { return {{{0, stiffness}}, {{0, damping}}, rest}; }

JointStart make_hinge_start(std::string joint, double angle, double rate) {
  JointStart start;
  start.joint = std::move(joint);
  start.directions[Direction::rz] = {angle, rate};
  return start;
}

void check_count(int n, const char* what) {
  if (n < 1) throw Error(std::to_string(n) + " " + what + "; give 1 or more");
}

}  // namespace

Model make_chain(int n) {
  check_count(n, "links");
  Model model;
  model.name = "chain of " + std::to_string(n);
  model.gravity = {0, 0, -9.81};
  for (int i = 1; i <= n; ++i) {
    const std::string link = numbered("link", i), pin = numbered("pin", i);
    const bool about_y = i % 2 == 1;
    model.bodies.push_back(make_bar(link, 1.0, 0.013, 0.083));
    const PointOn before = i == 1 ? PointOn{"world", Vec3<double>::zero()} : PointOn{numbered("link", i - 1), {0.5, 0, 0}};
    model.joints.push_back(make_hinge(pin, before, {link, {-0.5, 0, 0}}, unit<double>(about_y ? 1 : 2), make_spring(20, 2, 0)));
    model.joint_starts.push_back(make_hinge_start(pin, about_y ? 0.1 : 0.05, about_y ? 0 : 0.5));
  }
  model.run.until = 5;
  model.run.output_every = 0.01;
  return model;
}

Model make_star(int n) {
  check_count(n, "legs");
  Model model;
  model.name = "star of " + std::to_string(n);
  BodyPart hub = make_bar("hub", 50.0, 5.0, 5.0);
  hub.inertia.zz = 8.0;
  model.bodies.push_back(hub);
  for (int i = 1; i <= n; ++i) {
    const std::string upper = numbered("upper", i), lower = numbered("lower", i);
    const double azimuth = 2 * std::numbers::pi * (i - 1) / n;
    double s, c, half_s, half_c;
    update_sincos(azimuth, s, c);
    update_sincos(azimuth / 2, half_s, half_c);
    for (const std::string& name : {upper, lower}) {
      BodyPart link = make_bar(name, 2.0, 0.002, 0.06);
      link.rotation = Quaternion<double>{half_c, 0, 0, half_s};
      model.bodies.push_back(link);
    }
    const Vec3<double> rim{0.5 * c, 0.5 * s, 0};
    model.joints.push_back(
        make_hinge(numbered("hip", i), {"hub", rim}, {upper, {-0.3, 0, 0}}, {0, 1, 0}, make_spring(200, 5, -0.4)));
    model.joints.push_back(
        make_hinge(numbered("knee", i), {upper, {0.3, 0, 0}}, {lower, {-0.3, 0, 0}}, {0, 1, 0}, make_spring(100, 2, 1.2)));
    for (std::size_t k = model.joints.size() - 2; k < model.joints.size(); ++k) model.joints[k].axes = upper;
    model.joint_starts.push_back(make_hinge_start(numbered("hip", i), 0, 0));
    model.joint_starts.push_back(make_hinge_start(numbered("knee", i), 0.5, 0));
  }
  BodyStart start;
  start.body = "hub";
  start.velocity = Vec3<double>{0.1, 0, 0};
  start.angular_velocity = Vec3<double>{0.2, 0.1, 1.0};
  model.body_starts.push_back(start);
  model.run.until = 5;
  model.run.output_every = 0.01;
  return model;
}

}  // namespace pintle
