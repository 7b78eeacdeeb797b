#include "pintle/io/repeat.h"

#include <doctest/doctest.h>

#include <chrono>

#include "pintle/io/expression.h"
#include "unit/io/golden.h"

using namespace pintle;

namespace {

template <class Parts>
std::vector<std::string> names_of(const Parts& parts) {
  std::vector<std::string> names;
  for (const auto& part : parts) names.push_back(part.name);
  return names;
}
using Names = std::vector<std::string>;

const std::string chain = R"yaml(pintle: 1
parameters: {n: 4, l: 2 m}
repeat:
  link:
    count: =n
    first: {before.bar: world}
    bodies: {bar: {mass: =1 kg*index, inertia: [1, 1, 1], at: [=(index - 0.5)*l, 0, 0]}}
    joints: {pin: {type: hinge, between: [before.bar, bar], at: {before.bar: [0, 0, 1], bar: [0, 0, 0]}}}
    initial: {pin: {angle: "=if(index == 1, -30 deg, 60 deg)"}}
    events: {latch: {when: pin.angle > before.pin.angle or index == 1, do: [lock: pin]}}
)yaml";

}  // namespace

TEST_CASE("a chain: names count from 1, before is the neighbour, first says what begins it") {
  std::string text = chain;
  text.replace(text.find("first: {before.bar: world}"), 26, "first: {before.bar: world, before.pin: pin4}");
  const Model model = read_model_text(text, "m.yaml");
  CHECK(names_of(model.bodies) == Names{"bar1", "bar2", "bar3", "bar4"});
  CHECK(model.joints[0].parent == "world");
  CHECK(model.joints[3].parent == "bar3");
  CHECK(std::get<std::array<PointOn, 2>>(model.joints[3].at)[0].body == "bar3");
  CHECK(model.bodies[2].mass == 3);
  CHECK(model.bodies[2].at->x == 5);
  CHECK(model.joint_starts[0].directions.at(Direction::rz).value->value == doctest::Approx(-0.5235987755982988));
  CHECK(model.joint_starts[1].directions.at(Direction::rz).value->value == doctest::Approx(1.0471975511965976));
  CHECK(model.events[0].when == "pin1.angle > pin4.angle or 1 == 1");
  CHECK(model.events[2].when == "pin3.angle > pin2.angle or 3 == 1");
  CHECK(std::get<LockAction>(model.events[2].actions[0]).joint == "pin3");
  CHECK(model.instances.empty());
  CHECK(model.bodies[0].instance == no_instance);
}

TEST_CASE("a parameter that decides how many there are is structural, one that they use is not") {
  std::string text = chain;
  text.replace(text.find("before.bar: world"), 17, "before.bar: world, before.pin: pin1");
  const Model model = read_model_text(text, "m.yaml");
  CHECK(model.parameters[0].structural);
  CHECK_FALSE(model.parameters[1].structural);
  CHECK(model.bodies[1].at->x.expr.exists());  // an expression of l, with its value
  CHECK(model.graph.value(model.bodies[1].at->x.expr) == 3);
  const Model none = read_model_text(text + "bodies: {hub: {mass: 1, inertia: [1, 1, 1]}}\n", "m.yaml", {{"parameters.n", "0"}});
  CHECK(names_of(none.bodies) == Names{"hub"});
}

TEST_CASE("rows of over give suffixes and parameters; groups may share the names of their parts") {
  const Model model = read_model_text(R"yaml(pintle: 1
parameters: {a: 3 m}
bodies: {hub: {mass: 1, inertia: [1, 1, 1]}}
repeat:
  front: {over: {FL: {side: 1}, FR: {side: =-1}}, parameters: {y: =side*a},
          bodies: {corner: {mass: 1, inertia: [1, 1, 1], at: [0, =y, =index*1 m]}}}
  rear: {over: {RL: {side: 1}, RR: {side: -1}}, bodies: {corner: {mass: 2, inertia: [1, 1, 1], at: [0, =a*side, 0]}}}
signals: {highest: =max(all.corner.position.z), number: =count(all.corner.tilt > 1)}
run: {record: [all.corner.position, hub]}
)yaml",
                                      "m.yaml");
  CHECK(names_of(model.bodies) == Names{"hub", "cornerFL", "cornerFR", "cornerRL", "cornerRR"});
  CHECK(model.bodies[2].at->y == -3);
  CHECK(model.bodies[2].at->z == 2);
  CHECK(model.bodies[3].mass == 2);
  CHECK(model.run.record == Names{"cornerFL.position", "cornerFR.position", "cornerRL.position", "cornerRR.position", "hub"});
  CHECK(find_text(model, model.signals[0].value, {0, 1, 0}) ==
        "max(cornerFL.position.z, cornerFR.position.z, cornerRL.position.z, cornerRR.position.z)");
}

