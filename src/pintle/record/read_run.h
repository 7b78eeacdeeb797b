#pragma once
#include <filesystem>

#include "pintle/record/run_record.h"

namespace pintle {

/// The record of a run from its directory alone, as far as its files go: what is missing or damaged is a sentence in
/// `notes`, and all else is there. The final state is not read. Throws Error if the folder holds no run.
RunRecord read_run(const std::filesystem::path& folder);

}  // namespace pintle
