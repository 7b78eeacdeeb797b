#include <doctest/doctest.h>
#include <fmt/core.h>

#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "pintle/base/error.h"
#include "pintle/base/random.h"
#include "pintle/closure/assemble.h"
#include "pintle/io/reader.h"
#include "pintle/simulate/allocations.h"
#include "pintle/simulate/run.h"
#include "pintle/system/case_maker.h"
#include "pintle/system/make_system.h"

using namespace pintle;

namespace {

/// All numbers that a run tells, as bits: rows with loads and accelerations, events, the summary.
class Bits64 final : public Observer {
 public:
  explicit Bits64(bool wants_loads = true) : wants_loads_(wants_loads) {}

  std::vector<std::uint64_t> all;
  Status status{};
  std::string message;
  long events = 0;

  Needs row_needs() const override {
    return {.state = true, .accelerations = true, .loads = true, .reactions = true, .elements = true};
  }
  bool wants_peaks() const override { return wants_loads_; }
  void row(const Instant& instant) override {
    const View<double>& view = instant.view;
    add(view.state);
    for (const Motion<double>& A : view.A_WB) add(A.w), add(A.v);
    for (const Wrench<double>& load : view.load) add(load.n), add(load.f);
    for (double x : view.multiplier) add(x);
    for (double x : view.element) add(x);
    add(instant.ledger.invariant());
  }
  void event(const EventLog& log) override {
    ++events;
    add(log.time);
    add(log.after);
    for (const Wrench<double>& impulse : log.jump.impulse) add(impulse.n), add(impulse.f);
  }
  void finish(const RunSummary& summary) override {
    status = summary.status;
    message = summary.message;
    const Counters& c = summary.counters;
    for (long count : {c.steps, c.rejected, c.evaluations, c.events, c.plans}) add(static_cast<double>(count));
    for (double x : {summary.time, summary.energy_initial, summary.energy_final, summary.dissipated, summary.balance_error,
                     summary.drift_error, summary.constraints.position, summary.constraints.velocity,
                     summary.closure.worst_condition, summary.closure.worst_time})
      add(x);
    for (const MeasureValue& measure : summary.measures) add(measure.value);
    for (const BodyReach& reach : summary.reach)
      for (double x : {reach.travel, reach.turn, reach.speed, reach.spin}) add(x);
    add(static_cast<double>(summary.silent_events.size()));
    if (summary.loads)
      for (int j = 0; j < summary.loads->joints(); ++j)
        for (int k = 0; k < static_cast<int>(load_components.size()); ++k)
          add(summary.loads->peak(j, k).value), add(summary.loads->peak(j, k).time), add(summary.loads->rms(j, k));
    add(summary.final);
  }

