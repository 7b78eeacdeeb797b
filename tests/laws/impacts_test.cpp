#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "support/random_tree.h"
#include "support/small_models.h"
#include "support/watch.h"

using namespace pintle;

namespace {

RunOptions until(double t) {
  RunOptions options;
  options.until = t;
  options.integration.rtol = 1e-9;
  return options;
}

BodyPart make_block(const std::string& name, double mass) {
  BodyPart block;
  block.name = name;
  block.mass = mass;
  block.inertia = {1, 0, 0, 1, 0, 1};
  block.at = Vec3<double>{0, 0, 0};
  return block;
}

/// A vertical slider, its frames at the origin.
JointPart make_rail(const std::string& name, const std::string& parent, const std::string& child) {
  JointPart rail;
  rail.name = name;
  rail.type = *find_joint_type("slider");
  rail.parent = parent;
  rail.child = child;
  rail.at = Vector(Vec3<double>{0, 0, 0});
  rail.axis = Vec3<double>{0, 0, 1};
  return rail;
}

LimitLaw make_limits(std::optional<double> low, std::optional<double> high, double e) {
  LimitLaw law;
  if (low) law.low = *low;
  if (high) law.high = *high;
  law.restitution = e;
  return law;
}

/// A on the floor, B on a rail of A that ends half a metre up; both of 1 kg, B thrown up with 1 m/s.
Model make_two_sliders() {
  Model model;
  model.name = "two sliders";
  model.gravity = {0, 0, -0.1};
  model.bodies = {make_block("A", 1), make_block("B", 1)};
  model.joints = {make_rail("ga", "world", "A"), make_rail("gb", "A", "B")};
  model.joints[0].limits[Direction::tz] = make_limits(0.0, {}, 0);
  model.joints[1].limits[Direction::tz] = make_limits({}, 0.5, 0);
  model.joint_starts = {{"gb", {{Direction::tz, {0.0, 1.0}}}, {}, {}}};
  return model;
}

/// The event at which the impulses are largest.
const EventLog& find_hardest(const Watch& watch) {
  const auto size = [](const EventLog& log) {
    double sum = 0;
    for (const Wrench<double>& impulse : log.jump.impulse) sum += norm(impulse.f) + norm(impulse.n);
    return sum;
  };
  const EventLog* hardest = &watch.events.front();
  for (const EventLog& log : watch.events)
    if (size(log) > size(*hardest)) hardest = &log;
  return *hardest;
}

}  // namespace

TEST_CASE("impacts: the floor does not pull while a slider on it hits its upper stop; both lift off with half the energy") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Watch watch;
    const RunSummary summary = run_model(make_two_sliders(), name, until(1), watch);
    REQUIRE(summary.status == Status::completed);
    const EventLog& log = find_hardest(watch);
    const double t = (1 - std::sqrt(1 - 2 * 0.1 * 0.5)) / 0.1, v = 1 - 0.1 * t;  // 0.5 m up against 0.1 m/s²
    CHECK(log.time == doctest::Approx(t).epsilon(1e-9));
    CHECK(log.after.joints[0].velocity.z == doctest::Approx(v / 2).epsilon(1e-9));
    CHECK(std::fabs(log.after.joints[1].velocity.z) < 1e-12);
    CHECK(std::fabs(log.jump.impulse[0].f.z) < 1e-12);
    CHECK(log.jump.impulse[1].f.z == doctest::Approx(-v / 2).epsilon(1e-9));
    CHECK(log.kinetic_after == doctest::Approx(log.kinetic_before / 2).epsilon(1e-9));
    CHECK(std::fabs(summary.balance_error) < 1e-9);
  }
}

TEST_CASE("impacts: a slider that has hardly begun to leave the floor is still on it when another one falls on it") {
  for (const std::string& formulation : formulation_names())
    for (const double leaving : {0.0, 1e-13, 1e-11, 1e-10}) {  // [m/s], where others move with 1 m/s
      CAPTURE(formulation);
      CAPTURE(leaving);
      Model model = make_two_sliders();
      model.gravity = {0, 0, 0};
      model.joints[0].limits[Direction::tz] = make_limits(0.0, {}, 0.5);
      model.joints[1].limits[Direction::tz] = make_limits(0.0, {}, 0);
      model.joint_starts = {{"ga", {{Direction::tz, {0.0, leaving}}}, {}, {}}, {"gb", {{Direction::tz, {0.0, -1.0}}}, {}, {}}};
      Watch watch;
      const RunSummary summary = run_model(model, formulation, until(0.01), watch);
      CHECK(summary.status == Status::completed);
      CHECK(!watch.events.empty());
      for (const int body : {1, 2})  // one after the other they would go up together, with 1/4 m/s; rounding of that aside
        CHECK(std::abs(summary.final.V_WB[body].v.z) <= leaving + 1e-15);
    }
}

