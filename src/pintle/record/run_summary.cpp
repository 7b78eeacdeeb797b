#include "pintle/record/run_summary.h"

#include <algorithm>
#include <cmath>

namespace pintle {

std::string_view name_of(Status status) {
  switch (status) {
    case Status::completed: return "completed";
    case Status::stopped: return "stopped";
    case Status::failed: return "failed";
    case Status::interrupted: return "interrupted";
  }
  return "unknown";
}

void RunSummary::clear() {
  status = Status::completed;
  message.clear();
  counters = {};
  partition = {};
  energy_initial = energy_final = dissipated = balance_error = drift_error = 0;
  vague_accounts.clear();
  ground_made = 0;
  faint_joints.clear();
  constraints = {};
  closure.any = false;
  closure.rows = closure.redundant = 0;
  closure.worst_condition = 1;
  closure.worst_time = 0;
  uniqueness.joints.clear();
  uniqueness.constraints.clear();
  loads.reset();
  reach.clear();
}

Trust judge_balance(const RunSummary& summary) {
  const double error = std::max(std::abs(summary.balance_error), summary.drift_error);
  if (summary.ground_made > 0 || !(error < fair_balance)) return Trust::poor;  // NaN, too
  const bool vouches = error < good_balance && summary.vague_accounts.empty() && summary.faint_joints.empty();
  return vouches ? Trust::good : Trust::fair;
}

std::string_view name_of(Trust trust) {
  switch (trust) {
    case Trust::good: return "good";
    case Trust::fair: return "fair";
    case Trust::poor: return "look closer";
  }
  return "unknown";
}

}  // namespace pintle
