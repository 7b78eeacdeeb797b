#include <doctest/doctest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "pintle/io/reader.h"
#include "pintle/simulate/simulate.h"
#include "support/watch.h"

/// Friction in joints feels the load of the same instant. References were made with SciPy (DOP853, 1e-12) from equations
/// written for each case, with N found by iteration in every evaluation; the smooth sign is tanh(v/v₀), v₀ = 1e-4
/// (laws/friction.h, 2).
using namespace pintle;

namespace {

Simulation run(const std::string& text, const std::string& formulation, double rtol, const std::vector<std::string>& signals,
               double output_every = 0.1) {
  Model model = read_model_text(text, "friction.yaml");
  model.run.formulation = formulation;
  model.run.rtol = rtol;
  model.run.output_every = output_every;
  return simulate(model, signals);
}

const std::string incline = R"(
pintle: 1
gravity: [0, 0, -9.81]
bodies: {block: {mass: 3, inertia: [0.1, 0.1, 0.1]}}
joints: {rail: {type: slider, between: [world, block], at: {world: [0, 0, 0], block: [0, 0, 0.2]}, axis: [0.8, 0, -0.6], friction: {law: coulomb, mu: 0.25}}}
initial: {rail: {velocity: 1}}
run: {until: 1}
)";

const std::string pendulum = R"(
pintle: 1
gravity: [0, 0, -9.81]
bodies: {bob: {mass: 2, inertia: [0.05, 0.05, 0.01]}}
joints: {pin: {type: hinge, between: [world, bob], at: {world: [0, 0, 0], bob: [0, 0, 0.5]}, axis: [0, -1, 0], friction: {law: coulomb, mu: 0.4, radius: 6 cm}}}
initial: {pin: {angle: -1.2, rate: 4}}
run: {until: 0.4}
)";

const std::string door = R"(
pintle: 1
gravity: [0, 0, -9.81]
bodies: {door: {mass: 30, inertia: [10, 12, 2], at: [0.45, 0, 0.6]}}
joints:
  upper: {type: hinge, between: [world, door], at: [0, 0, 1.8]}
  lower: {type: hinge, between: [world, door], at: [0, 0, 0.2], friction: {law: coulomb, mu: 0.3, radius: 10 mm}}
initial: {upper: {rate: 1}}
run: {until: 2}
)";

const std::string chain = R"(
pintle: 1
gravity: [0, 0, -9.81]
bodies:
  a: {mass: 1 kg, inertia: [0.083, 0.083, 0.001]}
  b: {mass: 1 kg, inertia: [0.083, 0.083, 0.001]}
joints:
  s: {type: hinge, between: [world, a], at: {world: [0, 0, 0], a: [0, 0, 0.5]}, axis: [0, 1, 0]}
  e: {type: hinge, between: [a, b], at: {a: [0, 0, -0.5], b: [0, 0, 0.5]}, axis: [0, 1, 0], friction: {law: coulomb, mu: 0.3, radius: 5 cm}}
initial: {s: {angle: 60 deg}, e: {angle: 30 deg}}
run: {until: 3 s}
)";

/// A crank and rocker of spatial hinges: three rows too many, friction everywhere, the cut hinge too.
const std::string crank_rocker = R"(
pintle: 1
gravity: [0, 0, -9.81]
bodies:
  crank: {mass: 1, inertia: [0.02, 0.02, 0.01], at: [0, 0, 0.15]}
  rod: {mass: 2, inertia: [0.05, 0.2, 0.2], at: [0.5, 0, 0.5]}
  rocker: {mass: 1.5, inertia: [0.03, 0.08, 0.01], at: [1, 0, 0.35]}
joints:
  p: {type: hinge, between: [world, crank], at: [0, 0, 0], axis: [0, 1, 0], friction: {law: coulomb, mu: 0.2, radius: 3 cm}}
  q: {type: hinge, between: [crank, rod], at: [0, 0, 0.3], axis: [0, 1, 0], friction: {law: coulomb, mu: 0.3, radius: 2 cm}}
  r: {type: hinge, between: [rod, rocker], at: [1, 0, 0.7], axis: [0, 1, 0], friction: {law: coulomb, mu: 0.2, radius: 2 cm}}
  s: {type: hinge, between: [world, rocker], at: [1, 0, 0], axis: [0, 1, 0], friction: {law: coulomb, mu: 0.2, radius: 3 cm}}
initial: {p: {rate: 12}}
run: {until: 0.5}
)";

}  // namespace

TEST_CASE("joint friction: a block slides down an incline with g (sin α − μ cos α)") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const Simulation out = run(incline, name, 1e-10, {"rail", "rail.reaction", "rail.load"});
    CHECK(out.final("rail.velocity") == doctest::Approx(1 + 9.81 * (0.6 - 0.25 * 0.8)).epsilon(1e-9));
    CHECK(out.final("rail.load.fz") == doctest::Approx(-0.25 * 3 * 9.81 * 0.8).epsilon(1e-9));
    CHECK(std::fabs(out.summary.balance_error) < 1e-9);
  }
}

