#pragma once
#include "survey.h"

namespace pintle {

/// For programs. `bodies` and `joints` hold the start and nothing else:
///
///     bodies   position and velocity in world axes, quaternion [w, x, y, z], angular_velocity in body axes
///     joints   F and M: origin and axes (columns of a 3 × 3 matrix) in the world; coordinates and rates by direction, or
///              under `ball`; neither for a joint that is inactive or closes a loop
///
/// What else there is to say of them stands under `parts`.
std::string make_info_json(const Survey& survey, bool with_signals);

}  // namespace pintle
