#pragma once
#include <doctest/doctest.h>

#include "pintle/formulations/divide_and_conquer/divide_and_conquer.h"
#include "unit/formulations/bodies/mechanisms.h"

namespace pintle::body_tests {

/// A test that begins with this is made once for each formulation that solves the equations of bodies in its own way.
inline MakeKernel each_formulation() {
  MakeKernel make = nullptr;
  SUBCASE("newton-euler") { make = newton_euler::make; }
  SUBCASE("divide-and-conquer") { make = divide_and_conquer::make; }
  return make;
}

}  // namespace pintle::body_tests
