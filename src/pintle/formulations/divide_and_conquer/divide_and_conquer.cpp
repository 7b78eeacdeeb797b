#include "pintle/formulations/divide_and_conquer/divide_and_conquer.h"

#include "pintle/closure/massless.h"
#include "pintle/formulations/bodies/body_kernel.h"
#include "pintle/formulations/divide_and_conquer/assembling.h"
#include "pintle/formulations/divide_and_conquer/hanging.h"

namespace pintle::divide_and_conquer {

std::optional<std::string> why_not(const System& system, const Plan& plan) { return find_massless_turn(system, plan); }

std::unique_ptr<Kernel<double>> make(const System& system, std::shared_ptr<const Plan> plan, const Parameters<double>& p) {
  return std::make_unique<bodies::BodyKernel>(
      system, hang_as_declared(system, std::move(plan)), p,
      [](const System& s, const Plan& structure, std::span<const bodies::LinkRows> links) -> std::unique_ptr<bodies::Solver> {
        return std::make_unique<Assembling>(s, structure, links);
      });
}

}  // namespace pintle::divide_and_conquer
