#include "pintle/io/writing/writer.h"

#include <doctest/doctest.h>
#include <fmt/core.h>

#include <filesystem>
#include <limits>

#include "pintle/io/expression.h"
#include "pintle/io/parts/actions.h"
#include "pintle/io/writing/write_parts.h"
#include "pintle/system/make_system.h"
#include "unit/io/golden.h"

using namespace pintle;

namespace {

// Every field of a model as text, numbers by their bits, independent of the writer.
std::string print(double x) { return fmt::format("{:a} ", x); }
std::string print(bool x) { return x ? "yes " : "no "; }
std::string print(const std::string& x) { return "<" + x + "> "; }

/// Living expressions by their text, all others by their value.
struct Printer {
  const Model& m;

  std::string operator()(const Number& n, std::string_view unit = "1") const {
    const bool lives = n.expr.exists() && m.graph.is_living(n.expr);
    return lives ? print(find_text(m, n.expr, parse_unit(unit).dimension)) : print(n.value);
  }
  std::string operator()(const Vector& v, std::string_view unit = "1") const {
    return (*this)(v.x, unit) + (*this)(v.y, unit) + (*this)(v.z, unit);
  }
  std::string operator()(const Tensor& s) const {
    return (*this)(s.xx) + (*this)(s.xy) + (*this)(s.xz) + (*this)(s.yy) + (*this)(s.yz) + (*this)(s.zz);
  }
  std::string operator()(const Rotation& r) const {
    std::string out = (*this)(r.w) + (*this)(r.x) + (*this)(r.y) + (*this)(r.z);
    for (const auto& turn : r.turns) out += fmt::format("r{} ", turn.axis) + (*this)(turn.angle);
    return out;
  }
  std::string operator()(const Shape& s) const {
    return fmt::format("shape {} ", static_cast<int>(s.kind)) + print(s.size[0]) + print(s.size[1]) + print(s.size[2]) + s.file;
  }
  std::string operator()(const std::string& x) const { return print(x); }
  std::string operator()(const PointOn& p) const { return print(p.body) + (*this)(p.p); }
  std::string operator()(const std::array<PointOn, 2>& p) const { return (*this)(p[0]) + (*this)(p[1]); }
  std::string operator()(const SpringLaw::Table& table) const {
    std::string out;
    for (const auto& [q, value] : table) out += (*this)(q) + (*this)(value);
    return out + "/ ";
  }
  template <class T>
  std::string operator()(const std::optional<T>& x) const {
    return x ? (*this)(*x) : "none ";
  }
  std::string operator()(const SpringLaw& law) const { return (*this)(law.stiffness) + (*this)(law.damping) + (*this)(law.rest); }
  std::string operator()(const LimitLaw& l) const {
    return (*this)(l.low) + (*this)(l.high) + (*this)(l.stiffness) + (*this)(l.damping) + (*this)(l.restitution);
  }
  std::string operator()(const FrictionLaw& l) const {
    return fmt::format("law {} ", static_cast<int>(l.kind)) + (*this)(l.mu_s) + (*this)(l.mu_k) + (*this)(l.vs) +
           (*this)(l.alpha) + (*this)(l.sigma0) + (*this)(l.sigma1) + (*this)(l.sigma2) + (*this)(l.radius) + (*this)(l.preload);
  }
  std::string operator()(const DrivenLaw& l) const { return print(l.rate) + (*this)(l.value, l.rate ? "rad/s" : "rad"); }
  std::string operator()(const DirectionStart& start) const {
    return (*this)(start.value) + print(start.guess) + (*this)(start.rate);
  }
  template <class T>
  std::string operator()(const std::map<Direction, T>& map) const {
    std::string out;
    for (const auto& [direction, value] : map) out += std::string(name_of(direction)) + (*this)(value);
    return out + "/ ";
  }
  std::string operator()(const JointType& t) const {
    return t.name + fmt::format(" {} {}{}{} ", t.free.bits, t.sequence[0], t.sequence[1], t.sequence[2]) + print(t.ball);
  }
  std::string operator()(const Action& action) const {
    ExpressionWriter expressions(m);
    return write_action(action, expressions) + " ";  // of every kind its words, names and numbers to the last digit
  }

