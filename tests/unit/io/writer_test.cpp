#include "pintle/io/writer.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <limits>

#include "unit/io/golden.h"

using namespace pintle;

namespace {

// Every field of a model as text, numbers by their bits, independent of the writer.
std::string print(double x) { return fmt::format("{:a} ", x); }
std::string print(bool x) { return x ? "yes " : "no "; }
std::string print(const std::string& x) { return "<" + x + "> "; }
std::string print(const Vec3<double>& v) { return print(v.x) + print(v.y) + print(v.z); }
std::string print(const Quaternion<double>& q) { return print(q.w) + print(q.x) + print(q.y) + print(q.z); }
std::string print(const Sym3<double>& s) {
  return print(s.xx) + print(s.xy) + print(s.xz) + print(s.yy) + print(s.yz) + print(s.zz);
}
std::string print(const PointOn& p) { return print(p.body) + print(p.p); }
std::string print(const std::array<PointOn, 2>& p) { return print(p[0]) + print(p[1]); }
std::string print(const SpringLaw::Table& table) {
  std::string out;
  for (const auto& [q, value] : table) out += print(q) + print(value);
  return out + "/ ";
}
template <class T>
std::string print(const std::optional<T>& x) {
  return x ? print(*x) : "none ";
}
std::string print(const SpringLaw& law) { return print(law.stiffness) + print(law.damping) + print(law.rest); }
std::string print(const DirectionStart& start) { return print(start.value) + print(start.rate); }
template <class T>
std::string print(const std::map<Direction, T>& map) {
  std::string out;
  for (const auto& [direction, value] : map) out += std::string(name_of(direction)) + print(value);
  return out + "/ ";
}
std::string print(const JointType& t) {
  return t.name + fmt::format(" {} {}{}{} ", t.free.bits, t.sequence[0], t.sequence[1], t.sequence[2]) + print(t.ball);
}

std::string print(const Model& m) {
  std::string out = print(m.name) + print(m.gravity) + "\n";
  for (const auto& b : m.bodies) out += print(b.name) + print(b.mass) + print(b.inertia) + print(b.at) + print(b.rotation) + "\n";
  for (const auto& j : m.joints) {
    out +=
        print(j.name) + print(j.type) + print(j.parent) + print(j.child) + print(j.axis) + print(j.second_axis) + print(j.x_axis);
    out += std::visit([](const auto& at) { return print(at); }, j.at) + print(j.axes) + print(j.springs) + print(j.motors) + "\n";
  }
  for (const auto& f : m.point_forces)
    out += print(f.name) + print(f.at) + print(f.axes) + print(f.force) + print(f.moment) + "\n";
  for (const auto& s : m.point_springs)
    out += print(s.name) + print(s.at) + print(s.stiffness) + print(s.damping) + print(s.free_length) + "\n";
  for (const auto& s : m.surfaces) {
    out += print(s.name) + print(s.at) + print(s.up) + print(s.ke) + print(s.kv) + print(s.cv) + print(s.mu_s) + print(s.mu_k);
    out += print(s.sigma0) + print(s.sigma1) + print(s.sigma2) + print(s.vs) + print(s.alpha) + print(s.has_friction) + "\n";
  }
  for (const auto& c : m.contacts) out += print(c.name) + print(c.at) + print(c.surface) + print(c.scale) + "\n";
  for (const auto& s : m.joint_starts)
    out += print(s.joint) + print(s.directions) + print(s.rotation) + print(s.angular_velocity) + "\n";
  for (const auto& s : m.body_starts)
    out += print(s.body) + print(s.at) + print(s.rotation) + print(s.velocity) + print(s.angular_velocity) + "\n";
  for (const auto& e : m.events) {
    out += print(e.name) + print(e.when) + print(e.signal) + fmt::format("{} ", static_cast<int>(e.comparison)) + print(e.value) +
           print(e.rearm);
    for (const auto& a : e.actions)
      out += print(a.lock) + print(a.joint) + (a.direction ? std::string(name_of(*a.direction)) : "all");
    out += "\n";
  }
  for (const auto& r : m.run.record) out += print(r);
  return out + print(m.run.until) + print(m.run.output_every) + print(m.run.formulation) + print(m.run.integrator) +
         print(m.run.rtol) + print(m.run.atol) + print(m.run.dt) + print(m.run.max_step);
}

const char* everything = R"(pintle: 1
name: "all \"kinds\" of\nparts \\ ü"
gravity: [1e-300, -0.0, -9.81]
bodies:
  y: {mass: 0.1, inertia: {xx: 1, yy: 1, zz: 1, xy: 0.1, xz: -0.0}, at: [0.1, 1 in, 3e20], rotate: [rz: 10 deg, ry: 20 deg, rz: 1]}
  arm: {mass: 3 lbf*s^2/m, inertia: [1, 1, 1], quaternion: {w: 0.1, x: 0.2, y: 0.3, z: 0.4}}
  leg: {mass: 5e-324, inertia: [0, 0, 0]}
  toe: {mass: 1.7e308, inertia: [0, 0, 0]}
joints:
  n: {type: hinge, between: [world, y], at: {y: [1, 2, 3], world: [0.3, 0.2, 0.1]}, axis: [1, 2, 3], x_axis: [1, 0, 0], axes: y,
      spring: {stiffness: [[-0.0, 1], [1 deg, 2]], damping: [[0.3, 5]], rest: 0.1}, motor: {torque: 1 lbf*ft}}
  u: {type: universal, between: [y, arm], at: [0.1, 0, 0], axis: [1, 0, 0], second_axis: [0, 1, 0], spring: {ry: {damping: 3}}}
  s: {type: ball, between: [arm, leg]}
  l: {type: [rz, tx, rx], between: [leg, toe], motor: {tx: {force: 0.1}, rx: {torque: 0.3}}}
  f: {type: free, between: [world, toe], spring: {tx: {stiffness: 1}}}
forces:
  push: {at: {y: [0, 0, 0.1]}, axes: arm, force: [1, 0, 0]}
  coil: {at: {leg: [0, 0, 0], y: [0, 0, 0]}, spring: {stiffness: 0.7, free_length: 1 ft}}
surfaces:
  ground: {plane: {at: [0, 0, 0.1], up: [0, 3, 4]}, normal: {law: standard-linear-solid, ke: 0.1, kv: 0.2, cv: 0.3},
           friction: {law: lugre, mu_s: 0.1, mu_k: 0.2, sigma0: 0.3, sigma1: 0.4, sigma2: 0.5, vs: 0.6, alpha: 2}}
  ice: {plane: {}, normal: {law: standard-linear-solid, ke: 0.1, kv: 0.2, cv: 0.3}}
contacts: {c: {at: {y: [0.1, 0.2, 0.3]}, surface: ground, scale: 0.45}}
initial:
  y: {at: [0.1, 0.2, 0.3], rotate: [rx: 200 deg], velocity: [0.1, 0, 0], angular_velocity: [0, 0.7, 0]}
  n: {angle: 1 deg}
  u: {rx: {rate: 0.1}, ry: {angle: 0.2, rate: 0.3}}
  s: {rotate: [rx: 1, ry: 2], angular_velocity: [0.1, 0.2, 0.3]}
  l: {tx: {displacement: 0.1}}
  f: {rotate: [rz: 3 deg], tx: {displacement: 0.1}, tz: {velocity: 0.3}}
events:
  e1: {when: n.angle.rz >= 33 deg, do: [lock: n, unlock: u.rx, lock: s]}
  e2: {when: u.rate.ry < 7 rpm, do: [], rearm: true}
run: {until: 0.1 s, output_every: 1 ms, record: ["n", "yes", y.position], formulation: lagrange, integrator: rk4, rtol: 1e-5, atol: 0.1,
      dt: 0.3, max_step: 0.7}
)";

}  // namespace

