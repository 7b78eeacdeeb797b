#pragma once
#include <string>

#include "pintle/structure/body_rows.h"

namespace pintle {

/// Joints and constraints that are off by more than `allowed` [m] or [m/s], in the user's words, the worst three first: "joint c by
/// 0.004 m, constraint rod by 2 deg". Empty if there is none.
std::string misfit_text(const System& system, const BodyRows& rows, bool velocity, double allowed);

}  // namespace pintle
