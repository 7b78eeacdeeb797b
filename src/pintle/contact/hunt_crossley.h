#pragma once
#include <array>

#include "pintle/math/elementary.h"
#include "pintle/math/lives.h"

/// A spring as of Hertz with a damping in proportion to its force, so that a blow begins and ends without a jump
/// [Hunt & Crossley 1975]:
///
///     F_n = max(0, F₀ (ε/ε₀)ᵖ (1 + a ε̇))  for ε > 0, else 0            [N]              (1)
///     E = F₀ ε₀/(p + 1) (ε/ε₀)ᵖ⁺¹                                       [J]              (2)
///
/// F₀ is the force at the depth ε₀: the source writes k εᵖ, whose unit depends on p. A blow at speed v without other forces
/// rebounds with e v, whatever F₀ and p are, as m v dv/dε = −F_n integrates to [Marhefka & Orin 1999, eq. 17]
///
///     a v − ln(1 + a v) = −a e v − ln(1 − a e v),   e ≈ 1 − ⅔ a v                      (3)
namespace pintle {

struct HuntCrossley {
  static constexpr std::string_view word = "hunt-crossley";
  static constexpr std::string_view says = "a power of the depth, damped in proportion to the force";
  static constexpr int states = 0;
  static constexpr bool jumps = false;

  template <class N>
  struct Law {
    static constexpr std::string_view example = "{law: hunt-crossley, force: 2 kN, depth: 1 cm, exponent: 1.5, damping: 0.3 s/m}";
    N force{}, depth{};                     // F₀ [N], ε₀ [m]
    N exponent = usual<N>(1.5), damping{};  // p [1], a [s/m]
    static constexpr auto fields() {
      return std::tuple{
          field("force", &Law::force, "N", "at `depth`, pressed in slowly")
              .required("force: 2 kN")
              .above_zero("give a positive force"),
          field("depth", &Law::depth, "m", "where the spring has `force`")
              .required("depth: 1 cm")
              .above_zero("give a positive depth"),
          field("exponent", &Law::exponent, "1", "of the depth; default 1.5, as of two balls")
              .bounded(Bound::one_or_more, "give 1 or more"),
          field("damping", &Law::damping, "s/m", "share of the force per speed; 1.5 times the loss of restitution per speed")
              .zero_or_more("give a damping of zero or more")};
    }
  };

  template <class T>
  struct Data {
    T force, depth, inverse_depth, exponent, damping;
  };
  /// `scale` multiplies the force.
  template <class T>
  static Data<T> prepare(const Law<T>& law, const T& scale) {
    return {scale * law.force, law.depth, 1.0 / law.depth, law.exponent, law.damping};
  }

  template <class T>
  struct Result {
    T force, stored;
    std::array<T, states> zdot;
  };
  template <class T>
  [[gnu::always_inline]] static Result<T> calc(const Data<T>& d, const T& depth, const T& rate, const T*) {
    const Mask<T> in = is_greater(depth, T(0.0));
    const T share = max(depth * d.inverse_depth, T(1e-100));
    const T spring = d.force * pow(share, d.exponent);
    const T force = max(spring * (1.0 + d.damping * rate), T(0.0));  // (1)
    const T stored = spring * share * d.depth / (d.exponent + 1.0);  // (2)
    return {select(in, force, T(0.0)), select(in, stored, T(0.0)), {}};
  }

  /// ∂F_n/∂ε̇ where the force is `load` [N s/m].
  template <class T>
  [[gnu::always_inline]] static T calc_damping(const Data<T>& d, const T& /*depth*/, const T& rate, const T& load) {
    const Mask<T> presses = is_greater(load, T(0.0));  // and so 1 + a ε̇ > 0
    return select(presses, load * d.damping / select(presses, 1.0 + d.damping * rate, T(1.0)), T(0.0));
  }
};

}  // namespace pintle
