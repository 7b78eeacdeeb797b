#pragma once
#include <memory>
#include <optional>
#include <string>

#include "pintle/formulations/kernel.h"

/// `divide-and-conquer`: body coordinates (bodies/body_kernel.h), their equations assembled pairwise on a balanced binary tree
/// [Mukherjee 2007]. assembly_tree.h has the tree, assembling.h its numbers; in words docs/theory/divide_and_conquer.md.
namespace pintle::divide_and_conquer {

std::optional<std::string> why_not(const System& system, const Plan& plan);
std::unique_ptr<Kernel<double>> make(const System& system, std::shared_ptr<const Plan> plan, const Parameters<double>& p);

}  // namespace pintle::divide_and_conquer
