#pragma once
#include <algorithm>

namespace pintle {

/// What it took to integrate a part of the coordinates and to solve for the others (formulations/partitioned).
struct PartitionCounts {
  long repartitions = 0;
  long stages = 0, iterations = 0;  // evaluations, and the rounds of Newton's method in them
  double worst_condition = 1;       // of accepted states: how much of an error in what is integrated the others may get

  PartitionCounts& operator+=(const PartitionCounts& other) {
    repartitions += other.repartitions;
    stages += other.stages;
    iterations += other.iterations;
    worst_condition = std::max(worst_condition, other.worst_condition);
    return *this;
  }
};

}  // namespace pintle
