#include "pintle/math/chebyshev.h"

#include <algorithm>
#include <cmath>

#include "pintle/math/elementary.h"
#include "pintle/math/scalar.h"

namespace pintle {
namespace {

constexpr double pi = 3.14159265358979323846;

/// By halving and by secants in turn; the bracket ends nearer than any use of a root asks for.
double find_root(const ChebyshevSeries& series, double a, double b, double f_a, double f_b) {
  constexpr double narrow = 1e-13;
  for (int k = 0; k < 200 && b - a > narrow; ++k) {
    double x = 0.5 * (a + b);
    if (k % 3 != 2) x = std::clamp((a * f_b - b * f_a) / (f_b - f_a), a + 0.01 * (b - a), b - 0.01 * (b - a));
    const double f = series.at(x);
    if (f == 0) return x;
    if ((f > 0) == (f_a > 0)) {
      a = x, f_a = f;
    } else {
      b = x, f_b = f;
    }
  }
  return 0.5 * (a + b);
}

/// No root can be there: |c_0| > Σ |c_j|.
bool has_one_sign(const ChebyshevSeries& series) {
  double rest = 0;
  for (int j = 1; j <= series.degree; ++j) rest += std::fabs(series.c[j]);
  return std::fabs(series.c[0]) > rest;
}

}  // namespace

/// Clenshaw's recurrence b_j = c_j + 2x b_{j+1} − b_{j+2}, f = c_0 + x b_1 − b_2.
double ChebyshevSeries::at(double x) const {
  double b1 = 0, b2 = 0;
  for (int j = degree; j > 0; --j) {
    const double b = c[j] + 2 * x * b1 - b2;
    b2 = b1;
    b1 = b;
  }
  return c[0] + x * b1 - b2;
}

/// c'_{j−1} = c'_{j+1} + 2j c_j, and c'_0 is half of that.
ChebyshevSeries ChebyshevSeries::derivative() const {
  ChebyshevSeries d;
  d.degree = std::max(degree - 1, 0);
  for (int j = degree; j > 0; --j) {
    const auto k = static_cast<std::size_t>(j);
    d.c[k - 1] = (k + 1 < d.c.size() ? d.c[k + 1] : 0) + 2 * j * c[k];
  }
  d.c[0] *= 0.5;
  return d;
}

double ChebyshevSeries::size() const {
  double largest = 0;
  for (int j = 0; j <= degree; ++j) largest = std::max(largest, std::fabs(c[j]));
  return largest;
}

double ChebyshevSeries::last_size() const {
  const auto n = static_cast<std::size_t>(degree);
  return std::max(std::fabs(c[n]), n > 0 ? std::fabs(c[n - 1]) : 0.0);
}

ChebyshevSeries ChebyshevSeries::without_tail(double least) const {
  ChebyshevSeries shorter = *this;
  for (int& n = shorter.degree; n > 0 && std::fabs(c[n]) <= least; --n) shorter.c[n] = 0;
  return shorter;
}

ChebyshevPoints::ChebyshevPoints() {
  constexpr int n = ChebyshevSeries::most;
  for (int k = 0; k <= n / 2; ++k) {
    double s = 0, c = 0;
    update_sincos(pi * k / n, s, c);
    cosine_[k] = k == n / 2 ? 0 : c;
    cosine_[n - k] = k == n / 2 ? 0 : -c;
  }
}

double ChebyshevPoints::cosine(int n, int k) const {
  const int m = k % (2 * n);
  return cosine_[(m <= n ? m : 2 * n - m) * (ChebyshevSeries::most / n)];
}

ChebyshevSeries ChebyshevPoints::fit(std::span<const double> values) const {
  const int n = static_cast<int>(values.size()) - 1;
  ChebyshevSeries series;
  series.degree = n;
  for (int j = 0; j <= n; ++j) {
    double sum = 0.5 * (values.front() + cosine(n, j * n) * values.back());
    for (int k = 1; k < n; ++k) sum += cosine(n, j * k) * values[k];
    series.c[j] = (j % 2 == 0 ? 2.0 : -2.0) / n * (j == 0 || j == n ? 0.5 : 1) * sum;  // (2)
  }
  return series;
}

int find_sign_changes(const ChebyshevSeries& series, std::span<double, ChebyshevSeries::most> roots) {
  if (series.degree == 0 || has_one_sign(series)) return 0;
  std::array<double, ChebyshevSeries::most> turns;
  const int turn_count = find_sign_changes(series.derivative(), turns);
  int count = 0;
  double a = -1, f_a = series.at(-1);
  for (int k = 0; k <= turn_count; ++k) {
    const double b = k < turn_count ? turns[k] : 1, f_b = series.at(b);
    if ((f_a < 0 && f_b > 0) || (f_a > 0 && f_b < 0)) roots[count++] = find_root(series, a, b, f_a, f_b);
    a = b, f_a = f_b;
  }
  return count;
}

}  // namespace pintle
