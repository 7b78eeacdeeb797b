#pragma once
#include <string>

#include "pintle/formulations/kernel.h"
#include "pintle/structure/structure.h"
#include "pintle/system/system.h"

namespace pintle {

/// The fastest that springs and dampers of joints and the ground can make a mechanism go, whether or not it does: what the steps of
/// an explicit method have to follow, and what the matrix of a linearly implicit one holds.
///
///     λ = max (c/m, √(k/m))   over directions of joints, and of contacts across and along the ground      (1)
///     1/m: the speed that a unit impulse there makes, whatever else it moves                               (2)
///
/// An estimate, where the mechanism starts: tables at that place, and each contact as if it carried all of the weight.
struct Stiffness {
  double rate = 0;   // λ [1/s]
  std::string part;  // whose it is
};
Stiffness find_stiffness(const System& system, const Parameters<double>& p, const Structure& structure,
                         const State<double>& start, Kernel<double>& kernel);

}  // namespace pintle
