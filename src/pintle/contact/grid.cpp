#include "pintle/contact/grid.h"

#include "pintle/base/check.h"

namespace pintle {
namespace {

/// c of the natural spline through f[0], f[stride], …: c₀ = f₀, (cᵢ₋₁ + 4 cᵢ + cᵢ₊₁)/6 = fᵢ, cₙ = fₙ; in place.
void solve_line(double* f, int count, std::ptrdiff_t stride) {
  std::vector<double> upper(static_cast<std::size_t>(count), 0.0);
  for (int i = 1; i + 1 < count; ++i) {
    const double pivot = 4 - upper[static_cast<std::size_t>(i) - 1];
    upper[static_cast<std::size_t>(i)] = 1 / pivot;
    f[i * stride] = (6 * f[i * stride] - f[(i - 1) * stride]) / pivot;
  }
  for (int i = count - 2; i > 0; --i) f[i * stride] -= upper[static_cast<std::size_t>(i)] * f[(i + 1) * stride];
}

/// Straight on before the first and behind the last of `count`: how much of the two at that end.
struct Inside {
  long first, second;
  double of_first, of_second;
};
Inside bring_inside(long i, long count) {
  if (i < 0) return {0, 1, static_cast<double>(1 - i), static_cast<double>(i)};
  if (i >= count) return {count - 1, count - 2, static_cast<double>(i - count + 2), static_cast<double>(count - 1 - i)};
  return {i, i, 1, 0};
}

}  // namespace

HeightGrid HeightGrid::make(int columns, int rows, std::vector<double> heights) {
  PINTLE_CHECK(columns >= 2 && rows >= 2 && heights.size() == static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows),
               "a grid has two rows and two columns at least");
  HeightGrid out{columns, rows, std::move(heights), {}};
  out.coefficients = out.heights;
  for (int j = 0; j < rows; ++j) solve_line(out.coefficients.data() + static_cast<std::ptrdiff_t>(j) * columns, columns, 1);
  for (int i = 0; i < columns; ++i) solve_line(out.coefficients.data() + i, rows, columns);
  return out;
}

double HeightGrid::at(long i, long j) const {
  const auto c = [&](long x, long y) { return coefficients[static_cast<std::size_t>(y * columns + x)]; };
  if (i >= 0 && j >= 0 && i < columns && j < rows) [[likely]]
    return c(i, j);
  const Inside x = bring_inside(i, columns), y = bring_inside(j, rows);
  return y.of_first * (x.of_first * c(x.first, y.first) + x.of_second * c(x.second, y.first)) +
         y.of_second * (x.of_first * c(x.first, y.second) + x.of_second * c(x.second, y.second));
}

}  // namespace pintle
