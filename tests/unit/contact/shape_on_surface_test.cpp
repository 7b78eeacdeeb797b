#include <doctest/doctest.h>

#include <cmath>

#include "pintle/contact/contact.h"
#include "unit/forces/ends.h"

using namespace pintle;
using namespace pintle::tests;

namespace {

/// A ball on a ball, with bristles that give way a little.
struct Pair {
  Parameters<double> p;
  Contact<ShapeOnBody> contact;

  explicit Pair(Random& random) {
    SlotMaker slots{p.value};
    const auto put = [&](double x) { return slots.put(x); };
    contact.bodies = {BodyIndex(1), BodyIndex(2)};
    contact.at = {slots.put(draw_vector(random, 0.1))};
    contact.shape = Ball::Law<Slot>{put(0.5)};
    Round::Law<Slot> round;
    round.at = slots.put(Vec3<double>::zero());
    round.radius = put(2);
    contact.surface = round;
    contact.place = slots.put(draw_pose(random));
    contact.normal = StandardLinearSolid::Law<Slot>{put(1000), put(500), put(20)};
    contact.friction = LuGre::Law<Slot>{put(0.6), put(0.4), put(200), put(1), put(0.1), put(0.1), put(1)};
    contact.scale = put(1);
  }
  auto act(const Placed<double>& body, const Placed<double>& carrier, const std::array<double, 3>& z) const {
    const auto data = contact.prepare(p, {Pose<double>::identity(), Pose<double>::identity()});
    return contact.act(data, Ends<double, 2>{body.end(), carrier.end()}, z.data(), Mask<double>{true});
  }
};

}  // namespace

TEST_CASE("contact on a body: what happens seen from the carrier does not depend on how the carrier moves") {
  Random random(1);
  for (int n = 0; n < 200; ++n) {
    const Pair pair(random);
    const Placed<double> still = at_rest(), body = draw_placed(random), carrier = draw_placed(random);
    Placed<double> carried;  // the same body, in the moving carrier's axes
    carried.R = carrier.R * body.R;
    carried.p = carrier.p + carrier.R * body.p;
    carried.w = carrier.w + carrier.R * body.w;
    carried.v = carrier.v + cross(carrier.w, carrier.R * body.p) + carrier.R * body.v;
    const std::array<double, 3> z{random.uniform(0, 0.5), random.normal(), random.normal()};
    const auto a = pair.act(body, still, z), b = pair.act(carried, carrier, z);
    CHECK(norm(carrier.R * a.push[0].force_W - b.push[0].force_W) < 1e-10 * (1 + norm(b.push[0].force_W)));
    CHECK(norm(b.push[0].force_W + b.push[1].force_W) == 0);
    CHECK(norm(b.push[0].point_W - b.push[1].point_W) == 0);
    for (int i = 0; i < 3; ++i) CHECK(a.zdot[i] == doctest::Approx(b.zdot[i]).epsilon(1e-10));
    CHECK(a.power[0] == doctest::Approx(b.power[0]).epsilon(1e-9));
  }
}

TEST_CASE("a bristle that is carried around a cap of a ball comes back turned by the cap's solid angle") {
  Random random(2);
  Pair pair(random);
  pair.p[std::get<LuGre::Law<Slot>>(pair.contact.friction).sigma0] = 0;
  const double polar = 0.7, steps = 20000;
  const Pose<double> X_WS = pair.p[pair.contact.place];
  std::array<double, 3> z{0, 1, 0};
  double turned = 0;
  for (int k = 0; k < static_cast<int>(steps); ++k) {  // the ball's centre goes around z of S, without the slip that the law adds
    const double turn = 2 * std::acos(-1.0), at = turn * (k + 0.5) / steps;
    const double r = 2.4;
    const Vec3<double> c{r * std::sin(polar) * std::cos(at), r * std::sin(polar) * std::sin(at), r * std::cos(polar)};
    const Vec3<double> v{-r * std::sin(polar) * std::sin(at), r * std::sin(polar) * std::cos(at), 0};
    Placed<double> body = at_rest();
    body.p = X_WS * c - pair.p[pair.contact.at[0]];
    body.v = X_WS.R * v;
    const auto with = pair.act(body, at_rest(), z), without = pair.act(body, at_rest(), {0, 0, 0});
    const double h = turn / steps, rate = (with.zdot[1] - without.zdot[1]) * -z[2] + (with.zdot[2] - without.zdot[2]) * z[1];
    turned += h * rate;  // of a vector of length 1, which is put back on its circle
    z = {0, std::cos(turned), std::sin(turned)};
  }
  const double solid = 2 * std::acos(-1.0) * (1 - std::cos(polar));
  CHECK(std::abs(turned) == doctest::Approx(solid).epsilon(1e-6));
}

