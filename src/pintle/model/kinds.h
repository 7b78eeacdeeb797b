#pragma once
#include "pintle/actions/aggregate.h"
#include "pintle/actions/break.h"
#include "pintle/actions/close.h"
#include "pintle/actions/impulse.h"
#include "pintle/actions/lock.h"
#include "pintle/actions/release.h"
#include "pintle/actions/set.h"
#include "pintle/actions/stage.h"
#include "pintle/actions/start_force.h"
#include "pintle/actions/stop.h"
#include "pintle/base/kinds.h"
#include "pintle/constraints/distance.h"
#include "pintle/constraints/gear.h"
#include "pintle/constraints/point_in_plane.h"
#include "pintle/constraints/relative_rotation.h"
#include "pintle/constraints/screw.h"
#include "pintle/constraints/velocity_rows.h"
#include "pintle/contact/contact.h"
#include "pintle/forces/point_force.h"
#include "pintle/forces/point_spring.h"

/// The kinds of elements, constraints and actions there are. Whatever Pintle does with them, it does for each entry of these
/// lists.
namespace pintle {

using ForceKinds = Kinds<PointForce, PointSpring>;

/// Contacts by where they touch; what they are made of: contact/kinds.h.
using ContactKinds = Kinds<Contact<PointOnPlane>, Contact<ShapeOnGround>, Contact<ShapeOnBody>>;

using ElementKinds = JoinedKinds<ForceKinds, ContactKinds>::type;

/// Rows between bodies besides joints; what the user says of them: constraint_parts.h.
using ConstraintKinds = Kinds<Distance, PointInPlane, RelativeRotation, Screw, Gear, VelocityRows>;

/// What events can do.
using ActionKinds = Kinds<LockAction, ReleaseAction, BreakAction, CloseAction, ImpulseAction, ForceAction, AggregateAction,
                          SetAction, StageAction, StopAction>;

}  // namespace pintle
