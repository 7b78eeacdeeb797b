#pragma once
#include <string>
#include <string_view>

#include "pintle/formulations/kernel.h"
#include "pintle/integrators/integrator.h"

namespace pintle {

/// The formulation of a run, and the sentence why if `auto` picked it.
struct Choice {
  const Formulation* formulation = nullptr;
  std::string reason;
};

/// By name; `auto` takes the first row of the table that can run the structure. Throws Error if there is none of that
/// name, or if it cannot run the structure.
Choice choose_formulation(const System& system, const Structure& structure, std::string_view name);

/// By name: off, baumgarte, projection. `auto` projects, but where the tolerance is loose (above 1e-5) the steps are long and few, and
/// Baumgarte's terms, which cost nothing, do. Throws Error if there is none of that name.
Stabilization choose_stabilization(std::string_view name, double rtol);
std::string_view name_of(Stabilization stabilization);

/// By name. Throws Error if there is none.
const IntegratorKind& choose_integrator(std::string_view name);

}  // namespace pintle
