#pragma once
#include <algorithm>

namespace pintle {

/// What it took to integrate a part of the coordinates and to solve for the others, as `partitioned` does.
struct PartitionCounts {
  long repartitions = 0;            // choices made anew on the way
  long stages = 0, iterations = 0;  // evaluations, and the rounds of Newton's method in them
  long most_iterations = 0;         // in one evaluation
  double worst_condition = 0;       // of accepted states: how much of an error in what is integrated the others may get

  bool any() const { return stages > 0; }
  double iterations_per_stage() const { return any() ? static_cast<double>(iterations) / static_cast<double>(stages) : 0; }
  void add(const PartitionCounts& other) {
    repartitions += other.repartitions;
    stages += other.stages;
    iterations += other.iterations;
    most_iterations = std::max(most_iterations, other.most_iterations);
    worst_condition = std::max(worst_condition, other.worst_condition);
  }
};

}  // namespace pintle