 private:
  void add(double x) { all.push_back(std::bit_cast<std::uint64_t>(x)); }
  void add(const Vec3<double>& v) { add(v.x), add(v.y), add(v.z); }
  void add(const State<double>& state) {
    add(state.t);
    for (const auto& q : state.joints) add(q.displacement), add(q.angle), add(q.velocity), add(q.rate), add(q.rotation.w);
    for (const auto& X : state.X_WB) add(X.p), add(X.R.column(0)), add(X.R.column(1));
    for (const auto& V : state.V_WB) add(V.w), add(V.v);
    for (double z : state.z) add(z);
  }
  bool wants_loads_;
};

/// A number of a model and the unit in which it is written.
struct Varied {
  std::string path, unit;
  double low, high;
};

std::string text_of(const Varied& one, double value) { return fmt::format("{} {}", value, one.unit); }

/// Cases of a model through one run, against fresh systems and fresh runs of files with the same numbers. How many events there
/// were.
long compare(const std::string& text, const std::vector<Varied>& varied, const std::string& formulation, int count,
             double until) {
  CAPTURE(text);
  CAPTURE(formulation);
  std::vector<Setting> inputs;
  for (const Varied& one : varied) inputs.push_back({one.path, text_of(one, 0.5 * (one.low + one.high)), true});
  const Model model = read_model_text(text, "model.yaml", inputs);
  RunOptions options = make_run_options(model.run);
  options.until = until;
  options.output_every = until / 10;
  options.formulation = formulation;
  CaseMaker cases(model);
  System system = cases.system();
  assemble(system);
  Run run(system, options);
  Random random(17);
  long events = 0;
  for (int k = 0; k < count; ++k) {
    CAPTURE(k);
    std::vector<Setting> settings;
    for (const Varied& one : varied) {
      const double value = random.uniform(one.low, one.high);
      settings.push_back({one.path, text_of(one, value)});
      cases.set(one.path, value);
    }
    Bits64 of_case(k % 2 == 0), expected(k % 2 == 0);
    run.go(cases.make(), of_case);

    const Model fresh_model = read_model_text(text, "model.yaml", settings);
    System fresh = make_system(fresh_model);
    assemble(fresh);
    Run(fresh, options).go(expected);
    CHECK(of_case.status == expected.status);
    CHECK(of_case.message == expected.message);
    CHECK(of_case.events == expected.events);
    CHECK(of_case.status != Status::failed);
    CHECK(of_case.all == expected.all);
    events += of_case.events;
  }
  return events;
}

std::string read_file(const std::string& path) {
  std::ifstream file(std::filesystem::path(PINTLE_SOURCE_DIR) / path);
  REQUIRE(file);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

const std::vector<Varied> lander_inputs{{"parameters.mass", "kg", 300, 500},
                                        {"parameters.k_hip", "N*m/rad", 4000, 8000},
                                        {"parameters.radius", "m", 0.7, 0.9},
                                        {"parameters.tilt", "rad", -0.1, 0.2},
                                        {"initial.craft.velocity.z", "m/s", -3, -1},
                                        {"surfaces.ground.friction.mu_s", "", 0.55, 0.8},
                                        {"surfaces.ground.plane.at.z", "m", -1, 1},
                                        {"bodies.leg2.mass", "kg", 6, 10},
                                        {"joints.hip3.spring.stiffness", "N*m/rad", 4000, 8000},
                                        {"repeat.leg.contacts.foot.at.leg.z", "m", -0.55, -0.45},
                                        {"gravity.z", "m/s^2", -2, -1.2},
                                        {"events.at_rest.for", "s", 0.1, 0.5}};

}  // namespace

TEST_CASE("cases: a lander with other masses, springs, places and starts has the bits of a run that was made for it") {
  const std::string text = read_file("apps/pintle/templates/lander.yaml");
  compare(text, lander_inputs, "auto", 6, 2);
  compare(text, lander_inputs, "newton-euler", 2, 1);
}

TEST_CASE("cases: events, locks, stops of both kinds, friction and measures follow the numbers of a case") {
  const std::string text = R"yaml(
pintle: 1
gravity: [0, 0, -9.81]
parameters: {m: 2 kg, wall: 0.6 rad, mu: 0.2}
bodies:
  arm: {mass: =m, inertia: [0.1, 0.1, 0.02], at: [0, 0, -0.5]}
  hand: {mass: 0.5 kg, inertia: [0.01, 0.01, 0.01], at: [0, 0, -1.2]}
  sled: {mass: 3 kg, inertia: [0.1, 0.1, 0.1], at: [2, 0, 0]}
joints:
  shoulder:
    {type: hinge, between: [world, arm], at: [0, 0, 0], axis: [0, 1, 0], limits: {low: -0.8, high: =wall, stiffness: 500 N*m/rad, damping: 2},
     friction: {law: stribeck, mu_s: 0.3, mu_k: =mu, vs: 0.1 rad/s, radius: 5 mm}}
  elbow:
    {type: hinge, between: [arm, hand], at: [0, 0, -1], axis: [0, 1, 0], limits: {low: -0.9, high: 0.7, restitution: 0.4},
     spring: {stiffness: [[-1, 3 N*m/rad], [1, 5 N*m/rad]], damping: 0.02}}
  rail: {type: slider, between: [world, sled], at: [2, 0, 0], axis: [1, 0, 0], spring: {stiffness: 40 N/m}}
forces:
  cord: {at: {arm: [0, 0, -0.4], sled: [0, 0, 0]}, spring: {stiffness: 15 N/m, free_length: 1.9 m}}
initial:
  shoulder: {angle: 0.4, rate: 2 rad/s}
  elbow: {rate: -3 rad/s}
  rail: {displacement: 0.1 m}
events:
  catch: {when: shoulder.angle < -0.2 rad and hand.velocity.x < 0 m/s, do: [lock: rail]}
  release: {when: time > 0.7 s, after: catch, do: [unlock: rail]}
measures:
  far: {of: hand.position.x, take: max}
  mean: {of: abs(elbow.rate), take: mean}
  high: {of: hand.position.z > -1 m, take: ever}
run: {until: 1 s}
)yaml";
  const std::vector<Varied> varied{{"parameters.m", "kg", 1, 3},
                                   {"parameters.wall", "rad", 0.5, 0.8},
                                   {"parameters.mu", "", 0.1, 0.25},
                                   {"joints.elbow.limits.restitution", "", 0.2, 0.8},
                                   {"joints.elbow.limits.high", "rad", 0.6, 0.9},
                                   {"joints.rail.axis.z", "", -0.2, 0.2},
                                   {"bodies.hand.inertia.xy", "kg*m^2", -0.004, 0.004},
                                   {"forces.cord.spring.free_length", "m", 1.5, 2.2},
                                   {"initial.shoulder.rate", "rad/s", -3, 3}};
  for (const char* formulation : {"articulated-body", "newton-euler"}) CHECK(compare(text, varied, formulation, 5, 1) > 10);
}