TEST_CASE("impacts: mechanisms that hit their stops at one instant share nothing, each has its own restitution") {
  Model model;
  model.gravity = {0, 0, -9.81};
  model.bodies = {make_block("a", 1), make_block("b", 1)};
  model.joints = {make_rail("ja", "world", "a"), make_rail("jb", "world", "b")};
  model.joints[0].limits[Direction::tz] = make_limits(-1.0, {}, 0.9);
  model.joints[1].limits[Direction::tz] = make_limits(-1.0, {}, 0.1);
  const double v = std::sqrt(2 * 9.81);
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Watch watch;
    run_model(model, name, until(0.46), watch);
    REQUIRE(watch.events.size() == 1);
    CHECK(watch.events[0].after.joints[0].velocity.z == doctest::Approx(0.9 * v).epsilon(1e-9));
    CHECK(watch.events[0].after.joints[1].velocity.z == doctest::Approx(0.1 * v).epsilon(1e-9));
    CHECK(watch.events[0].jump.impulse[1].f.z == doctest::Approx(1.1 * v).epsilon(1e-9));
  }
}

TEST_CASE("impacts: a latch that catches a lid lifts what rests on the floor, which does not hold it back") {
  Model model;
  model.gravity = {0, 0, -9.81};
  model.bodies = {make_block("A", 2), make_block("B", 1)};
  model.joints = {make_rail("floor", "world", "A"), make_rail("lid", "A", "B")};
  model.joints[0].limits[Direction::tz] = make_limits(0.0, {}, 0);
  model.joint_starts = {{"lid", {{Direction::tz, {0.0, 9.0}}}, {}, {}}};
  add_lock(model, "grab", 0.05, "lid");
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Watch watch;
    const RunSummary summary = run_model(model, name, until(0.1), watch);
    const EventLog& log = find_hardest(watch);
    const double v = 9 - 9.81 * 0.05;
    CHECK(std::fabs(log.jump.impulse[0].f.z) < 1e-12);
    CHECK(log.after.joints[0].velocity.z == doctest::Approx(v / 3).epsilon(1e-9));
    CHECK(std::fabs(summary.balance_error) < 1e-9);
  }
}

TEST_CASE("impacts: a latch and a stop on one joint: it bounces until it latches") {
  Model model;
  model.gravity = {0, 0, -9.81};
  model.bodies = {make_block("A", 1)};
  model.joints = {make_rail("rail", "world", "A")};
  model.joints[0].limits[Direction::tz] = make_limits(0.0, {}, 0.5);
  model.joint_starts = {{"rail", {{Direction::tz, {0.1, 0.0}}}, {}, {}}};
  add_lock(model, "latch", 0.25, "rail");
  add_lock(model, "open", 0.4, "rail", std::nullopt, false);
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Watch watch;
    const RunSummary summary = run_model(model, name, until(0.8), watch);
    REQUIRE(watch.events.size() > 4);
    CHECK(watch.events[0].actions.front() == "rebounds from its stop");
    const auto latched = std::ranges::find(watch.events, "latch", &EventLog::event);
    REQUIRE(latched != watch.events.end());
    CHECK((latched + 1)->event == "open");  // its stops sleep while it is locked
    CHECK((latched + 2)->actions.front() == "rebounds from its stop");
    CHECK(std::fabs(summary.balance_error) < 1e-8);
  }
}

TEST_CASE("impacts: panels with stops on alternate sides: one that is caught throws the others off theirs") {
  // Three equal rods in a row. M of absolute rates, W = J M⁻¹ Jᵀ; two closed stops would pull. A chain with stiff springs and
  // strong dampers in their place gave the same to 1e-6, in a program that shares nothing with this one.
  Model model = make_pendulum(3);
  model.gravity = {0, 0, 0};
  for (JointStart& start : model.joint_starts) start.directions[Direction::rz] = {0.0, 0.0};
  model.joint_starts[2].directions[Direction::rz] = {0.0, -1.0};
  model.joints[0].limits[Direction::rz] = make_limits(0.0, {}, 0);
  model.joints[1].limits[Direction::rz] = make_limits({}, 0.0, 0);
  model.joints[2].limits[Direction::rz] = make_limits(0.0, {}, 0);
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Watch watch;
    run_model(model, name, until(0.01), watch);
    REQUIRE_FALSE(watch.events.empty());
    const EventLog& log = watch.events[0];
    CHECK(log.after.joints[0].rate.z == doctest::Approx(3.0 / 20).epsilon(1e-9));
    CHECK(log.after.joints[1].rate.z == doctest::Approx(-23.0 / 40).epsilon(1e-9));
    CHECK(std::fabs(log.after.joints[2].rate.z) < 1e-12);
    CHECK(log.jump.impulse[2].n.z == doctest::Approx(13.0 / 240).epsilon(1e-9));
    CHECK(std::fabs(log.jump.impulse[0].n.z) < 1e-12);
    CHECK(std::fabs(log.jump.impulse[1].n.z) < 1e-12);
  }
}