  std::string joint(const JointPart& j) const {
    const Printer& p = *this;
    std::string out = print(j.name) + p(j.type) + print(j.parent) + print(j.child) + p(j.axis) + p(j.second_axis) + p(j.x_axis);
    out += std::visit([&](const auto& at) { return p(at); }, j.at) + p(j.axes) + p(j.springs) + p(j.limits) + p(j.frictions);
    for (const auto& [d, effort] : j.motors) out += p(effort, is_translation(d) ? "N" : "N*m");
    return out + p(j.drivers) + print(j.active) + fmt::format("{} {}", j.locked.bits, j.current.value_or(-1)) + "\n";
  }
  std::string operator()(const DistancePart& d) const { return "distance " + (*this)(d.at) + (*this)(d.length, "m"); }
  std::string operator()(const PointOnPlanePart& d) const { return "plane " + (*this)(d.at) + (*this)(d.normal); }
  std::string operator()(const RelativeRotationPart& d) const {
    return "rotation " + print(d.between[0]) + print(d.between[1]) + (*this)(d.axis);
  }
  std::string operator()(const ScrewPart& d) const { return "screw " + print(d.joint) + (*this)(d.pitch); }
  std::string operator()(const GearPart& d) const {
    std::string out = "gear " + (*this)(d.ratio);
    for (const auto& [joint, direction] : d.joints) out += print(joint) + (direction ? std::string(name_of(*direction)) : "-");
    return out;
  }
  std::string operator()(const VelocityPart& d) const {
    std::string out = "velocity " + print(d.body) + (*this)(d.at) + (*this)(d.axes);
    for (const VelocityRow& row : d.rows)
      out += print(row.name) + (*this)(row.linear) + (*this)(row.angular, "m") + (*this)(row.value, "m/s");
    return out;
  }
  std::string constraint(const ConstraintPart& c) const {
    return print(c.name) + std::visit(*this, c.kind) + (*this)(c.axes) + print(c.active) + "\n";
  }
  /// All numbers of a described struct.
  template <class Law>
  std::string described(const Law& law) const {
    std::string out;
    for_each_pair(law, law, [&](const auto& field, const auto& value, const auto&) {
      if constexpr (Described<std::decay_t<decltype(value)>>)
        out += described(value);
      else if constexpr (is_list_of_described<std::decay_t<decltype(value)>>)
        for (const auto& one : value) out += one.called + described(one);
      else if constexpr (std::is_same_v<std::decay_t<decltype(value)>, Heights>)
        out += fmt::format("{} {}", value->columns, value->heights.size());
      else
        out += (*this)(value, field.unit);
    });
    return out;
  }
  std::string event(const EventPart& e) const {
    std::string out = print(e.name) + print(find_text(m, e.condition, {})) + print(e.after) + (*this)(e.duration) +
                      print(e.rearm) + print(e.active);
    for (const Action& a : e.actions) out += (*this)(a);
    return out + "\n";
  }
};

std::string print(const Model& m) {
  const Printer p{m};
  std::string out = print(m.name) + p(m.gravity) + "\n";
  for (const auto& b : m.bodies) out += print(b.name) + p(b.mass) + p(b.inertia) + p(b.at) + p(b.rotation) + p(b.shape) + "\n";
  for (const auto& x : m.points) out += print(x.name) + p(x.at) + "\n";
  for (const auto& j : m.joints) out += p.joint(j);
  for (const auto& c : m.constraints) out += p.constraint(c);
  m.forces.for_each([&](const auto& f) {
    out += print(f.name);
    for (const PointOn& point : f.at) out += p(point);
    out += p(f.axes) + p.described(f.law) + print(f.active) + "\n";
  });
  for (const auto& s : m.surfaces) {
    const auto law = [&](const auto& numbers) { return p.described(numbers); };
    out += print(s.name) + std::visit(law, s.form) + std::visit(law, s.normal);
    out += (s.friction ? std::visit(law, *s.friction) : "-") + p(s.on) + "\n";
  }
  for (const auto& c : m.contacts)
    out += print(c.name) + p(c.at) + print(c.surface) + p(c.scale) +
           std::visit([&](const auto& shape) { return p.described(shape); }, c.shape) + "\n";
  for (const auto& s : m.joint_starts) out += print(s.joint) + p(s.directions) + p(s.rotation) + p(s.angular_velocity) + "\n";
  for (const auto& s : m.body_starts) {
    out += print(s.body) + p(s.at) + p(s.rotation) + p(s.velocity) + p(s.angular_velocity);
    out += s.lower_onto ? print(s.lower_onto->surface) + p(s.lower_onto->gap) : "";
  }
  for (const auto& e : m.events) out += p.event(e);
  for (const auto& s : m.signals)
    out += print(s.name) + print(find_text(m, s.value, parse_unit(s.unit).dimension)) + print(s.unit) + "\n";
  for (const auto& x : m.measures)
    out += print(x.name) + print(find_text(m, x.of, parse_unit(x.unit).dimension)) + print(x.unit) +
           fmt::format("{}\n", static_cast<int>(x.take));
  for (const auto& r : m.run.record) out += print(r);
  const auto plain = [](const std::optional<double>& x) { return x ? print(*x) : std::string("none "); };
  return out + print(m.run.until) + plain(m.run.output_every) + print(m.run.formulation) + print(m.run.integrator) +
         print(m.run.stabilization) + print(m.run.rtol) + plain(m.run.atol) + plain(m.run.dt) + plain(m.run.max_step);
}

const char* everything = R"yaml(pintle: 1
name: "all \"kinds\" of\nparts \\ ü"
gravity: [1e-300, -0.0, -9.81]
parameters: {k: 2.5 kN/m, len: =0.1 m, unused: 3, list: [1 N, 2 N], slow: 90 deg, pure: 3, n: 2}
functions:
  ramp: {of: time, points: [[0 s, 0 rpm], [0.5 s, 300 rpm]], interpolate: linear, outside: zero}
  bump: {of: m, points: [[0, 1], [0.1, 3], [0.3, 2], [0.7 m, 5]], interpolate: cubic, outside: extrapolate}
bodies:
  y: {mass: 0.1, inertia: {xx: 1, yy: 1, zz: 1, xy: 0.1, xz: -0.0}, at: [0.1, 1 in, 3e20], rotate: [rz: 10 deg, ry: 20 deg, rz: 1]}
  arm: {mass: 3 lbf*s^2/m, inertia: [1, 1, 1], shape: {prism: {sides: 6, width: 0.1, height: 3}}, quaternion: {w: 0.1, x: 0.2, y: 0.3, z: 0.4}}
  leg: {shape: {mesh: "a b.stl"}, mass: 5e-324, inertia: [0, 0, 0]}
  toe: {mass: 1.7e308, inertia: [0, 0, 0]}
points: {tip: {at: {y: [0.1, 0, 0]}}}
joints:
  n: {type: hinge, between: [world, y], at: {y: [1, 2, 3], world: [0.3, 0.2, 0.1]}, axis: [1, 2, 3], x_axis: [1, 0, 0], axes: y,
      spring: {stiffness: [[-0.0, 1], [1 deg, 2]], damping: [[0.3, 5]], rest: 0.1}, motor: {torque: "=if(time > 1 s, bump(tip.position.x)*1 N*m, 2 N*m*sin(slow*time/1 s))"}}
  u: {type: universal, between: [y, arm], at: [0.1, 0, 0], axis: [1, 0, 0], second_axis: [0, 1, 0], spring: {ry: {damping: 3}}}
  s: {type: ball, between: [arm, leg]}
  l: {type: [rz, tx, rx], between: [leg, toe], motor: {tx: {force: 0.1}, rx: {torque: 0.3}}}
  f: {type: free, between: [world, toe], spring: {tx: {stiffness: 1}}}
  p: {type: planar, between: [world, arm], active: false, driven: {tx: {displacement: =len*time/1 s}, rz: {rate: =ramp(time)}},
      limits: {ty: {low: -0.1, high: 0.3, stiffness: 3, damping: 0.1}}, friction: {ty: {law: coulomb, mu: 0.1, preload: 3 lbf}}}
  k: {type: cylindrical, between: [world, toe], active: false}
  h: {type: hinge, between: [world, leg], active: false, limits: {high: 1 deg, restitution: 0.7},
      friction: {law: lugre, mu_s: 0.3, mu_k: 0.2, vs: 0.1, alpha: 2, sigma0: 3, sigma1: 0.1, sigma2: 0.7, radius: 3 mm}}
constraints:
  rod: {type: distance, at: {y: [0.1, 0, 0], leg: [0, 0.1, 0]}, length: "=len + 0.1 m*sin(slow*time/1 s)", active: false}
  tie: {type: distance, at: {world: [0, 0, 0], leg: [0, 0.1, 0]}, length: =10*len}
  flat: {type: point-on-plane, at: {arm: [0.1, 0, 0], leg: [0, 0.1, 0]}, normal: [0.1, 0.2, 0.3], axes: leg}
  guide: {type: relative-rotation, between: [leg, world], axis: [0.1, 0.2, 0.3]}
  thread: {type: screw, joint: k, pitch: 3 mm}
  train: {type: gear, joints: ["n", k.tz], ratio: 0.1 m/rad}
  skate: {type: velocity, body: y, at: [0.1, 0, 0], axes: leg, rows: {y: {linear: [=cos(arm.yaw), 0, 1], angular: [0.1, 0, =len*arm.yaw], value: =len/1 s^2*time},
          spin: {angular: [0, 0.3, 0], value: 0.7}}}
  still: {type: velocity, body: leg, at: {leg: [0, 0, 0.1]}, rows: {x: {linear: [1, 0, 0]}}}
forces:
  push: {at: {y: [0, 0, 0.1]}, axes: arm, force: [1, 0, 0]}
  jet: {at: {y: [0, 0, 0]}, force: [=2 N/s*time, "=list[2]*exp(-age/1 s)", 0], moment: [=2 N*m/s*time, 0, 0], active: false}
  rope: {at: {world: [0, 0, 0], y: [0, 0, 0]}, force: =k*(tip.position.y - len)}
  coil: {at: {leg: [0, 0, 0], y: [0, 0, 0]}, spring: {stiffness: 0.7, free_length: 1 ft}}
surfaces:
  ground: {plane: {at: [0, 0, 0.1], up: [0, 3, 4]}, normal: {law: standard-linear-solid, ke: 0.1, kv: 0.2, cv: 0.3},
           friction: {law: lugre, mu_s: 0.1, mu_k: 0.2, sigma0: 0.3, sigma1: 0.4, sigma2: 0.5, vs: 0.6, alpha: 2}}
  ice: {plane: {}, normal: {law: standard-linear-solid, ke: 0.1, kv: 0.2, cv: 0.3}}
contacts: {c: {at: {y: [0.1, 0.2, 0.3]}, surface: ground, scale: 0.45}}
initial:
  y: {lower_onto: {surface: ground, gap: 1 mm}, at: [0.1, 0.2, 0.3], rotate: [rx: 200 deg], velocity: [0.1, 0, 0], angular_velocity: [0, 0.7, 0]}
  n: {angle: {guess: 1 deg}, rate: 0.1}
  u: {rx: {rate: 0.1}, ry: {angle: 0.2, rate: 0.3}}
  s: {rotate: [rx: 1, ry: 2], angular_velocity: [0.1, 0.2, 0.3]}
  l: {tx: {displacement: {guess: 0.1}}}
  f: {rotate: [rz: 3 deg], tx: {displacement: 0.1}, tz: {velocity: 0.3}}
events:
  e1: {when: n.angle.rz >= 33 deg, do: [lock: n, unlock: u.rx, lock: s]}
  e2: {when: u.rate.ry < 7 rpm, do: [], rearm: true, for: 0.3 s, after: e1}
  e3: {when: not (push.force > k*len) or c.touching, do: [stop], active: false}
signals: {size: "=max(y.position.x/1 m, pure)", load: =n.load.force, lifted: =not c.touching}
measures: {a: {of: size, take: rms}, b: {of: load > 3 N, take: ever}, c2: {of: y.position.norm, take: final}}
run: {until: 0.1 s, output_every: 1 ms, record: ["n", y.position, load], formulation: newton-euler, integrator: rk4, stabilization: off, rtol: 1e-5, atol: 0.1,
      dt: 0.3, max_step: 0.7}
)yaml";

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
    const Model model = make_flat(read_model(entry.path()));
    CHECK(print(read_model_text(write_model(model), "back.yaml")) == print(model));
  }
}

