#pragma once
#include "load_model.h"

namespace pintle {

struct CheckCommand {
  ModelChoice model;
  bool json = false, quiet = false;
};

/// `pintle check`: reads a model, makes its system and says what it found, without a file written. Returns the exit code.
int check_model(const CheckCommand& command);

}  // namespace pintle
