#pragma once
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <utility>

#include "pintle/model/model.h"

/// Parts of models, short to write in tests.
namespace pintle::parts {

/// rotate: [rz: 0.5, ry: -0.3] is rotated({{2, 0.5}, {1, -0.3}}).
inline Quaternion<double> rotated(std::initializer_list<std::pair<int, double>> steps) {
  Quaternion<double> q = Quaternion<double>::identity();
  for (const auto& [axis, angle] : steps) {
    const double s = std::sin(angle / 2);
    q = q * Quaternion<double>{std::cos(angle / 2), axis == 0 ? s : 0, axis == 1 ? s : 0, axis == 2 ? s : 0};
  }
  return q;
}

inline BodyPart make_body(std::string name, double mass, const Vec3<double>& moments) {
  BodyPart body;
  body.name = std::move(name);
  body.mass = mass;
  body.inertia = {moments.x, 0, 0, moments.y, 0, moments.z};
  return body;
}

inline JointPart make_joint(std::string name, JointType type, std::string parent, std::string child) {
  JointPart joint;
  joint.name = std::move(name);
  joint.type = std::move(type);
  joint.parent = std::move(parent);
  joint.child = std::move(child);
  return joint;
}

inline JointPart make_joint(std::string name, const char* type, std::string parent, std::string child) {
  return make_joint(std::move(name), *find_joint_type(type), std::move(parent), std::move(child));
}

inline std::array<PointOn, 2> points(std::string a, const Vec3<double>& on_a, std::string b, const Vec3<double>& on_b) {
  return {PointOn{std::move(a), on_a}, PointOn{std::move(b), on_b}};
}

inline JointStart start_of(std::string joint, Direction d, double value, double rate) {
  JointStart start;
  start.joint = std::move(joint);
  start.directions[d] = {value, rate};
  return start;
}

/// A pendulum of one bar of 1 m on a hinge about y.
inline Model make_pendulum() {
  Model model;
  model.gravity = {0, 0, -9.81};
  model.bodies.push_back(make_body("bar", 2, {0.01, 0.2, 0.2}));
  model.joints.push_back(make_joint("pin", "hinge", "world", "bar"));
  model.joints[0].at = points("world", {0, 0, 0}, "bar", {-0.5, 0, 0});
  model.joints[0].axis = Vec3<double>{0, 1, 0};
  return model;
}

/// Seven bodies with everything that is easily got wrong: joints run backwards, axes of a body, turned bodies, a
/// universal joint, an x axis parallel to the axis, a list of directions, a floating base that moves.
inline Model make_seven_bodies() {
  Model m;
  m.bodies = {make_body("base", 3, {1, 1.2, 0.9}),       make_body("arm", 2, {0.2, 0.3, 0.4}),
              make_body("fork", 1, {0.1, 0.1, 0.1}),     make_body("tip", 1, {0.1, 0.1, 0.1}),
              make_body("probe", 1, {0.1, 0.2, 0.15}),   make_body("mast", 2, {0.3, 0.3, 0.1}),
              make_body("flag", 0.5, {0.02, 0.03, 0.04})};
  m.bodies[0].at = Vec3<double>{0.4, -0.2, 0.3};
  m.bodies[0].rotation = rotated({{2, 0.5}, {1, -0.3}});
  m.bodies[1].rotation = rotated({{0, 0.7}, {2, 0.2}});
  m.bodies[2].at = Vec3<double>{1.5, 0.2, -0.1};
  m.bodies[3].rotation = rotated({{1, 1.1}});
  m.bodies[4].rotation = rotated({{0, -0.4}, {1, 0.6}});
  m.bodies[5].rotation = rotated({{2, 0.25}});

  using enum Direction;
  m.joints = {
      make_joint("swivel", "hinge", "arm", "base"),       make_joint("cross", "universal", "arm", "fork"),
      make_joint("post", "cylindrical", "world", "mast"), make_joint("slip", make_joint_type({rz, tx, ry}), "fork", "tip"),
      make_joint("socket", "ball", "probe", "tip"),       make_joint("hook", "hinge", "flag", "mast")};
  m.joints[0].at = points("base", {0.3, 0.1, 0}, "arm", {-0.5, 0, 0.2});
  m.joints[0].axis = Vec3<double>{0, 1, 1};
  m.joints[0].axes = "arm";
  m.joints[1].at = Vec3<double>{1, 0.1, -0.2};
  m.joints[1].axis = Vec3<double>{1, 2, 3};
  m.joints[1].second_axis = Vec3<double>{3, 0, -1};
  m.joints[2].at = points("world", {0, 1, 0}, "mast", {0, 0, -0.6});
  m.joints[2].axis = Vec3<double>{-2, 0, 0};
  m.joints[3].at = points("tip", {0, 0.4, 0.1}, "fork", {0.2, 0.3, 0.1});
  m.joints[3].axis = Vec3<double>{0, 0, 1};
  m.joints[3].x_axis = Vec3<double>{1, 1, 0.5};
  m.joints[4].at = points("probe", {0.1, 0.2, 0.3}, "tip", {-0.3, 0, 0});
  m.joints[4].axes = "probe";
  m.joints[5].at = points("flag", {0.1, 0, 0}, "mast", {0, 0, 0.6});
  m.joints[5].axis = Vec3<double>{0, 0, 1};

  JointStart cross = start_of("cross", rx, 0.3, 0.7), slip = start_of("slip", tx, 0.15, -0.4),
             post = start_of("post", tz, -0.25, 0.5), socket;
  cross.directions[ry] = {-0.8, 1.1};
  slip.directions[rz] = {0.9, 0.2};
  slip.directions[ry] = {-0.35, 1.3};
  post.directions[rz] = {1.4, -0.3};
  socket.joint = "socket";
  socket.rotation = rotated({{0, 0.4}, {2, -1.2}});
  socket.angular_velocity = Vec3<double>{0.3, -0.6, 0.9};
  m.joint_starts = {start_of("swivel", rz, 0.6, -1.5), cross, slip, socket, post, start_of("hook", rz, 7, 2)};
  m.body_starts = {
      {"base", Vec3<double>{1, 2, 3}, rotated({{0, 0.2}, {1, 0.1}}), Vec3<double>{0.5, -1, 0.25}, Vec3<double>{0.1, 0.2, -0.3}}};
  return m;
}

/// Largest difference of components; of quaternions, whichever sign is nearer.
inline double difference(const Vec3<double>& a, const Vec3<double>& b) {
  return std::max({std::fabs(a.x - b.x), std::fabs(a.y - b.y), std::fabs(a.z - b.z)});
}
inline double difference(const Quaternion<double>& a, const Quaternion<double>& b) {
  const auto largest = [](double w, double x, double y, double z) {
    return std::max({std::fabs(w), std::fabs(x), std::fabs(y), std::fabs(z)});
  };
  return std::min(largest(a.w - b.w, a.x - b.x, a.y - b.y, a.z - b.z), largest(a.w + b.w, a.x + b.x, a.y + b.y, a.z + b.z));
}

}  // namespace pintle::parts
