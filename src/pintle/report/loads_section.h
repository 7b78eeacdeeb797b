#pragma once
#include <string>

#include "pintle/record/run_record.h"

namespace pintle {

/// The part of a page that tells peak loads: of joints with what acts together, then of constraints, forces and contacts. Empty
/// if nothing carries any, or if it is not known.
std::string make_loads_section(const RunRecord& record);

}  // namespace pintle
