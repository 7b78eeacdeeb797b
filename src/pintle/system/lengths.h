#pragma once
#include <vector>

#include "pintle/system/system.h"

namespace pintle {

/// Lengths of one system for numbers that change (mechanisms.h). Takes no memory after the first time.
class LengthMaker {
 public:
  explicit LengthMaker(const System& system);

  /// calc_lengths_of_bodies()
  const std::vector<double>& calc(const Parameters<double>& p);
  /// L of the system and of its mechanisms, as its joints are now.
  void update(System& system);

 private:
  double calc_longest(const Parameters<double>& p, std::size_t body);

  std::vector<std::vector<SlotPose>> joints_of_;  // by body
  std::vector<double> longest_;                   // by body
  std::vector<Vec3<double>> points_;              // scratch
};

/// Some joint of a mechanism tells its L: else that is 1 m for want of anything better, and nothing that places are rounded to.
bool has_length(const System& system, const Parameters<double>& p, int mechanism);

}  // namespace pintle
