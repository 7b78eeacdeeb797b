#pragma once
#include <array>

#include "pintle/math/lives.h"

/// A spring k_e, beside it in a row a spring k_v and a damper c_v: ground that gives way, and recovers without pulling
/// [Wachlin 2018, eq. 6.1–6.3]; where the source is silent, as written here. ε is how deep a point is, ε_v the state.
///
///     F_n = max(0, k_e (ε − ε_v))  for ε > 0, else 0              [N]              (1)
///     ε̇_v = (F_n − k_v ε_v)/c_v                                   [m/s]            (2)
///     E = ½ k_e (ε − ε_v)₊² + ½ k_v ε_v²        stored in the ground [J]           (3)
namespace pintle {

struct StandardLinearSolid {
  static constexpr std::string_view word = "standard-linear-solid";
  static constexpr std::string_view says = "ke beside kv and cv in a row";
  static constexpr int states = 1;
  static constexpr bool jumps = false;

  template <class N>
  struct Law {
    static constexpr std::string_view example = "{law: standard-linear-solid, ke: 20 kN/m, kv: 1 kN/m, cv: 5 kN*s/m}";
    N ke{}, kv{}, cv{};  // [N/m], [N/m], [N s/m]
    static constexpr auto fields() {
      return std::tuple{
          field("ke", &Law::ke, "N/m", "above zero").required("ke: 20 kN/m").above_zero("give a positive stiffness"),
          field("kv", &Law::kv, "N/m").required("kv: 1 kN/m").zero_or_more("give a stiffness of zero or more"),
          field("cv", &Law::cv, "N*s/m", "above zero")
              .required("cv: 5 kN*s/m")
              .above_zero("give a positive damping; a very large one makes the ground elastic")};
    }
  };

  template <class T>
  struct Data {
    T ke, kv, inverse_cv;
  };
  /// `scale` multiplies all three.
  template <class T>
  static Data<T> prepare(const Law<T>& law, const T& scale) {
    return {scale * law.ke, scale * law.kv, 1.0 / (scale * law.cv)};
  }

  template <class T>
  struct Result {
    T force, stored;
    std::array<T, 1> zdot;
  };
  template <class T>
  [[gnu::always_inline]] static Result<T> calc(const Data<T>& d, const T& depth, const T& /*rate*/, const T* z) {
    const T zero(0.0);
    const T squeeze = max(depth - z[0], zero);
    const T force = select(is_greater(depth, zero), d.ke * squeeze, zero);  // (1)
    const T stored = select(is_greater(depth, zero), d.ke * squeeze * squeeze, zero) + d.kv * z[0] * z[0];
    return {force, 0.5 * stored, {(force - d.kv * z[0]) * d.inverse_cv}};  // (3), (2)
  }

  /// ∂F_n/∂ε̇ [N s/m]: the damper is behind the state.
  template <class T>
  [[gnu::always_inline]] static T calc_damping(const Data<T>&, const T& /*depth*/, const T& /*rate*/, const T& /*load*/) {
    return T(0.0);
  }
};

}  // namespace pintle
