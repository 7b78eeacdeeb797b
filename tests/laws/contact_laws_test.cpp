#include <doctest/doctest.h>
#include <fmt/core.h>

#include <array>
#include <cmath>

#include "pintle/io/reader.h"
#include "pintle/simulate/simulate.h"
#include "pintle/views/instant.h"
#include "support/watch.h"

/// What every law of contact must do, as the user meets it.
using namespace pintle;

namespace {

constexpr const char* normal_laws[] = {"{law: standard-linear-solid, ke: 20 kN/m, kv: 10 kN/m, cv: 200 N*s/m}",
                                       "{law: hunt-crossley, force: 200 N, depth: 1 cm, damping: 2 s/m}",
                                       "{law: hunt-crossley, force: 200 N, depth: 1 cm, exponent: 1, damping: 1 s/m}",
                                       "{law: spring-damper, k: 20 kN/m, c: 60 N*s/m}"};
constexpr const char* friction_laws[] = {"{law: lugre, mu_s: 0.6, mu_k: 0.5, sigma0: 1e4, sigma1: 10, vs: 0.05 m/s}",
                                         "{law: stribeck, mu_s: 0.6, mu_k: 0.5, vs: 0.05 m/s, sigma2: 0.01}",
                                         "{law: coulomb, mu: 0.5, v0: 1 cm/s}", "{law: none}"};

/// A box of 1 kg that does not turn, with one contact under it; `more` is the rest of the file.
Model make_box(const std::string& surface, const std::string& more, const std::string& gravity = "[0, 0, -9.81]") {
  return read_model_text(
      fmt::format("pintle: 1\ngravity: {}\nbodies: {{box: {{mass: 1 kg, inertia: [1, 1, 1]}}}}\n"
                  "joints: {{free: {{type: [tx, ty, tz], between: [world, box], at: {{world: [0, 0, 0], box: [0, 0, 0]}}}}}}\n"
                  "surfaces: {{ground: {{{}}}}}\n{}",
                  gravity, surface, more),
      "box.yaml");
}

std::string with_laws(const std::string& form, const char* normal, const char* friction) {
  return fmt::format("{}, normal: {}, friction: {}", form, normal, friction);
}

const char* const one_foot = "contacts: {foot: {at: {box: [0, 0, 0]}, surface: ground}}\n";

Vec3<double> place_at_end(const RunSummary& summary) { return summary.final.X_WB[1].p; }

}  // namespace

TEST_CASE("contact: by every law the energy balance closes through impact, sliding and rest") {
  for (const char* normal : normal_laws)
    for (const char* friction : friction_laws) {
      CAPTURE(normal);
      CAPTURE(friction);
      const Model model = make_box(with_laws("plane: {up: [0.1, 0, 1]}", normal, friction),
                                   std::string(one_foot) +
                                       "initial: {free: {tz: {displacement: 0.1}, tx: {velocity: 1}, ty: "
                                       "{velocity: 0.3}}}\nrun: {until: 1.5 s, rtol: 1e-8}\n");
      Watch watch;
      const RunSummary summary = run_model(model, "articulated-body", make_run_options(model.run), watch);
      REQUIRE(summary.status == Status::completed);
      CHECK(summary.balance_error < 1e-6);
      CHECK(summary.dissipated > 0);
      bool was = false;
      int touches = 0;
      for (const Seen& seen : watch.observed) {
        touches += seen.state.mode[0].yes && !was;
        was = seen.state.mode[0].yes;
      }
      CHECK(touches >= 2);
      CHECK(was);
    }
}

TEST_CASE("hunt-crossley: a blow rebounds with e v, a v - ln(1 + a v) = -a e v - ln(1 - a e v), whatever the exponent") {
  for (const double exponent : {1.0, 1.5, 2.5})
    for (const double v : {0.1, 1.0, 4.0}) {
      const double a = 0.4;
      const Model model = make_box(
          fmt::format("plane: {{}}, normal: {{law: hunt-crossley, force: 100 N, depth: 1 cm, exponent: {}, damping: {}}}",
                      exponent, a),
          std::string(one_foot) +
              fmt::format("initial: {{free: {{tz: {{displacement: 0.01, velocity: {}}}}}}}\nrun: {{until: 1 s, rtol: 1e-11}}\n",
                          -v),
          "[0, 0, 0]");
      const double back = run_model(model, "articulated-body", make_run_options(model.run)).final.V_WB[1].v.z;
      CHECK(a * v - std::log(1 + a * v) == doctest::Approx(-a * back - std::log(1 - a * back)).epsilon(1e-7));
      CHECK(back > 0.1 * v);
    }
}

