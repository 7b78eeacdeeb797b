#pragma once
#include "pintle/model/model.h"

namespace pintle {

/// The kind of contact that a point on a plane of the world makes.
using GroundContact = Contact<PointOnPlane>;
using SpringPart = ForcePart<PointSpring>;
using PushPart = ForcePart<PointForce>;

/// A level plane called "ground".
inline SurfacePart make_ground(Number ke, Number kv, Number cv) {
  SurfacePart ground;
  ground.name = "ground";
  ground.normal = StandardLinearSolid::Law<Number>{ke, kv, cv};
  return ground;
}
inline SurfacePart make_ground(Number ke, Number kv, Number cv, const LuGre::Law<Number>& friction) {
  SurfacePart ground = make_ground(ke, kv, cv);
  ground.friction = friction;
  return ground;
}

}  // namespace pintle
