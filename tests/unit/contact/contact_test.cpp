#include "pintle/contact/contact.h"

#include <doctest/doctest.h>

#include "pintle/math/lanes.h"
#include "support/ground.h"
#include "unit/forces/ends.h"

using namespace pintle;
using namespace pintle::tests;

namespace {

struct Ground {
  double ke = 1000, kv = 500, cv = 20, mu_s = 0.6, mu_k = 0.4, sigma0 = 200, sigma1 = 0, sigma2 = 0, vs = 0.1, scale = 1;
  bool squared = false;
};

/// What comes out of a contact, along the axes of the plane.
template <class T>
struct Seen {
  Push<T> push;
  T depth, normal, friction1, friction2, slip2, slip_speed, energy;
  std::array<T, 3> zdot;
};

/// The plane z = 0 under a point of a body.
struct Bench {
  Parameters<double> p;
  GroundContact contact;

  explicit Bench(const Ground& g, const Vec3<double>& point = {0, 0, 0}, const Pose<double>& plane = Pose<double>::identity()) {
    SlotMaker slots{p.value};
    const auto put = [&](double x) { return slots.put(x); };
    contact.bodies = {BodyIndex(1)};
    contact.at = {slots.put(point)};
    contact.place = slots.put(plane);
    contact.normal = StandardLinearSolid::Law<Slot>{put(g.ke), put(g.kv), put(g.cv)};
    contact.friction = LuGre::Law<Slot>{
        put(g.mu_s), put(g.mu_k), put(g.sigma0), put(g.sigma1), put(g.sigma2), put(g.vs), put(g.squared ? 2.0 : 1.0)};
    contact.scale = put(g.scale);
  }
  template <class T>
  Seen<T> calc(const Placed<T>& body, const std::array<T, 3>& z, Mask<T> touching) const {
    const auto data = contact.prepare(broadcast<T>(p), {Pose<T>::identity()});
    const auto out = contact.act(data, Ends<T, 1>{body.end()}, z.data(), touching);
    const Vec3<T>& f = out.push[0].force_W;
    const Vec3<T> v = velocity_at(body.end(), out.push[0].point_W);
    const auto& s = data.touching;
    return {out.push[0],  out.signal[3], out.signal[0], dot(f, s.t1), dot(f, s.t2),
            dot(v, s.t2), out.signal[2], out.stored,    out.zdot};
  }
};

constexpr Mask<double> touching{true}, in_the_air{false};

Placed<double> at_depth(double depth, const Vec3<double>& v = {0, 0, 0}) {
  Placed<double> body = at_rest();
  body.p.z = -depth;
  body.v = v;
  return body;
}

}  // namespace

TEST_CASE("contact by hand: 1 cm deep, ground yielded 2 mm: 8 N, and the ground yields on at 0.35 m/s") {
  const Bench bench({});
  const auto out = bench.calc(at_depth(0.01), {0.002, 0, 0}, touching);
  CHECK(out.depth == doctest::Approx(0.01));
  CHECK(out.normal == doctest::Approx(8));
  CHECK(distance(out.push.force_W, {0, 0, 8}) < 1e-12);
  CHECK(out.zdot[0] == doctest::Approx((8 - 500 * 0.002) / 20));
  CHECK(out.energy == doctest::Approx(0.5 * 1000 * 0.008 * 0.008 + 0.5 * 500 * 0.002 * 0.002));
  const auto doubled = Bench({.scale = 2}).calc(at_depth(0.01), {0.002, 0, 0}, touching);
  CHECK(doubled.normal == doctest::Approx(16));
  CHECK(doubled.zdot[0] == doctest::Approx(out.zdot[0]));  // all three scale: the same time constant
}

TEST_CASE("contact: above the plane nothing pushes; a ground that has yielded further than the point never pulls") {
  const Bench bench({});
  CHECK(norm(bench.calc(at_depth(-0.1, {3, 2, 1}), {0, 0, 0}, in_the_air).push.force_W) == 0);
  CHECK(norm(bench.calc(at_depth(-1e-12), {0.01, 1, 1}, touching).push.force_W) == 0);
  const auto left_behind = bench.calc(at_depth(0.01, {1, 1, 1}), {0.03, 0.1, 0.1}, touching);
  CHECK(norm(left_behind.push.force_W) == 0);
  CHECK(left_behind.zdot[0] == doctest::Approx(-500 * 0.03 / 20));  // it recovers by itself
  Random random(1);
  for (int n = 0; n < 1000; ++n) {
    const auto out = bench.calc(at_depth(random.normal(), draw_vector(random)), {random.normal(), random.normal(), 0}, touching);
    REQUIRE(out.normal >= 0);
    REQUIRE(out.push.force_W.z >= 0);
  }
}

