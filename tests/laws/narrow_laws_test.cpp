#include <doctest/doctest.h>
#include <fmt/core.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "pintle/io/reader.h"
#include "pintle/simulate/simulate.h"
#include "pintle/system/case_maker.h"
#include "support/small_models.h"
#include "support/watch.h"

using namespace pintle;

namespace {

/// A mass of 1 kg at 1 m/s on a slider without friction, pushed by a law of its place alone: its speed behind it is √(1 + 2 W),
/// W the work that the law does.
Simulation pass(const std::string& law, const std::string& formulation, const std::string& run = "run: {until: 2}\n") {
  Model model = read_model_text(
      "pintle: 1\nfunctions:\n"
      "  tri: {of: m, points: [[0 m, 0 N], [1 m, 0 N], [1.00005 m, 20 kN], [1.0001 m, 0 N], [30 m, 0 N]]}\n"
      "  short: {of: m, points: [[1 m, 0 N], [1.00005 m, 20 kN], [1.0001 m, 0 N]]}\n"
      "bodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}\n"
      "joints: {j: {type: slider, between: [world, a], at: [0, 0, 0], motor: {force: \"=" +
          law + "\"}}}\ninitial: {j: {velocity: 1}}\n" + run,
      "narrow.yaml");
  model.run.formulation = formulation;
  return simulate(model, {"j.displacement", "j.velocity"});
}

}  // namespace

TEST_CASE("a force in a window of 0.1 mm does its work, however long the steps are: tables, if, abs, min and max of positions") {
  for (const std::string& formulation : formulation_names())
    for (const char* law :
         {"tri(j.displacement)", "short(j.displacement)", "if(j.displacement > 1 m and j.displacement < 1.0001 m, 10 kN, 0 N)",
          "max(0 N, 20 kN*(1 - abs(j.displacement - 1.00005 m)/(0.05 mm)))",
          "-min(0 N, -20 kN*(1 - abs(j.displacement - 1.00005 m)/(0.05 mm)))"}) {
      CAPTURE(formulation);
      CAPTURE(law);
      const Simulation run = pass(law, formulation);
      CHECK(run.final("j.velocity") == doctest::Approx(std::sqrt(3.0)).epsilon(1e-6));  // W = 1 J; rtol is 1e-8
    }
}

TEST_CASE("a force in a window of speeds of 1 mm/s acts while the speed is there, however long the steps are") {
  // 2 N from 1 m/s on: 1.5 m/s at 0.25 s. With 1 kN more the window lasts 1 µs, with −1.999 N more 1 s.
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    const Simulation pushed = pass("2 N + if(j.velocity > 1.5 m/s and j.velocity < 1.501 m/s, 1 kN, 0 N)", formulation);
    CHECK(pushed.final("j.velocity") == doctest::Approx(1.501 + 2 * (1.75 - 0.001 / 1002)).epsilon(1e-8));
    for (const char* law : {"2 N - if(j.velocity > 1.5 m/s and j.velocity < 1.501 m/s, 1.999 N, 0 N)",
                            "2 N - 1.999 N*(sign(j.velocity/(1 m/s) - 1.5) - sign(j.velocity/(1 m/s) - 1.501))/2"}) {
      CAPTURE(law);
      // What a step may be off by in the speed, 1e-8 / 2, is two thousand times as much behind a window that is left so slowly.
      CHECK(pass(law, formulation).final("j.velocity") == doctest::Approx(1.501 + 2 * 0.75).epsilon(1e-5));
    }
  }
}

TEST_CASE("a law that holds a speed by jumping to and fro is named at once, where the speed is not zero as where it is") {
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    const Simulation run = pass("if(j.velocity < 2 m/s, 5 N, -5 N) - 1 N*j.velocity/(1 m/s)", formulation);
    CHECK(run.summary.status == Status::failed);
    CHECK(run.summary.message.find("jumps back and forth with j.velocity") != std::string::npos);
    CHECK(run.summary.counters.steps < 10'000);
  }
}

