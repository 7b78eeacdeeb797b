#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "pintle/io/reader.h"
#include "pintle/views/instant.h"
#include "support/draws.h"
#include "support/watch.h"

/// No ground is passed by, however a step falls: not where rounding has a say in where a touch is, not where it is narrow against
/// a step or moves within one.
using namespace pintle;

namespace {

RunSummary run_text(const std::string& text, const std::string& formulation, double max_step = 0) {
  const Model model = read_model_text(text, "ground.yaml");
  RunOptions options = make_run_options(model.run);
  options.integration.max_step = max_step;
  return run_model(model, formulation, options);
}

Vec3<double> velocity_of_a(const RunSummary& summary) { return summary.final.V_WB[1].v; }

/// A point of 1 kg in the air, and a ground.
std::string make_point(double height, const std::string& velocity, const std::string& gravity, const std::string& surface,
                       const std::string& contact = "") {
  return fmt::format(
      "pintle: 1\ngravity: [0, 0, {}]\nbodies: {{a: {{mass: 1, inertia: [1, 1, 1], at: [0, 0, {}]}}}}\n"
      "initial: {{a: {{velocity: {}}}}}\nsurfaces: {{g: {{{}}}}}\n"
      "contacts: {{c: {{at: {{a: [0, 0, 0]}}, surface: g{}}}}}\n",
      gravity, height, velocity, surface, contact);
}

}  // namespace

TEST_CASE("an elastic ground is met at every bounce, wherever a body is measured from, and gives back what it took") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int k = 0; k < draws(12); ++k) {
    const double height = 0.05 + 2 * unit(random), anchor = k % 3 == 0 ? height : 1000 * unit(random), speed = -2 * unit(random);
    const char* const type = k % 2 ? "free" : "slider";
    const std::string text = fmt::format(
        "pintle: 1\ngravity: [0, 0, -9.81]\nbodies: {{a: {{mass: 1, inertia: [1, 1, 1], at: [0, 0, {}]}}}}\n"
        "joints: {{j: {{type: {}, between: [world, a], at: [0, 0, {}]}}}}\ninitial: {{j: {}}}\n"
        "surfaces: {{g: {{plane: {{}}, normal: {{law: spring-damper, k: 1 MN/m, c: 0}}}}}}\n"
        "contacts: {{c: {{at: {{a: [0, 0, 0]}}, surface: g}}}}\nrun: {{until: 2 s}}\n",
        height, type, anchor, k % 2 ? fmt::format("{{tz: {{velocity: {}}}}}", speed) : fmt::format("{{velocity: {}}}", speed));
    for (const std::string& formulation : formulation_names()) {
      CAPTURE(text);
      CAPTURE(formulation);
      const RunSummary summary = run_text(text, formulation);
      REQUIRE(summary.status == Status::completed);
      const double v = velocity_of_a(summary).z, z = summary.final.X_WB[1].p.z, energy = 9.81 * height + 0.5 * speed * speed;
      const double in = std::max(0.0, -z);
      CHECK(0.5 * v * v + 9.81 * z + 0.5e6 * in * in ==
            doctest::Approx(energy).epsilon(2e-4));  // a bounce is a millimetre deep, and places are known to 1e-8 of the way
    }
  }
}

TEST_CASE("a contact that starts, or arrives at an instant of an event, exactly on the ground touches from there on") {
  // m z̈ = −k z − c ż − m g from z = 0, ż = −1, by its closed form.
  const double k = 2000, c = 20, g = 9.81, t = 0.02, decay = c / 2, w = std::sqrt(k - decay * decay), rest = -g / k;
  const double sine = (-1 + decay * -rest) / w;
  const double z = rest + std::exp(-decay * t) * (-rest * std::cos(w * t) + sine * std::sin(w * t));
  const std::string ground = "plane: {}, normal: {law: spring-damper, k: 2000, c: 20}";
  for (const std::string& formulation : formulation_names())
    for (const char* integrator : {"dop853", "rkf45"}) {
      CAPTURE(formulation);
      CAPTURE(integrator);
      const std::string run = fmt::format("run: {{until: 0.02 s, rtol: 1e-10, integrator: {}}}\n", integrator);
      CHECK(run_text(make_point(0, "[0, 0, -1]", "-9.81", ground) + run, formulation).final.X_WB[1].p.z ==
            doctest::Approx(z).epsilon(1e-8));
      const std::string later = fmt::format(
          "events: {{tick: {{when: time >= 1 s, do: []}}}}\n"
          "run: {{until: 1.02 s, rtol: 1e-10, integrator: {}}}\n",
          integrator);
      const double still = std::exp(-decay * t) * (-1 / w) * std::sin(w * t);  // without gravity
      CHECK(run_text(make_point(1, "[0, 0, -1]", "0", ground) + later, formulation).final.X_WB[1].p.z ==
            doctest::Approx(still).epsilon(1e-8));
    }
}

