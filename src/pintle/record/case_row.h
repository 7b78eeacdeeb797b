#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "pintle/record/observer.h"

namespace pintle {

/// One case of a study: what it was given, how it ended, what was measured. A case that failed has a reason, and no measures.
struct CaseRow {
  std::uint64_t number = 0;  // from 1
  int cell = 0;
  Status status = Status::completed;
  double time = 0;       // [s] where the run ended
  long evaluations = 0;  // of rates: what it cost
  std::string message;
  std::vector<double> inputs, measures;  // SI; NaN: there is none
};

/// A column of a study: a number that cases differ in, or that they end with.
struct StudyColumn {
  std::string name, unit;  // SI; "rad", "N*m/rad"
  bool is_logic = false;   // 1 is true, 0 false
};

}  // namespace pintle
