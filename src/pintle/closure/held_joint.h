#pragma once
#include <span>
#include <vector>

#include "pintle/joints/rows.h"
#include "pintle/structure/gauge.h"
#include "pintle/structure/told_motion.h"

/// The rows of one joint where its two bodies are: joints/rows.h, with what drivers tell it (structure/told_motion.h). This is
/// the one place where rows of motion are made, whether the joint is in a tree or closes a loop.
namespace pintle {

struct HeldJoint {
  HeldJoint(const System& system, const Gauge& gauge);

  /// After load(), accept() or new parameters: held values, by JointIndex, and turns to count from.
  void update_held(const Parameters<double>& p, std::span<const JointCoordinates<double>> held);
  /// At this time: what is driven is held where the drivers say. The gauge does not depend on it.
  void drive(std::span<const Drive<double>> drives, JointCoordinates<double>& held);
  /// All rows, in the order of `shapes`; ġ and γ with what drivers tell. After drive(). Returns M's origin.
  Vec3<double> update_rows(std::span<const Drive<double>> drives, const JointCoordinates<double>& held, const BodyPlace& A,
                           const BodyPlace& B, std::span<RowValue<double>> rows) const;

  const System* system;
  Gauge gauge;
  JointRows shapes;
  std::vector<int> drivers;
};

}  // namespace pintle
