#include <doctest/doctest.h>

#include "pintle/closure/assemble.h"
#include "pintle/model/makers.h"
#include "pintle/system/make_system.h"
#include "pintle/views/instant.h"
#include "support/ground.h"
#include "unit/system/parts.h"

namespace pintle {
namespace {

View<double> make_start_view(const System& system) {
  View<double> view = make_view<double>(system);
  view.state = make_state(system, system.nominal, make_plan(system, make_structure(system), Coordinates::joint).tree);
  return view;
}

Ledger calc_ledger(const System& system, const View<double>& view) {
  Ledger ledger;
  update_energy(system, system.nominal, make_structure(system), view.state, ledger);
  return ledger;
}

}  // namespace

TEST_CASE("energy: a swinging bar has ½ (I + m l²) θ̇² and m g z") {
  Model model = parts::make_pendulum();
  model.joint_starts = {parts::start_of("pin", Direction::rz, 0.3, 2)};
  const System system = make_system(model);
  const Ledger ledger = calc_ledger(system, make_start_view(system));
  CHECK(ledger.kinetic == doctest::Approx(0.5 * (0.2 + 2 * 0.25) * 4).epsilon(1e-15));
  CHECK(ledger.potential == doctest::Approx(-2 * 9.81 * 0.5 * std::sin(0.3)).epsilon(1e-14));  // about +y it falls
  CHECK(ledger.total() == ledger.kinetic + ledger.potential);
}

TEST_CASE("energy: a spring stores ½ k (q − rest)², a table the integral of its moment") {
  Model model = parts::make_pendulum();
  model.gravity = {0, 0, 0};
  model.joints[0].springs[Direction::rz] = {{{0, 20}}, {{0, 3}}, 0.1};
  model.joint_starts = {parts::start_of("pin", Direction::rz, 0.7, 0)};
  const System linear = make_system(model);
  CHECK(calc_ledger(linear, make_start_view(linear)).potential == doctest::Approx(0.5 * 20 * 0.36).epsilon(1e-15));

  // k(q) = 10 + 20 q on [0, 1], rest 0:  E = 5 q² + 20/3 q³
  model.joints[0].springs[Direction::rz] = {{{0, 10}, {1, 30}}, {{0, 0}}, 0.0};
  const System table = make_system(model);
  const double q = 0.7;
  CHECK(calc_ledger(table, make_start_view(table)).potential == doctest::Approx(5 * q * q + 20.0 / 3 * q * q * q).epsilon(1e-14));
}

TEST_CASE("energy: a point spring and a squeezed contact store energy without being asked for elements") {
  Model model;
  model.bodies = {parts::make_body("ball", 1, {1, 1, 1})};
  model.bodies[0].at = Vec3<double>{0, 0, -0.02};
  model.forces.of<PointSpring>().push_back({"rope", parts::points("world", {0, 0, 1.98}, "ball", {0, 0, 0}), {{100, 5, 1.5}, 0}});
  model.surfaces = {make_ground(1000, 400, 10)};
  model.contacts = {{"touch", {"ball", {0, 0, 0}}, "ground", 2}};
  const System system = make_system(model);
  View<double> view = make_start_view(system);
  view.state.mode[0].yes = true;
  view.state.z[0] = 0.005;
  const Ledger ledger = calc_ledger(system, view);
  CHECK(ledger.contact_stored == doctest::Approx(0.5 * 2000 * 0.015 * 0.015 + 0.5 * 800 * 0.005 * 0.005).epsilon(1e-14));
  CHECK(ledger.potential == doctest::Approx(0.5 * 100 * 0.25 + ledger.contact_stored).epsilon(1e-14));
}

TEST_CASE("momentum: of a turning bar off the origin it is m v and r × m v + R I ω") {
  Model model;
  model.bodies = {parts::make_body("bar", 3, {1, 2, 5})};
  model.body_starts = {
      {"bar", Vec3<double>{1, 2, 0}, parts::rotated({{2, 1.5707963267948966}}), Vec3<double>{0, 0, 4}, Vec3<double>{0.5, 0, 0}}};
  const System system = make_system(model);
  const Momentum m = calc_momentum(system, system.nominal, make_start_view(system).state);
  CHECK(parts::difference(m.linear, {0, 0, 12}) < 1e-15);
  CHECK(parts::difference(m.angular, {24, -12 + 0.5, 0}) < 1e-14);  // body x is world y
  CHECK(m.linear_sum == doctest::Approx(12));
  CHECK(m.angular_sum == doctest::Approx(norm(m.angular)));
}

TEST_CASE("momentum: sums of magnitudes do not cancel where momenta do") {
  Model model;
  for (int side : {-1, 1}) {
    BodyPart body = parts::make_body(side < 0 ? "left" : "right", 1, {1, 1, 1});
    model.bodies.push_back(body);
    model.body_starts.push_back({body.name, Vec3<double>{0, side * 1.0, 0}, {}, Vec3<double>{side * 2.0, 0, 0}, {}});
  }
  const System system = make_system(model);
  const Momentum m = calc_momentum(system, system.nominal, make_start_view(system).state);
  CHECK(norm(m.linear) == 0);
  CHECK(m.linear_sum == 4);
  CHECK(m.angular.z == -4);
}

}  // namespace pintle
