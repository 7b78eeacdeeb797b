#include "pintle/model/time_derivative.h"

#include <doctest/doctest.h>

#include "pintle/model/scope.h"
#include "pintle/structure/living.h"
#include "pintle/system/make_system.h"
#include "unit/math/draw.h"
#include "unit/system/parts.h"

namespace pintle {
namespace {

constexpr const char* expressions[] = {
    "bar.position.x*1 rad/m",
    "bar.position.norm^2/1 m^2",
    "tip.position.y*tip.position.z/1 m^2",
    "tip.position.norm/1 m",
    "bar.attitude.xx + 2*bar.attitude.xy - 3*bar.attitude.xz",
    "bar.attitude.yx*bar.attitude.yy*bar.attitude.yz",
    "bar.attitude.zx - bar.attitude.zy*bar.attitude.zz",
    "bar.roll + 2*bar.pitch - 3*bar.yaw",
    "cos(bar.yaw)*sin(2 rad/s*time)",
    "pin.angle^2 + post.angle.rz*post.displacement.tz/1 m",
    "post.displacement.norm/1 m",
    "if(time > 1 s, exp(pin.angle), 0)*stretch",
};

/// A body, a point on it, a hinge and a joint that slides and turns.
Model make_scene() {
  Model model = parts::make_pendulum();
  model.bodies.push_back(parts::make_body("mast", 2, {0.3, 0.3, 0.1}));
  model.joints.push_back(parts::make_joint("post", "cylindrical", "world", "mast"));
  model.joints[1].at = parts::points("world", {0, 0, 0}, "mast", {0, 0, 0});
  model.points.push_back({"tip", {"bar", {0.3, -0.2, 0.5}}});
  add_parameter(model, "stretch", "1.5");
  return model;
}

struct Moving {
  Pose<double> X;
  Vec3<double> w_B, v_W;
  JointCoordinates<double> q;
};

/// The same as it moves on.
BodyMotion<Dual> seeded_body(const Moving& m) {
  using tests::seeded;
  const Quaternion<double> q = to_quaternion(m.X.R);
  const Vec3<double> zero = Vec3<double>::zero();
  return {{to_matrix(seeded(q, calc_rate(q, m.w_B))), seeded(m.X.p, m.v_W)}, seeded(m.w_B, zero), seeded(m.v_W, zero)};
}
JointCoordinates<Dual> seeded_joint(const JointCoordinates<double>& q) {
  JointCoordinates<Dual> x;
  x.displacement = tests::seeded(q.displacement, q.velocity);
  x.angle = tests::seeded(q.angle, q.rate);
  x.velocity = tests::seeded(q.velocity, Vec3<double>::zero());
  x.rate = tests::seeded(q.rate, Vec3<double>::zero());
  return x;
}

}  // namespace

TEST_CASE("time derivative: along any motion, what an expression of positions changes by is its derivative's value") {
  Model model = make_scene();
  std::vector<Expr> all;
  for (const char* text : expressions) all.push_back(make_number(model, text, "1").expr);
  System system = make_system(model);
  const std::size_t count = all.size();
  for (std::size_t k = 0; k < count; ++k) all.push_back(make_time_derivative(model.graph, system.names, all[k]));
  const Formula formula = FormulaMaker(model, system.names, system.nominal.value).make(model.graph, all, "test");
  Living<Dual> values(system, formula);
  const Parameters<Dual> p = broadcast<Dual>(system.nominal);

  MESSAGE("seed 3301");
  Random random(3301);
  for (int sample = 0; sample < 100; ++sample) {
    Moving m{tests::draw_pose(random), tests::draw_vector(random), tests::draw_vector(random), {}};
    m.q.displacement = tests::draw_vector(random);
    m.q.velocity = tests::draw_vector(random);
    m.q.angle = tests::draw_vector(random);
    m.q.rate = tests::draw_vector(random);
    values.update(
        Dual(random.uniform(0, 2), 1), p, [&](BodyIndex) { return seeded_body(m); },
        [&](JointIndex) { return seeded_joint(m.q); });
    for (std::size_t k = 0; k < count; ++k) {
      CAPTURE(expressions[k]);
      const double slope = values.outputs()[k].slope;
      // rounding of a few products of normal numbers, and of roll and yaw near the vertical
      CHECK(values.outputs()[count + k].value == doctest::Approx(slope).epsilon(1e-10));
    }
  }
}

TEST_CASE("time derivative: positions have one; velocities, loads and the angles of a ball do not") {
  Model model = make_scene();
  model.joints[0].type = *find_joint_type("ball");
  model.joints[0].axis.reset();
  const NameTable names = make_names(model);
  const auto has_rate = [&](const char* name) {
    const std::vector<Signal> signals = find_signals(names, name);
    REQUIRE(signals.size() == 1);
    return is_position(signals.front());
  };
  for (const char* name : {"time", "bar.position.z", "bar.attitude.xy", "bar.pitch", "tip.position.x", "post.angle.rz",
                           "pin.displacement.tx", "post.displacement.norm"})
    CHECK_MESSAGE(has_rate(name), name);
  for (const char* name : {"bar.velocity.z", "bar.angular_velocity.x", "bar.acceleration.x", "bar.orientation.w", "bar.tilt",
                           "tip.velocity.x", "post.rate.rz", "post.load.fx", "pin.angle.rx", "system.energy.total"})
    CHECK_FALSE_MESSAGE(has_rate(name), name);
}

}  // namespace pintle
