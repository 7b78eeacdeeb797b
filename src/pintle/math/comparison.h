#pragma once
#include <cstdint>

#include "pintle/math/statistics.h"

/// Two samples, ours and one of which somebody else has told a few numbers: how far they are apart, and how far they would be by
/// chance. Intervals are those of 95 %; where the other's count is not known (0), its number is taken as exact.
namespace pintle {

struct Difference {
  double value = 0;  // ours less theirs
  Bounds range{0, 0};
  double score = 0;  // value over its standard error

  bool is_chance() const { return range.low <= 0 && range.high >= 0; }
};

/// Of means, for samples of different spread [Welch 1947],
///
///     m − m′ ± z √(s²/n + s′²/n′)                                                                        (1)
///
/// `other_sd` NaN: as large as ours.
Difference compare_means(const Moments& ours, double other_mean, double other_sd, std::uint64_t other_count);

/// Of deviations: the variance of s is nearly s² (κ − 1)/4n, κ the kurtosis of ours, which both samples are taken to have,
///
///     s − s′ ± z √((κ − 1)/4 (s²/n + s′²/n′))                                                            (2)
Difference compare_deviations(std::span<const double> ours, double other_sd, std::uint64_t other_count);

/// Of rates, from Wilson's intervals l … u [Newcombe 1998b, method 10],
///
///     p − p′ − √((p − l)² + (u′ − p′)²)  …  p − p′ + √((u − p)² + (p′ − l′)²)                            (3)
Difference compare_rates(std::uint64_t hits, std::uint64_t count, double other_rate, std::uint64_t other_count);

/// a/b of two means, through its logarithm: r exp(± z √(s_a²/n_a m_a² + s_b²/n_b m_b²)).
struct Ratio {
  double value = 0;
  Bounds range{0, 0};
};
Ratio calc_ratio_of_means(const Moments& a, const Moments& b);

}  // namespace pintle
