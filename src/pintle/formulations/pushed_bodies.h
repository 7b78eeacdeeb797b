#pragma once
#include <span>

#include "pintle/closure/held_joint.h"
#include "pintle/math/mat3.h"
#include "pintle/structure/place.h"

/// What laws and elements see of bodies that are coordinates themselves, and push. By link; link 0 is the world.
namespace pintle {

/// A body with its inertia in world axes.
struct Placed : BodyPlace {
  Sym3<double> J = Sym3<double>::zero();
};

struct PushedBodies {
  std::span<const Placed> placed;
  std::span<const HeldJoint> joints;   // by JointIndex, ready to be read off
  std::span<Wrench<double>> wrenches;  // about mass centres, world axes
};

}  // namespace pintle
