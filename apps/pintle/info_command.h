#pragma once
#include "load_model.h"

namespace pintle {

struct InfoCommand {
  ModelChoice model;
  bool signals = false;  // list them
  bool json = false;
};

/// `pintle info`: all that a model says once its names are resolved: where bodies and joint frames are, what a positive
/// coordinate does, the tree, parameters, signals. Returns the exit code.
int tell_info(const InfoCommand& command);

}  // namespace pintle
