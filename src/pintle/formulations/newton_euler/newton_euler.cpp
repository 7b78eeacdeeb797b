#include "pintle/formulations/newton_euler/newton_euler.h"

#include "pintle/closure/massless.h"
#include "pintle/formulations/bodies/body_kernel.h"
#include "pintle/formulations/newton_euler/elimination.h"

namespace pintle::newton_euler {

std::optional<std::string> why_not(const System& system, const Plan& plan) { return find_massless_turn(system, plan); }

std::unique_ptr<Kernel<double>> make(const System& system, std::shared_ptr<const Plan> plan, const Parameters<double>& p) {
  return std::make_unique<BodyKernel>(
      system, std::move(plan), p,
      [](const System& s, const Plan& structure, std::span<const LinkRows> links) -> std::unique_ptr<Solver> {
        return std::make_unique<Elimination>(s, structure, links);
      });
}

}  // namespace pintle::newton_euler
