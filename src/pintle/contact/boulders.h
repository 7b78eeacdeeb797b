#pragma once
#include <string>
#include <vector>

#include "pintle/contact/near.h"
#include "pintle/contact/within.h"
#include "pintle/math/lives.h"

/// A plane with balls set into it; what is nearest counts:
///
///     d = min(z, ‖p − c₁‖ − R₁, ‖p − c₂‖ − R₂, …)                      (1)
///
/// Where a ball meets the plane the ground has a corner: a shape that slides into it turns from one to the other at once.
namespace pintle {

struct Boulders {
  static constexpr std::string_view word = "boulders";
  static constexpr std::string_view says = "a flat ground with balls set into it";

  template <class N>
  struct Stone {
    static constexpr std::string_view title = "A boulder", example = "{at: [1, 0, -0.1], radius: 40 cm}";
    static constexpr std::string_view name = "stone";
    std::string called{};  // in the file
    Three<N> at{};         // [m] in the surface's axes
    N radius{};            // R [m]
    static constexpr auto fields() {
      return std::tuple{
          field("at", &Stone::at, "m", "its centre, from that of the ground: x, y along it, z up").required("at: [1, 0, -0.1]"),
          field("radius", &Stone::radius, "m", "above zero").required("radius: 40 cm").above_zero("give a positive radius")};
    }
  };
  template <class N>
  struct Law {
    static constexpr std::string_view name = "boulders", title = "Boulders";
    static constexpr std::string_view example = "{stones: {a: {at: [1, 0, -0.1], radius: 40 cm}}}";
    std::vector<Stone<N>> stones{};
    Three<N> at{}, up = usual_axis<N>(2), x_axis = usual_axis<N>(0);
    static constexpr auto fields() {
      return std::tuple{
          field("stones", &Law::stones, "", "by name").required("stones: {a: {at: [1, 0, -0.1], radius: 40 cm}}"),
          field("at", &Law::at, "m", "a point of the plane; default the world's origin, or that of the body it is `on`"),
          field("up", &Law::up, "1", "its normal; default the world's z, or the body's").bounded(Bound::direction),
          field("x_axis", &Law::x_axis, "1", "x, made perpendicular to `up`; default the world's or the body's")
              .bounded(Bound::direction)};
    }
  };

  template <class T>
  struct Data {
    const std::vector<Stone<Slot>>* stones = nullptr;
    const Parameters<T>* p = nullptr;
  };
  template <class T>
  static Data<T> prepare(const Law<Slot>& law, const Parameters<T>& p) {
    return {&law.stones, &p};
  }
  template <class T>
  static Near<T> near(const Data<T>& d, const T&, const Vec3<T>& p, const T&) {
    Near<T> least{p.z, unit<T>(2), Mat3<T>::zero(), Vec3<T>::zero(), T(0.0)};
    Vec3<T> from = Vec3<T>::zero();  // the centre of the nearest
    T radius(-1.0);
    for (const Stone<Slot>& stone : *d.stones) {
      const Vec3<T> c = (*d.p)[stone.at], away = p - c;
      const T R = (*d.p)[stone.radius], distance = sqrt(dot(away, away)) - R;
      const Mask<T> is_nearer = is_less(distance, least.distance);
      least.distance = select(is_nearer, distance, least.distance);
      from = {select(is_nearer, c.x, from.x), select(is_nearer, c.y, from.y), select(is_nearer, c.z, from.z)};
      radius = select(is_nearer, R, radius);
    }
    const Near<T> ball = near_ball(p - from, radius);
    const Mask<T> on_ball = is_greater(radius, T(0.0));  // (1)
    const auto choose = [&](const Vec3<T>& a, const Vec3<T>& b) {
      return Vec3<T>{select(on_ball, a.x, b.x), select(on_ball, a.y, b.y), select(on_ball, a.z, b.z)};
    };
    least.n = choose(ball.n, least.n);
    least.turn = Mat3<T>::from_columns(choose(ball.turn.column(0), least.turn.column(0)),
                                       choose(ball.turn.column(1), least.turn.column(1)),
                                       choose(ball.turn.column(2), least.turn.column(2)));
    return least;
  }
  static Within within(const Data<double>& d, const Interval&, const Box& box, double r) {
    Within out{box.z.low <= r, true};
    for (const Stone<Slot>& stone : *d.stones) {
      const Vec3<double> c = (*d.p)[stone.at];
      const Within ball = within_ball(box, c.x, c.y, c.z, (*d.p)[stone.radius], r);
      out.near = out.near || ball.near;
      out.even = out.even && (ball.even || !ball.near);
    }
    return out;
  }
};

}  // namespace pintle