TEST_CASE("cases: drivers and motors with kinks of time have them where the case says") {
  const std::string text = R"yaml(
pintle: 1
gravity: [0, 0, -9.81]
parameters: {t1: 0.3 s, rate: 2 rad/s, push: 4 N*m, exponent: 2}
bodies:
  turret: {mass: 3 kg, inertia: [0.1, 0.1, 0.2], at: [0, 0, 0.2]}
  mast: {mass: 1 kg, inertia: [0.05, 0.05, 0.01], at: [0, 0, 0.7]}
joints:
  base: {type: hinge, between: [world, turret], at: [0, 0, 0], axis: [0, 0, 1], driven: {rate: "=rate*min(time/t1, 1)"}}
  tip:
    {type: hinge, between: [turret, mast], at: [0, 0, 0.4], axis: [0, 1, 0], spring: {stiffness: 30 N*m/rad, damping: 0.2},
     motor: {torque: "=if(time > 2*t1, push*exp(-((time - 0.8 s)/0.01 s)^exponent), 0 N*m)"}}
events:
  late: {when: time > t1 + 0.2 s, do: [lock: tip]}
run: {until: 1 s}
)yaml";
  const std::vector<Varied> varied{{"parameters.t1", "s", 0.2, 0.4},
                                   {"parameters.rate", "rad/s", 1, 3},
                                   {"parameters.push", "N*m", 2, 6},
                                   {"joints.base.axis.x", "", -0.3, 0.3}};
  for (const char* formulation : {"articulated-body", "newton-euler"}) CHECK(compare(text, varied, formulation, 4, 1) == 4);
  CaseMaker cases(read_model_text(text, "model.yaml"));
  cases.set("exponent", 2.5);
  CHECK_THROWS_WITH_AS(cases.make(), doctest::Contains("whether it is whole decides where a law has kinks"), Error);
}