TEST_CASE("a smooth bell of a place of 0.1 mm does its work: exp of a square, a pair of tanh, high powers, a quotient") {
  constexpr double pi = 3.14159265358979323846, w = 1e-4;
  const std::string u = "((j.displacement - 1 m)/(0.1 mm))";
  const double tails = pi - w - w / std::sqrt(3.0);  // of 1/(1 + u²), from 0 m to where it ends
  const std::vector<std::pair<std::string, double>> bells{{"exp(-" + u + "^2)", std::sqrt(pi)},
                                                          {"exp(-" + u + "*" + u + ")", std::sqrt(pi)},
                                                          {"exp(-abs" + u + ")", 2},
                                                          {"(tanh(10*" + u + ") - tanh(10*" + u + " - 20))/2", 2},
                                                          {"2/(exp" + u + " + exp(-" + u + "))", pi},
                                                          {"1/(1 + " + u + "^8)", pi / 4 / std::sin(pi / 8)},
                                                          {"1/(1 + " + u + "^2)", tails}};
  for (const std::string& formulation : formulation_names())
    for (const auto& [bell, area] : bells) {
      CAPTURE(formulation);
      CAPTURE(bell);
      const Simulation run = pass(fmt::format("{:.17g} N*{}", 1 / (w * area), bell), formulation);  // W = 1 J
      CHECK(run.final("j.velocity") == doctest::Approx(std::sqrt(3.0)).epsilon(1e-6));
    }
}

TEST_CASE(
    "a narrow bell of one place does its work however it is written: an expanded square, a power of a number, of a cosine") {
  constexpr double pi = 3.14159265358979323846, n = 1e8;
  const std::string x = "(j.displacement/(1 m))";
  // Of exp(−n u²), and of cos(2πu)^n and exp(n cos(2πu) − n), which are narrower: areas of 1 m.
  const double gauss = std::sqrt(n / pi), waves = 2 * pi * std::sqrt(n / (2 * pi));
  struct Bell {
    const char* text;
    double force, end;
  };
  // 1 J each: at 1 m; at 0.5, 1.5, 2.5 and 3.5 m, of which the last is passed at 1.90 s, and 3 m/s are behind it.
  const std::vector<Bell> bells{{"exp(-1e8*{0}^2 + 2e8*{0} - 1e8)", gauss, std::sqrt(3.0)},
                                {"exp(1e8*{0}*(2 - {0}) - 1e8)", gauss, std::sqrt(3.0)},
                                {"2.718281828459045^(-1e8*({0} - 1)^2)", gauss, std::sqrt(3.0)},
                                {"exp(1e8*(cos(2*pi*({0} - 0.5)) - 1))", waves, 3},
                                {"max(0, cos(2*pi*({0} - 0.5)))^1e8", waves, 3}};
  for (const std::string& formulation : formulation_names())
    for (const auto& [text, force, end] : bells) {
      CAPTURE(formulation);
      CAPTURE(text);
      const std::string bell = fmt::format(fmt::runtime(text), x);
      CHECK(pass(fmt::format("{:.17g} N*{}", force, bell), formulation).final("j.velocity") ==
            doctest::Approx(end).epsilon(1e-6));
    }
}

TEST_CASE("a stair of forces is met where it is: parabolas from one whole number to the next, and back") {
  // 1 kg at 1 m/s, −1 N more behind every 0.1 m. From stair to stair v² falls by 0.2 n; it turns round behind the n-th, and comes
  // back the same way: −1 m/s at 0 m, after twice the time out. It is looked at 10 ms before, since floor has a stair at 0 m too.
  double t = 0.1, v = 1;
  int n = 1;
  for (; v * v > 0.2 * n; ++n) {
    const double next = std::sqrt(v * v - 0.2 * n);
    t += (v - next) / n;
    v = next;
  }
  t = 2 * (t + v / n) - 0.01;
  const std::string stairs =
      "(if(j.displacement >= 0.1 m, 1, 0) + if(j.displacement >= 0.2 m, 1, 0) + if(j.displacement >= 0.3 m, 1, 0))";
  for (const std::string& formulation : formulation_names())
    for (const std::string& law : {std::string("-1 N*floor(j.displacement/(0.1 m))"), "-1 N*" + stairs}) {
      CAPTURE(formulation);
      CAPTURE(law);
      const Simulation run = pass(law, formulation, fmt::format("run: {{until: {:.17g}}}\n", t));
      CHECK(std::abs(run.final("j.displacement") - 0.01) <
            1e-11);  // nothing but rounding: steps do not see what is behind a stair
      CHECK(std::abs(run.final("j.velocity") + 1) < 1e-11);
    }
}

