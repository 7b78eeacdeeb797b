#include <doctest/doctest.h>
#include <fmt/core.h>

#include <cmath>
#include <map>
#include <set>

#include "pintle/base/random.h"
#include "pintle/model/scope.h"
#include "pintle/model/signal.h"
#include "pintle/model/signals/kinds.h"
#include "support/random_tree.h"
#include "support/watch.h"

/// All formulations fire the same events, in the same order, at the same times. Random small trees, short runs, random
/// conditions of all that expressions have. Where a comparison only touches zero within the error of the motion the answer is
/// not determined; with numbers drawn at random that is less likely than 1e-6 per comparison. Motions that part from each other
/// within a run, because they are sensitive, are followed as long as they agree.
using namespace pintle;

namespace {

/// A random number or truth, as text, of the signals of a model.
class RandomText {
 public:
  RandomText(const Model& model, Random& random) : random_(random) {
    const std::set<SignalKind> kinds{
        signal_kind<signals::Position>,     signal_kind<signals::Velocity>, signal_kind<signals::AngularVelocity>,
        signal_kind<signals::Coordinate>,   signal_kind<signals::Attitude>, signal_kind<signals::CoordinateRate>,
        signal_kind<signals::Acceleration>, signal_kind<signals::Load>,     signal_kind<signals::CoordinateAcceleration>};
    for (const Signal& signal : make_signals(make_names(model)))
      if (kinds.contains(signal.kind)) signals_.push_back(signal);
  }

  std::string truth(int depth) {
    switch (depth > 0 ? random_.integer(7) : 0) {
      case 1: return fmt::format("({} and {})", truth(depth - 1), truth(depth - 1));
      case 2: return fmt::format("({} or {})", truth(depth - 1), truth(depth - 1));
      case 3: return fmt::format("not ({})", truth(depth - 1));
      case 4: {  // a window
        const double width = std::pow(10.0, random_.uniform(-6, -1));
        return fmt::format("abs({} - {}) < {:.9g}", number(depth - 1), level(), width);
      }
      case 5: {
        const std::string x = number(depth - 1);
        const double low = random_.uniform(-1, 1), width = std::pow(10.0, random_.uniform(-6, -1));
        return fmt::format("({} > {:.9g} and {} < {:.9g})", x, low, x, low + width);
      }
      default: {
        const std::string x = number(depth);  // drawn one after the other, whatever the compiler
        const char* const relation = random_.chance(0.5) ? ">" : "<=";
        return fmt::format("{} {} {}", x, relation, level());
      }
    }
  }

 private:
  std::string level() { return fmt::format("({:.9g})", random_.uniform(-1, 1)); }

  std::string number(int depth) {
    switch (depth > 0 ? random_.integer(9) : 0) {
      case 1: return fmt::format("sin({:.4g}*{})", random_.uniform(0.5, 20), number(depth - 1));
      case 2: return fmt::format("abs({} - {})", number(depth - 1), level());
      case 3: return fmt::format("min({}, {})", number(depth - 1), number(depth - 1));
      case 4: return fmt::format("max({}, {})", number(depth - 1), number(depth - 1));
      case 5: return fmt::format("if({}, {}, {})", truth(0), number(depth - 1), number(depth - 1));
      case 6: return fmt::format("tab({})", number(depth - 1));
      case 7: return fmt::format("({} + {})*{}", number(depth - 1), level(), number(depth - 1));
      default: return atom();
    }
  }

  std::string atom() {
    if (random_.chance(0.1)) return "time/(1 s)";
    const Signal& signal = signals_[static_cast<std::size_t>(random_.integer(static_cast<int>(signals_.size())))];
    const bool is_large = signal.unit.starts_with("N") || signal.unit.ends_with("^2");
    return signal.unit == "1" ? signal.name : fmt::format("({}/({} {}))", signal.name, is_large ? 20 : 1, signal.unit);
  }

