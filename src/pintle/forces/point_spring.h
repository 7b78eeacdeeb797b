#pragma once
#include "pintle/math/element.h"

/// A spring, a damper and a force between point P of body A and point Q of body B:
///
///     p = p_WQ − p_WP,   ℓ = ‖p‖,   n = p/ℓ,   ℓ̇ = n·(v_Q − v_P)       (1)
///     f = F − k (ℓ − ℓ₀) − c ℓ̇,   f n on Q, −f n on P: f > 0 pushes them apart   (2)
///     E = ½ k (ℓ − ℓ₀)²,   dissipated power = c ℓ̇²,   applied power = F ℓ̇        (3)
///
/// F may live. At ℓ = 0 there is no direction: n is taken as zero there and the spring does not push.
namespace pintle {

struct PointSpring : PointsOn<2> {
  static constexpr std::string_view word = "spring";
  static constexpr std::string_view says = "between two points, along the line through them";
  static constexpr std::string_view idle =
      "give spring, force or both, for example spring: {stiffness: 10 N/m, free_length: 1 m}";
  static constexpr bool has_axes = false;
  static constexpr std::array accounts{Account::damping, Account::applied};
  static constexpr std::array signals{ElementSignal{"force", "N", "Forces", true, false, true},
                                      ElementSignal{"power", "W", "Power of forces"}};

  template <class N>
  struct Spring {
    static constexpr std::string_view name = "point_spring", title = "A spring between two points";
    static constexpr std::string_view example = "{stiffness: 10 N/m, free_length: 1 m}";
    static constexpr std::array<std::string_view, 2> acts{"stiffness", "damping"};  // without one of them it does nothing
    static constexpr std::string_view idle = "give stiffness, damping or both";
    /// What one needs beside it, and how it is called for.
    static constexpr std::array<std::array<std::string_view, 3>, 1> needs{
        {{"stiffness", "free_length", "give the length without force, for example free_length: 1 m"}}};
    N stiffness{}, damping{}, free_length{};  // [N/m], [N s/m], [m]
    static constexpr auto fields() {
      return std::tuple{field("stiffness", &Spring::stiffness, "N/m").bounded(Bound::stiffness),
                        field("damping", &Spring::damping, "N*s/m").bounded(Bound::damping),
                        field("free_length", &Spring::free_length, "m", "length without force; needed with `stiffness`")
                            .zero_or_more("give a length of zero or more")};
    }
  };
  template <class N>
  struct Law {
    Spring<N> spring;
    Lively<N> force{};  // F [N]
    static constexpr auto fields() {
      return std::tuple{field("spring", &Law::spring, "", "between two points"),
                        field("force", &Law::force, "N", "between two points one, which pushes them apart")
                            .one_number("acts along the line between two points, so it is one number; give for example 10 N")};
    }
  };
  Law<Slot> law;

  template <class T>
  struct Data {
    std::array<Vec3<T>, 2> point;
    Law<T> law;
  };

  template <class T>
  Data<T> prepare(const Parameters<T>& p, const std::array<Pose<T>, 2>& X_LB) const {
    return {prepare_points(p, X_LB), value_of(p, law)};
  }

  template <class T>
  void update(const T* outputs, Data<T>& d) const {
    update_living(outputs, law, d.law);
  }

  template <class T>
  [[gnu::always_inline]] Effect<T, PointSpring> act(const Data<T>& d, const Ends<T, 2>& end, const T*, Mask<T>) const {
    const Vec3<T> P = place_of(end[0], d.point[0]), Q = place_of(end[1], d.point[1]), p = Q - P;
    const T length = sqrt(dot(p, p));
    const T inverse_length = select(is_greater(length, T(0.0)), 1.0 / max(length, T(1e-300)), T(0.0));
    const Vec3<T> n = inverse_length * p, v = velocity_at(end[1], Q) - velocity_at(end[0], P);
    const T rate = dot(n, v);  // (1)
    const Spring<T>& spring = d.law.spring;
    const T stretch = length - spring.free_length;
    const T f = d.law.force - spring.stiffness * stretch - spring.damping * rate;  // (2)
    const Vec3<T> force_W = f * n, no_moment = Vec3<T>::zero();
    const T sign = select(is_less(dot(force_W, p), T(0.0)), T(-1.0), T(1.0));
    return {{{{P, -force_W, no_moment}, {Q, force_W, no_moment}}},
            0.5 * spring.stiffness * stretch * stretch,  // (3)
            {spring.damping * rate * rate, d.law.force * rate},
            {},
            {sign * norm(force_W), dot(force_W, v)}};
  }
};

}  // namespace pintle
