#pragma once
#include <string>
#include <string_view>

#include "pintle/formulations/kernel.h"
#include "pintle/integrators/integrator.h"

namespace pintle {

/// The formulation of a run, and the sentence why if `auto` picked it.
struct FormulationChoice {
  const Formulation* formulation = nullptr;
  std::string reason;
};

/// By name; `auto` takes the first row of the table that can run the structure. Throws Error if there is none of that
/// name, or if it cannot run the structure.
FormulationChoice choose_formulation(const System& system, const Structure& structure, std::string_view name);

/// By name: off, baumgarte, projection. `auto` projects, at every tolerance: what drifts is another mechanism, which next to a
/// singular configuration turns off another way. Throws Error if there is none of that name.
Stabilization choose_stabilization(std::string_view name);
std::string_view name_of(Stabilization stabilization);

/// How many share an evaluation: as many as have enough to do (Formulation::shared_from), but no more than `asked`; 0: than the
/// machine has processors.
int choose_threads(const Formulation& formulation, const System& system, int asked);

/// By name. Throws Error if there is none.
const IntegratorKind& choose_integrator(std::string_view name);

/// What `auto` takes of them, and the sentence why: the explicit default, unless a tolerance was not asked for and staying stable
/// alone would cost it more evaluations than a run should; then the linearly implicit method, which is made for what is stiff, of
/// order 2 and with a coarser tolerance of its own.
struct IntegratorChoice {
  const IntegratorKind* kind = nullptr;
  std::string reason;
};
/// For a run of a system that has been assembled, up to `until` [s], by the formulation of that name.
IntegratorChoice weigh_integrators(const System& system, std::string_view formulation, bool is_tolerance_asked, double until);

}  // namespace pintle