  Random& random_;
  std::vector<Signal> signals_;
};

void add_table(Model& model, Random& random) {
  std::vector<std::pair<double, double>> points;
  double x = -2;
  for (int k = 0; k < 6; ++k, x += random.uniform(0.2, 1)) points.emplace_back(x, random.uniform(-1, 1));
  const auto interpolate = random.chance(0.5) ? Interpolate::linear : Interpolate::cubic;
  FunctionPart part;
  part.name = "tab";
  part.table = model.graph.add_table(make_table(points, interpolate, Outside::hold));
  part.bare_y = true;
  model.functions.push_back(part);
}

Model make_model(std::uint64_t seed) {
  Random random(seed);
  Model model = make_random_tree({.bodies = 1 + random.integer(3),
                                  .seed = seed,
                                  .gravity = random.chance(0.7),
                                  .floating = false,
                                  .springs = random.chance(0.5),
                                  .singular_inertia = false});
  add_table(model, random);
  RandomText text(model, random);
  const int count = 1 + random.integer(3);
  for (int k = 0; k < count; ++k) {
    EventPart event;
    event.name = fmt::format("e{}", k);
    event.when = text.truth(3);
    event.condition = make_when(model, event.when);
    event.rearm = random.chance(0.6);
    if (random.chance(0.25)) event.duration = random.uniform(0, 0.2);
    if (k > 0 && random.chance(0.2)) event.after = "e0";
    if (!event.rearm && random.chance(0.3) && model.joints[0].type.freedoms() > 0)
      event.actions.push_back(LockAction{true, model.joints[0].name, {}});
    model.events.push_back(event);
  }
  return model;
}

/// Keeps events, and has enough of them after a hundred: motions part in the end.
class Listener final : public Observer {
 public:
  std::vector<EventLog> events;

  void start(const System&, const Parameters<double>&) override {}
  void observe(const Instant&) override {}
  void row(const Instant&) override {}
  void event(const EventLog& log) override {
    if (events.size() < 100) events.push_back(log);
  }
  void finish(const RunSummary&) override {}
  bool wants_stop() override { return events.size() == 100; }
};

std::vector<EventLog> fire(const Model& model, const std::string& formulation) {
  RunOptions options;
  options.until = 0.8;
  options.output_every = 0;
  options.integration.rtol = 1e-13;  // errors of the motions stay below some 1e-11
  options.formulation = formulation;
  const System system = make_system(model);
  Listener listener;
  const RunSummary summary = Run(system, options).go(listener);
  CAPTURE(formulation);
  CAPTURE(summary.message);
  CHECK(summary.status != Status::failed);
  return listener.events;
}

bool have_parted(const State<double>& a, const State<double>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.V_WB.size(); ++i)
    most = std::max({most, norm(a.X_WB[i].p - b.X_WB[i].p), norm(a.V_WB[i].v - b.V_WB[i].v), norm(a.V_WB[i].w - b.V_WB[i].w)});
  return most > 1e-9;
}

/// Whether the motions agree up to the end.
bool check_events(const std::vector<EventLog>& a, const std::vector<EventLog>& b) {
  bool agree = true;
  for (std::size_t k = 0; agree && k < std::min(a.size(), b.size()); ++k) {
    CAPTURE(k);
    CHECK(a[k].event == b[k].event);
    agree = a[k].event == b[k].event && !have_parted(a[k].before, b[k].before);
    if (agree) CHECK(std::abs(a[k].time - b[k].time) <= 1e-8);
  }
  if (agree) CHECK(a.size() == b.size());
  return agree;
}

/// How many events fired.
int check_models(std::uint64_t first, int count) {
  int fired = 0;
  std::map<std::string, int> parted;
  for (std::uint64_t seed = first; seed < first + static_cast<std::uint64_t>(count); ++seed) {
    CAPTURE(seed);
    const Model model = make_model(seed);
    std::string conditions;
    for (const EventPart& event : model.events) conditions += fmt::format("{}: {}\n", event.name, event.when);
    CAPTURE(conditions);
    const auto a = fire(model, "articulated-body");
    for (const std::string& formulation : formulation_names()) {
      if (formulation == "articulated-body") continue;
      CAPTURE(formulation);
      parted[formulation] += !check_events(a, fire(model, formulation));
    }
    fired += static_cast<int>(a.size());
  }
  for (const auto& [formulation, times] : parted) {
    CAPTURE(formulation);
    CHECK(times <= count / 10);  // tumbling motions that make more than 1e-9 of what rounding leaves; one in twenty was seen
  }
  return fired;
}

}  // namespace

TEST_CASE("random conditions: formulations fire the same events in the same order at the same times to 1e-8 s") {
  CHECK(check_models(1, 60) > 60);  // and there are some
}

TEST_CASE("random conditions: formulations fire the same events, 500 models [slow]") { CHECK(check_models(1001, 500) > 500); }
