#pragma once
#include <memory>
#include <optional>
#include <string>

#include "pintle/formulations/kernel.h"

/// `newton-euler`: body coordinates (bodies/body_kernel.h), their equations solved link by link from the leaves to the roots: the plain
/// reference. elimination.h and loops.h have the solution, loads.h what joints carry.
namespace pintle::newton_euler {

std::optional<std::string> why_not(const System& system, const Plan& plan);
std::unique_ptr<Kernel<double>> make(const System& system, std::shared_ptr<const Plan> plan, const Parameters<double>& p);

}  // namespace pintle::newton_euler