TEST_CASE("spring-damper: it lets go when it would pull, so a blow rebounds with exp(-D (pi - 2 asin D)/sqrt(1 - D^2))") {
  for (const double D : {0.0, 0.1, 0.5, 0.9}) {  // k = 1 kN/m and 1 kg: ω = 31.6 1/s, c = 2 D ω
    const double c = 2 * D * std::sqrt(1000.0), e = std::exp(-D * (std::acos(-1.0) - 2 * std::asin(D)) / std::sqrt(1 - D * D));
    const Model model = make_box(
        fmt::format("plane: {{}}, normal: {{law: spring-damper, k: 1 kN/m, c: {:.17g}}}", c),
        std::string(one_foot) + "initial: {free: {tz: {displacement: 0.1, velocity: -1}}}\nrun: {until: 1 s, rtol: 1e-11}\n",
        "[0, 0, 0]");
    CHECK(run_model(model, "articulated-body", make_run_options(model.run)).final.V_WB[1].v.z ==
          doctest::Approx(e).epsilon(1e-8));
  }
}

/// A box of 1 kg sinks for seconds, k ε + c ε̇ = W with c = 10⁵ N s/m or c = a k ε; what is fast dies within c/m. With E = W/k,
/// ε = E + (ε₀ − E) exp(−k t/c), and for the other law t = a (ε₀ − ε − E ln((E − ε)/(E − ε₀))).
TEST_CASE("ros2: a damper of the ground a thousand times faster than its spring costs steps of the sinking alone") {
  const double k = 1e4, deep = 9.81 / k, start = 1e-4;
  const auto sink = [&](const char* law, const char* formulation) {
    const Model model = make_box(with_laws("plane: {at: [0, 0, 0], up: [0, 0, 1]}", law, "{law: none}"),
                                 std::string(one_foot) + "initial: {free: {tz: {displacement: -0.1 mm}}}\n" +
                                     "run: {until: 1 s, integrator: ros2, rtol: 1e-5}\n");
    Watch watch;
    const RunSummary summary = run_model(model, formulation, make_run_options(model.run), watch);
    REQUIRE_MESSAGE(summary.status == Status::completed, summary.message);
    CHECK(summary.counters.evaluations < 2000);  // c/m = 1e5 1/s: without the damper in A ten times as many at least
    return -place_at_end(summary).z;
  };
  for (const char* formulation : {"articulated-body", "newton-euler", "partitioned"}) {
    CAPTURE(formulation);
    const double damped = deep + (start - deep) * std::exp(-0.1);
    CHECK(sink("{law: spring-damper, k: 10 kN/m, c: 100 kN*s/m}", formulation) == doctest::Approx(damped).epsilon(0.01));
    const double e = sink("{law: hunt-crossley, force: 100 N, depth: 1 cm, exponent: 1, damping: 1e4 s/m}", formulation);
    CHECK(1e4 * (start - e - deep * std::log((deep - e) / (deep - start))) == doctest::Approx(1).epsilon(0.02));
  }
}

TEST_CASE("lugre: a block on a slope below the friction angle sticks: it settles within a bristle's length and stays there") {
  const Model model = make_box(
      "plane: {up: [-0.5, 0, 1]}, normal: {law: spring-damper, k: 50 kN/m, c: 300 N*s/m}, friction: {law: "
      "lugre, mu_s: 0.6, mu_k: 0.55, sigma0: 1e5, sigma1: 300, vs: 1 mm/s}",
      std::string(one_foot) + "run: {until: 20 s, output_every: 1 s}\n");
  Watch watch;
  const RunSummary summary = run_model(model, "articulated-body", make_run_options(model.run), watch);
  REQUIRE(summary.status == Status::completed);
  const Vec3<double> settled = watch.rows[2].state.X_WB[1].p, last = place_at_end(summary);
  CHECK(norm(last - settled) < 1e-6);  // creep in 18 s
  CHECK(std::abs(last.x) < 1e-3);      // F/(F_n σ₀) is 5 µm; the drop onto the ground makes it slide first
  const Model steep = make_box(
      "plane: {up: [-0.7, 0, 1]}, normal: {law: spring-damper, k: 50 kN/m, c: 300 N*s/m}, friction: {law: "
      "lugre, mu_s: 0.6, mu_k: 0.55, sigma0: 1e5, sigma1: 300, vs: 1 mm/s}",
      std::string(one_foot) + "run: {until: 2 s}\n");
  CHECK(place_at_end(run_model(steep, "articulated-body", make_run_options(steep.run))).x < -1);  // above it, it goes
}

