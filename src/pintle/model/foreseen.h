#pragma once
#include <string_view>

#include "pintle/model/model.h"

/// What events may do to a part some day: asked where it is made, before there is anything to edit. An action that does such a
/// thing has a member of that name (actions/release.h); most have none.
namespace pintle {

/// A force, joint or constraint that does nothing at the start begins to act.
bool is_woken(const Model& model, std::string_view part);
/// Directions that a joint's type forbids are released.
DirectionSet find_freed(const Model& model, const JointPart& joint);
/// A latch that gives way holds directions.
DirectionSet find_latched(const Model& model, const JointPart& joint);

}  // namespace pintle
