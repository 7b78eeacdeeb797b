#pragma once
#include "pintle/io/fields.h"

namespace pintle {

/// The rotation that `rotate` or `quaternion` of a map describe; nothing if it has neither.
std::optional<Rotation> read_rotation(const Fields& fields);

}  // namespace pintle
