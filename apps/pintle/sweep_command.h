#pragma once
#include <string>
#include <vector>

#include "load_model.h"

namespace pintle {

struct SweepCommand {
  ModelChoice model;
  std::vector<std::string> measures;
  std::string csv;
  int jobs = 0;
  bool quiet = false;
};

/// `pintle sweep MODEL --set PATH=10..100/10 --measure "max elbow.load.force"`: a full grid without a study file, as a table. Returns
/// the exit code.
int sweep(const SweepCommand& command);

}  // namespace pintle