TEST_CASE("touching is a condition whose root is found: events fire at touch and lift-off, where the foot meets the ground") {
  const Model model = make_box("plane: {}, normal: {law: hunt-crossley, force: 200 N, depth: 1 cm, damping: 0.1 s/m}",
                               std::string(one_foot) +
                                   "initial: {free: {tz: {displacement: 0.1}}}\nevents:\n  down: {when: "
                                   "foot.touching, do: []}\n  up: {when: not foot.touching, after: down, do: [stop]}\n"
                                   "run: {until: 2 s, rtol: 1e-10}\n");
  Watch watch;
  const RunSummary summary = run_model(model, "articulated-body", make_run_options(model.run), watch);
  REQUIRE(watch.events.size() == 2);
  CHECK(watch.events[0].time == doctest::Approx(std::sqrt(2 * 0.1 / 9.81)).epsilon(1e-12));
  CHECK(std::abs(watch.events[1].after.X_WB[1].p.z) < 1e-12);
  CHECK(summary.status == Status::stopped);
}

TEST_CASE("surfaces: a plane, and the same plane as a height, a grid and a hill far larger than its size, carry a foot alike") {
  const char* const laws =
      ", normal: {law: hunt-crossley, force: 200 N, depth: 1 cm, damping: 0.5 s/m}, friction: {law: coulomb, mu: 0.3}";
  const std::string rest =
      std::string(one_foot) +
      "initial: {free: {tz: {displacement: 0.05}, tx: {velocity: 1}, ty: {velocity: 0.3}}}\nrun: {until: 0.4 s, "
      "rtol: 1e-10}\n";
  const auto end = [&](const std::string& form) {
    const Model model = make_box(form + laws, rest);
    return place_at_end(run_model(model, "articulated-body", make_run_options(model.run)));
  };
  const Vec3<double> on_plane = end("plane: {up: [-0.1, 0.2, 1]}");
  CHECK(norm(end("height: =0.1*x - 0.2*y") - on_plane) < 1e-9);  // rtol and three touches
  CHECK(
      norm(end("grid: {heights: [[0.2, 0.3, 0.4], [-0.2, -0.1, 0], [-0.6, -0.5, -0.4]], step: 1, step_y: 2, at: [-1, -2, 0.1]}") -
           end("plane: {at: [0, 0, 0], up: [-0.1, 0.2, 1]}")) < 1e-9);
  CHECK(norm(end("bumps: {amplitude: 1 m, wavelength: 1 km, at: [0, 0, -1]}") - end("plane: {}")) < 2e-4);  // slopes of 2e-5
  CHECK(norm(end("sphere: {radius: 10 km, at: [0, 0, -10000]}") - end("plane: {}")) < 2e-4);                // of 5e-5
  CHECK(norm(end("boulders: {stones: {far: {at: [9, 0, 0], radius: 1}}}") - end("plane: {}")) < 1e-12);
}

