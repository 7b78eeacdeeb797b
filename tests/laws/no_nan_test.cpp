#include <doctest/doctest.h>
#include <fmt/core.h>

#include <cmath>

#include "pintle/base/error.h"
#include "pintle/io/reader.h"
#include "support/watch.h"

using namespace pintle;

namespace {

/// A pendulum and, apart from it, a sled; `more` are lines of other sections.
std::string make_text(const std::string& joint, const std::string& more = "") {
  return "pintle: 1\n"
         "functions: {short: {of: time, points: [[0 s, 1 N], [0.5 s, 2 N]], outside: error}}\n"
         "bodies: {rod: {mass: 1 kg, inertia: [0.1, 0.1, 0.1]}, sled: {mass: 1 kg, inertia: [1, 1, 1], at: [5, 0, 0]}}\n"
         "joints:\n"
         "  pin: {type: hinge, between: [world, rod], at: {world: [0, 0, 0], rod: [0, 0, 0.5]}, axis: [0, 1, 0]}\n"
         "  rail: {type: slider, between: [world, sled], axis: [1, 0, 0]" +
         joint + "}\n" + "initial: {pin: {angle: 1 rad}}\n" + "run: {until: 1 s, output_every: 0.1 s, max_step: 0.1 s}\n" + more;
}

struct Outcome {
  RunSummary summary;
  std::vector<Seen> rows;
};

Outcome run_text(const std::string& text, const std::string& formulation) {
  const Model model = read_model_text(text, "nan.yaml");
  RunOptions options = make_run_options(model.run);
  Watch watch;
  const RunSummary summary = run_model(model, formulation, options, watch);
  return {summary, watch.rows};
}

/// The run fails soon after t and says so; what came before stands.
void check_fails(const std::string& text, const std::string& words, double t) {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    CAPTURE(text);
    const Outcome out = run_text(text, name);
    CAPTURE(out.summary.message);
    CHECK(out.summary.status == Status::failed);
    CHECK(out.summary.message.find(words) != std::string::npos);
    CHECK(out.summary.time >= t - 1e-6);
    CHECK(out.summary.time <= t + 0.2);
    REQUIRE(!out.rows.empty());
    for (const Seen& row : out.rows)
      for (const Motion<double>& V : row.state.V_WB) CHECK(std::isfinite(V.v.x + V.v.y + V.v.z + V.w.x + V.w.y + V.w.z));
  }
}

}  // namespace

TEST_CASE("no NaN passes: the run fails, and the sentence names the expression, its value and the time") {
  check_fails(make_text(", motor: {force: \"=1 N*sqrt(0.4 - time/1 s)\"}"),
              "joints.rail.motor: =1 N*sqrt(0.4 - time/1 s) is nan at t = 0.4", 0.4);
  check_fails(make_text(", motor: {force: \"=1 N/max(0, 0.4 - time/1 s)\"}"),
              "joints.rail.motor: =1 N/max(0, 0.4 - time/1 s) is inf", 0.4);
  check_fails(make_text(", motor: {force: \"=short(time)\"}"), "the table short ends at 0.5 s", 0.5);
  check_fails(make_text(", driven: {velocity: \"=1 m/s*log(0.6 - time/1 s)\"}"), "joints.rail.driven.velocity: ", 0.6);
  check_fails(make_text("", "forces: {f: {at: {sled: [0, 0, 0]}, force: [0, =1 N*asin(3*time/1 s), 0]}}\n"),  // the rail holds it
              "forces.f.force: =1 N*asin(3*time/1 s) is nan", 1. / 3);
  check_fails(make_text("", "forces: {f: {at: {sled: [0, 0, 0], world: [9, 0, 0]}, force: =1 N*(0.3 - time/1 s)^0.5}}\n"),
              "forces.f.force: =1 N*(0.3 - time/1 s)^0.5 is nan", 0.3);
  check_fails(make_text("", "measures: {m: {of: \"1/max(0, 0.4 - time/1 s)\", take: max}}\n"), "measures.m: ", 0.4);
  check_fails(make_text("", "events: {e: {when: sqrt(0.2 - time/1 s) > 2, do: []}}\n"), "events.e.when: ", 0.2);
}

