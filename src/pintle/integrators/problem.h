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

/// All that an integrator knows: ẏ = f(t, y), and quadratures of power. The one hot virtual interface, called
/// once a stage.
template <class T>
class Problem {
 public:
  virtual ~Problem() = default;

  virtual int size() const = 0;                        // of y
  virtual int accounts() const = 0;                    // of power: quadratures, never in the error norm
  virtual std::span<const double> scales() const = 0;  // error weight of each y: m, rad, m/s, …

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

  /// The only place that remembers: modes, turns, quaternion length, projection. Lanes where `stepped` says no
  /// (rejected or finished) stay untouched.
  virtual Accepted<T> accept(const T& t, std::span<T> y, Mask<T> stepped) = 0;
};

}  // namespace pintle