TEST_CASE("parameters and functions that nothing reads any more are left out") {
  const std::string text = write_model(read_model_text(everything, "m.yaml"));
  const Model back = read_model_text(text, "back.yaml");
  std::vector<std::string> names;
  for (const ParameterPart& part : back.parameters) names.push_back(part.name);
  CHECK(names == std::vector<std::string>{"k", "len", "list", "slow", "pure", "n"});  // n is also a joint's name
  CHECK(back.functions.size() == 2);
}

TEST_CASE("one node of the graph can be two quantities: each is written with its own unit") {
  const Model model = read_model_text(
      two_bodies + "forces: {f: {at: {arm: [0, 0, 0]}, force: [=2 N/s*time, 0, 0], moment: [=2 N*m/s*time, 0, 0]}}\n", "m.yaml");
  const std::string text = write_model(model);
  CHECK(text.find("force: [\"=2 N/s*time\"") != text.npos);
  CHECK(text.find("moment: [\"=2 N*m/s*time\"") != text.npos);
}

TEST_CASE("what follows from a number that an event sets is written as it follows: in constraints, actions, durations") {
  const Model model = read_model_text(R"yaml(
pintle: 1
parameters: {h: 60 mm, c: 2 kN/m, push: 3 N*s, wait: 0.2 s, low: -1 m}
bodies: {nut: {mass: 2 kg, inertia: [0.01, 0.01, 0.02]}}
joints: {bolt: {type: cylindrical, between: [world, nut], at: [0, 0, 0], axis: [0, 0, 1],
                limits: {tz: {low: =low, stiffness: 1 kN/m}}}}
constraints: {groove: {type: screw, joint: bolt, pitch: =h}}
events:
  other: {when: time >= 0.5 s,
          do: [set: {parameters.h: 80 mm, parameters.c: 3 kN/m, parameters.push: 1 N*s, parameters.wait: 0.1 s, parameters.low: 0 m}]}
  catch: {when: bolt.displacement.tz > 1 m, for: =wait, do: [lock: {joint: bolt.tz, stiffness: =c}]}
  hit: {when: time >= 0.7 s, do: [impulse: {at: {nut: [0, 0, 0]}, value: [0, 0, =push]}]}
)yaml",
                                      "m.yaml");
  const std::string text = write_model(model);
  CAPTURE(text);
  for (const char* words : {"pitch: \"=h\"", "stiffness: \"=c\"", "\"=push\"]", "for: \"=wait\"", "low: \"=low\""})
    CHECK(text.find(words) != text.npos);
  CHECK(write_model(read_model_text(text, "back.yaml")) == text);
}

TEST_CASE("a run is written with its formulation as a plain word, off in quotes, and how exactly it is solved at the end") {
  const std::string text = write_model(read_model_text(everything, "m.yaml"));
  CAPTURE(text);
  CHECK(text.find(", formulation: newton-euler, integrator: \"rk4\", stabilization: \"off\", rtol: 1.0e-05, atol: 0.1") !=
        text.npos);
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
