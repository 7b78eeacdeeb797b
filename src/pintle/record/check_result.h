#pragma once
#include <limits>
#include <string>

namespace pintle {

/// How far a run moves when it is computed more finely: the largest differences of the final state, and of peak loads, each
/// against itself. NaN where there is nothing to compare.
struct CheckResult {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();
  double rtol = none;              // of the finer run; fixed steps: NaN, and
  double dt = none;                // [s]
  double position = none;          // of mass centres [m]
  double attitude = none;          // [rad]
  double velocity = none;          // of mass centres [m/s]
  double angular_velocity = none;  // [rad/s]
  double peak_force = none;        // of forces in joints [1]
  double peak = none;              // of all: forces and moments in joints, reactions of constraints, forces, contacts [1]
  std::string peak_of;             // which one that is: "hip.load.moment"
  double share = none;             // the worst of these differences against how far and how fast the body itself moved [1]
  std::string body;                // whose
  std::string message;             // what else differs, or why it could not be done
};

}  // namespace pintle