TEST_CASE(
    "impacts: a door whose two hinges have a stop each, at the same angle, is thrown back by both, and who gave what is open") {
  Model model;
  model.gravity = {0, 0, 0};
  model.bodies = {make_block("door", 2)};
  for (const auto& [name, z] : {std::pair("upper", 0.5), std::pair("lower", -0.5)}) {
    JointPart hinge = make_rail(name, "world", "door");
    hinge.type = *find_joint_type("hinge");
    hinge.at = Vector(Vec3<double>{-0.5, 0, z});
    hinge.limits[Direction::rz] = make_limits({}, 0.0, 0.5);
    model.joints.push_back(hinge);
  }
  model.joint_starts = {{"upper", {{Direction::rz, {0.0, 2.0}}}, {}, {}}};
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Watch watch;
    run_model(model, name, until(0.01), watch);
    REQUIRE(watch.events.size() == 1);
    const EventLog& log = watch.events[0];
    CHECK(log.after.joints[0].rate.z == doctest::Approx(-1.0).epsilon(1e-9));
    CHECK(log.after.joints[1].rate.z == doctest::Approx(-1.0).epsilon(1e-9));
    const double I = 1 + 2 * 0.25;  // about the hinges [kg m²]
    CHECK(log.jump.impulse[0].n.z == doctest::Approx(-1.5 * I).epsilon(1e-9));
    CHECK(log.jump.impulse[1].n.z == doctest::Approx(-1.5 * I).epsilon(1e-9));
    REQUIRE(log.uniqueness.joints.size() == 2);
    CHECK((log.uniqueness.joints[0].load >> 5 & 1) == 1);
    CHECK((log.uniqueness.joints[1].load >> 5 & 1) == 1);
  }
}

TEST_CASE(
    "impacts: a block that rocks from corner to corner on stops without restitution comes to rest, and nothing has pulled it") {
  Model model;
  model.gravity = {0, 0, -9.81};
  BodyPart block = make_block("block", 1);
  block.inertia = {1.0 / 3, 0, 0, 1.0 / 3, 0, 1.0 / 3};
  model.bodies = {block, make_block("left", 1e-3), make_block("right", 1e-3)};
  model.bodies[1].inertia = model.bodies[2].inertia = {1e-6, 0, 0, 1e-6, 0, 1e-6};
  model.bodies[1].at = Vec3<double>{-1, 0, 0};
  model.bodies[2].at = Vec3<double>{1, 0, 0};
  JointPart base = make_rail("base", "world", "block");
  base.type = make_joint_type({Direction::tz, Direction::ry});
  base.axis = Vec3<double>{0, 0, 1};
  model.joints = {base};
  for (const auto& [name, x] : {std::pair("left", -1.0), std::pair("right", 1.0)}) {
    JointPart foot = make_rail(std::string(name) + "_foot", "world", name);  // the corner's height, with a stop on the floor
    foot.at = Vector(Vec3<double>{x, 0, 0});
    foot.limits[Direction::tz] = make_limits(0.0, {}, 0);
    model.joints.push_back(foot);
    JointPart pin = make_rail(std::string(name) + "_pin", "block", name);
    pin.type = make_joint_type({Direction::tx, Direction::ry});
    pin.at = Vector(Vec3<double>{x, 0, 0});
    model.joints.push_back(pin);
  }
  model.joint_starts = {{"base", {{Direction::tz, {0.1, 0.0}}, {Direction::ry, {-0.1, 0.0}}}, {}, {}}};
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Watch watch;
    const RunSummary summary = run_model(model, name, until(6), watch);
    REQUIRE_MESSAGE(summary.status == Status::completed, summary.message);
    CHECK(summary.final.V_WB[1].v.z == doctest::Approx(0));
    CHECK(std::fabs(summary.final.V_WB[1].w.y) < 1e-9);
    for (const EventLog& log : watch.events) {
      CHECK(log.jump.impulse[1].f.z >= -1e-12);
      CHECK(log.kinetic_after <= log.kinetic_before * (1 + 1e-12));
    }
    CHECK(std::fabs(summary.balance_error) < 1e-7);
  }
}