TEST_CASE("shapes: a ball that rolls down a slope takes 5/7 of what slides, a disc 2/3 of it, and each climbs over its radius") {
  const auto go = [](const std::string& shape, const std::string& inertia) {
    const Model model =
        read_model_text("pintle: 1\ngravity: [0, 0, -9.81]\nbodies: {wheel: {mass: 1 kg, inertia: " + inertia +
                            "}}\nsurfaces: {ground: {plane: {up: [0.1, 0, 1]}, normal: {law: spring-damper, k: 1 MN/m, c: 3 "
                            "kN*s/m}, friction: {law: "
                            "lugre, mu_s: 0.6, mu_k: 0.6, sigma0: 1e5, sigma1: 300, vs: 1 mm/s}}}\ncontacts: {rim: {at: {wheel: "
                            "[0, 0, 0]}, surface: "
                            "ground, " +
                            shape + "}}\ninitial: {wheel: {at: [0, 0, 0.10049]}}\nrun: {until: 1 s}\n",
                        "wheel.yaml");
    return run_model(model, "articulated-body", make_run_options(model.run)).final;
  };
  const double slope = std::sin(std::atan(0.1)), path = 0.5 * 9.81 * slope;  // of what slides, in 1 s
  const State<double> ball = go("radius: 0.1", "[0.004, 0.004, 0.004]"),
                      disc = go("radius: 0.1, axis: [0, 1, 0]", "[0.0025, 0.005, 0.0025]");
  CHECK(ball.X_WB[1].p.x / std::cos(std::atan(0.1)) ==
        doctest::Approx(path * 5 / 7).epsilon(2e-3));  // what the bristle gives at the start
  CHECK(disc.X_WB[1].p.x / std::cos(std::atan(0.1)) - ball.X_WB[1].p.x / std::cos(std::atan(0.1)) ==
        doctest::Approx(path * (2.0 / 3 - 5.0 / 7)).epsilon(0.05));
  CHECK(std::abs(ball.V_WB[1].w.y * 0.1) == doctest::Approx(norm(ball.V_WB[1].v)).epsilon(1e-3));  // it rolls
}

/// d of a place (x, z) from z = x²/(2R), by looking at all feet between two places around the nearest.
double calc_distance_from_valley(double R, double x, double z) {
  const auto square = [&](double s) { return std::pow(s - x, 2) + std::pow(s * s / (2 * R) - z, 2); };
  double low = x - 0.05, high = x + 0.05;
  for (int k = 0; k < 200; ++k) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    (square(a) < square(b) ? high : low) = square(a) < square(b) ? b : a;
  }
  return std::copysign(std::sqrt(square(0.5 * (low + high))), z - x * x / (2 * R));
}

TEST_CASE("a disc in hollow ground touches with the deepest point of its rim, however closely the ground fits it") {
  const double R = 0.3, degree = std::acos(-1.0) / 180;
  struct Place {
    double radius, x, yaw, tilt;
  };
  for (const Place& at : {Place{0.27, 0.03, 25, 15}, Place{0.2, 0.05, 35, 25}, Place{0.25, 0.05, 25, 15}, Place{0.29, 0.01, 5, 5},
                          Place{0.27, 0.03, 0, 15}, Place{0.295, 0.02, 10, 3}}) {
    CAPTURE(at.radius);
    CAPTURE(at.yaw);
    const double yaw = at.yaw * degree, tilt = at.tilt * degree;
    const auto calc_depth = [&](double z) {
      const auto distance = [&](double turn) {  // of the rim's point c + r (cos ϑ e₁ + sin ϑ e₂), in the valley's section
        const double along = at.radius * std::cos(turn), up = at.radius * std::sin(turn);
        return calc_distance_from_valley(R, at.x + std::cos(yaw) * along + std::sin(yaw) * std::sin(tilt) * up,
                                         z + std::cos(tilt) * up);
      };
      double best = -90 * degree;
      for (double width = 90 * degree; width > 1e-9; width /= 10) {
        const double middle = best;
        for (int k = -50; k <= 50; ++k)
          if (const double turn = middle + k * width / 50; distance(turn) < distance(best)) best = turn;
      }
      return -distance(best);
    };
    double z = at.radius;
    for (int k = 0; k < 3; ++k) z += calc_depth(z) - 1e-3;
    const Model model = read_model_text(
        fmt::format("pintle: 1\nbodies: {{a: {{mass: 1 kg, inertia: [1, 1, 1]}}}}\n"
                    "surfaces: {{ground: {{height: \"=x*x/(2*0.3 m)\", normal: {{law: hunt-crossley, force: 1000 N, depth: 1 cm, "
                    "exponent: 1}}}}}}\n"
                    "contacts: {{rim: {{at: {{a: [0, 0, 0]}}, surface: ground, radius: {}, axis: [0, 1, 0]}}}}\n"
                    "initial: {{a: {{at: [{}, 0, {:.17g}], rotate: [rz: {} deg, rx: {} deg]}}}}\nrun: {{until: 0 s}}\n",
                    at.radius, at.x, z, at.yaw, at.tilt),
        "disc.yaml");
    const double depth = calc_depth(z);
    REQUIRE(depth > 1e-4);
    CHECK(simulate(model, {"rim.penetration"}).series("rim.penetration").front() == doctest::Approx(depth).epsilon(1e-9));
  }
}

