#pragma once
#include <array>
#include <string_view>

#include "pintle/base/index.h"
#include "pintle/math/lives.h"

/// What an element sees of the bodies that it acts on, and gives back. A kind is a plain struct of indices and slots with a few
/// templates on the scalar T; no virtual call. It says
///     bodies              its ends, `ends` of them; it pushes the first `pushed`
///     states, has_mode    numbers that it integrates; a mode, `touching`, that says whether they live. Where elements of a kind
///                         differ, `states` is the most, and state_count() says how many one has
///     accounts, signals   where its powers are booked; what can be recorded of it
///     Law<N>              its numbers in all their lives (lives.h), which the file gives
/// and a kernel calls
///     prepare      once per case: slots → numbers in the frames L in which the kernel keeps the bodies
///     update       once per stage: new values of what lives
///     set_time     before what follows, if it asks for the time
///     act          once per stage: where the bodies are → Effect
///     next_mode    after an accepted step, if it has a mode
namespace pintle {

/// Frame L of a body: its pose and velocity, in world axes.
template <class T>
struct End {
  const Mat3<T>& R_WL;
  const Vec3<T>& p_WL;
  const Vec3<T>& w_W;  // angular velocity [rad/s]
  const Vec3<T>& v_W;  // of L's origin [m/s]
};

template <class T, int n>
using Ends = std::array<End<T>, n>;

/// A force and a moment at a point, world axes.
template <class T>
struct Push {
  Vec3<T> point_W, force_W, moment_W;
};

/// Power that is integrated along a run [W]. Drivers and moving constraints are `applied`; `stabilization` is what constraint
/// forces do on rows that are not quite met.
enum class Account { damping, applied, contact, stabilization };
inline constexpr int account_count = 4;

/// A number that can be recorded of an element.
struct ElementSignal {
  std::string_view name, unit;
  std::string_view title = {};  // of its picture; empty: it has none
  bool is_load = false;         // its peak is looked for
  bool is_flag = false;         // true or false
  bool is_length = false;       // made of the length of a vector, which bends sharply where that is nearly zero
};

/// What an element does at one instant.
template <class T, class Kind>
struct Effect {
  std::array<Push<T>, Kind::pushed> push;      // on its ends
  T stored;                                    // potential energy [J]
  std::array<T, Kind::accounts.size()> power;  // by account [W]
  std::array<T, Kind::states> zdot;            // rates of its states
  std::array<T, Kind::signals.size()> signal;
};

/// Numbers that an element integrates.
template <class Kind>
[[gnu::always_inline]] inline int count_states(const Kind& element) {
  if constexpr (requires { element.state_count(); })
    return element.state_count();
  else
    return Kind::states;
}

/// What most elements have: points of bodies, each of which they push.
template <int n>
struct PointsOn {
  static constexpr int ends = n, pushed = n, points = n, states = 0;
  static constexpr bool has_mode = false;

  std::array<BodyIndex, n> bodies;
  std::array<Slot3, n> at;  // [m] in the bodies' axes

  /// The points in the frames L of a kernel; X_LB is where each body sits in its own.
  template <class T>
  std::array<Vec3<T>, n> prepare_points(const Parameters<T>& p, const std::array<Pose<T>, n>& X_LB) const {
    std::array<Vec3<T>, n> points_L;
    for (int i = 0; i < n; ++i) points_L[i] = X_LB[i] * p[at[i]];
    return points_L;
  }
};

template <class T>
[[gnu::always_inline]] inline Vec3<T> place_of(const End<T>& end, const Vec3<T>& p_L) {
  return end.p_WL + end.R_WL * p_L;
}

/// Velocity of the body's point that is now at point_W.
template <class T>
[[gnu::always_inline]] inline Vec3<T> velocity_at(const End<T>& end, const Vec3<T>& point_W) {
  return end.v_W + cross(end.w_W, point_W - end.p_WL);
}

/// f·v_P + m·ω, what a push does on the body that it acts on.
template <class T>
[[gnu::always_inline]] inline T calc_power(const Push<T>& push, const End<T>& end) {
  return dot(push.force_W, velocity_at(end, push.point_W)) + dot(push.moment_W, end.w_W);
}

}  // namespace pintle
