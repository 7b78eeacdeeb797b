#pragma once
#include <string>
#include <vector>

#include "load_model.h"

namespace pintle {

struct RunCommand {
  ModelChoice model;
  std::string out;                             // empty: out/<stem of the model file>
  std::string formulation, integrator, until;  // empty: as the file says
  bool check = false;                          // run again more finely and tell the difference
  bool json = false, quiet = false, force = false;
  std::vector<std::string> command;  // the command line, for the manifest
};

/// `pintle run`. Returns the exit code.
int run(const RunCommand& command);

}  // namespace pintle
