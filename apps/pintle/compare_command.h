#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "load_model.h"

namespace pintle {

struct CompareCommand {
  ModelChoice model;
  std::vector<std::string> formulations;
  int states = 100;
  std::uint64_t seed = 1;
  double tolerance = 1e-9;
  bool json = false, quiet = false;
};

/// `pintle compare`: one model by several formulations. Returns the exit code.
int compare_formulations(const CompareCommand& command);

}  // namespace pintle
