#pragma once
#include <string>
#include <vector>

namespace pintle {

struct RunCommand {
  std::string model;
  std::string out;  // empty: out/<stem of the model file>
  std::vector<std::string> settings;
  std::string formulation, integrator, until;  // empty: as the file says
  bool json = false, quiet = false, force = false;
  std::vector<std::string> command;  // the command line, for the manifest
};

/// `pintle run`. Returns the exit code.
int run(const RunCommand& command);

}  // namespace pintle