TEST_CASE("a grid passes through its heights, bends evenly and goes straight on beyond its edges") {
  Random random(3);
  std::vector<double> rows(30);
  for (double& h : rows) h = random.uniform(-0.1, 0.1);
  Parameters<double> p;
  SlotMaker slots{p.value};
  Grid::Law<Slot> law;
  law.heights = std::make_shared<const HeightGrid>(HeightGrid::make(6, 5, rows));
  law.step = slots.put(0.5);
  law.step_y = slots.put(0.8);
  const auto data = Grid::prepare(law, p);
  const auto height = [&](double x, double y) {  // of the plane below a place far above: its distance is along the vertical
    const Near<double> near = Grid::near(data, 0.0, Vec3<double>{x, y, 1000}, 0.0);
    return 1000 - near.distance / near.n.z;
  };
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 6; ++i)
      CHECK(height(0.5 * i, 0.8 * j) == doctest::Approx(rows[static_cast<std::size_t>(6 * j + i)]).epsilon(1e-11));
  const double h = 1e-3;
  for (int n = 0; n < 100; ++n) {  // a second difference across a line of the grid is that beside it
    const double x = 0.5 * static_cast<double>(1 + n % 4), y = random.uniform(-1, 4);
    const auto bend = [&](double at) { return (height(at + h, y) - 2 * height(at, y) + height(at - h, y)) / (h * h); };
    CHECK(std::abs(bend(x + h) - bend(x - h)) < 0.02);  // third derivatives of some 5 1/m², rounding 1e-13/h²
  }
  CHECK(height(-3, 1) - height(-2, 1) == doctest::Approx(height(-2, 1) - height(-1, 1)).epsilon(1e-9));
  CHECK(height(1, 9) - height(1, 7) == doctest::Approx(height(1, 7) - height(1, 5)).epsilon(1e-9));
}

TEST_CASE("a relief tells the distance from its nearest point: on the normal there, and nowhere is it less") {
  Random random(4);
  Parameters<double> p;
  SlotMaker slots{p.value};
  Bumps::Law<Slot> law;
  law.amplitude = slots.put(0.05);
  law.wavelength = slots.put(1.0);
  law.across = slots.put(1.5);
  const auto data = Bumps::prepare(law, p);
  const auto height = [](double x, double y) {
    return 0.05 * std::cos(2 * std::acos(-1.0) * x) * std::cos(2 * std::acos(-1.0) * y / 1.5);
  };
  for (int n = 0; n < 200; ++n) {
    const double x = random.uniform(-2, 2), y = random.uniform(-2, 2);
    const Vec3<double> at{x, y, height(x, y) + random.uniform(-0.1, 0.3)};
    const Near<double> near = Bumps::near(data, 0.0, at, 1.0);
    const Vec3<double> foot = at - near.distance * near.n;
    CHECK(std::abs(foot.z - height(foot.x, foot.y)) < 1e-12);
    for (int k = 0; k < 20; ++k) {
      const double u = foot.x + 0.05 * random.normal(), v = foot.y + 0.05 * random.normal();
      CHECK(norm(at - Vec3<double>{u, v, height(u, v)}) >= std::abs(near.distance) - 1e-12);
    }
    constexpr double h = 1e-6;
    for (int k = 0; k < 3; ++k) {  // n is the gradient of the distance, turn that of n
      Vec3<double> up = at, down = at;
      up[k] += h, down[k] -= h;
      const Near<double> a = Bumps::near(data, 0.0, up, 1.0), b = Bumps::near(data, 0.0, down, 1.0);
      CHECK(std::abs((a.distance - b.distance) / (2 * h) - near.n[k]) < 1e-8);
      CHECK(norm((0.5 / h) * (a.n - b.n) - near.turn.column(k)) < 1e-6);
    }
  }
}
