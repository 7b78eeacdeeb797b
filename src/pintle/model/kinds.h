#pragma once
#include "pintle/actions/lock.h"
#include "pintle/actions/stop.h"
#include "pintle/base/kinds.h"
#include "pintle/contact/contact.h"
#include "pintle/contact/lugre.h"
#include "pintle/contact/plane.h"
#include "pintle/contact/point.h"
#include "pintle/contact/standard_linear_solid.h"
#include "pintle/forces/point_force.h"
#include "pintle/forces/point_spring.h"

/// The kinds of elements and actions there are. Whatever Pintle does with them, it does for each entry of these lists.
namespace pintle {

using ForceKinds = Kinds<PointForce, PointSpring>;

/// What contacts are made of, each with each.
using ShapeKinds = Kinds<Point>;
using SurfaceKinds = Kinds<Plane>;
using NormalKinds = Kinds<StandardLinearSolid>;
using FrictionKinds = Kinds<LuGre>;
using ContactKinds = CombinedKinds<Contact, Kinds<>, ShapeKinds, SurfaceKinds, NormalKinds, FrictionKinds>::type;

using ElementKinds = JoinedKinds<ForceKinds, ContactKinds>::type;

/// What events can do.
using ActionKinds = Kinds<LockAction, StopAction>;

}  // namespace pintle