TEST_CASE("a force between stairs of floor, and one between teeth of mod, does its work in each of them") {
  // 10 kN for 0.1 mm behind 0.5 m, 1.5 m, …: 1 J each, four of them in 2 s.
  for (const std::string& formulation : formulation_names())
    for (const char* law : {"10 kN*(floor(j.displacement/(1 m) + 0.5) - floor(j.displacement/(1 m) + 0.4999))",
                            "if(mod(j.displacement + 0.5 m, 1 m) < 0.1 mm, 10 kN, 0 N)"}) {
      CAPTURE(formulation);
      CAPTURE(law);
      CHECK(pass(law, formulation).final("j.velocity") == doctest::Approx(3).epsilon(1e-6));
    }
}

TEST_CASE("a force that turns a mass round at a place, again and again, keeps its energy and goes on") {
  // F = −sign(x − 1 m): parabolas of 1 m/s to and fro, 2 s for each half.
  for (const std::string& formulation : formulation_names()) {
    const Simulation run = pass("if(j.displacement > 1 m, -1 N, 1 N)", formulation);
    CHECK(run.final("j.velocity") == doctest::Approx(std::sqrt(3.0) - (2 - (std::sqrt(3.0) - 1))).epsilon(1e-7));
  }
}

TEST_CASE("a law that jumps with a place and is damped crosses it ever more often, and the run goes on") {
  const Simulation run = pass("if(j.displacement > 0 m, -20 N, 20 N) - 4 N*j.velocity/(1 m/s)", "articulated-body");
  // Energy 20 |x| + v²/2 falls at least as e^(−4/3 t), the mean of v² over an arc being a third of its largest.
  CHECK(20 * std::abs(run.final("j.displacement")) + 0.5 * std::pow(run.final("j.velocity"), 2) < 0.5 * std::exp(-8.0 / 3));
}

TEST_CASE("a torque in a window of every turn does its work in each of them, however many turns a step makes") {
  // I = 1 kg m², ω² grows by 2 W with every window that was passed; all are passed by the end, or none is being passed.
  struct Row {
    const char* law;
    double work, every, first;  // [J], [rad], [rad]
  };
  const double pi = 3.14159265358979323846;
  const Row rows[] = {
      {"if(mod(j.angle, 60 deg) > 0.3 rad and mod(j.angle, 60 deg) < 0.4 rad, 2 N*m, 0 N*m)", 0.2, pi / 3, 0.4},
      {"if(cos(j.angle) < -0.9999, 5 N*m, 0 N*m)", 10 * std::acos(0.9999), 2 * pi, pi + std::acos(0.9999)},
      {"if(a.attitude.xx < -0.9999, 5 N*m, 0 N*m)", 10 * std::acos(0.9999), 2 * pi, pi + std::acos(0.9999)},
      {"if(abs(a.yaw) > 3.1 rad, 5 N*m, 0 N*m)", 10 * (pi - 3.1), 2 * pi, 2 * pi - 3.1},
      {"20 N*max(0 m, tip.position.y - 0.99 m)", 0, 0, 0},  // its work is ½ 20 (…): told by the height
  };
  for (const std::string& formulation : formulation_names())
    for (const Row& row : rows) {
      CAPTURE(formulation);
      CAPTURE(row.law);
      Model model = read_model_text(
          "pintle: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}\npoints: {tip: {at: {a: [1, 0, 0]}}}\n"
          "joints: {j: {type: hinge, between: [world, a], axis: [0, 0, 1], motor: {torque: \"=" +
              std::string(row.law) + "\"}}}\ninitial: {j: {rate: 3}}\nrun: {until: 20}\n",
          "round.yaml");
      model.run.formulation = formulation;
      const Simulation run = simulate(model, {"j.angle", "j.rate"});
      const double angle = run.final("j.angle"), rate = run.final("j.rate");
      if (row.work > 0) {
        const double passed = 1 + std::floor((angle - row.first) / row.every);
        CHECK(rate == doctest::Approx(std::sqrt(9 + 2 * row.work * passed)).epsilon(1e-6));
      } else {  // ∫ 20 (sin θ − 0.99) dθ over a window, twice cos⁻¹ 0.99 wide
        const double half = std::acos(0.99), work = 20 * (2 * std::sin(half) - 0.99 * 2 * half);
        const double passed = 1 + std::floor((angle - pi / 2 - half) / (2 * pi));
        CHECK(rate == doctest::Approx(std::sqrt(9 + 2 * work * passed)).epsilon(1e-6));
      }
    }
}

