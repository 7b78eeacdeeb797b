#include "pintle/joints/motion.h"

#include <cmath>
#include <numbers>

#include "pintle/math/elementary.h"

namespace pintle {
namespace {

double near(double angle, double held) {
  return angle + 2 * std::numbers::pi * std::round((held - angle) / (2 * std::numbers::pi));
}

/// The angle about `axis` that turns u into v, both taken normal to the axis.
double angle_between(int axis, const Vec3<double>& u, const Vec3<double>& v) {
  const Vec3<double> e = unit<double>(axis);
  return atan2(dot(e, cross(u, v)), dot(u, v) - dot(e, u) * dot(e, v));
}

/// R = A R₁(θ₁) B R₂(θ₂) C: the fixed rotations between the free ones of a sequence.
struct Split {
  std::array<Mat3<double>, 4> fixed{Mat3<double>::identity(), Mat3<double>::identity(), Mat3<double>::identity(),
                                    Mat3<double>::identity()};
  std::array<int, 3> axis{};
  int free = 0;
};

Split split_sequence(const JointType& type, DirectionSet free, const Vec3<double>& held) {
  Split s;
  for (int axis : type.sequence) {
    if (free.has(static_cast<Direction>(3 + axis))) {
      s.axis[s.free++] = axis;
    } else {
      Mat3<double>& R = s.fixed[s.free];
      R = R * rotation_about(axis, held[axis]);
    }
  }
  return s;
}

/// Angles of `q` where they are free, from R and ω in F's axes.
void update_angles(const JointType& type, DirectionSet free, const Mat3<double>& R, const Vec3<double>& w, double since,
                   JointCoordinates<double>& q) {
  Vec3<double>& angle = q.angle;
  const Split s = split_sequence(type, free, angle);
  if (s.free == 3) {
    angle = since > 0 ? calc_angles_along(type.sequence, {q.angle, q.rate, since}, R, transpose_times(R, w))
                      : calc_nearest_angles(type.sequence, R, angle);
    return;
  }
  if (s.free == 0) return;
  for (int k = 0; k < s.free; ++k) angle[s.axis[k]] += since * q.rate[s.axis[k]];
  const Mat3<double> Q = transpose_times(s.fixed[0], R) * s.fixed[s.free].transposed();  // R₁ B R₂, or R₁
  const int first = s.axis[0];
  if (s.free == 1) {
    const int next = (first + 1) % 3;
    angle[first] = near(angle_between(first, unit<double>(next), Q.column(next)), angle[first]);
    return;
  }
  const int second = s.axis[1];
  const Mat3<double>& B = s.fixed[1];
  angle[first] = near(angle_between(first, B.column(second), Q.column(second)), angle[first]);
  angle[second] = near(-angle_between(second, B.row(first), Q.row(first)), angle[second]);
}

/// θ̇ of the free axes from ω = Σ aₖ θ̇ₖ by normal equations (the axes need not be orthogonal).
Vec3<double> solve_rates(const Mat3<double>& a, DirectionSet free, const Vec3<double>& w) {
  Sym3<double> S = Sym3<double>::diagonal(1.0);
  Vec3<double> b = Vec3<double>::zero();
  const auto has = [&](int k) { return free.has(static_cast<Direction>(3 + k)); };
  const Vec3<double> x = a.column(0), y = a.column(1), z = a.column(2);
  if (has(0)) b.x = dot(x, w);
  if (has(1)) b.y = dot(y, w);
  if (has(2)) b.z = dot(z, w);
  if (has(0) && has(1)) S.xy = dot(x, y);
  if (has(0) && has(2)) S.xz = dot(x, z);
  if (has(1) && has(2)) S.yz = dot(y, z);
  return inverse(S) * b;
}

}  // namespace

JointType as_sequence(const JointType& ball) {
  JointType list = ball;
  list.ball = false;
  return list;
}

JointCoordinates<double> calc_coordinates(const JointType& type, DirectionSet free, const JointCoordinates<double>& held,
                                          const Pose<double>& X_FM, const Motion<double>& V_FM, double since) {
  JointCoordinates<double> q = held;
  for (int k = 0; k < 3; ++k) {
    if (!free.has(static_cast<Direction>(k))) continue;
    q.displacement[k] = X_FM.p[k];
    q.velocity[k] = V_FM.v[k];
  }
  if (type.ball) {
    q.rotation = nearest_sign(to_quaternion(X_FM.R), held.rotation);
    q.rate = transpose_times(X_FM.R, V_FM.w);
    return q;
  }
  update_angles(type, free, X_FM.R, V_FM.w, since, q);
  q.rate = solve_rates(calc_rotation_axes(type, q), free, V_FM.w);
  return q;
}

}  // namespace pintle