TEST_CASE("a ground that moves by itself is met, however short its pulse") {
  // z̈ = k (h(t) − z) while pressed in, integrated by a program of its own (SciPy, rtol 1e-12).
  struct Case {
    double height;
    const char *gravity, *of;
    double v;
  };
  const Case cases[] = {{0.5e-3, "0", "1 mm*exp(-((time - 1 s)/(30 ms))^2)", 0.0414958},
                        {0.5e-3, "0", "1 mm*max(0, 1 - abs(time - 1 s)/(1 ms))", 0.0024964}};
  for (const Case& one : cases)
    for (const std::string& formulation : formulation_names()) {
      CAPTURE(one.of);
      CAPTURE(formulation);
      const std::string ground = fmt::format("height: \"={}\", normal: {{law: spring-damper, k: 1e4, c: 0}}", one.of);
      const std::string text = make_point(one.height, "[0, 0, 0]", one.gravity, ground) + "run: {until: 2}\n";
      CHECK(velocity_of_a(run_text(text, formulation)).z == doctest::Approx(one.v).epsilon(1e-4));  // as many digits as are known
    }
}

TEST_CASE("ground that is narrow against a step is not flown over: boulders, bells, grids, bumps and other bodies") {
  std::string flat = "[0";  // from x = 2 m to 8 m, with a top at 5 m
  for (int k = 0; k < 20; ++k) flat += ", 0";
  flat += "]";
  std::string top = flat;
  top.replace(1 + 3 * 10, 1, "0.2");
  const std::string law = "normal: {law: hunt-crossley, force: 100 N, depth: 1 mm, damping: 0.1}";
  const std::string grounds[] = {
      "boulders: {stones: {s: {at: [5 m, 0, 0], radius: 0.2}}}, " + law,
      "height: \"=0.2 m*exp(-((x - 5 m)/(0.1 m))^2 - (y/(0.1 m))^2)\", " + law,
      "grid: {heights: [" + flat + ", " + top + ", " + flat + "], step: 0.3 m, at: [2, -0.3, 0]}, " + law,
      "sphere: {at: [5, 0, 0], radius: 0.2}, " + law};
  for (const std::string& ground : grounds)
    for (const std::string& formulation : formulation_names())
      for (const char* integrator : {"dop853", "rkf45"}) {
        CAPTURE(ground);
        CAPTURE(formulation);
        CAPTURE(integrator);
        const std::string text = make_point(0.12, "[2, 0, 0]", "0", ground) +
                                 fmt::format("run: {{until: 3, rtol: 1e-10, integrator: {}}}\n", integrator);
        const Vec3<double> v = velocity_of_a(run_text(text, formulation)),
                           fine = velocity_of_a(run_text(text, formulation, 0.01));
        CHECK(fine.x < 1.9);  // it has met it
        CHECK(norm(v - fine) < 1e-6);
      }
  const std::string balls =
      "pintle: 1\ngravity: [0, 0, 0]\nbodies: {a: {mass: 1, inertia: [1, 1, 1]}, b: {mass: 1, inertia: [1, 1, 1]}}\n"
      "surfaces: {g: {sphere: {radius: 0.1}, normal: {law: hunt-crossley, force: 1000 N, depth: 1 cm, damping: 0.1}, on: b}}\n"
      "contacts: {c: {at: {a: [0, 0, 0]}, surface: g, radius: 0.1}}\n"
      "initial: {a: {at: [-5, 0, 0], velocity: [3, 0, 0]}, b: {at: [0, 0, 0.03]}}\nrun: {until: 3.3 s}\n";
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    CHECK(velocity_of_a(run_text(balls, formulation)).x == doctest::Approx(0.31758).epsilon(1e-4));
  }
}