TEST_CASE("contact: the force does not ask for the mode, the states do") {
  const Bench bench({});
  const auto on = bench.calc(at_depth(0.01, {1, 2, 0}), {0, 0, 0}, touching),
             off = bench.calc(at_depth(0.01, {1, 2, 0}), {0, 0, 0}, in_the_air);
  CHECK(on.normal == off.normal);
  CHECK(on.zdot[0] == doctest::Approx(0.5));
  CHECK(on.zdot[1] == doctest::Approx(1));
  CHECK(on.zdot[2] == doctest::Approx(2));
  for (const double rate : off.zdot) CHECK(rate == 0);
}

TEST_CASE("contact without friction: no tangential force at any slip") {
  const Bench bench({.mu_s = 0, .mu_k = 0, .sigma0 = 0});
  const auto out = bench.calc(at_depth(0.01, {3, -4, 0}), {0, 0, 0}, touching);
  CHECK(out.friction1 == 0);
  CHECK(out.friction2 == 0);
  CHECK(out.normal == doctest::Approx(10));
}

TEST_CASE("friction settles at μ(v) + σ₂ v against the slip, for both exponents") {
  for (const bool squared : {false, true})
    for (const double speed : {0.01, 0.05, 0.2, 2.0}) {
      const Bench bench({.sigma1 = 0.3, .sigma2 = 0.02, .squared = squared});
      const Vec3<double> v{-0.6 * speed, 0.8 * speed, 0};
      std::array<double, 3> z{0, 0, 0};
      const double dt = 1e-4 / speed;  // the bristle bends by a fiftieth of its length a step
      Seen<double> out{};
      for (int k = 0; k < 2000; ++k) {
        out = bench.calc(at_depth(0.01, v), z, touching);
        for (int i = 1; i < 3; ++i) z[static_cast<std::size_t>(i)] += dt * out.zdot[static_cast<std::size_t>(i)];
      }
      const double ratio = speed / 0.1, mu = 0.4 + 0.2 * std::exp(-(squared ? ratio * ratio : ratio)) + 0.02 * speed;
      CHECK(out.friction1 == doctest::Approx(0.6 * mu * out.normal).epsilon(1e-9));  // 2000 steps of 2 % are steady
      CHECK(out.friction2 == doctest::Approx(-0.8 * mu * out.normal).epsilon(1e-9));
      CHECK(out.push.force_W.x * v.x + out.push.force_W.y * v.y < 0);
      CHECK(out.slip2 == doctest::Approx(v.y));
    }
}

TEST_CASE("contact: energy goes into the springs or into the dashpot: power = −Ė − c ε̇²") {
  Random random(2);
  for (int n = 0; n < 200; ++n) {
    const Bench bench({.mu_s = 0, .mu_k = 0, .sigma0 = 0}, draw_vector(random, 0.1), draw_pose(random));
    const Placed<double> body = draw_placed(random);
    const std::array<double, 3> z{random.uniform(0, 0.5), 0, 0};
    const auto out = bench.calc(body, z, touching);
    const double power = dot(out.push.force_W, velocity_at(body.end(), out.push.point_W));
    const auto dual = bench.calc(moving(body), std::array<Dual, 3>{Dual(z[0], out.zdot[0]), Dual(0), Dual(0)}, Mask<Dual>{true});
    CHECK(dual.energy.slope == doctest::Approx(-power - 20 * out.zdot[0] * out.zdot[0]).epsilon(1e-11));
  }
}

TEST_CASE("contact: a point pushed in and pulled out takes no energy from the ground, however fast") {
  const Bench bench({});
  for (const double rate : {0.1, 1.0, 10.0, 25.0, 100.0, 1000.0}) {
    CAPTURE(rate);
    double yielded = 0, work = 0;  // of the ground on the point
    constexpr int steps = 4000;
    const double dt = 2 * std::acos(-1.0) / rate / steps;
    for (int k = 0; k < steps; ++k) {  // ε = 1 cm (1 − cos ωt)/2, midpoint rule
      const auto state = [&](double at, double z) {
        return bench.calc(at_depth(0.005 * (1 - std::cos(rate * at)), {0, 0, -0.005 * rate * std::sin(rate * at)}), {z, 0, 0},
                          touching);
      };
      const double half = yielded + 0.5 * dt * state(k * dt, yielded).zdot[0];
      const auto middle = state((k + 0.5) * dt, half);
      work += dt * middle.normal * -0.005 * rate * std::sin(rate * (k + 0.5) * dt);
      yielded += dt * middle.zdot[0];
    }
    CHECK(work < 1e-7);                                // 0.05 J go in and out; the midpoint rule is good to 1e-6 of it
    CHECK(work > -0.5 * 1000 * 0.01 * 0.01);           // and cannot lose more than was ever stored
    if (rate > 1 && rate < 1000) CHECK(work < -1e-4);  // near its time constant (13 ms) it damps
  }
}

