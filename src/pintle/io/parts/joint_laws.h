#pragma once
#include "pintle/io/fields.h"

namespace pintle {

/// The laws of a joint: spring, limits, friction, motor, driven. With one direction they stand directly, with several by
/// direction: `spring: {rx: {…}, tz: {…}}`.
void read_joint_laws(const Fields& fields, JointPart& joint);

/// One direction's law each.
SpringLaw read_spring_law(const Item& item, Direction direction);
LimitLaw read_limit_law(const Item& item, Direction direction);
FrictionLaw read_friction_law(const Item& item, Direction direction);

}  // namespace pintle
