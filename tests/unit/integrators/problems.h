#pragma once
#include <cmath>
#include <limits>
#include <vector>

#include "pintle/integrators/integrator.h"
#include "pintle/math/lanes.h"

/// Problems with known answers, for any scalar T.
namespace pintle::test {

template <class T>
class SmallProblem : public Problem<T> {
 public:
  SmallProblem(int size, int accounts) : accounts_(accounts), scales_(size, 1.0) {}
  int size() const override { return static_cast<int>(scales_.size()); }
  int accounts() const override { return accounts_; }
  ErrorScales scales() const override { return {scales_}; }
  Accepted<T> accept(const T&, std::span<T>, Mask<T>) override { return {}; }

 private:
  int accounts_;
  std::vector<double> scales_;
};

/// A body on an ellipse of eccentricity e about a unit mass at the origin, period 2π:
///
///     x = cos E − e,   y = √(1 − e²) sin E,   E − e sin E = t
///
/// Two accounts: the power of gravity, which is the change of kinetic energy, and 1, which is time.
template <class T>
class Kepler : public SmallProblem<T> {
 public:
  Kepler() : SmallProblem<T>(4, 2) {}

  void update_rates(const T&, std::span<const T> y, std::span<T> ydot, std::span<T> power) override {
    const T r2 = y[0] * y[0] + y[1] * y[1], k = -1.0 / (r2 * sqrt(r2));
    ydot[0] = y[2];
    ydot[1] = y[3];
    ydot[2] = k * y[0];
    ydot[3] = k * y[1];
    power[0] = ydot[2] * y[2] + ydot[3] * y[3];
    power[1] = 1.0;
  }

  static std::vector<double> calc_exact(double t, double e) {
    double E = t;
    for (int i = 0; i < 50; ++i) E -= (E - e * std::sin(E) - t) / (1 - e * std::cos(E));
    const double s = std::sin(E), c = std::cos(E), b = std::sqrt(1 - e * e), n = 1 / (1 - e * c);
    return {c - e, b * s, -s * n, b * c * n};
  }
};

inline double calc_kinetic(std::span<const double> y) { return 0.5 * (y[2] * y[2] + y[3] * y[3]); }

inline double calc_distance(std::span<const double> a, std::span<const double> b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::fmax(largest, std::fabs(a[i] - b[i]));
  return largest;
}

/// Pendulum with damper and drive, of length L and damping d in each lane, so that no two lanes do the same.
/// From `dead` on its rates are NaN.
template <class T>
class Pendulum : public SmallProblem<T> {
 public:
  Pendulum() : SmallProblem<T>(2, 1) {}
  T length = 1.0, damping = 0.1, dead = std::numeric_limits<double>::infinity();

  void update_rates(const T& t, std::span<const T> y, std::span<T> ydot, std::span<T> power) override {
    T s, c, drive, unused;
    update_sincos(y[0], s, c);
    update_sincos(3.0 * t, drive, unused);
    ydot[0] = y[1];
    ydot[1] = drive - damping * y[1] - 9.81 / length * s;
    ydot[1] = select(is_less(t, dead), ydot[1], T(std::numeric_limits<double>::quiet_NaN()));
    power[0] = damping * y[1] * y[1];
  }
};

/// A method with its step held at `dt`: the adaptive ones are kept from rejecting by a loose tolerance and from
/// growing by max_step.
inline IntegratorOptions fixed(double dt) { return {.rtol = 0.9, .dt = dt, .max_step = dt}; }

}  // namespace pintle::test
