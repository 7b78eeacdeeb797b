#pragma once
#include <array>
#include <optional>
#include <string_view>

#include "pintle/laws/bristle.h"
#include "pintle/math/lives.h"

/// Bristles that bend in a plane, with a Stribeck curve [Wachlin 2018, eq. 6.4–6.6]. v is the speed at which the point slides,
/// z the bristle's state, both along t₁, t₂ of the surface:
///
///     ż = v − σ₀ |v|/g(v) z,   g = μ_k + (μ_s − μ_k) exp(−(|v|/v_s)^α)                  (1)
///     F = −F_n (σ₀ z + σ₁ ż + σ₂ v)                                     [N]             (2)
///
/// Without friction (μ_s = μ_k = 0 and no σ) F = 0. α is 1 or 2.
namespace pintle {

struct LuGre {
  static constexpr std::string_view word = "lugre";
  static constexpr std::string_view says = "bristles";
  static constexpr int states = 2;

  template <class N>
  struct Law {
    static constexpr std::string_view example = "{law: lugre, mu_s: 0.6, mu_k: 0.5, sigma0: 1e4, sigma1: 10, vs: 0.01 m/s}";
    N mu_s{}, mu_k{}, sigma0{}, sigma1{}, sigma2{};  // [1], [1], [1/m], [s/m], [s/m]
    N vs = usual<N>(1.0), alpha = usual<N>(1.0);     // [m/s], [1]
    static constexpr auto fields() {
      return std::tuple{
          field("mu_s", &Law::mu_s, "1", "at rest").required("mu_s: 0.6").above_zero("give a number above zero"),
          field("mu_k", &Law::mu_k, "1", "sliding").required("mu_k: 0.5").above_zero("give a number above zero"),
          field("sigma0", &Law::sigma0, "1/m", "stiffness of the bristles per unit of load")
              .required("sigma0: 1e4")
              .zero_or_more("give zero or more"),
          field("sigma1", &Law::sigma1, "s/m", "their damping").zero_or_more("give zero or more"),
          field("sigma2", &Law::sigma2, "s/m", "viscous part").zero_or_more("give zero or more"),
          field("vs", &Law::vs, "m/s", "speed of the Stribeck curve")
              .required("vs: 0.01 m/s")
              .above_zero("give a positive speed"),
          field("alpha", &Law::alpha, "1", "its exponent, 1 or 2; default 1").bounded(Bound::one_or_two, "give 1 or 2")};
    }

    /// What does not fit together.
    std::optional<std::string_view> find_misfit() const {
      if (mu_s >= mu_k) return std::nullopt;
      return "mu_s is below mu_k; friction at rest is at least that of sliding";
    }
  };

  template <class T>
  struct Data {
    T mu_k, mu_drop, sigma0, sigma1, sigma2, inverse_vs;
    Mask<T> squared;  // α = 2
  };
  template <class T>
  static Data<T> prepare(const Law<T>& law) {
    return {law.mu_k, law.mu_s - law.mu_k, law.sigma0, law.sigma1, law.sigma2, 1.0 / law.vs, is_greater(law.alpha, T(1.5))};
  }

  template <class T>
  struct Result {
    std::array<T, 2> force, zdot;
    T decay;  // of the bristle, σ₀ |v|/g [1/s]
  };
  template <class T>
  [[gnu::always_inline]] static Result<T> calc(const Data<T>& d, const T& normal, const std::array<T, 2>& v, const T* z) {
    const T speed = sqrt(v[0] * v[0] + v[1] * v[1]);
    const T ratio = speed * d.inverse_vs;
    const T stribeck = d.mu_k + d.mu_drop * exp(-select(d.squared, ratio * ratio, ratio));
    const T decay = select(is_greater(stribeck, T(0.0)), d.sigma0 * speed / max(stribeck, T(1e-300)), T(0.0));
    const T z1dot = v[0] - decay * z[0], z2dot = v[1] - decay * z[1];             // (1)
    return {{-(normal * (d.sigma0 * z[0] + d.sigma1 * z1dot + d.sigma2 * v[0])),  // (2)
             -(normal * (d.sigma0 * z[1] + d.sigma1 * z2dot + d.sigma2 * v[1]))},
            {z1dot, z2dot},
            decay};
  }

  /// Its bristles leave a stage (laws/bristle.h), alike in all directions. Where they do not live they stay as they are.
  template <class T>
  [[gnu::always_inline]] static CondensedBristle<T> condense(const Data<T>& d, const Result<T>& rubbed, const T& normal,
                                                             const T& g, Mask<T> lives) {
    const T zero(0.0);
    CondensedBristle<T> out =
        CondensedBristle<T>::of(g, normal, select(lives, d.sigma0, zero), d.sigma1, d.sigma2, select(lives, rubbed.decay, zero));
    out.h = select(lives, out.h, zero);
    return out;
  }
};

}  // namespace pintle