TEST_CASE("cases: loops are assembled anew, with the rests of springs that follow from it") {
  const std::string four_bar = read_file("models/four_bar.yaml");
  const std::vector<Varied> bars{{"parameters.a", "m", 0.08, 0.12},
                                 {"parameters.d", "m", 0.33, 0.37},
                                 {"initial.pin_a.angle", "rad", 0.7, 1.3},
                                 {"initial.pin_a.rate", "rad/s", -20, 30}};
  for (const char* formulation : {"articulated-body", "newton-euler"}) compare(four_bar, bars, formulation, 4, 0.2);
  const std::string stewart = read_file("models/stewart.yaml");
  compare(stewart, {{"parameters.height", "m", 0.9, 1.1}, {"parameters.push", "N", 300, 500}, {"bodies.rod4.mass", "kg", 1, 3}},
          "auto", 3, 0.2);
  const std::string crank = read_file("models/driven_crank.yaml");
  compare(crank, {{"parameters.r", "m", 0.03, 0.05}, {"parameters.ramp", "s", 0.04, 0.06}}, "auto", 3, 0.05);
}

TEST_CASE("cases: from the second on a lander takes no memory, neither for its numbers nor for its run") {
  if (allocation_count() < 0) return;
  std::vector<Setting> inputs;
  for (const Varied& one : lander_inputs) inputs.push_back({one.path, text_of(one, 0.5 * (one.low + one.high)), true});
  const Model model = read_model_text(read_file("apps/pintle/templates/lander.yaml"), "lander.yaml", inputs);
  CaseMaker cases(model);
  RunOptions options = make_run_options(model.run);
  options.until = 8;  // most come to rest before, and stop by their event
  Run run(cases.system(), options);
  std::vector<int> places;
  for (const Varied& one : lander_inputs) places.push_back(cases.find_input(one.path));
  Random random(5);
  Observer nobody;
  int stopped = 0;
  for (int k = 0; k < 12; ++k) {
    for (std::size_t i = 0; i < places.size(); ++i)
      cases.set(places[i], random.uniform(lander_inputs[i].low, lander_inputs[i].high));
    const AllocationWatch allocations;
    const RunSummary& summary = run.go(cases.make(), nobody);
    CAPTURE(k);
    CAPTURE(summary.counters.steps);
    CHECK(summary.status != Status::failed);
    stopped += summary.status == Status::stopped;
    if (k > 0) CHECK(allocations.count() == 0);
  }
  CHECK(stopped > 6);
}

TEST_CASE("cases: what decides what exists, and what is no number of the mechanism, is refused with a sentence") {
  const std::string text = read_file("apps/pintle/templates/lander.yaml");
  CaseMaker cases(read_model_text(text, "lander.yaml"));
  CHECK_THROWS_WITH_AS(cases.set("legs", 5), doctest::Contains("parameters.legs: decides what exists"), Error);
  CHECK_THROWS_WITH_AS(cases.set("bodies.leg1.mass", 5), doctest::Contains("bodies.leg1.mass: is no input"), Error);
  const auto read_with = [&](const char* path, const char* value) {
    read_model_text(text, "lander.yaml", {{path, value, true}});
  };
  CHECK_THROWS_WITH_AS(read_with("parameters.legs", "5"), doctest::Contains("decides what exists"), ReadError);
  CHECK_THROWS_WITH_AS(read_with("repeat.leg.count", "5"), doctest::Contains("no number of the mechanism"), ReadError);
  CHECK_THROWS_WITH_AS(read_with("run.until", "5 s"), doctest::Contains("no number of the mechanism"), ReadError);
  CHECK_THROWS_WITH_AS(read_with("joints.hip1.type", "ball"), doctest::Contains("no number of the mechanism"), ReadError);
  CHECK_THROWS_WITH_AS(read_with("gravity", "[0, 0, -1]"), doctest::Contains("an input of cases is one number"), ReadError);
}

