#pragma once
#include <array>

#include "pintle/math/lives.h"

/// A spring and a damper side by side; the ground pushes and never pulls.
///
///     F_n = max(0, k ε + c ε̇)  for ε > 0, else 0                  [N]              (1)
///     E = ½ k ε²               for ε > 0, else 0                  [J]              (2)
///
/// A blow begins with the jump c ε̇: the force waits for the touch, so that steps end there.
namespace pintle {

struct SpringDamper {
  static constexpr std::string_view word = "spring-damper";
  static constexpr std::string_view says = "k and c side by side; never pulls";
  static constexpr int states = 0;
  static constexpr bool jumps = true;

  template <class N>
  struct Law {
    static constexpr std::string_view example = "{law: spring-damper, k: 20 kN/m, c: 100 N*s/m}";
    N k{}, c{};  // [N/m], [N s/m]
    static constexpr auto fields() {
      return std::tuple{field("k", &Law::k, "N/m", "above zero").required("k: 20 kN/m").above_zero("give a positive stiffness"),
                        field("c", &Law::c, "N*s/m").required("c: 100 N*s/m").zero_or_more("give a damping of zero or more")};
    }
  };

  template <class T>
  struct Data {
    T k, c;
  };
  /// `scale` multiplies both.
  template <class T>
  static Data<T> prepare(const Law<T>& law, const T& scale) {
    return {scale * law.k, scale * law.c};
  }

  template <class T>
  struct Result {
    T force, stored;
    std::array<T, states> zdot;
  };
  template <class T>
  [[gnu::always_inline]] static Result<T> calc(const Data<T>& d, const T& depth, const T& rate, const T*) {
    const T zero(0.0), in = max(depth, zero);
    const T force = select(is_greater(depth, zero), max(d.k * depth + d.c * rate, zero), zero);  // (1)
    return {force, 0.5 * d.k * in * in, {}};                                                     // (2)
  }

  /// ∂F_n/∂ε̇ where the force is `load` [N s/m].
  template <class T>
  [[gnu::always_inline]] static T calc_damping(const Data<T>& d, const T& /*depth*/, const T& /*rate*/, const T& load) {
    return select(is_greater(load, T(0.0)), d.c, T(0.0));
  }
};

}  // namespace pintle
