#pragma once
#include <vector>

#include "pintle/base/index.h"
#include "pintle/math/spatial.h"
#include "pintle/structure/state.h"
#include "pintle/structure/structure.h"

namespace pintle {

/// An impulse applied from outside at an event: on a body, about its mass centre, world axes.
struct Impulse {
  BodyIndex body;
  Wrench<double> value;  // [N m s], [N s]
};

/// What a velocity jump did: M (V⁺ − V⁻) = Gᵀ Λ + applied.
template <class T>
struct JumpRecord {
  std::vector<Wrench<T>> impulse;  // by joint: on the child, at M's origin, in M's axes
  std::vector<T> multiplier{};     // by row of the constraints
};

}  // namespace pintle
