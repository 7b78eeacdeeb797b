#pragma once
#include <vector>

#include "pintle/structure/living.h"
#include "pintle/structure/structure.h"

namespace pintle {

/// Where a driven direction is told to be.
template <class T>
struct Drive {
  T q{}, v{}, a{};  // f, ḟ, f̈
};

/// All drivers of a system at one time.
template <class T>
class Driving {
 public:
  /// In a structure: a joint that does not hold is not driven either.
  Driving(const System& system, const Structure& structure)
      : system_(system), formula_(system, system.driving), drives_(system.drivers.size()) {
    for (const Driver& driver : system.drivers) holds_.push_back(structure.closed[driver.joint.i]);
  }

  bool any() const { return !drives_.empty(); }
  /// `z` are the element states: a coordinate that is driven by its rate is one of them.
  void update(const T& t, const Parameters<T>& p, const T* z) {
    if (!any()) return;
    const auto nothing = [](auto) -> BodyMotion<T> { return {Pose<T>::identity(), Vec3<T>::zero(), Vec3<T>::zero()}; };
    formula_.update(t, p, nothing, [](JointIndex) { return JointCoordinates<T>{}; });
    for (std::size_t k = 0; k < drives_.size(); ++k) {
      const Driver& driver = system_.drivers[k];
      const T* f = formula_.outputs() + driver.output;
      drives_[k] = {driver.state < 0 ? f[0] : z[system_.driven_place(driver.state)], f[1], f[2]};
    }
  }
  /// ż of what is driven by its rate.
  void put_rates(T* zdot) const {
    for (std::size_t k = 0; k < drives_.size(); ++k)
      if (system_.drivers[k].state >= 0) zdot[system_.driven_place(system_.drivers[k].state)] = drives_[k].v;
  }
  /// Coordinates and rates of the driven directions.
  void put_coordinates(std::vector<JointCoordinates<T>>& joints) const {
    for (std::size_t k = 0; k < drives_.size(); ++k) {
      const Driver& driver = system_.drivers[k];
      if (!holds_[k]) continue;
      JointCoordinates<T>& q = joints[driver.joint.i];
      q.value_of(driver.direction) = drives_[k].q;
      q.rate_of(driver.direction) = drives_[k].v;
    }
  }
  /// Their accelerations, by joint.
  void put_accelerations(std::vector<Vec3<T>>& displacement, std::vector<Vec3<T>>& angle) const {
    for (std::size_t k = 0; k < drives_.size(); ++k) {
      const Driver& driver = system_.drivers[k];
      if (!holds_[k]) continue;
      (is_translation(driver.direction) ? displacement : angle)[driver.joint.i][axis_of(driver.direction)] = drives_[k].a;
    }
  }
  const Drive<T>& operator[](int driver) const { return drives_[driver]; }
  const std::vector<Drive<T>>& all() const { return drives_; }

 private:
  const System& system_;
  Living<T> formula_;
  std::vector<Drive<T>> drives_;
  std::vector<char> holds_;  // by driver: its joint does
};

}  // namespace pintle
