#include "pintle/closure/massless.h"
#include "pintle/formulations/articulated_body/evaluating.h"

namespace pintle {
namespace articulated_body {

template class Elements<double>;

std::optional<std::string> why_not(const System& system, const Plan& plan) { return find_massless_turn(system, plan); }

std::unique_ptr<Kernel<double>> make(const System& system, std::shared_ptr<const Plan> plan, const Parameters<double>& p) {
  return std::make_unique<ArticulatedBody<double>>(system, std::move(plan), p);
}

}  // namespace articulated_body

template class ArticulatedBody<double>;

}  // namespace pintle