TEST_CASE("cases: numbers that no model may have give the error that making the system gives, and the next case is good") {
  const std::string text = read_file("apps/pintle/templates/lander.yaml");
  const std::vector<Setting> inputs{{"bodies.leg2.mass", "8 kg", true},
                                    {"bodies.leg2.inertia.xx", "0.7", true},
                                    {"joints.hip1.axis.y", "-1", true},
                                    {"surfaces.ground.normal.ke", "40 kN/m", true},
                                    {"initial.craft.lower_onto.gap", "5 cm", true}};
  CaseMaker cases(read_model_text(text, "lander.yaml", inputs));
  const std::vector<double> good = cases.make().parameters.value;
  const auto refuse = [&](const char* path, double bad, double well, const char* sentence) {
    cases.set(path, bad);
    CHECK_THROWS_WITH_AS(cases.make(), doctest::Contains(sentence), Error);
    cases.set(path, well);
    CHECK(cases.make().parameters.value == good);
  };
  refuse("bodies.leg2.mass", -1, 8, "bodies.leg2.mass: -1 kg; give a positive mass");
  refuse("bodies.leg2.mass", 0, 8, "bodies.leg2.mass: 0 kg");
  refuse("bodies.leg2.inertia.xx", -0.7, 0.7, "bodies.leg2.inertia: is not positive semidefinite");
  refuse("joints.hip1.axis.y", 0, -1, "joints.hip1.axis: [0, 0, 0] has length 0");
  refuse("surfaces.ground.normal.ke", -1, 40000, "surfaces.ground.normal.ke: -1");
}

TEST_CASE("cases: a body that could turn without inertia is found in a case too") {
  const std::string text = R"yaml(
pintle: 1
bodies:
  rod: {mass: 1 kg, inertia: [0.1, 0.1, 0.01], at: [0, 0, -0.5]}
joints:
  top: {type: ball, between: [world, rod], at: [0, 0, 0]}
run: {until: 0.1 s}
)yaml";
  CaseMaker cases(read_model_text(text, "rod.yaml", {{"bodies.rod.inertia.zz", "0.01", true}}));
  cases.set("bodies.rod.inertia.zz", 0);
  CHECK_THROWS_WITH_AS(cases.make(), doctest::Contains("bodies.rod: joint top leaves it free to turn about [0, 0, 1]"), Error);
  cases.set("bodies.rod.inertia.zz", 1e-6);
  CHECK_NOTHROW(cases.make());
}

TEST_CASE("cases: a run goes back to the system's own numbers, and its first bits") {
  const Model model = read_model_text(read_file("apps/pintle/templates/lander.yaml"), "lander.yaml");
  CaseMaker cases(model);
  RunOptions options = make_run_options(model.run);
  options.until = 1;
  Run run(cases.system(), options);
  Bits64 first, other, again;
  run.go(first);
  cases.set("mass", 333);
  run.go(cases.make(), other);
  run.go(again);
  CHECK(first.all == again.all);
  CHECK(first.all != other.all);
}

TEST_CASE("cases: runs on several threads share their plans and have the same bits") {
  const Model model = read_model_text(read_file("models/joint_lock.yaml"), "model.yaml", {{"bodies.bar2.mass", "8e-3 kg", true}});
  RunOptions options = make_run_options(model.run);
  const System system = make_system(model);
  const auto plans = std::make_shared<PlanCache>();
  std::vector<std::vector<std::uint64_t>> bits(3);
  const auto fly = [&](std::size_t k) {
    CaseMaker cases(model);
    Run run(system, options, plans);
    for (double mass : {7e-3, 9e-3}) {
      cases.set("bodies.bar2.mass", mass);
      Bits64 heard;
      run.go(cases.make(), heard);
      bits[k].insert(bits[k].end(), heard.all.begin(), heard.all.end());
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t k = 0; k < bits.size(); ++k) threads.emplace_back(fly, k);
  }
  CHECK(plans->size() == 2);  // before and after the lock
  CHECK(bits[0] == bits[1]);
  CHECK(bits[0] == bits[2]);
}