TEST_CASE("no NaN passes: a signal that is recorded is looked at too") {
  const Model model = read_model_text(make_text("", "signals: {s: =sqrt(0.25 - time/1 s)}\n"), "nan.yaml");
  const System system = make_system(model);
  const Signal signal = find_signals(system.names, "s").front();
  View<double> view = make_view<double>(system);
  view.state.t = 0.24;
  const Instant instant{.view = view, .ledger = {}, .error = {}};
  CHECK(calc_signal(system, system.nominal, signal, instant) == doctest::Approx(0.1));
  view.state.t = 0.26;
  CHECK_THROWS_WITH_AS(
      calc_signal(system, system.nominal, signal, instant),
      "signals.s: =sqrt(0.25 - time/1 s) is nan at t = 0.26 s; give an expression that is a finite number throughout", Error);
}

TEST_CASE("no NaN passes: a driven law that is none at the start, or behind a kink, is refused") {
  const auto refusal = [](const std::string& law) -> std::string {
    try {
      make_system(read_model_text(make_text(", driven: {" + law + "}"), "nan.yaml"));
      return "taken";
    } catch (const Error& sentence) {
      return sentence.what();
    }
  };
  const std::string at_start = refusal("displacement: \"=0 m*exp(-time/0 s)\"");
  CHECK_MESSAGE(at_start.starts_with("joints.rail.driven.displacement: =0 m*exp(-time/0 s) is nan at t = 0 s"), at_start);
  const std::string later = refusal("velocity: \"=1 m/s*sqrt(0.5 - time/1 s)\"");
  CHECK_MESSAGE(later.starts_with("joints.rail.driven.velocity: =1 m/s*sqrt(0.5 - time/1 s) is nan at t = 0.5 s"), later);
}

TEST_CASE("what is not taken may be no number: the other branch of an if, and a force that is not active") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    CHECK(run_text(make_text(", motor: {force: \"=if(time < 0.4 s, 1 N*sqrt(0.4 - time/1 s), 0 N)\"}"), name).summary.status ==
          Status::completed);
    CHECK(run_text(make_text("", "forces: {f: {at: {sled: [0, 0, 0]}, force: [=1 N*sqrt(-time/1 s), 0, 0], active: false}}\n"),
                   name)
              .summary.status == Status::completed);
  }
}

namespace {

/// A sled that passes x = 0.4 m at 1 m/s unless something pushes it, and a puck on a floor; beside them a pendulum.
std::string make_moving(const std::string& joint, const std::string& more = "", const std::string& run = "") {
  return "pintle: 1\n"
         "bodies: {rod: {mass: 1 kg, inertia: [0.1, 0.1, 0.1]}, sled: {mass: 1 kg, inertia: [1, 1, 1], at: [5, 0, 0]}, "
         "puck: {mass: 1 kg, inertia: [1, 1, 1], at: [0, 9, 0]}}\n"
         "gravity: [0, 0, -9.81]\n"
         "joints:\n"
         "  pin: {type: hinge, between: [world, rod], at: {world: [0, 0, 0], rod: [0, 0, 0.5]}, axis: [0, 1, 0]}\n"
         "  rail: {type: slider, between: [world, sled], axis: [1, 0, 0]" +
         joint + "}\n" + "  floor: {type: planar, between: [world, puck], axis: [0, 0, 1]}\n" +
         "initial: {pin: {angle: 1 rad}, rail: {velocity: 1}}\n" + "run: {until: 1 s, output_every: 0.1 s" + run + "}\n" + more;
}

std::string on_puck(const std::string& row) {
  return "constraints: {c: {type: velocity, body: puck, at: [0, 9, 0], rows: {r: {" + row + "}}}}\n";
}

}  // namespace

