#pragma once
#include <string>

#include "pintle/closure/body_rows.h"

namespace pintle {

/// Joints and constraints that are off by more than `allowed` [m] or [m/s], in the user's words, the worst three first: "joint
/// c by 2 deg (its axis is [0, 0, 1] on bar and [0.035, 0, 0.9994] on rod), constraint rod by 0.004 m". Empty if there is none.
std::string misfit_text(const System& system, const BodyRows& rows, bool velocity, double allowed);

/// "[0, 0.0995, 0.995]", without the digits that rounding left.
std::string axis_words(const Vec3<double>& v);

}  // namespace pintle
