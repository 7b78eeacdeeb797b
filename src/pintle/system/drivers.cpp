#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "pintle/base/error.h"
#include "pintle/system/make_parts.h"
#include "pintle/system/smooth.h"

/// Directions that move as told. With f(t) the user's law, its derivatives are expressions of the same graph:
///
///     angle, displacement:  q = f,  q̇ = ḟ,  q̈ = f̈              rate, velocity:  q̇ = f,  q̈ = ḟ            (1)
namespace pintle {
namespace {

void check_driver(const Model& model, const JointPart& joint, Direction d, const DrivenLaw& law) {
  const std::string where = where_of(PartKind::joint, joint.name) + ".driven";
  if (joint.type.ball && !is_translation(d))
    throw Error(where,
                fmt::format("a {} has no angle {} to drive; take the type [rx, ry, rz] instead", joint.type.name, name_of(d)));
  if (!joint.type.free.has(d))
    throw Error(where, fmt::format("joint {} ({}) does not move in {}; take a type that leaves this direction free", joint.name,
                                   joint.type.name, name_of(d)));
  if (law.value.expr.exists() && (model.graph.reads(law.value.expr, InputKind::signal)))
    throw Error(where, "reads a signal; a driven motion is a function of time alone: use a motor for what depends on the motion");
}

std::string where_of_law(const JointPart& joint, Direction d, const DrivenLaw& law) {
  const char* key = is_translation(d) ? (law.rate ? "velocity" : "displacement") : (law.rate ? "rate" : "angle");
  const std::string direction = joint.type.freedoms() > 1 ? fmt::format(".{}", name_of(d)) : "";
  return fmt::format("{}.driven{}.{}", where_of(PartKind::joint, joint.name), direction, key);
}

/// The start of a driven direction comes from its law.
void check_no_start(const Model& model, const JointPart& joint, Direction d, const DrivenLaw& law) {
  for (const JointStart& start : model.joint_starts) {
    const auto given = start.joint == joint.name ? start.directions.find(d) : start.directions.end();
    if (start.joint != joint.name || given == start.directions.end()) continue;
    if (given->second.rate || (given->second.value && !law.rate))
      throw Error("initial." + joint.name,
                  fmt::format("{} of {} is driven, its start comes from the law; take this entry out", name_of(d), joint.name));
  }
}

/// What the laws ask for: at the start it must be numbers; neither a driven coordinate nor its rate may jump.
class DrivenNumbers {
 public:
  DrivenNumbers(Making& making, std::span<const Expr> laws)
      : system_(making.system),
        until_(making.model.run.until),
        outputs_(making.system.driving),
        kinks_(make_time_laws(making.growing(), laws, making.formulas)) {
    for (const Driver& driver : system_.drivers) {
      if (driver.state < 0) watched_.push_back({driver.output, driver.output});
      watched_.push_back({driver.output + 1, driver.output});
    }
  }

  void go() {
    const std::span<const double> now = outputs_.at(system_.nominal, 0);
    for (const Driver& driver : system_.drivers) {
      JointCoordinates<double>& q = system_.start.joints[driver.joint.i];
      const double* const f = now.data() + driver.output;
      q.rate_of(driver.direction) = f[1];
      if (driver.state < 0) q.value_of(driver.direction) = f[0];
    }
    check_values(system_.driving, now, 0);
    if (!kinks_.kinks.empty()) check_jumps();
  }

 private:
  void check_jumps() const {
    const auto jump = find_jump(system_.driving, system_.nominal, KinkTimes(kinks_, system_.nominal, until_), until_, watched_);
    if (!jump) return;
    if (!std::isfinite(jump->after)) check_behind(system_.driving, system_.nominal, jump->t);
    const Driver& driver = *std::ranges::find_if(
        system_.drivers, [&](const Driver& one) { return one.output == jump->output || one.output + 1 == jump->output; });
    throw Error(where_of(PartKind::joint, system_.joint(driver.joint).name) + ".driven",
                fmt::format("the {} of {} that it asks for jumps at t = {:.6g} s, from {:.6g} to {:.6g}; give a law that goes on "
                            "smoothly, of a table for example interpolate: cubic{}",
                            jump->output == driver.output && driver.state < 0 ? "place" : "rate", name_of(driver.direction),
                            jump->t, jump->before, jump->after, driver.state < 0 ? ", or drive the rate" : ""));
  }

  System& system_;
  double until_;
  OutputsOfTime outputs_;
  TimeLaws kinks_;
  std::vector<Watched> watched_;
};

/// Of the three outputs of a law (1).
void add_origins(const Origin& law, bool is_rate, std::vector<Origin>& origins) {
  constexpr std::string_view of_rate[] = {"", "", "the rate of "}, of_place[] = {"", "the rate of ", "the second derivative of "};
  for (int k = 0; k < 3; ++k) {
    origins.push_back(law);
    origins.back().text.insert(0, is_rate ? of_rate[k] : of_place[k]);
  }
}

}  // namespace

void update_drivers(Making& making) {
  System& system = making.system;
  if (std::ranges::all_of(making.model.joints, [](const JointPart& joint) { return joint.drivers.empty(); })) return;
  Graph& graph = making.growing();
  const Expr time = graph.input(InputKind::time, "", 0);
  std::vector<Expr> outputs, laws;
  std::vector<Origin> origins;
  for (std::size_t j = 0; j < making.model.joints.size(); ++j) {
    const JointPart& joint = making.model.joints[j];
    for (const auto& [d, law] : joint.drivers) {
      check_driver(making.model, joint, d, law);
      check_no_start(making.model, joint, d, law);
      Start::Given& given = system.start.given[j];
      given = {given.value.with(d), given.rate.with(d)};
      const Expr f = law.value.expr.exists() ? law.value.expr : graph.constant(law.value.value);
      const Expr fdot = graph.derivative(f, time);
      laws.push_back(f);
      add_origins(making.formulas.make_origin(graph, f, where_of_law(joint, d, law)), law.rate, origins);
      system.drivers.push_back(
          {JointIndex(static_cast<int>(j)), d, static_cast<int>(outputs.size()), law.rate ? system.driven_rates++ : -1});
      if (law.rate)
        outputs.insert(outputs.end(), {f, f, fdot});  // (1)
      else
        outputs.insert(outputs.end(), {f, fdot, graph.derivative(fdot, time)});
    }
  }
  system.driving = making.formulas.make(graph, outputs, "joints");
  system.driving.origins = std::move(origins);
  const auto numbers = std::make_shared<DrivenNumbers>(making, laws);
  making.now_and_again([numbers] { numbers->go(); });
  making.laws.insert(making.laws.end(), laws.begin(), laws.end());
}

}  // namespace pintle
