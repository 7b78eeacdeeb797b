#include "pintle/formulations/articulated_body/articulated_body.h"
#include "pintle/formulations/divide_and_conquer/divide_and_conquer.h"
#include "pintle/formulations/kernel.h"
#include "pintle/formulations/newton_euler/newton_euler.h"
#include "pintle/formulations/partitioned/partitioned.h"

namespace pintle {
namespace {

/// The first row that can run a model is what `auto` takes.
constexpr Formulation table[] = {
    {"articulated-body", "Featherstone's recursion in joint coordinates, O(n), loops cut; the everyday engine",
     Coordinates::joint, &articulated_body::why_not, &articulated_body::make, true},
    {"newton-euler", "Newton-Euler equations of bodies with constraint rows; the plain reference", Coordinates::body,
     &newton_euler::why_not, &newton_euler::make, true},
    {"partitioned", "bodies of which only an independent part is integrated, the rest solved for: no drift", Coordinates::body,
     &partitioned::why_not, &partitioned::make, true},
    {"divide-and-conquer", "neighbours assembled pairwise on a balanced tree, for structure that changes by parts",
     Coordinates::body, &divide_and_conquer::why_not, &divide_and_conquer::make, true, 100},
};

}  // namespace

std::span<const Formulation> formulations() { return table; }

const Formulation* find_formulation(std::string_view name) {
  if (name == "auto") return &table[0];
  for (const Formulation& row : table)
    if (row.name == name) return &row;
  return nullptr;
}

}  // namespace pintle