// Where the motion leads out of what an expression is defined for, no step meets the tolerance: the expression is what is named.
TEST_CASE("no NaN passes: laws of the motion are named where it leads them out of bounds") {
  const std::string x = "rail.displacement/(1 m)";
  for (const std::string& root : {"sqrt(0.4 - " + x + ")", "(0.4 - " + x + ")^1.5", "log(0.4 - " + x + ")",
                                  "asin(" + x + " + 0.6)", "0*exp(2000*" + x + ")"}) {
    const std::string push = "=1 N*(" + root + ")";  // on the rod or where the rail holds it: the sled goes its way
    check_fails(make_moving("", "forces: {f: {at: {sled: [0, 0, 0]}, force: [0, \"" + push + "\", 0]}}\n"),
                "forces.f.force: " + push + " is ", 0.35);
    check_fails(make_moving("", "forces: {f: {at: {rod: [0, 0, 0]}, moment: [0, \"=1 N*m*(" + root + ")\", 0]}}\n"),
                "forces.f.moment: =1 N*m*(" + root + ") is ", 0.35);
    check_fails(make_moving("", on_puck("linear: [\"=" + root + "\", 1, 0]")), "constraints.c.rows.r: ", 0.35);
    check_fails(make_moving("", on_puck("linear: [0, 1, 0], value: \"=1 m/s*(" + root + ")\"")), "constraints.c.rows.r: ", 0.35);
  }
  check_fails(make_moving(", motor: {force: \"=1 N*sqrt(0.4 - " + x + ")\"}"),
              "joints.rail.motor: =1 N*sqrt(0.4 - rail.displacement/(1 m)) is nan at t = 0.36578964", 0.3657);
}

TEST_CASE("no NaN passes: a pole that stops the steps is named with its values") {
  check_fails(make_moving(", motor: {force: \"=1 N/(0.4 - rail.displacement/(1 m))\"}"),
              "joints.rail.motor: =1 N/(0.4 - rail.displacement/(1 m)) goes from ", 0.26);
  check_fails(make_moving("", "forces: {f: {at: {rod: [0, 0, 0]}, moment: [0, =1 N*m*tan(pi/2*time/0.4 s), 0]}}\n"),
              "forces.f.moment: =1 N*m*tan(pi/2*time/0.4 s) goes from ", 0.399);
  check_fails(make_moving("", "forces: {f: {at: {sled: [0, 0, 0]}, force: [=1 N*exp(2000*time/1 s), 0, 0]}}\n"),
              "forces.f.force: =1 N*exp(2000*time/1 s) is ", 0.15);
}

TEST_CASE("no NaN passes into rows: a force that a joint holds is looked at where one is written") {
  check_fails(
      make_moving("", "forces: {f: {at: {sled: [0, 0, 0]}, force: [0, =1 N/(0.4 - time/1 s), 0]}}\n", ", max_step: 0.1 s"),
      "forces.f.force: =1 N/(0.4 - time/1 s) is inf at t = 0.4 s", 0.3);
}

// What lasts for two milliseconds may pass between the stages of a step; those of its interpolant are others.
TEST_CASE("no NaN passes into rows: where an interpolant meets an infinite coefficient, the step is made shorter") {
  for (int k = 0; k < 40; ++k)
    for (const std::string& name : formulation_names()) {
      CAPTURE(name);
      CAPTURE(k);
      const std::string window = fmt::format("1/max(0, abs({} - rail.displacement/(1 m)) - 0.001)", 0.205 + 0.01 * k);
      const Outcome out = run_text(make_moving("", on_puck("linear: [0, \"=" + window + "\", 0]")), name);
      CAPTURE(out.summary.message);
      if (out.summary.status == Status::failed) CHECK(out.summary.message.starts_with("constraints.c.rows.r: "));
      for (const Seen& row : out.rows)
        for (const Motion<double>& V : row.state.V_WB) CHECK(std::isfinite(V.v.x + V.v.y + V.v.z + V.w.x + V.w.y + V.w.z));
    }
}

