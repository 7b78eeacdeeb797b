#include <fmt/core.h>

#include <algorithm>

#include "pintle/base/error.h"
#include "pintle/system/kinks.h"
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

/// Neither a driven coordinate nor its rate may jump.
void check_smooth(const Making& making, std::span<const double> kinks) {
  const System& system = making.system;
  std::vector<int> watched;
  for (const Driver& driver : system.drivers) watched.insert(watched.end(), {driver.output, driver.output + 1});
  const auto jump = find_jump(system.driving, system.nominal, kinks, making.model.run.until, watched);
  if (!jump) return;
  const Driver& driver = *std::ranges::find_if(
      system.drivers, [&](const Driver& one) { return one.output == jump->output || one.output + 1 == jump->output; });
  throw Error(where_of(PartKind::joint, system.joint(driver.joint).name) + ".driven",
              fmt::format("the {} of {} that it asks for jumps at t = {:.6g} s, from {:.6g} to {:.6g}; give a law that goes on "
                          "smoothly",
                          jump->output == driver.output && driver.state < 0 ? "place" : "rate", name_of(driver.direction),
                          jump->t, jump->before, jump->after));
}

}  // namespace

void update_drivers(Making& making) {
  System& system = making.system;
  if (std::ranges::all_of(making.model.joints, [](const JointPart& joint) { return joint.drivers.empty(); })) return;
  Graph& graph = making.growing();
  const Expr time = graph.input(InputKind::time, "", 0);
  std::vector<Expr> outputs;
  for (std::size_t j = 0; j < making.model.joints.size(); ++j) {
    const JointPart& joint = making.model.joints[j];
    for (const auto& [d, law] : joint.drivers) {
      check_driver(making.model, joint, d, law);
      put_start(making.model, joint, d, law, graph, time, system.start.joints[j]);
      Start::Given& given = system.start.given[j];
      given = {given.value.with(d), given.rate.with(d)};
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
