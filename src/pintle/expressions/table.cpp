#include "pintle/expressions/table.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/base/error.h"
#include "pintle/math/dual.h"
#include "pintle/math/lanes.h"

namespace pintle {
namespace {

void check_points(const std::vector<std::pair<double, double>>& points) {
  if (points.size() < 2) throw Error(fmt::format("a table of {} points; give at least two", points.size()));
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto& [x, y] = points[i];
    if (!std::isfinite(x) || !std::isfinite(y))
      throw Error(fmt::format("point {} of the table, [{}, {}], is not finite; give two numbers", i + 1, x, y));
    if (i > 0 && x <= points[i - 1].first)
      throw Error(
          fmt::format("point {} of the table is at {}, the one before it at {}; give the points in ascending order, each "
                      "place once",
                      i + 1, x, points[i - 1].first));
  }
}

/// The slopes s at the points of the cubic spline with two continuous derivatives. With hᵢ = xᵢ₊₁ − xᵢ and
/// dᵢ = (yᵢ₊₁ − yᵢ)/hᵢ, continuity of y'' at an inner point [de Boor 1978, chapter 4]:
///
///     hᵢ sᵢ₋₁ + 2(hᵢ₋₁ + hᵢ) sᵢ + hᵢ₋₁ sᵢ₊₁ = 3(hᵢ dᵢ₋₁ + hᵢ₋₁ dᵢ)                                       (2)
///
/// and of y''' at the first inner point (not-a-knot; the last one is its mirror image):
///
///     h₁ s₀ + (h₀ + h₁) s₁ = ((3h₀ + 2h₁) h₁ d₀ + h₀² d₁)/(h₀ + h₁)                                     (3)
///
/// Two points make a line, three a parabola: there is no more to ask for.
std::vector<double> calc_slopes(const std::vector<double>& h, const std::vector<double>& d) {
  const std::size_t n = h.size();  // intervals
  if (n == 1) return {d[0], d[0]};
  if (n == 2) {
    const double bend = (d[1] - d[0]) / (h[0] + h[1]);
    return {d[0] - h[0] * bend, d[0] + h[0] * bend, d[1] + h[1] * bend};
  }
  const auto end = [](double h0, double h1, double d0, double d1) {  // right side of (3)
    return ((3 * h0 + 2 * h1) * h1 * d0 + h0 * h0 * d1) / (h0 + h1);
  };
  // Rows low s₋ + diagonal s + high s₊ = s; eliminated downwards, then solved upwards.
  std::vector<double> diagonal(n + 1), high(n + 1), s(n + 1);
  diagonal[0] = h[1], high[0] = h[0] + h[1], s[0] = end(h[0], h[1], d[0], d[1]);
  for (std::size_t i = 1; i <= n; ++i) {
    const bool last = i == n;
    const double low = last ? h[n - 1] + h[n - 2] : h[i];
    const double factor = low / diagonal[i - 1];
    diagonal[i] = (last ? h[n - 2] : 2 * (h[i - 1] + h[i])) - factor * high[i - 1];
    high[i] = last ? 0 : h[i - 1];
    s[i] = (last ? end(h[n - 1], h[n - 2], d[n - 1], d[n - 2]) : 3 * (h[i] * d[i - 1] + h[i - 1] * d[i])) - factor * s[i - 1];
  }
  s[n] /= diagonal[n];
  for (std::size_t i = n; i-- > 0;) s[i] = (s[i] - high[i] * s[i + 1]) / diagonal[i];
  return s;
}

/// One row of (1) at one x, or what stands for it outside.
struct Piece {
  double x0;
  std::array<double, 4> c;
};

Piece find_piece(const Table& table, double x) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const bool below = x<table.x.front(), above = x> table.x.back();
  if (below || above) {
    switch (table.outside) {
      case Outside::hold: return {table.x.front(), {below ? table.y.front() : table.y.back(), 0, 0, 0}};
      case Outside::zero: return {table.x.front(), {0, 0, 0, 0}};
      case Outside::error: return {table.x.front(), {nan, nan, nan, nan}};
      case Outside::extrapolate: break;
    }
  }
  const auto inner = table.x.begin() + 1;  // the last point belongs to the last interval
  const auto i = static_cast<std::size_t>(std::upper_bound(inner, table.x.end() - 1, x) - inner);
  return {table.x[i], table.c[i]};
}

/// The same for a derivative of (1). Never inlined: what is rounded here stays so, for every T.
[[gnu::noinline]] Piece find_piece(const Table& table, double x, int order) {
  auto [x0, c] = find_piece(table, x);
  for (; order > 0; --order) c = {c[1], 2 * c[2], 3 * c[3], 0};
  return {x0, c};
}

}  // namespace

Table make_table(const std::vector<std::pair<double, double>>& points, Interpolate interpolate, Outside outside) {
  check_points(points);
  Table table{.x = {}, .y = {}, .c = {}, .interpolate = interpolate, .outside = outside};
  std::vector<double> h, d;
  for (const auto& [x, y] : points) {
    if (!table.x.empty()) {
      h.push_back(x - table.x.back());
      d.push_back((y - table.y.back()) / h.back());
    }
    table.x.push_back(x);
    table.y.push_back(y);
  }
  const std::vector<double> s = interpolate == Interpolate::cubic ? calc_slopes(h, d) : std::vector<double>{};
  for (std::size_t i = 0; i < h.size(); ++i) {
    std::array<double, 4> c{table.y[i], d[i], 0, 0};
    if (interpolate == Interpolate::cubic) {
      const double bend = (s[i] + s[i + 1] - 2 * d[i]) / h[i];
      c = {table.y[i], s[i], (d[i] - s[i]) / h[i] - bend, bend / h[i]};
    }
    for (const double coefficient : c)
      if (!std::isfinite(coefficient))
        throw Error(fmt::format("the table is too steep for numbers between {} and {}; move these points apart", table.x[i],
                                table.x[i + 1]));
    table.c.push_back(c);
  }
  return table;
}

template <class T>
T calc_table(const Table& table, const T& x, int order) {
  T x0(0.0), c0(0.0), c1(0.0), c2(0.0), c3(0.0);
  for (int i = 0; i < width<T>; ++i) {
    const Piece piece = find_piece(table, lane(x, i), order);
    set_lane(x0, i, piece.x0);
    set_lane(c0, i, piece.c[0]);
    set_lane(c1, i, piece.c[1]);
    set_lane(c2, i, piece.c[2]);
    set_lane(c3, i, piece.c[3]);
  }
  const T s = x - x0;
  return c0 + s * (c1 + s * (c2 + s * c3));
}

template double calc_table(const Table&, const double&, int);
template Lanes calc_table(const Table&, const Lanes&, int);
template Dual calc_table(const Table&, const Dual&, int);

std::vector<double> kinks_of(const Table& table) {
  std::vector<double> kinks = table.x;
  if (table.interpolate == Interpolate::cubic) kinks = {table.x.front(), table.x.back()};
  if (table.outside != Outside::extrapolate) return kinks;
  return {kinks.begin() + 1, kinks.end() - 1};  // the ends go on smoothly
}

}  // namespace pintle
