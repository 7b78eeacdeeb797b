#pragma once
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "pintle/integrators/integrator.h"
#include "pintle/math/scalar.h"
#include "pintle/structure/plan.h"
#include "pintle/system/system.h"

/// A lander touches down: a floating body on six two-link legs with springs and dampers in hips and knees, a contact
/// with friction under each foot. Cases differ in masses, springs, ground and velocity, and are flown one by one or
/// side by side, one case per lane.
namespace pintle::benchmarks {

/// Factors on the nominal numbers, and the velocity at the start.
struct LandingCase {
  double mass = 1, stiffness = 1, damping = 1, ground = 1;
  double sideways = 0.3, downwards = 1.0, turning = 0.2;  // [m/s], [m/s], [rad/s] about y
};

/// A case in a lane, how long it flies, and when its numbers stop being numbers.
struct Passenger {
  LandingCase its;
  double until = 0;                                            // [s]
  double breaks_at = std::numeric_limits<double>::infinity();  // [s]
};

/// Where the lanes end.
template <class T>
struct Landed {
  T t;  // [s]
  std::vector<T> y;
  Mask<T> failed;
  IntegratorCounters counters;
};

class Lander {
 public:
  Lander();
  /// As many passengers as T has lanes.
  template <class T>
  Landed<T> land(const IntegratorKind& kind, std::span<const Passenger> passengers) const;
  int body_count() const { return system_.body_count() - 1; }
  int size() const { return plan_->y.size(); }  // of y, which begins with the positions
  int position_count() const { return plan_->y.nq; }

 private:
  template <class T>
  Parameters<T> make_parameters(std::span<const Passenger> passengers) const;
  std::vector<double> make_start(const LandingCase& its) const;

  System system_;
  std::shared_ptr<const Plan> plan_;
};

}  // namespace pintle::benchmarks
