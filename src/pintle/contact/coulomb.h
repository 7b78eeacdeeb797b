#pragma once
#include <array>
#include <string_view>

#include "pintle/laws/friction.h"
#include "pintle/math/lives.h"

/// A share of the normal force against the slip, whatever the speed v; turned round smoothly within some v₀:
///
///     F = −F_n μ tanh(|v|/v₀) v/|v|                     [N]              (1)   [Andersson 2007]
///
/// It does not stick: under what should hold it creeps, with a speed below v₀.
namespace pintle {

struct CoulombFriction {
  static constexpr std::string_view word = "coulomb";
  static constexpr std::string_view says = "one share of the normal force; creeps under what should hold";
  static constexpr int states = 0;

  template <class N>
  struct Law {
    static constexpr std::string_view example = "{law: coulomb, mu: 0.5}";
    N mu{}, v0 = usual<N>(0.001);  // [1], [m/s]
    static constexpr auto fields() {
      return std::tuple{
          field("mu", &Law::mu, "1", "share of the normal force").required("mu: 0.5").zero_or_more("give zero or more"),
          field("v0", &Law::v0, "m/s", "speed within which it turns round; default 1 mm/s, of `stribeck` vs/100")
              .above_zero("give a positive speed")};
    }
  };

  template <class T>
  struct Data {
    T mu, inverse_v0;
  };
  template <class T>
  static Data<T> prepare(const Law<T>& law) {
    return {law.mu, 1.0 / law.v0};
  }

  template <class T>
  struct Result {
    std::array<T, 2> force;
    std::array<T, states> zdot;
  };
  template <class T>
  [[gnu::always_inline]] static Result<T> calc(const Data<T>& d, const T& normal, const std::array<T, 2>& v, const T*) {
    const T share = normal * d.mu * calc_share_of_slip(v, d.inverse_v0);
    return {{-(share * v[0]), -(share * v[1])}, {}};  // (1)
  }

  /// tanh(|v|/v₀)/|v|; where v is next to nothing, 1/v₀.
  template <class T>
  [[gnu::always_inline]] static T calc_share_of_slip(const std::array<T, 2>& v, const T& inverse_v0) {
    const T square = v[0] * v[0] + v[1] * v[1], x2 = square * inverse_v0 * inverse_v0;
    const Mask<T> slow = is_less(x2, T(1e-8));
    const T x = sqrt(select(slow, T(1.0), x2));
    return inverse_v0 * select(slow, 1.0 - x2 * (1.0 / 3), calc_tanh(x) / x);
  }
};

}  // namespace pintle
