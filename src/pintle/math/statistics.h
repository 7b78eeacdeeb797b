#pragma once
#include <cstdint>
#include <span>
#include <vector>

/// What a sample says about what it was drawn from. Intervals are those of 95 %. What is not finite does not count.
namespace pintle {

struct Bounds {
  double low, high;
  double half_width() const { return 0.5 * (high - low); }
};

/// A rate of `hits` in `count` [Wilson 1927]: it stays within 0 and 1, and is honest where nothing was hit,
///
///     (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n)                                                (1)
Bounds calc_wilson(std::uint64_t hits, std::uint64_t count);

struct Moments {
  std::uint64_t count = 0;
  double mean = 0, sd = 0;  // sd with n − 1; NaN where there are too few
  double low = 0, high = 0;
  Bounds mean_range{0, 0};  // by Student's t
};
Moments calc_moments(std::span<const double> sample);

/// A percentile between order statistics, x₍ₖ₎ at (k − ½)/n, and the interval of those around it that needs to know nothing of the
/// distribution [Hahn Meeker 1991, sec. 5.2]: of n numbers B are below the percentile, which is binomial with p, and
///
///     [x₍ₗ₎, x₍ᵤ₎],   l the largest with P(B < l) ≤ 2.5 %,   u the smallest with P(B ≥ u) ≤ 2.5 %               (2)
///
/// Where there is no such l, or no u up to n, that end is infinite: of fewer than 368 numbers, none is sure to be above the
/// 99th percentile.
struct Percentile {
  double share, value;
  Bounds range;
};
/// `sorted` ascends and is finite.
Percentile calc_percentile(std::span<const double> sorted, double share);

/// Ranks from 1, those of equals shared.
std::vector<double> calc_ranks(std::span<const double> sample);
/// Correlation of two samples as long as each other; NaN if one does not vary.
double calc_correlation(std::span<const double> x, std::span<const double> y);

/// How much of the variance of y its dependence on x alone explains, Var(E[y|x])/Var(y), from a given sample: cases in the order
/// of x fall into M classes, and the variance between classes, without that which chance puts there, is compared,
///
///     S = (SSB − (M − 1) SSW/(n − M)) / SST                                                              (3)
///
/// the ε² of an analysis of variance [Kelley 1935]. M grows as √n, from 4 to 32. Below zero by chance; NaN for too few cases.
double calc_first_order_index(std::span<const double> x, std::span<const double> y);

/// The t below which a share of 0.975 of Student's distribution lies [Abramowitz Stegun 1964, eq. 26.7.5]: right to 1 % from two
/// degrees of freedom, to 10⁻⁴ from eight.
double calc_student(std::uint64_t freedoms);

}  // namespace pintle
