#include "pintle/model/values.h"

#include <algorithm>
#include <cmath>

namespace pintle {
namespace {

constexpr double close_to_one = 1e-14;  // |q|² − 1 of a quaternion that was normalized before

Quaternion<double> calc_turn(const Rotation::Turn& turn) {
  double s, c;
  update_sincos(0.5 * turn.angle.value, s, c);
  return {c, turn.axis == 0 ? s : 0, turn.axis == 1 ? s : 0, turn.axis == 2 ? s : 0};
}

}  // namespace

Rotation::operator Quaternion<double>() const {
  Quaternion<double> q{w.value, x.value, y.value, z.value};
  if (!turns.empty()) q = Quaternion<double>::identity();
  for (const Turn& turn : turns) q = q * calc_turn(turn);
  const double largest = std::max({std::fabs(q.w), std::fabs(q.x), std::fabs(q.y), std::fabs(q.z)});
  if (!(largest > 0)) return q;
  if (largest < 1e-100 || largest > 1e100) q = {q.w / largest, q.x / largest, q.y / largest, q.z / largest};
  if (std::fabs(q.norm2() - 1) > close_to_one) q = normalized(q);
  return q.w < 0 ? Quaternion<double>{-q.w, -q.x, -q.y, -q.z} : q;
}

}  // namespace pintle
