#pragma once
#include <string>

#include "pintle/formulations/kernel.h"
#include "pintle/structure/structure.h"
#include "pintle/system/system.h"

namespace pintle {

/// The fastest that springs and dampers of joints and the ground can make a mechanism go, whether or not it does: what the steps of
/// an explicit method have to follow. A linearly implicit one holds most of it in its matrix, but neither the ground's stiffness along
/// its normal nor anything of contacts between two bodies (docs/theory/linearly_implicit.md).
///
///     λ = max (c/m, √(k/m))   over directions of joints, and of contacts across and along the ground      (1)
///     1/m: the speed that a unit impulse there makes, whatever else it moves                               (2)
///
/// An estimate, where the mechanism starts: tables at that place, and each contact as if it carried all of the weight.
struct Stiffness {
  struct Fastest {
    double rate = 0;   // λ [1/s]
    std::string part;  // whose it is
  };
  Fastest held, left;  // by the matrix; for what is explicit

  const Fastest& fastest() const { return left.rate > held.rate ? left : held; }
};
Stiffness find_stiffness(const System& system, const Parameters<double>& p, const Structure& structure,
                         const State<double>& start, Kernel<double>& kernel);

}  // namespace pintle
