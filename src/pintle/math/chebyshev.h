#pragma once
#include <array>
#include <span>

/// A function on [−1, 1] as a series of Chebyshev polynomials, through its values at the n + 1 points x_k
/// [Trefethen 2013, chapters 2 to 4]:
///
///     x_k = −cos(πk/n),     f(x) ≈ Σ_j c_j T_j(x),     |T_j| ≤ 1                                           (1)
///     c_j = (2/n) Σ_k″ (−1)^j cos(πjk/n) f(x_k)                                                            (2)
///
/// (Σ″ takes half of its first and last term, and c_0 and c_n are half of what (2) says.) The c_j of a smooth f fall
/// geometrically, so the last ones tell how well the series represents it.
namespace pintle {

struct ChebyshevSeries {
  static constexpr int most = 24;  // degrees

  int degree = 0;
  std::array<double, most + 1> c{};

  double at(double x) const;
  ChebyshevSeries derivative() const;
  /// Largest of |c_j|, of all and of the last two.
  double size() const;
  double last_size() const;
  /// Without the last terms that are below `least`.
  ChebyshevSeries without_tail(double least) const;
};

class ChebyshevPoints {
 public:
  ChebyshevPoints();

  /// x_k of (1), for n = 3, 6, 12, 24: the points of one are, to the bit, among the points of the next.
  double x(int n, int k) const { return -cosine_[k * (ChebyshevSeries::most / n)]; }
  /// (2), n + 1 values.
  ChebyshevSeries fit(std::span<const double> values) const;

 private:
  double cosine(int n, int k) const;                        // cos(πk/n), any k ≥ 0
  std::array<double, ChebyshevSeries::most + 1> cosine_{};  // cos(πk/24)
};

/// Where a series changes its sign within (−1, 1), ascending; returns how many there are. Between two roots of its derivative a
/// polynomial has at most one root: they are found from the lowest degree up. Roots that rounding cannot tell from a touch
/// may be missing.
int find_sign_changes(const ChebyshevSeries& series, std::span<double, ChebyshevSeries::most> roots);

}  // namespace pintle
