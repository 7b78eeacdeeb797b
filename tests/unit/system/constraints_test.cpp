#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "pintle/base/error.h"
#include "pintle/model/scope.h"
#include "pintle/structure/living.h"
#include "pintle/system/case_maker.h"
#include "pintle/system/kink_times.h"
#include "pintle/system/make_system.h"
#include "unit/math/draw.h"
#include "unit/system/parts.h"

namespace pintle {
namespace {

using enum Direction;

/// Two bars that float, and a third on a joint that slides and turns, a fourth on a hinge.
Model make_bars() {
  Model model;
  for (const char* name : {"a", "b", "c", "d"}) model.bodies.push_back(parts::make_body(name, 1, {0.1, 0.2, 0.3}));
  model.bodies[0].at = Vec3<double>{1, 2, 3};
  model.bodies[0].rotation = parts::rotated({{2, 0.4}, {0, 1.1}});
  model.joints = {parts::make_joint("nut", "cylindrical", "world", "c"), parts::make_joint("pin", "hinge", "world", "d")};
  model.joints[0].axis = Vec3<double>{0, 1, 1};
  for (JointPart& joint : model.joints) joint.at = parts::points("world", {0, 0, 0}, joint.child, {0, 0, 0});
  return model;
}

template <class Kind>
ConstraintPart& add(Model& model, std::string name, Kind kind) {
  ConstraintPart part;
  part.name = std::move(name);
  part.kind = std::move(kind);
  model.constraints.push_back(std::move(part));
  return model.constraints.back();
}

DistancePart make_rod(Number length) { return {parts::points("a", {0.1, 0.2, 0.3}, "b", {0, 0, -1}), length}; }

VelocityPart make_edge(std::vector<VelocityRow> rows) {
  VelocityPart edge;
  edge.body = "a";
  edge.at = {"a", Vector()};
  edge.rows = std::move(rows);
  return edge;
}

/// Of a system whose only trouble is the last constraint.
void check_refused(const Model& model, const char* where, const char* words) {
  CHECK_THROWS_WITH_AS(make_system(model), doctest::Contains(where), Error);
  CHECK_THROWS_WITH_AS(make_system(model), doctest::Contains(words), Error);
}

}  // namespace

TEST_CASE("constraints: each becomes a record with its ends, coordinates, rows and place among the multipliers") {
  Model model = make_bars();
  add(model, "rod", make_rod(2));
  add(model, "table", PointOnPlanePart{parts::points("world", {0, 0, 1}, "b", {0, 0, 0}), {0, 3, 0}});
  add(model, "guide", RelativeRotationPart{{"a", "b"}, {1, 0, 0}}).axes = "a";
  add(model, "thread", ScrewPart{"nut", 0.01}).active = false;
  add(model, "train", GearPart{{GearPart::Side{"nut", tz}, GearPart::Side{"pin", {}}}, 3});
  add(model, "skate", make_edge({{"side", {0, 1, 0}, {}, 0}, {"turn", {}, {0, 0, 1}, 2}}));
  const System system = make_system(model);
  REQUIRE(system.constraints.size() == 6);
  CHECK(system.multipliers == 7);
  const BodyIndex a(1), b(2), c(3), d(4);
  const auto& [rod, table, guide, thread, train, skate] =
      std::tie(system.constraints[0], system.constraints[1], system.constraints[2], system.constraints[3], system.constraints[4],
               system.constraints[5]);
  CHECK(rod.bodies == std::vector{a, b});
  CHECK((rod.has_position() && table.has_position() && thread.has_position() && train.has_position()));
  CHECK_FALSE((guide.has_position() || skate.has_position()));
  CHECK(system.nominal[std::get<Distance>(rod.kind).L] == 2);
  CHECK(norm(system.nominal[std::get<PointInPlane>(table.kind).n_A] - Vec3<double>{0, 1, 0}) < 1e-15);
  CHECK(norm(system.nominal[std::get<RelativeRotation>(guide.kind).n_A] - Vec3<double>{1, 0, 0}) < 1e-15);
  CHECK(guide.angular == std::vector{true});
  CHECK(thread.bodies == std::vector{world, c});
  CHECK_FALSE(thread.active);
  REQUIRE(thread.reads.size() == 2);
  CHECK((thread.reads[0].direction == tz && thread.reads[1].direction == rz));
  CHECK(train.bodies == std::vector{world, c, world, d});
  CHECK((train.reads[0].direction == tz && train.reads[1].direction == rz));
  CHECK(train.angular == std::vector{true});
  CHECK(skate.bodies == std::vector{a, world});
  CHECK(skate.rows == std::vector<std::string>{"side", "turn"});
  CHECK(skate.angular == std::vector{false, true});
  CHECK((rod.first == 0 && train.first == 4 && skate.first == 5));
  CHECK(find_signals(system.names, "rod.reaction")[0].unit == "N");
  CHECK(find_signals(system.names, "guide.reaction")[0].unit == "N*m");
  CHECK(find_signals(system.names, "train.reaction")[0].unit == "N*m");
  CHECK(find_signals(system.names, "skate.reaction").size() == 2);
  CHECK(find_signals(system.names, "skate.reaction.turn")[0].unit == "N*m");
  CHECK(find_signals(system.names, "skate.reaction.turn")[0].component == 1);
}

TEST_CASE("constraints: a direction is meant in the reference configuration, and fixed to the first body") {
  Model model = make_bars();
  add(model, "guide", RelativeRotationPart{{"a", "b"}, {0, 0, 2}});
  const System system = make_system(model);
  const Reference reference = make_reference(model);
  const Vec3<double> n = system.nominal[std::get<RelativeRotation>(system.constraints[0].kind).n_A];
  CHECK(norm(reference.X_WB[1].R * n - Vec3<double>{0, 0, 1}) < 1e-15);
}

TEST_CASE("constraints: a length that lives comes with two derivatives, and its kinks are ends of steps") {
  Model model = make_bars();
  add(model, "rod", make_rod(make_number(model, "2 m + 0.3 m*sin(4 rad/s*time)", "m")));
  add(model, "other", make_rod(make_number(model, "if(time > 0.5 s, 1 m + 8 m/s^3*(time - 0.5 s)^3, 1 m)", "m")));
  const System system = make_system(model);
  const auto& rod = std::get<Distance>(system.constraints[0].kind);
  REQUIRE(rod.living == 0);
  Living<double> living(system, system.living);
  const double t = 0.7;
  living.update(
      t, system.nominal, [](BodyIndex) { return BodyMotion<double>{}; }, [](JointIndex) { return JointCoordinates<double>{}; });
  CHECK(living.outputs()[0] == doctest::Approx(2 + 0.3 * std::sin(4 * t)).epsilon(1e-14));
  CHECK(living.outputs()[1] == doctest::Approx(1.2 * std::cos(4 * t)).epsilon(1e-14));
  CHECK(living.outputs()[2] == doctest::Approx(-4.8 * std::sin(4 * t)).epsilon(1e-14));
  KinkTimes kinks(system.time_laws, system.nominal, 1);
  const double before = kinks.next(0), after = kinks.next(before);
  CHECK((before < 0.5 && 0.5 < after));
  CHECK(kinks.next(after) > 1);
}

TEST_CASE("constraints: coefficients of a velocity row that live come with their rates") {
  Model model = make_bars();
  const Vector side{make_number(model, "-sin(a.yaw)", "1"), make_number(model, "cos(a.yaw)", "1"), 0};
  add(model, "skate", make_edge({{"side", side, {0, 0, 0.2}, make_number(model, "0.1 m/s^2*time", "m/s")}}));
  const System system = make_system(model);
  const auto& rows = std::get<VelocityRows>(system.constraints[0].kind);
  REQUIRE(rows.list[0].living == 0);
  REQUIRE(system.living.output_count() == 14);
  Living<double> living(system, system.living);
  const double yaw = 0.6, spin = -1.7;
  const auto body = [&](BodyIndex) {
    return BodyMotion<double>{{to_matrix(parts::rotated({{2, yaw}})), {}}, {0, 0, spin}, {1, 2, 3}};
  };
  living.update(2.0, system.nominal, body, [](JointIndex) { return JointCoordinates<double>{}; });
  const double* out = living.outputs();
  const double expected[] = {-std::sin(yaw),        std::cos(yaw),         0, 0, 0, 0.2, 0.2,
                             -spin * std::cos(yaw), -spin * std::sin(yaw), 0, 0, 0, 0,   0.1};
  for (int k = 0; k < 14; ++k) CHECK(out[k] == doctest::Approx(expected[k]).epsilon(1e-14));
}

TEST_CASE("constraints: what cannot be is refused with the way out") {
  const auto refuse = [](auto kind, const char* where, const char* words) {
    Model model = make_bars();
    add(model, "x", kind);
    check_refused(model, where, words);
  };
  refuse(make_rod(0), "constraints.x.length", "give a length above zero");
  refuse(DistancePart{parts::points("a", {}, "a", {}), 1}, "constraints.x.at", "between two bodies");
  refuse(DistancePart{parts::points("a", {}, "e", {}), 1}, "constraints.x.at", "there is no e in bodies");
  refuse(PointOnPlanePart{parts::points("a", {}, "b", {}), {0, 0, 0}}, "constraints.x.normal", "give a direction");
  refuse(ScrewPart{"pin", 0.1}, "constraints.x.joint", "take a cylindrical joint");
  refuse(ScrewPart{"a", 0.1}, "constraints.x.joint", "one of the bodies");
  refuse(GearPart{{GearPart::Side{"nut", {}}, GearPart::Side{"pin", {}}}, 1}, "constraints.x.joints",
         "nut (cylindrical) has 2 directions");
  refuse(GearPart{{GearPart::Side{"pin", rx}, GearPart::Side{"pin", {}}}, 1}, "constraints.x.joints", "does not move in rx");
  refuse(GearPart{{GearPart::Side{"pin", rz}, GearPart::Side{"pin", {}}}, 1}, "constraints.x.joints", "give two coordinates");
  refuse(GearPart{{GearPart::Side{"nut", tz}, GearPart::Side{"pin", {}}}, 0}, "constraints.x.ratio", "other than zero");
  refuse(make_edge({}), "constraints.x.rows", "give one to 6");
  refuse(make_edge({{"r", {}, {}, 1}}), "constraints.x.rows.r", "is zero throughout");
  refuse(make_edge({{"r", {1, 0, 0}, {}, 1}, {"r", {0, 1, 0}, {}, 1}}), "constraints.x.rows", "two rows r");
  VelocityPart elsewhere = make_edge({{"r", {1, 0, 0}, {}, 1}});
  elsewhere.at.body = "b";
  refuse(elsewhere, "constraints.x.at", "give a point on a");
}

TEST_CASE("constraints: a length reads time alone, a velocity row time and positions") {
  Model model = make_bars();
  add(model, "x", make_rod(make_number(model, "1 m + b.position.x", "m")));
  check_refused(model, "constraints.x.length", "a length is a function of time alone");
  model.constraints.clear();
  add(model, "x", make_edge({{"r", {1, 0, 0}, {}, make_number(model, "0.5*b.velocity.x", "m/s")}}));
  check_refused(model, "constraints.x.rows.r", "reads b.velocity.x, which is no position");
  model.constraints.clear();
  add(model, "x", make_edge({{"r", {1, 0, 0}, {}, make_number(model, "pin.load.fx*1 m/s/1 N", "m/s")}}));
  check_refused(model, "constraints.x.rows.r", "which is no position");
}

TEST_CASE("constraints: a length, its rate and a prescribed speed must not jump") {
  const auto length = [](const char* text) {
    Model model = make_bars();
    add(model, "x", make_rod(make_number(model, text, "m")));
    return model;
  };
  check_refused(length("if(time < 0.3 s, 1 m, 2 m)"), "constraints.x.length", "jumps at t = 0.3 s, from 1 to 2");
  check_refused(length("1 m + 2 m/s*max(0 s, time - 0.3 s)"), "constraints.x.length", "its rate jumps at t = 0.3 s, from 0 to 2");
  CHECK_NOTHROW(make_system(length("1 m + 2 m/s^2*max(0 s, time - 0.3 s)^2")));
  CHECK_NOTHROW(make_system(length("if(time < 7 s, 1 m, 2 m)")));  // after the run
  Model model = make_bars();
  add(model, "x", make_edge({{"r", {1, 0, 0}, {}, make_number(model, "if(time < 0.3 s, 1 m/s, 2 m/s)", "m/s")}}));
  check_refused(model, "constraints.x.rows.r.value", "jumps at t = 0.3 s, from 1 to 2");
  model.constraints.clear();
  add(model, "x", make_edge({{"r", {1, 0, 0}, {}, make_number(model, "3 m/s^2*max(0 s, time - 0.3 s)", "m/s")}}));
  CHECK_NOTHROW(make_system(model));
}

TEST_CASE("constraints: a case with other parameters has the numbers of a model that was made with them") {
  const auto make = [](const char* length) {
    Model model = make_bars();
    add_parameter(model, "l", length);
    add(model, "rod", make_rod(make_number(model, "2*l", "m")));
    add(model, "thread", ScrewPart{"nut", make_number(model, "0.1*l", "m")});
    add(model, "skate",
        make_edge({{"side", {0, 1, 0}, {0, 0, make_number(model, "l", "m")}, make_number(model, "l/1 s", "m/s")},
                   {"more", {1, 0, 0}, {}, make_number(model, "l/1 s^2*time", "m/s")}}));
    return model;
  };
  CaseMaker cases(make("1 m"));
  cases.set("l", 1.75);
  CHECK(cases.make().parameters.value == make_system(make("1.75 m")).nominal.value);
}

TEST_CASE("constraints: what an instance turns is what a file without instances says") {
  Model model = make_bars();
  model.instances.push_back({Vector{0, 0.3, 1}, 2 * std::numbers::pi / 3});
  model.bodies[1].instance = 0;
  add(model, "rod", make_rod(2));
  add(model, "table", PointOnPlanePart{parts::points("a", {0, 0, 1}, "b", {0.1, 0, 0}), {0, 3, 0.4}});
  add(model, "guide", RelativeRotationPart{{"a", "b"}, {1, 0, 0.2}}).axes = "b";
  add(model, "lead", RelativeRotationPart{{"b", "a"}, {1, 0, 0.2}}).axes = "a";
  const Vector living{make_number(model, "sin(a.yaw)", "1"), 0.5, make_number(model, "cos(1 rad/s*time)", "1")};
  VelocityPart edge = make_edge({{"side", {0, 1, 0.3}, {}, 0}, {"live", living, {0, 0, 0.2}, 0.1}});
  add(model, "skate", edge);
  edge.at = {"world", {0.3, 0.1, 0}};
  edge.axes = "b";
  add(model, "world_point", edge);
  edge.axes = "a";
  add(model, "outer_axes", edge);
  for (ConstraintPart& part : model.constraints) part.instance = 0;
  const Model flat_model = make_flat(model);
  const System turned = make_system(model), flat = make_system(flat_model);

  MESSAGE("seed 3302");
  Random random(3302);
  std::vector<Pose<double>> X;
  std::vector<Motion<double>> V;
  for (int b = 0; b < 5; ++b)
    X.push_back(tests::draw_pose(random)), V.push_back({tests::draw_vector(random), tests::draw_vector(random)});
  const auto calc = [&](const System& system, std::size_t k) {
    Living<double> values(system, system.living);
    const auto body = [&](BodyIndex b) {
      const auto i = static_cast<std::size_t>(b.i);
      return BodyMotion<double>{X[i], transpose_times(X[i].R, V[i].w), V[i].v};
    };
    values.update(0.4, system.nominal, body, [](JointIndex) { return JointCoordinates<double>{}; });
    std::vector<End<double>> ends;
    for (BodyIndex b : system.constraints[k].bodies) {
      const auto i = static_cast<std::size_t>(b.i);
      ends.push_back({X[i].R, X[i].p, V[i].w, V[i].v});
    }
    std::array<ConstraintRow<double>, most_rows> rows{};
    const ConstraintPlace<double> place{system.nominal, ends, values.outputs(), {}};
    std::visit([&](const auto& kind) { kind.update_rows(place, std::span<ConstraintRow<double>>(rows)); },
               system.constraints[k].kind);
    return rows;
  };
  for (std::size_t k = 0; k < turned.constraints.size(); ++k)
    for (int r = 0; r < turned.constraints[k].row_count(); ++r) {
      CAPTURE(turned.constraints[k].name);
      const auto i = static_cast<std::size_t>(r);
      const ConstraintRow<double> a = calc(turned, k)[i], b = calc(flat, k)[i];
      CHECK(a.g == doctest::Approx(b.g).epsilon(1e-13));
      CHECK(a.gdot == doctest::Approx(b.gdot).epsilon(1e-13));
      CHECK(a.gamma == doctest::Approx(b.gamma).epsilon(1e-12));
      CHECK(norm(a.on[0].n - b.on[0].n) + norm(a.on[0].f - b.on[0].f) < 1e-13);
    }
  // the turn does something: without it they are other constraints, but for what is given in axes of the instance's own body
  for (ConstraintPart& part : model.constraints) part.instance = no_instance;
  const System straight = make_system(model);
  for (std::size_t k = 0; k < turned.constraints.size(); ++k) {
    CAPTURE(turned.constraints[k].name);
    const bool same = calc(straight, k)[0].gdot == doctest::Approx(calc(turned, k)[0].gdot);
    CHECK(same == (turned.constraints[k].name == "guide"));
  }
}

TEST_CASE("start: what was given is exact; guesses are not, and what is driven counts as given") {
  Model model = make_bars();
  model.joints.push_back(parts::make_joint("ball", "ball", "a", "b"));
  model.joints.back().at = parts::points("a", {}, "b", {});
  JointStart nut = parts::start_of("nut", rz, 0.3, 1), pin, ball;
  nut.directions[rz].guess = true;
  nut.directions[tz].rate = 2;
  ball.joint = "ball";
  ball.rotation = parts::rotated({{0, 0.4}});
  model.joints[1].drivers[rz] = {false, make_number(model, "2 rad/s*time", "rad")};
  model.joint_starts = {nut, ball};
  const System system = make_system(model);
  REQUIRE(system.start.given.size() == 3);
  CHECK(system.start.joints[0].angle.z == 0.3);
  CHECK(system.start.given[0].value == DirectionSet{});
  CHECK(system.start.given[0].rate == DirectionSet{}.with(rz).with(tz));
  CHECK(system.start.given[1].value == DirectionSet{}.with(rz));
  CHECK(system.start.given[1].rate == DirectionSet{}.with(rz));
  CHECK(system.start.given[2].value == DirectionSet{}.with(rx).with(ry).with(rz));
  CHECK(system.start.given[2].rate == DirectionSet{});
}

}  // namespace pintle
