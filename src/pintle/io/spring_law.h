#pragma once
#include "pintle/io/item.h"
#include "pintle/model/model.h"

namespace pintle {

/// `{stiffness: 10 N*m/rad, damping: [[0 deg, 1], [90 deg, 2]], rest: 0 deg}` on one direction of a joint.
SpringLaw read_spring_law(const Item& item, Direction direction);

}  // namespace pintle
