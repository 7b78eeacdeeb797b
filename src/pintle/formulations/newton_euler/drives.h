#pragma once
#include <vector>

#include "pintle/formulations/newton_euler/mechanism.h"
#include "pintle/structure/gauge.h"
#include "pintle/structure/told_motion.h"

namespace pintle::newton_euler {

/// Coordinates and rates of driven directions, where their joints hold.
void put_told(const System& system, const Structure& structure, const Driving<double>& driving,
              std::vector<JointCoordinates<double>>& joints);

/// Driven directions in body coordinates: rows whose held value moves (structure/told_motion.h).
class Drives {
 public:
  Drives(const System& system, const Plan& plan);

  bool any() const { return driving_.any(); }
  /// At time t, with the bodies placed: held values, gauges and rows' right-hand sides of the driven joints.
  void update(double t, const Parameters<double>& p, const double* z, std::span<Gauge> gauges,
              std::vector<JointCoordinates<double>>& held, Mechanism& mechanism);
  /// Links with a driven joint.
  std::span<const int> links() const { return links_; }
  /// Power of a link's drivers, given what each link's joint does to the user's child at M's origin, world axes [W].
  double calc_power(const Mechanism& mechanism, std::span<const Wrench<double>> reactions, int link) const;
  const Driving<double>& driving() const { return driving_; }

 private:
  const System& system_;
  const Plan& plan_;
  Driving<double> driving_;
  std::vector<int> links_;
  std::vector<std::vector<int>> drivers_;  // of the joints of links_
};

}  // namespace pintle::newton_euler
