#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "pintle/model/build.h"
#include "pintle/record/observer.h"
#include "pintle/simulate/run.h"

/// From a model to numbers in one call, for programs that need no files (docs/how_to/use_as_library.md).
namespace pintle {

/// A run in memory: signals at the grid times and on both sides of events, and how it ended.
struct Simulation {
  RunSummary summary;
  std::vector<Signal> signals;              // as asked for, a prefix written out
  std::vector<double> time;                 // [s]
  std::vector<std::vector<double>> values;  // by signal, in its unit, as long as `time`
  std::vector<EventLog> events;

  /// The values of a signal by its name. Throws Error if it was not asked for.
  const std::vector<double>& series(std::string_view signal) const;
  /// The last of them; NaN if the run failed before the first.
  double final(std::string_view signal) const;
};

/// Runs a model as `model.run` says. `signals` are names or beginnings of names, as in `record`: "elbow.angle", "upper"; none
/// means bodies, joint coordinates and energies. Throws Error for a mistake in the model; a run that goes wrong is told
/// by its summary.
Simulation simulate(const Model& model, const std::vector<std::string>& signals = {});

}  // namespace pintle
