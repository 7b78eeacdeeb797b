#pragma once
#include <span>

#include "pintle/math/scalar.h"

namespace pintle {

/// What `accept` says of each lane.
template <class T>
struct Accepted {
  Mask<T> restart{};  // the right-hand side changed: start afresh from here
  Mask<T> failed{};   // the state is beyond repair
};

/// A stretch of y whose errors are measured together with those of its group.
struct ErrorPart {
  int first, count, group;
};

/// What errors of y are measured against, besides what a problem allows (error_norm.h).
struct ErrorScales {
  std::span<const double> scale;       // s of each y: m, rad, m/s, …; run.atol is a factor on them
  std::span<const ErrorPart> parts{};  // in the order of y; none: all together
  int groups = 1;
  bool atol_is_rtol = true;  // where it is not given; else it is zero there
};

/// All that an integrator knows: ẏ = f(t, y), and quadratures of power. The one hot virtual interface, called
/// once a stage.
template <class T>
class Problem {
 public:
  virtual ~Problem() = default;

  virtual int size() const = 0;      // of y
  virtual int accounts() const = 0;  // of power: quadratures
  virtual ErrorScales scales() const = 0;

  /// ẏ = f(t, y) and the power of each account [W]. Pure: the same (t, y, modes, parameters) give the same bits.
  virtual void update_rates(const T& t, std::span<const T> y, std::span<T> ydot, std::span<T> power) = 0;

  /// Solve (1 − g A) k = f(t, u) + c, where A approximates ∂f/∂y as taken at the last hold(); an empty c means
  /// zero. A W-method keeps its order for any A; this default takes A = 0.
  virtual void update_stage(const T& t, std::span<const T> u, const T& /*g*/, std::span<const T> c, std::span<T> k,
                            std::span<T> power) {
    update_rates(t, u, k, power);
    for (std::size_t i = 0; i < c.size(); ++i) k[i] = k[i] + c[i];
  }
  virtual void hold(const T& /*t*/, std::span<const T> /*y*/) {}

  /// The error that each y may have in a step of size h from y to y₁, atol·s aside: rtol·max(|y|, |y₁|), if the problem knows
  /// nothing better.
  virtual void update_allowed(double rtol, const T& /*h*/, std::span<const T> y, std::span<const T> y1,
                              std::span<T> allowed) const {
    for (std::size_t i = 0; i < y.size(); ++i) allowed[i] = rtol * max(abs(y[i]), abs(y1[i]));
  }

  /// The only place that remembers: modes, turns, quaternion length, projection. Lanes where `stepped` says no
  /// (rejected or finished) stay untouched.
  virtual Accepted<T> accept(const T& t, std::span<T> y, Mask<T> stepped) = 0;
};

}  // namespace pintle