TEST_CASE("contact: after a step it touches where it is below; where it is not, its states are forgotten") {
  const Bench bench({});
  const auto data = bench.contact.prepare(bench.p, {Pose<double>::identity()});
  for (const bool below : {false, true})
    for (const bool was : {false, true})
      for (const bool decide : {false, true}) {
        std::array<double, 3> z{1, 2, 3};
        const Placed<double> body = at_depth(below ? 0.01 : -0.01);
        const bool next =
            bench.contact.next_mode(data, Ends<double, 1>{body.end()}, z.data(), Mask<double>{decide}, Mask<double>{was}).yes;
        CHECK(next == (decide ? below : was));
        const bool forgotten = decide && !below;
        for (std::size_t i = 0; i < 3; ++i) CHECK(z[i] == (forgotten ? 0.0 : static_cast<double>(i + 1)));
      }
}

TEST_CASE("contact: friction turned into the plane's axes is the same for every choice of t₁") {
  Random random(3);
  const Pose<double> plane = draw_pose(random);
  const Bench bench({.sigma1 = 1, .sigma2 = 0.1}, {0, 0, 0}, plane);
  const double angle = 0.7;
  const Bench spun({.sigma1 = 1, .sigma2 = 0.1}, {0, 0, 0}, {plane.R * rotation_about(2, angle), plane.p});
  for (int n = 0; n < 50; ++n) {
    const Placed<double> body = draw_placed(random);
    const std::array<double, 3> z{0, random.normal(), random.normal()};
    const Vec3<double> turned = transpose_times(rotation_about(2, angle), Vec3<double>{z[1], z[2], 0});
    const auto a = bench.calc(body, z, touching), b = spun.calc(body, {0, turned.x, turned.y}, touching);
    CHECK(distance(a.push.force_W, b.push.force_W) < 1e-12 * (1 + norm(a.push.force_W)));
  }
}

TEST_CASE("stribeck and coulomb: above v0 friction is the curve's share of the normal force against the slip, below it fades") {
  for (const double speed : {0.0, 1e-9, 1e-3, 0.05, 3.0}) {
    const std::array<double, 2> v{-0.6 * speed, 0.8 * speed};
    const auto dry =
        CoulombFriction::calc<double>(CoulombFriction::prepare(CoulombFriction::Law<double>{0.5, 0.01}), 7.0, v, nullptr);
    const double share = 7 * 0.5 * std::tanh(speed / 0.01);
    CHECK(dry.force[0] == doctest::Approx(0.6 * share).epsilon(1e-12));
    CHECK(dry.force[1] == doctest::Approx(-0.8 * share).epsilon(1e-12));
    StribeckFriction::Law<double> law{0.6, 0.4, 0.1};
    law.alpha = 2;
    law.sigma2 = 0.02;
    const auto curve = StribeckFriction::calc<double>(StribeckFriction::prepare(law), 7.0, v, nullptr);
    const double g = 0.4 + 0.2 * std::exp(-speed * speed / 0.01), size = 7 * (g * std::tanh(speed / 0.001) + 0.02 * speed);
    CHECK(curve.force[0] == doctest::Approx(0.6 * size).epsilon(1e-12));
    CHECK(curve.force[1] == doctest::Approx(-0.8 * size).epsilon(1e-12));
  }
}

TEST_CASE("normal laws never pull, and what a slow push puts in is what they store") {
  Random random(5);
  const auto crossley = HuntCrossley::prepare(HuntCrossley::Law<double>{200, 0.01, 1.5, 0.5}, 1.0);
  const auto damped = SpringDamper::prepare(SpringDamper::Law<double>{2e4, 100}, 1.0);
  for (int n = 0; n < 1000; ++n) {
    const double depth = 0.02 * random.normal(), rate = 5 * random.normal();
    CHECK(HuntCrossley::calc<double>(crossley, depth, rate, nullptr).force >= 0);
    CHECK(SpringDamper::calc<double>(damped, depth, rate, nullptr).force >= 0);
    const auto slope = [&](const auto& calc) { return calc(Dual(depth, 1)).stored.slope; };
    const auto slow1 = HuntCrossley::prepare(HuntCrossley::Law<Dual>{200, 0.01, 1.5, 0.5}, Dual(1));
    const auto slow2 = SpringDamper::prepare(SpringDamper::Law<Dual>{2e4, 100}, Dual(1));
    CHECK(slope([&](Dual e) { return HuntCrossley::calc<Dual>(slow1, e, Dual(0), nullptr); }) ==
          doctest::Approx(HuntCrossley::calc<double>(crossley, depth, 0.0, nullptr).force).epsilon(1e-12));
    CHECK(slope([&](Dual e) { return SpringDamper::calc<Dual>(slow2, e, Dual(0), nullptr); }) ==
          doctest::Approx(SpringDamper::calc<double>(damped, depth, 0.0, nullptr).force).epsilon(1e-12));
  }
}
