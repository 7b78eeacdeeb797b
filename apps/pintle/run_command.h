#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "load_model.h"
#include "pintle/record/case_origin.h"
#include "pintle/simulate/run.h"

namespace pintle {

inline constexpr const char* checkpoint_by_clock = "true";  // as a flag without a value is read

struct RunCommand {
  ModelChoice model;
  std::string out;                             // empty: out/<stem of the model file>
  std::string formulation, integrator, until;  // empty: as the file says
  std::string resume;                          // directory of a run to go on with; empty: none
  std::string checkpoint;                      // empty: none; by the clock; or how often, a time of the run
  bool check = false;                          // run again more finely and tell the difference
  bool json = false, quiet = false, force = false;
  std::vector<std::string> command;  // the command line, for the manifest
  std::optional<CaseOrigin> origin;  // of a case of a study
};

/// `pintle run`. Returns the exit code.
int run(const RunCommand& command);

/// A run that somebody else has made ready, with all of its files.
struct ReadyRun {
  const Model& model;    // flat: it is written beside the results
  const System& system;  // assembled
  const RunOptions& options;
  std::function<void(Observer&)> fly;
  bool resumes = false;
};

/// Records it where `command` says, tells of it, returns the exit code. Throws what is wrong with the directory.
int record_run(const RunCommand& command, const ReadyRun& ready);

}  // namespace pintle
