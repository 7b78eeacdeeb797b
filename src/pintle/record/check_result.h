#pragma once
#include <limits>
#include <string>

namespace pintle {

/// How far a run moves when it is computed more finely: the largest differences of the final state, and of the peak force
/// in a joint against that peak. NaN where there is nothing to compare.
struct CheckResult {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();
  double rtol = none;              // of the finer run; fixed steps: NaN, and
  double dt = none;                // [s]
  double position = none;          // of mass centres [m]
  double attitude = none;          // [rad]
  double velocity = none;          // of mass centres [m/s]
  double angular_velocity = none;  // [rad/s]
  double peak_force = none;        // [1]
  std::string message;             // what else differs, or why it could not be done
};

}  // namespace pintle
