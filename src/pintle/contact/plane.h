#pragma once
#include "pintle/base/error.h"
#include "pintle/math/elementary.h"
#include "pintle/math/lives.h"

/// A plane of the world through p₀ with the normal n:
///
///     ε = n·(p₀ − p)              how deep a point p is [m]           (1)
///
/// t₁ is world x made perpendicular to n, or y where x is parallel; t₂ = n × t₁.
namespace pintle {

struct Plane {
  static constexpr std::string_view word = "plane";
  static constexpr std::string_view says = "a flat ground";

  template <class N>
  struct Law {
    static constexpr std::string_view name = "plane", title = "A plane";
    static constexpr std::string_view example = "{at: [0, 0, 0], up: [0, 0, 1]}";
    Three<N> at{}, up = upward<Three<N>>();
    static constexpr auto fields() {
      return std::tuple{field("at", &Law::at, "m", "a point of it; default the world's origin"),
                        field("up", &Law::up, "1", "its normal; default world z").bounded(Bound::direction)};
    }

   private:
    template <class V>
    static V upward() {
      if constexpr (std::is_same_v<N, Slot>)
        return {};
      else
        return {N(0.0), N(0.0), N(1.0)};
    }
  };

  Slot3 origin;   // p₀ [m]
  SlotPose axes;  // columns t₁, t₂, n in world axes

  /// From what the user gave, turned rigidly about the world's origin.
  template <class Numbers>
  static Plane put(const Numbers& numbers, const Mat3<double>& turn, SlotMaker slots, const std::string& where) {
    const Vec3<double> at = turn * Vec3<double>(numbers.at), up = turn * Vec3<double>(numbers.up);
    const double length = norm(up);
    if (!(length > 0)) throw Error(where + ".plane.up", "length 0; give a direction, for example [0, 0, 1]");
    const Vec3<double> n = (1.0 / length) * up;
    const Vec3<double> x = hypot(n.y, n.z) > 1e-6 ? unit<double>(0) : unit<double>(1);
    const Vec3<double> t = x - dot(x, n) * n, t1 = (1.0 / norm(t)) * t;
    const Pose<double> X_WS{Mat3<double>::from_columns(t1, cross(n, t1), n), at};
    return {slots.put(X_WS.p), slots.put(X_WS)};
  }

  template <class T>
  struct Data {
    Vec3<T> p0, t1, t2, n;

    T calc_depth(const Vec3<T>& point_W) const { return dot(n, p0 - point_W); }  // (1)
  };

  template <class T>
  Data<T> prepare(const Parameters<T>& p) const {
    const Mat3<T> R = p[axes].R;
    return {p[origin], R.column(0), R.column(1), R.column(2)};
  }
};

}  // namespace pintle
