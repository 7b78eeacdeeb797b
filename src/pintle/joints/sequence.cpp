#include "pintle/joints/sequence.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pintle/math/elementary.h"
#include "pintle/math/quaternion.h"

namespace pintle {
namespace {

constexpr double pi = std::numbers::pi;
using Sequence = std::array<std::uint8_t, 3>;

double near(double angle, double held) { return angle + 2 * pi * std::round((held - angle) / (2 * pi)); }

Vec3<double> near(const Vec3<double>& angle, const Vec3<double>& held) {
  return {near(angle.x, held.x), near(angle.y, held.y), near(angle.z, held.z)};
}

/// log R: the rotation vector, of an angle up to π.
Vec3<double> calc_turn(const Mat3<double>& R) {
  const Quaternion<double> q = to_quaternion(R);
  const Vec3<double> v{q.x, q.y, q.z};
  const double s = norm(v);
  return (s < 1e-12 ? 2.0 : 2 * atan2(s, q.w) / s) * v;
}

/// exp φ
Mat3<double> make_rotation(const Vec3<double>& turn) {
  const double half = 0.5 * norm(turn);
  double s, c;
  update_sincos(half, s, c);
  const Vec3<double> v = (half < 1e-12 ? 0.5 : 0.5 * s / half) * turn;
  return to_matrix(Quaternion<double>{c, v.x, v.y, v.z});
}

/// (3)
Vec3<double> calc_rate_of_turn(const Vec3<double>& turn, const Vec3<double>& w) {
  const double theta = norm(turn);
  double s, c;
  update_sincos(0.5 * theta, s, c);
  const double k = theta < 1e-3 ? 1.0 / 12 : (1 - 0.5 * theta * c / s) / (theta * theta);
  return w + 0.5 * cross(turn, w) + k * cross(turn, cross(turn, w));
}

/// φ(s) of (2).
struct Way {
  Vec3<double> turn, first, last;  // Φ, φ'(0), φ'(1)

  Vec3<double> at(double s) const { return s * s * (3 - 2 * s) * turn + s * (1 - s) * ((1 - s) * first - s * last); }
  /// Of |φ'|: it is a quadratic with these Bézier points.
  double calc_most() const { return std::max({norm(first), norm(3.0 * turn - first - last), norm(last)}); }
};

Way make_way(const Mat3<double>& R0, const Vec3<double>& w0, const Mat3<double>& R1, const Vec3<double>& w1, double h) {
  constexpr double far = 1.5 * pi;  // (3) has a pole at 2π
  Vec3<double> turn = calc_turn(transpose_times(R0, R1));
  const double theta = norm(turn), expected = theta > 0 ? dot(turn, 0.5 * h * (w0 + w1)) / theta : 0;
  if (theta > 0) turn = (near(theta, expected) / theta) * turn;
  const Vec3<double> first = h * w0;
  return {turn, first, norm(turn) < far ? h * calc_rate_of_turn(turn, w1) : 2.0 * turn - first};
}

}  // namespace

SequenceAngles calc_sequence_angles(const Sequence& sequence, const Mat3<double>& R) {
  // With s = ±1 the sign of the order i, j, k:
  //     R e_k · e_i = s sin β,   R e_k = (…, −s sin α cos β, cos α cos β) on (j, k),   likewise for γ.
  const int i = sequence[0], j = sequence[1], k = sequence[2];
  const double s = (j - i + 3) % 3 == 1 ? 1.0 : -1.0;
  const double cosine = hypot(R(i, i), R(i, j));
  SequenceAngles out{Vec3<double>::zero(), cosine};
  out.angle[j] = atan2(s * R(i, k), cosine);
  out.angle[i] = atan2(-s * R(j, k), R(k, k));
  out.angle[k] = atan2(-s * R(i, j), R(i, i));
  return out;
}

Vec3<double> calc_nearest_angles(const Sequence& sequence, const Mat3<double>& R, const Vec3<double>& held) {
  const Vec3<double> angle = calc_sequence_angles(sequence, R).angle;
  Vec3<double> twin = angle + Vec3<double>{pi, pi, pi};
  twin[sequence[1]] = pi - angle[sequence[1]];
  const Vec3<double> one = near(angle, held), two = near(twin, held);
  return norm(one - held) <= norm(two - held) ? one : two;
}

Vec3<double> calc_angles_along(const Sequence& sequence, const SequencePast& past, const Mat3<double>& R, const Vec3<double>& w) {
  constexpr double closest = 1e-7;
  constexpr int most_pieces = 300;  // way in and out again take fifty; what stays at the singular place takes them all
  Mat3<double> R0 = Mat3<double>::identity();
  Vec3<double> w0 = Vec3<double>::zero();
  for (int axis : sequence) {
    w0 += past.rate[axis] * R0.column(axis);
    R0 = R0 * rotation_about(axis, past.angle[axis]);
  }
  const Way way = make_way(R0, transpose_times(R0, w0), R, w, past.h);
  const double most = way.calc_most();
  Vec3<double> angle = past.angle;
  double s = 0;
  for (int piece = 0; piece < most_pieces; ++piece) {
    double sine, cosine;
    update_sincos(angle[sequence[1]], sine, cosine);
    s += 0.5 * std::max(std::fabs(cosine), closest) / most;
    if (!(s < 1)) break;
    angle = calc_nearest_angles(sequence, R0 * make_rotation(way.at(s)), angle);
  }
  return calc_nearest_angles(sequence, R, angle);
}

}  // namespace pintle
