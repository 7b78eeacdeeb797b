#pragma once
#include "pintle/math/element.h"

/// A force f and a moment m at a point P of a body, in world axes or in the axes of a body:
///
///     power = f·v_P + m·ω                                             (1)
///
/// In a body's axes it follows the body and has no potential; its work is booked under `applied` either way. A component
/// may live.
namespace pintle {

struct PointForce {
  static constexpr std::string_view word = "";  // what neither names its kind nor has two points
  static constexpr std::string_view says = "three elements on one point";
  static constexpr std::string_view idle = "give force, moment or both, for example force: [0, 0, 10 N]";
  static constexpr int ends = 2, pushed = 1, points = 1, states = 0;  // the second end: whose axes f and m are in
  static constexpr bool has_mode = false, has_axes = true;
  static constexpr std::array accounts{Account::applied};
  static constexpr std::array signals{ElementSignal{"force", "N", "Forces", true, false, true},
                                      ElementSignal{"power", "W", "Power of forces"}};

  template <class N>
  struct Law {
    LivelyThree<N> force{}, moment{};  // [N], [N m]
    static constexpr auto fields() {
      return std::tuple{field("force", &Law::force, "N", "three elements on one point"),
                        field("moment", &Law::moment, "N*m", "on one point")};
    }
  };

  std::array<BodyIndex, 2> bodies;
  std::array<Slot3, 1> at;  // [m] in the body's axes
  Law<Slot> law;
  SlotPose turn;  // its R turns what was given within these axes: instances of a `repeat`

  template <class T>
  struct Data {
    Vec3<T> p_LP, force, moment;  // in the axes of frame L of the second end
    Mat3<T> R;                    // of what was given → these axes
    Law<T> given;
  };

  template <class T>
  Data<T> prepare(const Parameters<T>& p, const std::array<Pose<T>, 2>& X_LB) const {
    const Mat3<T> R = X_LB[1].R * p[turn].R;
    const Law<T> given = value_of(p, law);
    return {X_LB[0] * p[at[0]], R * given.force, R * given.moment, R, given};
  }

  template <class T>
  void update(const T* outputs, Data<T>& d) const {
    update_living(outputs, law, d.given);
    d.force = d.R * d.given.force;
    d.moment = d.R * d.given.moment;
  }

  template <class T>
  [[gnu::always_inline]] Effect<T, PointForce> act(const Data<T>& d, const Ends<T, 2>& end, const T*, Mask<T>) const {
    const bool turns = bodies[1] != world;
    const Mat3<T>& R_WA = end[1].R_WL;
    const Push<T> push{place_of(end[0], d.p_LP), turns ? R_WA * d.force : d.force, turns ? R_WA * d.moment : d.moment};
    const T power = calc_power(push, end[0]);  // (1)
    return {{push}, T(0.0), {power}, {}, {norm(push.force_W), power}};
  }
};

}  // namespace pintle
