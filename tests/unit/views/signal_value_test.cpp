#include <doctest/doctest.h>

#include <cmath>

#include "pintle/closure/assemble.h"
#include "pintle/model/makers.h"
#include "pintle/system/make_system.h"
#include "pintle/views/instant.h"
#include "unit/system/parts.h"

namespace pintle {
namespace {

/// A system at its start, with signals by name.
struct Watched {
  System system;
  View<double> view;
  JumpRecord<double> jump;

  explicit Watched(const Model& model) : system(make_system(model)), view(make_view<double>(system)) {
    view.state = make_state(system, system.nominal, make_plan(system, make_structure(system), Coordinates::joint).tree);
  }
  double operator[](const char* name) const {
    const std::vector<Signal> found = find_signals(system.names, name);
    REQUIRE_MESSAGE(found.size() == 1, name);
    Instant instant{view, {}, {1e-9, 1e-8}, 5, jump.impulse.empty() ? nullptr : &jump};
    update_energy(system, system.nominal, make_structure(system), view.state, instant.ledger);
    return calc_signal(system, system.nominal, found[0], instant);
  }
};

Model make_turned(std::initializer_list<std::pair<int, double>> rotation, const Vec3<double>& gravity) {
  Model model;
  model.gravity = gravity;
  model.bodies = {parts::make_body("craft", 2, {1, 2, 3})};
  model.body_starts = {{"craft", Vec3<double>{3, 4, 12}, parts::rotated(rotation), Vec3<double>{1, 2, 2}, Vec3<double>{0, 3, 4}}};
  return model;
}

}  // namespace

TEST_CASE("signal values: position, velocity and their norms; rates in body axes") {
  const Watched at(make_turned({{2, 0.4}, {1, -0.2}, {0, 0.1}}, {0, 0, 0}));
  CHECK(at["craft.position.z"] == 12);
  CHECK(at["craft.position.norm"] == doctest::Approx(13));
  CHECK(at["craft.velocity.norm"] == doctest::Approx(3));
  CHECK(at["craft.angular_velocity.z"] == doctest::Approx(4).epsilon(1e-15));
  CHECK(at["craft.angular_velocity.norm"] == doctest::Approx(5));
  CHECK(at["craft.orientation.w"] == doctest::Approx(parts::rotated({{2, 0.4}, {1, -0.2}, {0, 0.1}}).w));
  CHECK(at["craft.energy"] == doctest::Approx(0.5 * (2 * 9 + 2 * 9 + 3 * 16)));
  CHECK(at["system.energy.kinetic"] == at["craft.energy"]);
  CHECK(at["system.momentum.x"] == 2);
  CHECK(at["system.freedoms"] == 5);
  CHECK(at["system.constraint_error.velocity"] == 1e-8);
}

TEST_CASE("signal values: roll, pitch, yaw are the 3-2-1 angles, and the attitude is the matrix body to world") {
  const Watched at(make_turned({{2, 2.4}, {1, -0.2}, {0, -3.0}}, {0, 0, 0}));
  CHECK(at["craft.yaw"] == doctest::Approx(2.4).epsilon(1e-14));
  CHECK(at["craft.pitch"] == doctest::Approx(-0.2).epsilon(1e-14));
  CHECK(at["craft.roll"] == doctest::Approx(-3.0).epsilon(1e-14));
  CHECK(at["craft.attitude.xx"] == doctest::Approx(std::cos(2.4) * std::cos(0.2)).epsilon(1e-14));
  CHECK(at["craft.attitude.zx"] == doctest::Approx(std::sin(0.2)).epsilon(1e-14));
}

TEST_CASE("signal values: tilt is the angle of body z to up, against gravity or, without it, world z") {
  CHECK(Watched(make_turned({{0, 0.7}}, {0, 0, 0}))["craft.tilt"] == doctest::Approx(0.7).epsilon(1e-14));
  CHECK(Watched(make_turned({{0, 3.1}}, {0, 0, -9}))["craft.tilt"] == doctest::Approx(3.1).epsilon(1e-14));
  CHECK(Watched(make_turned({{0, 0.7}}, {0, 0, 3}))["craft.tilt"] == doctest::Approx(3.141592653589793 - 0.7).epsilon(1e-14));
  CHECK(Watched(make_turned({{0, 1e-9}}, {0, 0, -9}))["craft.tilt"] == doctest::Approx(1e-9).epsilon(1e-6));  // no digit lost
}

TEST_CASE("signal values: angles count turns, constrained directions are zero, a ball has a quaternion and a rate in M's axes") {
  const Watched at(parts::make_seven_bodies());
  CHECK(at["hook.angle"] == 7);
  CHECK(at["hook.angle.rz"] == 7);
  CHECK(at["hook.rate"] == 2);
  CHECK(at["hook.angle.rx"] == 0);
  CHECK(at["hook.displacement.norm"] == 0);
  CHECK(at["post.displacement.tz"] == -0.25);
  CHECK(at["slip.rate.ry"] == 1.3);
  CHECK(at["socket.rate.ry"] == -0.6);
  CHECK(at["socket.rate.norm"] == doctest::Approx(std::sqrt(0.09 + 0.36 + 0.81)));
  CHECK(at["socket.orientation.x"] == doctest::Approx(parts::rotated({{0, 0.4}, {2, -1.2}}).x));
  CHECK(at["socket.angle.rx"] == doctest::Approx(0.4).epsilon(1e-14));
  CHECK(at["socket.angle.rz"] == doctest::Approx(-1.2).epsilon(1e-14));
}

TEST_CASE("signal values: a load splits into axial and radial force, torsion and bending about M's z") {
  Watched at(parts::make_pendulum());
  CHECK(std::isnan(at["pin.load.fx"]));  // nobody asked for loads
  CHECK(std::isnan(at["bar.acceleration.norm"]));
  at.view.load[0] = {{3, 4, -7}, {5, 12, -2}};
  at.view.reaction[0] = {{1, 2, 2}, {2, 3, 6}};
  CHECK(at["pin.load.fy"] == 12);
  CHECK(at["pin.load.mz"] == -7);
  CHECK(at["pin.load.axial"] == -2);
  CHECK(at["pin.load.radial"] == doctest::Approx(13));
  CHECK(at["pin.load.torsion"] == -7);
  CHECK(at["pin.load.bending"] == doctest::Approx(5));
  CHECK(at["pin.load.force"] == doctest::Approx(std::sqrt(173.0)));
  CHECK(at["pin.reaction.tz"] == 6);
  CHECK(at["pin.reaction.rx"] == 1);
  CHECK(at["pin.reaction.force"] == doctest::Approx(7));
  CHECK(at["pin.reaction.moment"] == doctest::Approx(3));
}

TEST_CASE("signal values: an impulse is there in the row after an event only") {
  Watched at(parts::make_pendulum());
  CHECK(at["pin.impulse.fx"] == 0);
  at.jump.impulse = {{{0, 0, 5}, {3, 0, 4}}};
  CHECK(at["pin.impulse.fx"] == 3);
  CHECK(at["pin.impulse.force"] == doctest::Approx(5));
  CHECK(at["pin.impulse.torsion"] == 5);
}

TEST_CASE("signal values: point springs stand behind point forces") {
  Model model = parts::make_pendulum();
  model.forces.of<PointForce>().push_back({"wind", {PointOn{"bar", {0, 0, 0}}}, {{1, 0, 0}, {}}});
  model.forces.of<PointSpring>().push_back({"rope", parts::points("world", {0, 0, 5}, "bar", {0, 0, 0}), {{1, 0, 0}, 0}});
  Watched at(model);
  at.view.element = {1, 2, 3, 4};
  CHECK(at["wind.power"] == 2);
  CHECK(at["rope.force"] == 3);
}

TEST_CASE("signal values: each signal asks for what it reads and no more") {
  const System system = make_system(parts::make_pendulum());
  const auto needs = [&](const char* name) { return needs_of(system, find_signals(system.names, name).at(0)); };
  CHECK(needs("pin.acceleration").accelerations);
  CHECK(needs("bar.angular_acceleration").accelerations);
  CHECK(needs("pin.reaction.tx").reactions);
  CHECK_FALSE(needs("pin.reaction.tx").accelerations);
  CHECK_FALSE(needs("pin.impulse.fx").loads);
  for (const Signal& signal : default_signals(system.names)) {
    const Needs none = needs_of(system, signal);
    CHECK_FALSE((none.loads || none.reactions || none.elements));
  }
}

TEST_CASE("signal values: the reactions of a constraint are its multipliers, row by row") {
  Model model = make_turned({}, {0, 0, 0});
  ConstraintPart rod, skate;
  rod.name = "rod";
  rod.kind = DistancePart{parts::points("world", {0, 0, 0}, "craft", {0, 0, 0}), 13};
  skate.name = "skate";
  skate.kind = VelocityPart{"craft", {"craft", {}}, {}, {{"side", {0, 1, 0}, {}, 0}, {"spin", {}, {0, 0, 1}, 0}}};
  model.constraints = {rod, skate};
  Watched at(model);
  REQUIRE(at.view.multiplier.size() == 3);
  at.view.multiplier = {1.5, 2.5, 3.5};
  CHECK(at["rod.reaction"] == 1.5);
  CHECK(at["skate.reaction.side"] == 2.5);
  CHECK(at["skate.reaction.spin"] == 3.5);
  CHECK(needs_of(at.system, find_signals(at.system.names, "rod.reaction")[0]).reactions);
}

}  // namespace pintle