TEST_CASE("joint friction: a pendulum on a rubbing journal moves as its load at every instant says") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const Simulation out = run(pendulum, name, 1e-10, {"pin", "pin.load"});
    CHECK(out.final("pin.angle") == doctest::Approx(0.89394000).epsilon(1e-7));
    CHECK(out.final("pin.rate") == doctest::Approx(4.16007405).epsilon(1e-7));
    CHECK(out.final("pin.load.force") == doctest::Approx(29.595280053777667).epsilon(1e-7));
    CHECK(std::fabs(out.summary.balance_error) < 1e-8);
  }
}

// Two hinges on one axis: what the lower one carries is the least-norm share, with moments over L = 1.6 m (closure/statics.h).
TEST_CASE("joint friction: a door's hinge feels its share of the load, and its friction is μ r N of the load that is told") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const Simulation out = run(door, name, 1e-9, {"upper", "lower.load"});
    CHECK(out.final("upper.angle") == doctest::Approx(1.89042659).epsilon(1e-7));
    CHECK(out.final("upper.rate") == doctest::Approx(0.89041379).epsilon(1e-7));
    CHECK(out.series("lower.load.force").front() == doctest::Approx(147.4334880229368).epsilon(1e-8));
    const auto &mz = out.series("lower.load.mz"), &force = out.series("lower.load.force");
    for (std::size_t k = 0; k < mz.size(); ++k) CHECK(-mz[k] == doctest::Approx(0.3 * 0.01 * force[k]).epsilon(1e-8));
    CHECK(std::fabs(out.summary.balance_error) < 1e-8);
  }
}

TEST_CASE(
    "joint friction: every hinge of a redundant loop rubs with μ r N of the load that is told, in every formulation alike") {
  std::vector<double> rates;
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    // At 1e-10 one run in ten, of any formulation, is 1e-6 off: a step came upon the place where a joint turns round.
    const Simulation out = run(crank_rocker, name, 1e-11, {"p", "q", "r", "s", "p.load", "q.load", "r.load", "s.load"}, 0.01);
    REQUIRE(out.summary.status == Status::completed);
    CHECK(std::fabs(out.summary.balance_error) < 1e-9);
    rates.push_back(out.final("p.rate"));
    for (const auto& [joint, arm] : {std::pair<std::string, double>{"p", 0.006}, {"q", 0.006}, {"r", 0.004}, {"s", 0.006}}) {
      CAPTURE(joint);
      const auto &mz = out.series(joint + ".load.mz"), &N = out.series(joint + ".load.force"),
                 &rate = out.series(joint + ".rate");
      for (std::size_t k = 0; k < mz.size(); ++k)
        CHECK(mz[k] == doctest::Approx(-arm * N[k] * std::tanh(rate[k] / 1e-4)).epsilon(1e-8));
    }
  }
  CHECK(rates.front() == doctest::Approx(rates.back()).epsilon(1e-7));
}

// A direction that is locked is held by what a hinge is held by: it must rub as the hinge does, with its share of the load.
TEST_CASE("joint friction: two joints on one shaft, one of them a hinge by a lock, rub as two hinges do") {
  const std::string begin = R"(
pintle: 1
gravity: [1, 0, -9.81]
bodies: {door: {mass: 30, inertia: [10, 12, 2], at: [0.45, 0, 0.6]}}
initial: {upper: {rate: 1}}
run: {until: 2}
joints:
  upper: {type: hinge, between: [world, door], at: [0, 0, 1.8]}
)";
  const std::string friction = "{law: coulomb, mu: 0.3, radius: 10 mm}",
                    lower = "  lower: {between: [world, door], at: [0, 0, 0.2], ";
  const std::string hinge = begin + lower + "type: hinge, friction: " + friction + "}\n";
  const double truth = run(hinge, "articulated-body", 1e-10, {"upper"}).final("upper.rate");
  for (const std::string& name : formulation_names())
    for (const std::string type : {"[rz, rx]", "[rx, rz]", "[rx, rz, tz]"}) {
      CAPTURE(name);
      CAPTURE(type);
      std::string text = begin + lower + "type: " + type + ", friction: {rz: " + friction + "}}\n";
      text += type.find("tz") == type.npos ? "events: {held: {when: time >= 0 s, do: [lock: lower.rx]}}\n"
                                           : "events: {held: {when: time >= 0 s, do: [lock: lower.rx, lock: lower.tz]}}\n";
      const Simulation often = run(text, name, 1e-10, {"upper", "lower", "lower.load"}, 0.01);
      const double rate = often.final("upper.rate");
      CHECK(rate == doctest::Approx(truth).epsilon(1e-8));
      CHECK(run(text, name, 1e-10, {"upper"}, 2).final("upper.rate") == rate);
      const auto &mz = often.series("lower.load.mz"), &N = often.series("lower.load.force"),
                 &turn = often.series("lower.rate.rz");
      for (std::size_t k = 2; k < mz.size(); ++k)  // from the lock on; where it turns round, the sign is smooth
        if (std::abs(turn[k]) > 0.1) CHECK(mz[k] == doctest::Approx(-0.003 * N[k] * (turn[k] > 0 ? 1 : -1)).epsilon(1e-6));
    }
}

