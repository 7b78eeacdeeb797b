#include "support/small_models.h"

#include <fmt/core.h>

#include "pintle/model/scope.h"
#include "support/ground.h"

namespace pintle {
namespace {

JointType type_named(const char* name) { return *find_joint_type(name); }

}  // namespace

Model make_pendulum(int count) {
  Model model;
  model.name = "pendulum";
  model.gravity = {0, 0, -9.81};
  for (int k = 1; k <= count; ++k) {
    const std::string number = std::to_string(k), before = k == 1 ? "world" : "rod" + std::to_string(k - 1);
    BodyPart rod;
    rod.name = "rod" + number;
    rod.mass = 1;
    rod.inertia = {1. / 12, 0, 0, 1. / 12, 0, 0.001};
    model.bodies.push_back(rod);
    JointPart pin;
    pin.name = "pin" + number;
    pin.type = type_named("hinge");
    pin.parent = before;
    pin.child = rod.name;
    pin.at = std::array<PointOn, 2>{PointOn{before, {0, 0, k == 1 ? 0 : -0.5}}, PointOn{rod.name, {0, 0, 0.5}}};
    pin.axis = Vec3<double>{0, 1, 0};
    model.joints.push_back(pin);
    model.joint_starts.push_back({pin.name, {{Direction::rz, {1.0, 0.0}}}, {}, {}});
  }
  return model;
}

Model make_wheel(double moment) {
  Model model;
  model.name = "wheel";
  BodyPart wheel;
  wheel.name = "wheel";
  wheel.mass = 2;
  wheel.inertia = {0.6, 0, 0, 0.6, 0, 1};
  model.bodies.push_back(wheel);
  JointPart axle;
  axle.name = "axle";
  axle.type = type_named("hinge");
  axle.parent = "world";
  axle.child = "wheel";
  axle.at = std::array<PointOn, 2>{PointOn{"world", {0, 0, 0}}, PointOn{"wheel", {0, 0, 0}}};
  axle.motors[Direction::rz] = moment;
  model.joints.push_back(axle);
  return model;
}

Model make_free_pair() {
  Model model;
  model.name = "free pair";
  for (const char* name : {"left", "right"}) {
    BodyPart body;
    body.name = name;
    body.mass = body.name == "left" ? 2 : 1;
    body.inertia = {0.2, 0.01, 0, 0.3, 0.02, 0.25};
    model.bodies.push_back(body);
  }
  JointPart ball;
  ball.name = "ball";
  ball.type = type_named("ball");
  ball.parent = "left";
  ball.child = "right";
  ball.at = std::array<PointOn, 2>{PointOn{"left", {0.3, 0.1, 0}}, PointOn{"right", {-0.4, 0, 0.2}}};
  model.joints.push_back(ball);
  model.joint_starts.push_back({"ball", {}, normalized(Quaternion<double>{1, 0.2, -0.3, 0.1}), Vec3<double>{1, -2, 0.5}});
  model.body_starts.push_back({"left", Vec3<double>{0, 0, 1}, {}, Vec3<double>{0.1, 0.2, -0.3}, Vec3<double>{0.4, 0.3, -0.8}});
  return model;
}

Model make_oscillator(double k) {
  Model model;
  model.name = "oscillator";
  BodyPart mass;
  mass.name = "mass";
  mass.mass = 1;
  model.bodies.push_back(mass);
  JointPart rail;
  rail.name = "rail";
  rail.type = type_named("slider");
  rail.parent = "world";
  rail.child = "mass";
  rail.at = std::array<PointOn, 2>{PointOn{"world", {0, 0, 0}}, PointOn{"mass", {0, 0, 0}}};
  rail.springs[Direction::tz].stiffness = {{0, k}};
  rail.springs[Direction::tz].rest = 0;
  model.joints.push_back(rail);
  model.joint_starts.push_back({"rail", {{Direction::tz, {0.1, 0.0}}}, {}, {}});
  return model;
}

Model make_drop(double height) {
  Model model;
  model.name = "drop";
  model.gravity = {0, 0, -9.81};
  BodyPart ball;
  ball.name = "ball";
  ball.mass = 1;
  ball.inertia = {0.01, 0, 0, 0.01, 0, 0.01};
  model.bodies.push_back(ball);
  model.body_starts.push_back({"ball", Vec3<double>{0, 0, height}, {}, Vec3<double>{1, 0, 0}, {}});
  model.surfaces.push_back(make_ground(2e4, 1e4, 200, {0.6, 0.5, 1000, 5, 0, 0.05}));
  ContactPart foot;
  foot.name = "foot";
  foot.at = {"ball", {0, 0, 0}};
  foot.surface = "ground";
  model.contacts.push_back(foot);
  return model;
}

EventPart& add_event(Model& model, const std::string& name, const std::string& signal, const std::string& symbol, double value) {
  EventPart event;
  event.name = name;
  event.when = fmt::format("{} {} {}", signal, symbol, value);
  event.condition = make_when(model, event.when);
  model.events.push_back(event);
  return model.events.back();
}

}  // namespace pintle
