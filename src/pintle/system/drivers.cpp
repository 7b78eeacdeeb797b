#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pintle/base/error.h"
#include "pintle/system/kinks.h"
#include "pintle/system/make_parts.h"

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

/// The start of a driven direction comes from its law.
void put_start(const Model& model, const JointPart& joint, Direction d, const DrivenLaw& law, Graph& graph, Expr time,
               JointCoordinates<double>& q) {
  const double f = law.value.value;
  const Expr slope = law.value.expr.exists() ? graph.derivative(law.value.expr, time) : Expr{};
  const double fdot = slope.exists() ? graph.value(slope) : 0;
  for (const JointStart& start : model.joint_starts) {
    const auto given = start.joint == joint.name ? start.directions.find(d) : start.directions.end();
    if (start.joint != joint.name || given == start.directions.end()) continue;
    if (given->second.rate || (given->second.value && !law.rate))
      throw Error("initial." + joint.name,
                  fmt::format("{} of {} is driven, its start comes from the law; take this entry out", name_of(d), joint.name));
  }
  const int k = axis_of(d);
  (is_translation(d) ? q.velocity : q.rate)[k] = law.rate ? f : fdot;
  if (!law.rate) (is_translation(d) ? q.displacement : q.angle)[k] = f;
}

/// A driven coordinate must not jump, nor its rate: the mechanism could not follow. Looks at both sides of every kink that
/// the run meets.
void check_smooth(const Making& making, std::span<const double> kinks) {
  const System& system = making.system;
  const Formula& driving = system.driving;
  std::vector<double> scratch(static_cast<std::size_t>(driving.tape.scratch_size())),
      before(static_cast<std::size_t>(driving.output_count())), after = before;
  const auto evaluate = [&](double t, std::vector<double>& outputs) {
    std::vector<double> inputs;
    for (const Formula::Input& input : driving.inputs)
      inputs.push_back(input.kind == InputKind::parameter ? system.nominal[input.parameter] : t);
    driving.tape.evaluate<double>(inputs, scratch, outputs);
  };
  for (double t : kinks) {
    if (t > making.model.run.until) break;
    const double step = 1e-9 * std::max(1.0, t);
    evaluate(t - step, before);
    evaluate(t + step, after);
    for (const Driver& driver : system.drivers)
      for (int level : {0, 1}) {
        const auto k = static_cast<std::size_t>(driver.output + level);
        const double drift = 2 * step * (std::abs(before[k + 1]) + std::abs(after[k + 1]));
        if (std::abs(after[k] - before[k]) <= 2 * drift + 1e-9 * (1 + std::abs(before[k]))) continue;
        const std::string& joint = system.joint(driver.joint).name;
        throw Error(
            where_of(PartKind::joint, joint) + ".driven",
            fmt::format("the {} of {} that it asks for jumps at t = {:.6g} s, from {:.6g} to {:.6g}; give a law that goes on "
                        "smoothly",
                        level == 0 && driver.state < 0 ? "place" : "rate", name_of(driver.direction), t, before[k], after[k]));
      }
  }
}

}  // namespace

void update_drivers(Making& making) {
  System& system = making.system;
  if (std::ranges::all_of(making.model.joints, [](const JointPart& joint) { return joint.drivers.empty(); })) return;
  Graph graph = making.model.graph;  // derivatives grow here
  const Expr time = graph.input(InputKind::time, "", 0);
  std::vector<Expr> outputs;
  for (std::size_t j = 0; j < making.model.joints.size(); ++j) {
    const JointPart& joint = making.model.joints[j];
    for (const auto& [d, law] : joint.drivers) {
      check_driver(making.model, joint, d, law);
      put_start(making.model, joint, d, law, graph, time, system.start.joints[j]);
      const Expr f = law.value.expr.exists() ? law.value.expr : graph.constant(law.value.value);
      const Expr fdot = graph.derivative(f, time);
      system.drivers.push_back(
          {JointIndex(static_cast<int>(j)), d, static_cast<int>(outputs.size()), law.rate ? system.driven_rates++ : -1});
      if (law.rate)
        outputs.insert(outputs.end(), {f, f, fdot});  // (1)
      else
        outputs.insert(outputs.end(), {f, fdot, graph.derivative(fdot, time)});
    }
  }
  system.driving = making.formulas.make(graph, outputs, "joints");
  system.kinks = find_kinks(graph, outputs);
  check_smooth(making, system.kinks);
}

}  // namespace pintle
