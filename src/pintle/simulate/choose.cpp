#include "pintle/simulate/choose.h"

#include "pintle/base/error.h"

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

Choice choose_first(const System& system, const Structure& structure) {
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

Choice choose_formulation(const System& system, const Structure& structure, std::string_view name) {
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

const IntegratorKind& choose_integrator(std::string_view name) {
  if (const IntegratorKind* row = find_integrator(name)) return *row;
  throw Error("run.integrator", "there is no '" + std::string(name) + "'; choose one of " + list_names(integrator_kinds()));
}

}  // namespace pintle
