#pragma once
#include <optional>

#include "pintle/contact/coulomb.h"

/// A share of the normal force that falls with the speed of sliding, and a viscous part; turned round smoothly within v₀, as
/// `coulomb` is:
///
///     F = −F_n (g tanh(|v|/v₀)/|v| + σ₂) v,   g = μ_k + (μ_s − μ_k) exp(−(|v|/v_s)^α)     [N]      (1)
///
/// α is 1 or 2. The curve g is that of [Wachlin 2018, eqs. 6.4–6.6], tanh in place of a jump that of [Andersson 2007].
namespace pintle {

struct StribeckFriction {
  static constexpr std::string_view word = "stribeck";
  static constexpr std::string_view says = "a share that falls with the speed; creeps under what should hold";
  static constexpr int states = 0;

  template <class N>
  struct Law {
    static constexpr std::string_view example = "{law: stribeck, mu_s: 0.6, mu_k: 0.5, vs: 0.01 m/s}";
    N mu_s{}, mu_k{};                             // [1]
    N vs = usual<N>(1.0), alpha = usual<N>(1.0);  // [m/s], [1]
    N sigma2{}, v0{};                             // [s/m], [m/s]; v₀ = 0: v_s/100
    static constexpr auto fields() {
      return std::tuple{
          field("mu_s", &Law::mu_s, "1", "at rest").required("mu_s: 0.6").above_zero("give a number above zero"),
          field("mu_k", &Law::mu_k, "1", "sliding").required("mu_k: 0.5").above_zero("give a number above zero"),
          field("vs", &Law::vs, "m/s", "speed of the Stribeck curve")
              .required("vs: 0.01 m/s")
              .above_zero("give a positive speed"),
          field("alpha", &Law::alpha, "1", "its exponent, 1 or 2; default 1").bounded(Bound::one_or_two, "give 1 or 2"),
          field("sigma2", &Law::sigma2, "s/m", "viscous part").zero_or_more("give zero or more"),
          field("v0", &Law::v0, "m/s", "speed within which it turns round; default 1 mm/s, of `stribeck` vs/100")
              .zero_or_more("give a positive speed")};
    }

    /// What does not fit together.
    std::optional<std::string_view> find_misfit() const {
      if (mu_s >= mu_k) return std::nullopt;
      return "mu_s is below mu_k; friction at rest is at least that of sliding";
    }
  };

  template <class T>
  struct Data {
    T mu_k, mu_drop, sigma2, inverse_vs, inverse_v0;
    Mask<T> squared;  // α = 2
  };
  template <class T>
  static Data<T> prepare(const Law<T>& law) {
    const T v0 = select(is_greater(law.v0, T(0.0)), law.v0, 0.01 * law.vs);
    return {law.mu_k, law.mu_s - law.mu_k, law.sigma2, 1.0 / law.vs, 1.0 / v0, is_greater(law.alpha, T(1.5))};
  }

  template <class T>
  struct Result {
    std::array<T, 2> force;
    std::array<T, states> zdot;
  };
  template <class T>
  [[gnu::always_inline]] static Result<T> calc(const Data<T>& d, const T& normal, const std::array<T, 2>& v, const T*) {
    const T ratio = sqrt(v[0] * v[0] + v[1] * v[1]) * d.inverse_vs;
    const T g = d.mu_k + d.mu_drop * exp(-select(d.squared, ratio * ratio, ratio));
    const T share = normal * (g * CoulombFriction::calc_share_of_slip(v, d.inverse_v0) + d.sigma2);
    return {{-(share * v[0]), -(share * v[1])}, {}};  // (1)
  }
};

}  // namespace pintle
