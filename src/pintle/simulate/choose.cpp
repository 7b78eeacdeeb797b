#include "pintle/simulate/choose.h"

#include <fmt/core.h>

#include <algorithm>
#include <thread>

#include "pintle/base/error.h"
#include "pintle/closure/assemble.h"
#include "pintle/simulate/stiffness.h"

namespace pintle {
namespace {

template <class Rows>
std::string list_names(const Rows& rows) {
  std::string list = "auto";
  for (const auto& row : rows) list += ", " + std::string(row.name);
  return list;
}

std::optional<std::string> why_not(const Formulation& formulation, const System& system, const Structure& structure) {
  return pintle::why_not(formulation, system, make_plan(system, structure, formulation.family));
}

/// Why the everyday engine: fewest unknowns, at a cost that is linear for trees and for loops that couple with neighbours only.
std::string why(const System& system, const Structure& structure, const Formulation& row) {
  const Plan plan = make_plan(system, structure, row.family);
  if (plan.closings.empty())
    return "a tree; joint coordinates hold its joints exactly, and the cost grows with the number of bodies";
  return "it has " + std::to_string(plan.y.nv) + " speeds instead of " + std::to_string(6 * (system.body_count() - 1)) +
         " of the bodies; what closes " + std::to_string(plan.closings.size()) +
         (plan.closings.size() == 1 ? " loop or constraint is" : " loops or constraints is") +
         " cut where loops meet, and the cost grows with bodies and loops as long as these couple with their neighbours";
}

FormulationChoice choose_first(const System& system, const Structure& structure) {
  std::string others;
  for (const Formulation& row : formulations()) {
    const auto reason = why_not(row, system, structure);
    const std::string name(row.name);
    if (!reason)
      return {&row, name + (others.empty() ? ": " + why(system, structure, row) : ": the first that runs this model;" + others)};
    others += " " + name + " does not (" + *reason + ")";
  }
  throw Error("run.formulation", "auto finds none that runs this model:" + others);
}

}  // namespace

FormulationChoice choose_formulation(const System& system, const Structure& structure, std::string_view name) {
  if (name == "auto") return choose_first(system, structure);
  const Formulation* row = find_formulation(name);
  if (!row)
    throw Error("run.formulation", "there is no '" + std::string(name) + "'; choose one of " + list_names(formulations()));
  if (const auto reason = why_not(*row, system, structure))
    throw Error("run.formulation", std::string(name) + " cannot run this model: " + *reason + "; try auto");
  return {row, {}};
}

Stabilization choose_stabilization(std::string_view name) {
  if (name == "auto") return Stabilization::projection;
  for (Stabilization one : {Stabilization::off, Stabilization::baumgarte, Stabilization::projection})
    if (name_of(one) == name) return one;
  throw Error("run.stabilization", "there is no '" + std::string(name) + "'; choose one of auto, off, baumgarte, projection");
}

std::string_view name_of(Stabilization stabilization) {
  switch (stabilization) {
    case Stabilization::off: return "off";
    case Stabilization::baumgarte: return "baumgarte";
    default: return "projection";
  }
}

int choose_threads(const Formulation& formulation, const System& system, int asked) {
  const int bodies = system.body_count() - 1;
  if (formulation.shared_from == 0 || bodies < formulation.shared_from) return 1;
  const int most = asked > 0 ? asked : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return std::min(most, 2 * bodies / formulation.shared_from);
}

const IntegratorKind& choose_integrator(std::string_view name) {
  if (const IntegratorKind* row = find_integrator(name)) return *row;
  throw Error("run.integrator", "there is no '" + std::string(name) + "'; choose one of " + list_names(integrator_kinds()));
}

/// Of dop853: twelve evaluations a step, which is stable up to about h λ = 6 [Hairer Wanner 1996, IV.2]. Of ros2, for what it does not
/// hold: two a step, h λ = ½.
IntegratorChoice weigh_integrators(const System& system, std::string_view formulation, bool is_tolerance_asked, double until) {
  constexpr double per_unit = 12.0 / 6, per_unit_left = 2 / 0.5;
  constexpr double most = 1e6;  // evaluations; seconds of a mechanism like the lander
  const IntegratorKind &usual = choose_integrator("auto"), &implicit = choose_integrator("ros2");
  const Structure structure = make_structure(system);
  const Formulation& row = *choose_formulation(system, structure, formulation).formulation;
  const auto plan = std::make_shared<const Plan>(make_plan(system, structure, row.family));
  const auto kernel = row.make(system, plan, system.nominal);
  StartMaker starts(system, structure);
  const Stiffness found = find_stiffness(system, system.nominal, structure, starts.make(system.nominal), *kernel);
  const Stiffness::Fastest& stiffest = found.fastest();
  const double evaluations = per_unit * stiffest.rate * until;
  if (!(stiffest.rate > 0)) return {&usual, fmt::format("{}: no spring, damper or ground that could be stiff", usual.name)};
  const std::string fastest = fmt::format("the stiffest is {}, with {:.2g} 1/s where it starts", stiffest.part, stiffest.rate);
  if (!(evaluations > most))
    return {&usual, fmt::format("{}: {}; to be stable takes it some {:.2g} evaluations", usual.name, fastest, evaluations)};
  if (!(per_unit_left * found.left.rate * until < evaluations))
    return {&usual,
            fmt::format("{}: {}; to be stable takes it some {:.2g} evaluations, and ros2 follows the ground's stiffness as well",
                        usual.name, fastest, evaluations)};
  if (is_tolerance_asked)
    return {&usual, fmt::format("{}: a tolerance was asked for; {}, and with ros2 and its own tolerance it may be faster",
                                usual.name, fastest)};
  return {&implicit, fmt::format("{}, at rtol {:g}: {}; to be stable would take {} some {:.2g} evaluations", implicit.name,
                                 implicit.rtol, fastest, usual.name, evaluations)};
}

}  // namespace pintle
