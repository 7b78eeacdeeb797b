#pragma once
#include <cstdint>

#include "pintle/model/model.h"

namespace pintle {

/// What a random tree may have besides its bodies and joints.
struct RandomTreeOptions {
  int bodies = 5;
  std::uint64_t seed = 1;
  bool gravity = true;
  bool world = true;             // joints and springs to the world; else the first body floats and no other does
  bool floating = true;          // bodies that float, besides
  bool springs = false;          // on joints and between points, conservative
  bool dampers = false;          // the same with damping, and constant forces and motors
  bool singular_inertia = true;  // slender rods and point masses, where their motion is determined
  bool moves = true;             // starts at random values and rates; else at zero
};

/// A model with every type of joint, several roots, floating bases, reversed joints, frames off the axes, bodies turned
/// in the reference configuration; masses from 0.1 to 10 kg, inertias that obey the triangle inequality. The same seed
/// gives the same model on every machine. Bodies are b1, b2, …; the joint that brings body bk in is jk.
Model make_random_tree(const RandomTreeOptions& options);

/// An event that locks or unlocks a joint, or one of its directions, at a time.
void add_lock(Model& model, const std::string& name, double time, const std::string& joint,
              std::optional<Direction> direction = std::nullopt, bool lock = true);

}  // namespace pintle