TEST_CASE("joint friction: no result depends on when rows are written") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const double rate = run(chain, name, 1e-8, {"s", "e"}, 3).final("s.rate");
    for (const double every : {0.006, 0.001}) CHECK(run(chain, name, 1e-8, {"s", "e"}, every).final("s.rate") == rate);
  }
}

// Whatever asked for the load of the last step was of first order in it. Now ten times the accuracy costs some steps and is had.
TEST_CASE("joint friction: results converge with rtol, to the same motion in every formulation") {
  const double truth = run(chain, "articulated-body", 1e-12, {"s", "e"}).final("s.rate");
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const double coarse = std::fabs(run(chain, name, 1e-6, {"s", "e"}).final("s.rate") - truth),
                 fine = std::fabs(run(chain, name, 1e-9, {"s", "e"}).final("s.rate") - truth);
    CHECK(coarse < 1e-2);
    CHECK(fine < 1e-5);
  }
}

// What rubs along x carries ty; along z it rests on a stop, which is a law and no reaction.
TEST_CASE("joint friction: neither a stop's force nor a moment counts in the load") {
  const std::string text = R"(
pintle: 1
gravity: [0, 3, -9.81]
bodies: {block: {mass: 2, inertia: [0.1, 0.1, 0.1]}}
joints: {table: {type: [tx, tz], between: [world, block], at: {world: [0, 0, 0], block: [0, 0.4, 0.2]}, limits: {tz: {low: 0, high: 1, stiffness: 1e4, damping: 300}}, friction: {tx: {law: coulomb, mu: 0.5}}}}
initial: {table: {tx: {velocity: 3}}}
run: {until: 1}
)";
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const Simulation out = run(text, name, 1e-9, {"table"});
    CHECK(out.final("table.velocity.tx") == doctest::Approx(3 - 0.5 * 3).epsilon(1e-7));
  }
}

// The cart's rail jams as it starts: what brakes the cart presses the rod down on it. A parallelogram runs into it: near its flat
// position loads grow, and inside the friction circles of its hinges no load is enough.
TEST_CASE("joint friction: loads that friction itself would have to outgrow are told as a jam, with the joint's name") {
  const std::string cart = R"(
pintle: 1
gravity: [0, 0, -9.81]
bodies:
  cart: {mass: 0.01, inertia: [1e-4, 1e-4, 1e-4]}
  rod: {mass: 1, inertia: [0.0833, 0.0833, 1e-4]}
joints:
  rail: {type: slider, between: [world, cart], at: {world: [0, 0, 0], cart: [0, 0, 0]}, axis: [1, 0, 0], friction: {law: coulomb, mu: 5}}
  pin: {type: hinge, between: [cart, rod], at: {cart: [0, 0, 0], rod: [0, 0, -0.5]}, axis: [0, 1, 0]}
initial: {rail: {velocity: -1}, pin: {angle: 40 deg}}
run: {until: 1}
)";
  const std::string parallelogram = R"(
pintle: 1
gravity: [0, 0, -9.81]
bodies:
  crank: {mass: 1, inertia: [0.02, 0.02, 0.01], at: [0, 0, 0.25]}
  rod: {mass: 2, inertia: [0.05, 0.2, 0.2], at: [0.5, 0, 0.5]}
  rocker: {mass: 1.5, inertia: [0.03, 0.03, 0.01], at: [1, 0, 0.25]}
joints:
  p: {type: hinge, between: [world, crank], at: [0, 0, 0], axis: [0, 1, 0], friction: {law: coulomb, mu: 0.2, radius: 3 cm}}
  q: {type: hinge, between: [crank, rod], at: [0, 0, 0.5], axis: [0, 1, 0], friction: {law: coulomb, mu: 0.3, radius: 2 cm}}
  r: {type: hinge, between: [rod, rocker], at: [1, 0, 0.5], axis: [0, 1, 0], friction: {law: coulomb, mu: 0.2, radius: 2 cm}}
  s: {type: hinge, between: [world, rocker], at: [1, 0, 0], axis: [0, 1, 0], friction: {law: coulomb, mu: 0.2, radius: 3 cm}}
initial: {p: {rate: 6}}
run: {until: 0.5}
)";
  for (const std::string& text : {cart, parallelogram})
    for (const std::string& name : formulation_names()) {
      CAPTURE(text);
      CAPTURE(name);
      const Simulation out = run(text, name, 1e-8, {"system.energy"});
      CAPTURE(out.summary.message);
      CHECK(out.summary.status == Status::failed);
      CHECK(out.summary.message.starts_with("the friction of joint "));
      CHECK(out.summary.message.find(" jams at t = ") != std::string::npos);
      CHECK((text == cart) == (out.summary.time == 0));
    }
}
