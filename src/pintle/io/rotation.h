#pragma once
#include "pintle/io/fields.h"
#include "pintle/math/quaternion.h"

namespace pintle {

/// The rotation that `rotate` or `quaternion` of a map describe; nothing if it has neither. Unit length, w ≥ 0; a
/// quaternion that has them already keeps its bits.
///
///     rotate: [rz: a, ry: b, …]      q = q_z(a) ∘ q_y(b) ∘ …,  each axis carried by the turns before it
std::optional<Quaternion<double>> read_rotation(const Fields& fields);

}  // namespace pintle
