#pragma once
#include <vector>

#include "pintle/record/picture.h"

namespace pintle {

/// Which snapshots are shown, in order of time: start, events, end, and between them what halves the longest gaps, of time and of
/// what can be seen to move.
std::vector<std::size_t> choose_instants(const std::vector<Picture::Snapshot>& snapshots, std::size_t most);

}  // namespace pintle
