#pragma once
#include "pintle/model/signals/signal_kind.h"

/// Of a body, by its mass centre, and of a point of a body. x has motion() (BodyMotion) and gravity_W(); of an observer also
/// acceleration(), orientation() and energy(); of a point p_BP().
namespace pintle::signals {

struct Position {
  static constexpr SignalFacts facts{
      .owner = SignalOwner::body, .level = place, .rounding = rounded, .pictures = {{{"Positions", 6}}}};
  static constexpr auto words = xyz("position", "m");
  static auto value(const auto& x, int k) { return component_of(x.motion().X_WB.p, k); }
};

struct Orientation {
  static constexpr SignalFacts facts{.owner = SignalOwner::body, .need = SignalNeed::signs, .pictures = {{{"Orientations", 99}}}};
  static constexpr auto words = orientation;
  static auto value(const auto& x, int k) { return component_of(x.orientation(), k); }
};

struct Velocity {
  static constexpr SignalFacts facts{
      .owner = SignalOwner::body, .level = motion, .rounding = rounded, .pictures = {{{"Velocities", 7}}}};
  static constexpr auto words = xyz("velocity", "m/s");
  static auto value(const auto& x, int k) { return component_of(x.motion().v_W, k); }
};

/// Body axes.
struct AngularVelocity {
  static constexpr SignalFacts facts{
      .owner = SignalOwner::body, .level = motion, .rounding = rounded, .pictures = {{{"Angular velocities", 8}}}};
  static constexpr auto words = xyz("angular_velocity", "rad/s");
  static auto value(const auto& x, int k) { return component_of(x.motion().w_B, k); }
};

struct Acceleration {
  static constexpr SignalFacts facts{.owner = SignalOwner::body,
                                     .level = forces,
                                     .need = accelerations,
                                     .rounding = solved,
                                     .pictures = {{{"Accelerations", 20}}}};
  static constexpr auto words = xyz("acceleration", "m/s^2");
  static auto value(const auto& x, int k) { return component_of(x.acceleration().v, k); }
};

/// Body axes.
struct AngularAcceleration {
  static constexpr SignalFacts facts{.owner = SignalOwner::body,
                                     .level = forces,
                                     .need = accelerations,
                                     .rounding = solved,
                                     .pictures = {{{"Angular accelerations", 21}}}};
  static constexpr auto words = xyz("angular_acceleration", "rad/s^2");
  static auto value(const auto& x, int k) { return component_of(x.acceleration().w, k); }
};

/// R_WB, row by row.
struct Attitude {
  static constexpr SignalFacts facts{.owner = SignalOwner::body, .level = place, .rounding = rounded};
  static constexpr auto words = words_of<9>("attitude", {"xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz"}, "1");
  static auto value(const auto& x, int k) { return x.motion().X_WB.R(k / 3, k % 3); }
};

/// Against gravity, of its size; without gravity world z.
template <class T>
Vec3<T> calc_up(const Vec3<T>& gravity_W) {
  const Mask<T> heavy = is_greater(norm(gravity_W), T(0.0));
  return {select(heavy, -gravity_W.x, T(0.0)), select(heavy, -gravity_W.y, T(0.0)), select(heavy, -gravity_W.z, T(1.0))};
}

/// Angle of body z to up.
struct Tilt {
  static constexpr SignalFacts facts{.owner = SignalOwner::body, .level = motion, .pictures = {{{"Tilt", 9}}}};
  static constexpr std::array words{SignalWord{"tilt", {}, "rad", SignalRank::listed, 0, false, true}};  // ‖z × up‖ is in it
  static auto value(const auto& x, int) {
    const auto up = calc_up(x.gravity_W()), z = x.motion().X_WB.R.column(2);
    return atan2(norm(cross(z, up)), dot(z, up));
  }
};

/// R_WB = Rz(yaw) Ry(pitch) Rx(roll).
struct RollPitchYaw {
  static constexpr SignalFacts facts{
      .owner = SignalOwner::body, .level = place, .wraps = true, .pictures = {{{"Roll, pitch, yaw", 10}}}};
  static constexpr auto words = words_of<3>("", {"roll", "pitch", "yaw"}, "rad");
  static auto value(const auto& x, int k) {
    const auto& R = x.motion().X_WB.R;
    if (k == 0) return atan2(R.zy, R.zz);
    if (k == 1) return atan2(-R.zx, sqrt(R.xx * R.xx + R.yx * R.yx));
    return atan2(R.yx, R.xx);
  }
};

/// Kinetic, and in the field of gravity.
struct BodyEnergy {
  static constexpr SignalFacts facts{.owner = SignalOwner::body};
  static constexpr auto words = one("energy", "J");
  static auto value(const auto& x, int) { return x.energy(); }
};

// ---- of a point, in world axes

struct PointPosition {
  static constexpr SignalFacts facts{.owner = SignalOwner::point, .level = place};
  static constexpr auto words = xyz("position", "m");
  static auto value(const auto& x, int k) { return component_of(x.motion().X_WB * x.p_BP(), k); }
};

struct PointVelocity {
  static constexpr SignalFacts facts{.owner = SignalOwner::point, .level = motion};
  static constexpr auto words = xyz("velocity", "m/s");
  static auto value(const auto& x, int k) {
    const auto& B = x.motion();
    return component_of(B.v_W + B.X_WB.R * cross(B.w_B, x.p_BP()), k);
  }
};

struct PointAcceleration {
  static constexpr SignalFacts facts{.owner = SignalOwner::point, .level = forces, .need = accelerations};
  static constexpr auto words = xyz("acceleration", "m/s^2");
  static auto value(const auto& x, int k) { return component_of(calc(x), k); }
  /// a_P = a + R (α × p + ω × (ω × p)), α and ω in body axes.
  static auto calc(const auto& x) {
    const auto& B = x.motion();
    const auto& A = x.acceleration();
    return A.v + B.X_WB.R * (cross(A.w, x.p_BP()) + centripetal(B.w_B, x.p_BP()));
  }
};

/// Acceleration less gravity, what an accelerometer there reads, in the axes of its body.
struct SpecificForce {
  static constexpr SignalFacts facts = PointAcceleration::facts;
  static constexpr auto words = xyz("specific_force", "m/s^2", SignalRank::listed);
  static auto value(const auto& x, int k) {
    return component_of(transpose_times(x.motion().X_WB.R, PointAcceleration::calc(x) - x.gravity_W()), k);
  }
};

}  // namespace pintle::signals