TEST_CASE("a contact that is touched once a turn pushes every time, in articulated-body steps of many turns too") {
  // 1 mm deep, a tenth of a radian, nine times.
  for (const std::string& formulation : formulation_names())
    for (const char* step : {"", ", max_step: 0.01"}) {
      Model model = read_model_text(
          std::string("pintle: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0.999]}}\n"
                      "joints: {j: {type: hinge, between: [world, a], at: [0, 0, 0.999], axis: [0, 1, 0]}}\n"
                      "surfaces: {s: {plane: {}, normal: {law: standard-linear-solid, ke: 1e6, kv: 1e5, cv: 1000}}}\n"
                      "contacts: {c: {at: {a: [1, 0, 0]}, surface: s}}\ninitial: {j: {rate: 3}}\nrun: {until: 20") +
              step + "}\n",
          "paddle.yaml");
      model.run.formulation = formulation;
      const Simulation run = simulate(model, {"j.rate"});
      CAPTURE(formulation);
      CHECK(run.summary.balance_error < 1e-8);
      CHECK(run.final("j.rate") == doctest::Approx(2.697746).epsilon(1e-6));  // by a reference program of its own
    }
}

TEST_CASE("a table of a joint's spring or damper acts in a window of 20 um, as the same table in a motor does") {
  // 1 kg at 2 m/s: the damper takes the area of its table from the speed, the spring its work from the energy.
  const std::string damping = "damping: [[-1 m, 0], [0.5 m, 0], [0.50001 m, 5e4], [0.50002 m, 0], [1 m, 0]]";
  const std::string stiffness = "rest: 0, stiffness: [[-1 m, 0], [0.5 m, 0], [0.50001 m, 2e5], [0.50002 m, 0], [1 m, 0]]";
  std::string many = "damping: [[-1 m, 0]";  // of more than 16 points
  for (int k = 0; k < 30; ++k) many += fmt::format(", [{} m, 0]", 0.01 * k);
  many += ", [0.5 m, 0], [0.50001 m, 5e4], [0.50002 m, 0], [1 m, 0]]";
  const std::pair<std::string, double> rows[] = {
      {damping, 1.5}, {many, 1.5}, {stiffness, std::sqrt(4 - 2 * 0.5 * 2e5 * 2e-5 * 0.50001)}};
  for (const std::string& formulation : formulation_names())
    for (const auto& [spring, speed] : rows) {
      CAPTURE(formulation);
      CAPTURE(spring);
      Model model = read_model_text(
          "pintle: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}\n"
          "joints: {j: {type: slider, between: [world, a], spring: {" +
              spring + "}}}\ninitial: {j: {velocity: 2}}\nrun: {until: 1}\n",
          "table.yaml");
      model.run.formulation = formulation;
      const Simulation run = simulate(model, {"j.velocity"});
      CHECK(run.final("j.velocity") == doctest::Approx(speed).epsilon(1e-7));
      CHECK(run.summary.balance_error < 1e-7);
    }
}

TEST_CASE("points of a spring's table are numbers of the case: steps end where they are now") {
  Model model = read_model_text(
      "pintle: 1\nparameters: {x: 0.5 m}\nbodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}\n"
      "joints: {j: {type: slider, between: [world, a], spring: {damping: [[-1 m, 0], [=x, 0], [=x + 0.00001 m, 5e4], "
      "[=x + 0.00002 m, 0], [3 m, 0]]}}}\ninitial: {j: {velocity: 2}}\nrun: {until: 1}\n",
      "table.yaml");
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    RunOptions options = make_run_options(model.run);
    options.formulation = formulation;
    CaseMaker maker(model);
    Run run(maker.system(), options);
    maker.set("x", 0.7312);
    Watch watch;
    CHECK(run.go(maker.make(), watch).final.joints[0].velocity.z == doctest::Approx(1.5).epsilon(1e-7));
  }
}