TEST_CASE("turned instances: one entry each, and every part knows its own") {
  const Model model = read_model_text(R"yaml(pintle: 1
parameters: {legs: 6}
bodies: {hub: {mass: 1, inertia: [1, 1, 1]}}
repeat:
  leg: {count: =legs, turn: {about: [0, 0, 2], step: =360 deg/legs}, bodies: {foot: {mass: 1, inertia: [1, 1, 1]}},
        points: {toe: {at: {hub: [1, 0, 0]}}}, joints: {hip: {type: ball, between: [hub, foot]}}}
  tail: {count: 2, bodies: {end: {mass: 1, inertia: [1, 1, 1]}}}
)yaml",
                                      "m.yaml");
  REQUIRE(model.instances.size() == 6);
  CHECK(model.instances[0].angle == 0);
  CHECK(model.instances[2].angle.value == doctest::Approx(2.0943951023931953).epsilon(1e-15));
  CHECK(model.instances[2].angle.expr.exists());
  CHECK(model.instances[2].about.z == 2);
  CHECK(model.bodies[0].instance == no_instance);
  CHECK(model.bodies[3].instance == 2);
  CHECK(model.joints[2].instance == 2);
  CHECK(model.points[5].instance == 5);
  CHECK(model.bodies[7].instance == no_instance);
}

TEST_CASE("if drops parts before names are resolved, and their start with them") {
  const Model model = read_model_text(R"yaml(pintle: 1
parameters: {n: 3, with_link: 1}
bodies: {spare: {if: =with_link > 1, mass: 1, inertia: [1, 1, 1]}, link: {mass: 7, inertia: [1, 1, 1]}}
repeat:
  window:
    count: =n
    bodies: {bar: {mass: 1, inertia: [1, 1, 1]}, link: {if: index > 1, mass: 1, inertia: [1, 1, 1]}}
    joints: {pin: {type: hinge, between: [link, bar]}}
    initial: {link: {at: [0, 0, =index*1 m]}}
)yaml",
                                      "m.yaml");
  CHECK(names_of(model.bodies) == Names{"link", "bar1", "bar2", "link2", "bar3", "link3"});
  CHECK(model.joints[0].parent == "link");  // the outer one, since this instance has none of its own
  CHECK(model.joints[1].parent == "link2");
  REQUIRE(model.body_starts.size() == 2);
  CHECK(model.body_starts[0].body == "link2");
  CHECK(model.parameters[1].structural);
}

TEST_CASE("a setting through repeat. acts on all instances, one through an instance on it alone") {
  std::string text = chain;
  text.replace(text.find("before.bar: world"), 17, "before.bar: world, before.pin: pin1");
  const Model model = read_model_text(text, "m.yaml",
                                      {{"repeat.link.bodies.bar.mass", "7 kg"},
                                       {"bodies.bar3.mass", "9"},
                                       {"bodies.bar2.inertia.xx", "1.5"},
                                       {"initial.pin4.rate", "3 rad/s"},
                                       {"joints.pin2", "{axis: [1, 0, 0]}"},
                                       {"initial.bar1.at.z", "2"}});
  CHECK(model.bodies[0].mass == 7);
  CHECK(model.bodies[2].mass == 9);
  CHECK(model.bodies[1].inertia.xx == 1.5);
  CHECK(model.bodies[2].inertia.xx == 1);
  CHECK(model.joint_starts[3].directions.at(Direction::rz).rate->value == 3);
  CHECK(model.joint_starts[3].directions.at(Direction::rz).value->value == doctest::Approx(1.0471975511965976));
  CHECK(model.joints[1].axis->x == 1);
  CHECK_FALSE(model.joints[0].axis);
  CHECK(model.body_starts[0].at->z == 2);
}

TEST_CASE("a later finding about a part of an instance has the place of its description") {
  ReadNotes notes;
  read_model_text("pintle: 1\nrepeat:\n  l:\n    count: 3\n    bodies: {bar: {mass: 1, inertia: [1, 1, 1]}}\n", "m.yaml",
                  {{"bodies.bar2.mass", "2"}}, {}, &notes);
  CHECK(notes.where("bodies.bar3.mass") == "m.yaml:5:26: bodies.bar3.mass");
  CHECK(notes.where("bodies.bar3.inertia.zz") == "m.yaml:5:45: bodies.bar3.inertia.zz");
  CHECK(notes.where("bodies.bar2.mass") == "--set bodies.bar2.mass=2: bodies.bar2.mass");
}

TEST_CASE("a chain of a thousand links is read in a moment") {
  std::string text = chain;
  text.replace(text.find("before.bar: world"), 17, "before.bar: world, before.pin: pin1");
  double best = 1e9;
  for (int i = 0; i < 3; ++i) {
    const auto start = std::chrono::steady_clock::now();
    CHECK(read_model_text(text, "m.yaml", {{"parameters.n", "1000"}}).joints.size() == 1000);
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  CHECK(best < 1);  // 0.03 s on a free core; the bound tells a quadratic search from a busy machine and sanitizers
}