TEST_CASE("body against body: two balls in space push each other and no one else: momentum and energy are kept") {
  for (const char* form : {"sphere: {radius: 0.2}", "plane: {at: [0, 0, 0.2]}", "height: {of: =0.2 m + 0.02*x*sin(y/1 m)}"}) {
    CAPTURE(form);
    const Model model = read_model_text(
        fmt::format(
            "pintle: 1\nbodies: {{a: {{mass: 1, inertia: [0.01, 0.02, 0.03]}}, b: {{mass: 2, inertia: [0.02, 0.02, 0.04]}}}}\n"
            "surfaces: {{skin: {{{}, on: b, normal: {{law: hunt-crossley, force: 200 N, depth: 1 cm, damping: 0.1}}, friction: "
            "{{law: "
            "lugre, mu_s: 0.5, mu_k: 0.4, sigma0: 100, sigma1: 1, vs: 0.1}}}}}}\n"
            "contacts: {{hit: {{at: {{a: [0.01, 0, 0]}}, surface: skin, radius: 0.1}}}}\n"
            "initial: {{a: {{at: [0.05, 0.02, 1], velocity: [0, 0, -2], angular_velocity: [1, 2, 3]}}, b: {{angular_velocity: "
            "[0.3, "
            "0, 1]}}}}\nrun: {{until: 1 s, rtol: 1e-9}}\n",
            form),
        "balls.yaml");
    const System system = make_system(model);
    std::array<Vec3<double>, 2> first{};
    for (const std::string& name : formulation_names()) {
      CAPTURE(name);
      Watch watch;
      const RunSummary summary = run_model(model, name, make_run_options(model.run), watch);
      REQUIRE(summary.status == Status::completed);
      const Momentum before = calc_momentum(system, system.nominal, watch.observed.front().state),
                     after = calc_momentum(system, system.nominal, summary.final);
      CHECK(norm(after.linear - before.linear) < 1e-9 * before.linear_sum);
      CHECK(norm(after.angular - before.angular) < 1e-8 * before.angular_sum);
      CHECK(norm(summary.final.V_WB[1].v - Vec3<double>{0, 0, -2}) > 0.5);  // they did meet
      CHECK(summary.balance_error < 1e-7);
      if (name == formulation_names().front()) {
        first[0] = summary.final.X_WB[1].p;
        first[1] = summary.final.V_WB[1].v;
      } else {
        CHECK(norm(summary.final.X_WB[1].p - first[0]) < 1e-6);  // rtol 1e-9 through a blow
        CHECK(norm(summary.final.V_WB[1].v - first[1]) < 1e-6);
      }
    }
  }
}

TEST_CASE("a ground that moves by itself lifts what stands on it, and its work is in the books") {
  const Model model = make_box(
      "height: =0.1 m*sin(time/0.2 s)*cos(x/1 m), normal: {law: spring-damper, k: 50 kN/m, c: 300 N*s/m}, friction: "
      "{law: coulomb, mu: 0.3}",
      std::string(one_foot) + "initial: {free: {tx: {displacement: 0.3}}}\nrun: {until: 2 s, rtol: 1e-9}\n");
  Watch watch;
  const RunSummary summary = run_model(model, "articulated-body", make_run_options(model.run), watch);
  REQUIRE(summary.status == Status::completed);
  CHECK(summary.balance_error < 1e-7);
  double work = 0, highest = 0;
  for (const Seen& seen : watch.observed) {
    work = std::max(work, seen.ledger.applied());
    highest = std::max(highest, seen.state.X_WB[1].p.z);
  }
  CHECK(highest > 0.05);
  CHECK(work > 0.5);  // it is thrown some 0.1 m and more
}
