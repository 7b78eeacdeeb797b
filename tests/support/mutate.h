#pragma once
#include <string>

#include "pintle/base/random.h"

namespace pintle {

/// A text damaged in one to four places, as files get damaged: cut off, bits flipped, bytes lost, doubled or replaced,
/// two values swapped, a number made huge, tiny, negative or none.
std::string make_damaged(const std::string& text, Random& random);

}  // namespace pintle
