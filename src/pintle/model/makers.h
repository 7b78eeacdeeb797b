#pragma once
#include "pintle/model/model.h"

/// Models of any size, for a first look (`pintle new chain --n 50`), for tests and for benchmarks.
namespace pintle {

/// n links of 1 m and 1 kg, held at one end by the world, on hinges about y, z, y, z, … with a spring and a damper each.
/// It starts along x, a little bent and turning, and falls. Links link1 …, hinges pin1 … . Throws Error unless n ≥ 1.
Model make_chain(int n);

/// A hub that floats in space, with n legs of two links around it, on hinges with springs and dampers; the hub spins and
/// the springs are not at rest. Bodies hub, upper1, lower1, …; hinges hip1, knee1, … . Throws Error unless n ≥ 1.
Model make_star(int n);

}  // namespace pintle