TEST_CASE("no NaN passes: what is told by a law that is no number at the start, or later, is refused by name") {
  const auto refusal = [](const std::string& more) -> std::string {
    try {
      const Model model = read_model_text(make_moving("", more), "nan.yaml");
      const System system = make_system(model);
      Run(system, make_run_options(model.run));
      return "taken";
    } catch (const Error& sentence) {
      return sentence.what();
    }
  };
  const auto check_says = [&](const std::string& more, const std::string& words) {
    const std::string said = refusal(more);
    CHECK_MESSAGE(said.find(words) != std::string::npos, said);
  };
  const auto told = [](const std::string& length) {
    return "constraints: {c: {type: distance, at: {world: [0, 0, 0], puck: [0, 0, 0]}, length: \"" + length + "\"}}\n";
  };
  check_says(told("=9 m + 1 m*log(time/1 s)"), "constraints.c.length: =9 m + 1 m*log(time/1 s) is -inf at t = 0 s");
  check_says(told("=9 m + 1 m*sqrt(time/1 s)"), "constraints.c.length: the rate of =9 m + 1 m*sqrt(time/1 s) is inf at t = 0 s");
  check_says(told("=9 m + 1 m*(0.5 - time/1 s)^2.5"),
             "constraints.c.length: =9 m + 1 m*(0.5 - time/1 s)^2.5 is nan at t = 0.5 s");
  check_says(on_puck("linear: [1, 0, 0], value: \"=1 m/s*asin(2*time/1 s)\""),
             "constraints.c.rows.r: =1 m/s*asin(2*time/1 s) is nan at t = 0.5 s");
  check_says(on_puck("linear: [1, \"=log(rail.displacement/(1 m))\", 0]"),
             "constraints.c.rows.r: =log(rail.displacement/(1 m)) is -inf at t = 0 s");
}

TEST_CASE("no NaN passes: a condition that compares no number is named by its words") {
  check_fails(make_moving("", "events: {e: {when: \"sqrt(0.4 - rail.displacement/(1 m)) > 2\", do: []}}\n", ", max_step: 0.1 s"),
              "events.e.when: what sqrt(0.4 - rail.displacement/(1 m)) > 2 compares is nan", 0.4);
  check_fails(
      make_moving("", "measures: {m: {of: \"log(0.4 - rail.displacement/(1 m)) > 2\", take: ever}}\n", ", max_step: 0.1 s"),
      "measures.m.of: what log(0.4 - rail.displacement/(1 m)) > 2 compares is nan", 0.4);
}

TEST_CASE("no NaN passes: a measure that goes over a pole between two steps is named, and a quotient that stays finite is not") {
  for (const char* of : {"1/(rail.displacement/(1 m) - 0.43)", "(rail.displacement/(1 m) - 0.43)^-2",
                         "rail.displacement/(rail.displacement - 0.43 m)"})
    for (const char* take : {"max", "mean"}) {
      const std::string text = make_moving("", fmt::format("measures: {{m: {{of: \"{}\", take: {}}}}}\n", of, take));
      check_fails(text, fmt::format("measures.m: ={} ", of),
                  0.43);  // "goes beyond all bounds", or "is inf" where the pole itself is met
      check_fails(text, " at t = 0.43 s", 0.43);
    }
  const Model model = read_model_text(
      make_moving("",
                  "measures: {m: {of: \"sin(rail.displacement/(1 m) - 0.43)/(rail.displacement/(1 m) - 0.43)\", take: max}}\n"),
      "quotient.yaml");
  const RunSummary summary = run_model(model, "articulated-body", make_run_options(model.run));
  CHECK(summary.status == Status::completed);
  CHECK(summary.measures[0].value == doctest::Approx(1));
}
