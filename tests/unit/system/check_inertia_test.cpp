#include <doctest/doctest.h>

#include "pintle/base/error.h"
#include "pintle/model/makers.h"
#include "pintle/system/make_system.h"
#include "unit/system/parts.h"

namespace pintle {
namespace {

/// One body on one joint; the joint is at `at` in the body's axes.
Model make_hanging(const char* type, const Vec3<double>& moments, const Vec3<double>& at) {
  Model model = parts::make_pendulum();
  model.bodies[0] = parts::make_body("bar", 2, moments);
  model.joints[0].type = *find_joint_type(type);
  model.joints[0].at = parts::points("world", {0, 0, 0}, "bar", at);
  if (model.joints[0].type.ball) model.joints[0].axis.reset();
  return model;
}

}  // namespace

TEST_CASE("inertia: a point mass on a hinge away from it moves well, on a ball or through its centre it does not") {
  CHECK_NOTHROW(make_system(make_hanging("hinge", {0, 0, 0}, {1, 0, 0})));
  CHECK_NOTHROW(make_system(make_hanging("slider", {0, 0, 0}, {0, 0, 0})));
  CHECK_NOTHROW(make_system(make_hanging("weld", {0, 0, 0}, {0, 0, 0})));
  CHECK_THROWS_WITH_AS(make_system(make_hanging("ball", {0, 0, 0}, {-1, 0, 0})),
                       "bodies.bar: joint pin leaves it free to turn about [1, 0, 0] in its own axes, where it has no inertia; "
                       "give it a small inertia, or take a joint that does not leave that rotation free",
                       Error);
  CHECK_THROWS_WITH_AS(make_system(make_hanging("hinge", {0, 0, 0}, {0, 1, 0})), doctest::Contains("about [0, 1, 0]"), Error);
}

TEST_CASE("inertia: a slender rod spins about itself on a ball and when floating, but not on a universal joint across it") {
  CHECK_THROWS_WITH_AS(make_system(make_hanging("ball", {0, 0.1, 0.1}, {-0.5, 0, 0})), doctest::Contains("about [1, 0, 0]"),
                       Error);
  CHECK_NOTHROW(make_system(make_hanging("ball", {1e-6, 0.1, 0.1}, {-0.5, 0, 0})));
  CHECK_NOTHROW(make_system(make_hanging("ball", {0, 0.1, 0.1}, {-0.5, 0.1, 0})));
  Model crossed = make_hanging("universal", {0, 0.1, 0.1}, {-0.5, 0, 0});
  crossed.joints[0].second_axis = Vec3<double>{0, 0, 1};
  CHECK_NOTHROW(make_system(crossed));
  Model floating;
  floating.bodies = {parts::make_body("rod", 1, {0.1, 0, 0.1})};
  floating.bodies[0].rotation = parts::rotated({{0, 0.3}, {2, 1.1}});
  CHECK_THROWS_WITH_AS(make_system(floating), doctest::Contains("bodies.rod: it is free to turn about [0, 1, 0]"), Error);
}

TEST_CASE("inertia: what hangs on a slender rod may give it the missing inertia, or not") {
  Model model = make_hanging("ball", {0, 0.1, 0.1}, {-0.5, 0, 0});
  model.bodies.push_back(parts::make_body("wheel", 1, {0.1, 0.1, 0.1}));
  model.joints.push_back(parts::make_joint("hub", "hinge", "bar", "wheel"));
  model.joints[1].at = parts::points("bar", {0.5, 0, 0}, "wheel", {0, 0, 0});
  model.joints[1].axis = Vec3<double>{0, 0, 1};
  CHECK_NOTHROW(make_system(model));
  model.joints[1].axis = Vec3<double>{1, 0, 0};  // now the wheel does not resist the rod's spin
  CHECK_THROWS_WITH_AS(make_system(model), doctest::Contains("bodies.bar: joint pin leaves it free"), Error);
}

TEST_CASE("inertia: three angles whose axes fall in line are named as such") {
  Model model = make_hanging("ball", {1, 1, 1}, {-0.5, 0, 0});
  model.joints[0].type = make_joint_type({Direction::rx, Direction::ry, Direction::rz});
  CHECK_NOTHROW(make_system(model));
  for (const double angle : {1.5707963267948966, 1.5707963, 1.570796}) {  // 3e-8 and 3e-7 off
    model.joint_starts = {parts::start_of("pin", Direction::ry, angle, 0)};
    CHECK_THROWS_WITH_AS(make_system(model),
                         doctest::Contains("initial.pin: two of the three rotations of joint pin turn about the same line"),
                         Error);
  }
}

TEST_CASE("inertia: long chains and wide stars are far from singular, whatever their size") {
  CHECK_NOTHROW(make_system(make_chain(2000)));
  CHECK_NOTHROW(make_system(make_star(200)));
}

namespace {

/// A crank and a slider with a slender rod between them, on a ball at the crank and on some joint at the slider.
Model make_slider_crank(const char* at_slider) {
  Model model;
  model.bodies = {parts::make_body("crank", 1, {0.1, 0.1, 0.1}), parts::make_body("rod", 1, {0, 0.1, 0.1}),
                  parts::make_body("block", 1, {0.1, 0.1, 0.1})};
  for (int k = 0; k < 3; ++k) model.bodies[static_cast<std::size_t>(k)].at = Vec3<double>{0.5 + k - (k == 2 ? 0.5 : 0), 0, 0};
  model.joints = {parts::make_joint("shaft", "hinge", "world", "crank"), parts::make_joint("pin", "ball", "crank", "rod"),
                  parts::make_joint("guide", "slider", "world", "block"), parts::make_joint("wrist", at_slider, "rod", "block")};
  model.joints[0].at = Vector{0, 0, 0};
  model.joints[1].at = Vector{1, 0, 0};
  model.joints[2].at = model.joints[3].at = Vector{2, 0, 0};
  model.joints[2].axis = Vec3<double>{1, 0, 0};
  return model;
}

}  // namespace

TEST_CASE("inertia: a slender rod in a loop may spin where both ends are balls, and not where one is a universal joint") {
  CHECK_THROWS_WITH_AS(make_system(make_slider_crank("ball")),
                       doctest::Contains("bodies.rod: joint pin leaves it free to turn about [1, 0, 0]"), Error);
  Model crossed = make_slider_crank("universal");
  crossed.joints[3].axis = Vec3<double>{0, 1, 0};
  crossed.joints[3].second_axis = Vec3<double>{0, 0, 1};
  CHECK_NOTHROW(make_system(crossed));
  crossed.joints[3].axis = Vec3<double>{1, 0, 0};  // one of its axes is the rod's
  CHECK_THROWS_WITH_AS(make_system(crossed), doctest::Contains("bodies.rod"), Error);
}

TEST_CASE("inertia: a constraint can hold a spin, and one that is off or looks elsewhere cannot") {
  Model model = make_slider_crank("ball");
  ConstraintPart hold;
  hold.name = "hold";
  hold.kind = RelativeRotationPart{{"block", "rod"}, {1, 0.5, 0}};
  model.constraints = {hold};
  CHECK_NOTHROW(make_system(model));
  model.constraints[0].active = false;
  CHECK_THROWS_AS(make_system(model), Error);
  model.constraints[0].active = true;
  model.constraints[0].kind = RelativeRotationPart{{"block", "rod"}, {0, 0.5, 0}};
  CHECK_THROWS_AS(make_system(model), Error);
  model.constraints[0].kind =
      DistancePart{parts::points("world", {1, 3, 0}, "rod", {0, 0.5, 0}), 1};  // beside the axis, across it
  CHECK_THROWS_AS(make_system(model), Error);
  model.constraints[0].kind = DistancePart{parts::points("world", {1, 3, 1}, "rod", {0, 0.5, 0}), 1};
  CHECK_NOTHROW(make_system(model));
}

TEST_CASE("inertia: one row cannot hold two spins") {
  Model model = make_slider_crank("ball");
  Model both = model;
  for (const BodyPart& body : model.bodies) {
    both.bodies.push_back(body);
    both.bodies.back().name += "2";
    both.bodies.back().at = Vector{body.at->x, 5, 0};
  }
  for (JointPart joint : model.joints) {
    joint.name += "2";
    if (joint.parent != "world") joint.parent += "2";
    joint.child += "2";
    joint.at = Vector{std::get<Vector>(joint.at).x, 5, 0};
    both.joints.push_back(joint);
  }
  ConstraintPart hold;
  hold.name = "hold";
  hold.kind = RelativeRotationPart{{"rod", "rod2"}, {1, 0, 0}};
  both.constraints = {hold};
  CHECK_THROWS_AS(make_system(both), Error);
  hold.name = "more";
  hold.kind = RelativeRotationPart{{"world", "rod2"}, {1, 0, 0}};
  both.constraints.push_back(hold);
  CHECK_NOTHROW(make_system(both));
}

}  // namespace pintle
