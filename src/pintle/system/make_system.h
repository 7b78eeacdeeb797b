#pragma once
#include <vector>

#include "pintle/model/model.h"
#include "pintle/system/system.h"

namespace pintle {

/// Where everything is in the reference configuration, in which all joint coordinates are zero and F = M
/// (docs/format.md section 2).
struct Reference {
  std::vector<Pose<double>> X_WB;  // by body; 0 is the world
  std::vector<Pose<double>> X_WJ;  // by joint: F = M as the parent's side has it
  std::vector<Pose<double>> X_PF, X_CM;
};
Reference make_reference(const Model& model);

/// Model → System: names become indices, numbers become slots. Throws Error for what a reader of one part alone
/// cannot see: a body that cannot be placed, a rotation without inertia, a start for a body that is not a base.
System make_system(const Model& model);

}  // namespace pintle
