#pragma once
#include "pintle/math/parameters.h"

/// A spring and damper on one coordinate, stiffness and damping constant or piecewise-linear tables of the
/// coordinate with held ends [Wachlin 2018, section 5.1.1]:
///
///     τ = −k(q)(q − r) − c(q) q̇                                       (1)
///     E = ∫_r^q k(s)(s − r) ds                                        (2)
///     dissipated power = c(q) q̇²                                      (3)
namespace pintle {

/// y(x) of a table of `count` pairs, linear between its points, ends held. No branch on x: every segment's slope acts
/// on the part of x inside the segment.
template <class T>
T calc_table(const T* xy, int count, const T& x) {
  T y = xy[1];
  for (int i = 0; i + 1 < count; ++i) {
    const T &x0 = xy[2 * i], &x1 = xy[2 * i + 2];
    const T inside = min(max(x, x0), x1) - x0;
    y = y + inside * ((xy[2 * i + 3] - xy[2 * i + 1]) / (x1 - x0));
  }
  return y;
}

/// (2) for a table: a cubic per segment, the ends' constants outside.
/// On a segment k(s) = k₀ + m (s − x₀); with u = s − r:  ∫ (k₀ + m (u + r − x₀)) u du = (k₀ + m (r − x₀)) u²/2 + m u³/3.
template <class T>
T calc_table_energy(const T* xy, int count, const T& rest, const T& q) {
  const auto piece = [&](const T& k0, const T& m, const T& x0, const T& from, const T& to) {
    const T a = k0 + m * (rest - x0), u = to - rest, w = from - rest;
    return a * 0.5 * (u * u - w * w) + m * (1.0 / 3) * (u * u * u - w * w * w);
  };
  // E(q) = F(q) − F(rest), with F counted from the table's first point; each part is clipped to its own range.
  const auto from_first = [&](const T& x) {
    const T &first = xy[0], &last = xy[2 * (count - 1)];
    T sum = piece(xy[1], T(0.0), first, first, min(x, first));
    for (int i = 0; i + 1 < count; ++i) {
      const T &x0 = xy[2 * i], &x1 = xy[2 * i + 2];
      sum = sum + piece(xy[2 * i + 1], (xy[2 * i + 3] - xy[2 * i + 1]) / (x1 - x0), x0, x0, min(max(x, x0), x1));
    }
    return sum + piece(xy[2 * count - 1], T(0.0), last, last, max(x, last));
  };
  return from_first(q) - from_first(rest);
}

/// The same with the table's numbers in Parameters.
template <class T>
T calc_table(const Parameters<T>& p, SlotTable table, const T& x) {
  return calc_table(&p.at(table.i), table.count, x);
}
template <class T>
T calc_table_energy(const Parameters<T>& p, SlotTable table, const T& rest, const T& q) {
  return calc_table_energy(&p.at(table.i), table.count, rest, q);
}

}  // namespace pintle
