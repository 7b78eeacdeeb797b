#pragma once
#include <string>

#include "pintle/record/run_record.h"

namespace pintle {

/// A run in a few lines for a terminal: what ran, events, peak loads, trust, `where` to look.
std::string make_digest(const RunRecord& record, const std::string& where, int width);

}  // namespace pintle