TEST_CASE("a written model reads back bit by bit") {
  const Model model = read_model_text(everything, "m.yaml");
  const std::string text = write_model(model);
  CAPTURE(text);
  const Model back = read_model_text(text, "back.yaml");
  CHECK(print(back) == print(model));
  CHECK(write_model(back) == text);
}

TEST_CASE("every model in models/ reads back bit by bit") {
  for (const auto& entry : std::filesystem::directory_iterator(PINTLE_SOURCE_DIR "/models")) {
    if (entry.path().extension() != ".yaml" || entry.path().stem().extension() == ".study") continue;
    CAPTURE(entry.path().string());
    const Model model = read_model(entry.path());
    CHECK(print(read_model_text(write_model(model), "back.yaml")) == print(model));
  }
}

TEST_CASE("a model made by a program is written too: a condition comes from its meaning where it has no words") {
  Model model = read_model_text(two_joints, "m.yaml");
  model.events.push_back(
      {.name = "e", .when = "", .signal = "hip.angle", .comparison = Comparison::less, .value = 0.1, .actions = {}});
  const Model back = read_model_text(write_model(model), "back.yaml");
  CHECK(back.events[0].when == "hip.angle < 0.1");
  CHECK(back.events[0].value == 0.1);
}

TEST_CASE("every number has a point and a sign in its exponent, so that other YAML readers agree") {
  CHECK(write_number(1) == "1.0");
  CHECK(write_number(-0.0) == "-0.0");
  CHECK(write_number(1e-3) == "0.001");
  CHECK(write_number(1e-7) == "1.0e-07");
  CHECK(write_number(1e300) == "1.0e+300");
  CHECK(write_number(-1.5e-300) == "-1.5e-300");
  CHECK(write_number(0.1 + 0.2) == "0.30000000000000004");
  CHECK(write_number(std::numeric_limits<double>::denorm_min()) == "5.0e-324");
}
