#pragma once
#include <cstdint>

#include "pintle/model/model.h"

namespace pintle {

/// What a random mechanism with loops is made of.
enum class LoopKind {
  any,     // joints of every type and constraints of every kind, between any two bodies
  planar,  // loops of spatial hinges in a plane of its own each: three rows of every loop are redundant
  doors    // pairs of bodies on two or three hinges in line: all rows but those of the first are redundant
};

struct RandomLoopsOptions {
  int bodies = 6, closings = 2;
  LoopKind kind = LoopKind::any;
  std::uint64_t seed = 1;
  bool laws = true;  // springs and dampers on joints, those that close loops included
};

/// A mechanism that closes in its reference configuration, where it starts at rest. Bodies are b1, b2, …; the joint that brings
/// body bk in is jk; loop joints are l1, l2, …, constraints c1, c2, …. The same seed gives the same model on every machine.
Model make_random_loops(const RandomLoopsOptions& options);

}  // namespace pintle
