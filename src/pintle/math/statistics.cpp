#include "pintle/math/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace pintle {
namespace {

constexpr double z95 = 1.959963984540054;  // Φ⁻¹(0.975)
constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

std::vector<std::size_t> calc_order(std::span<const double> sample) {
  std::vector<std::size_t> order(sample.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return sample[i]; });
  return order;
}

/// Ranks of (2): l from 0, for none, and u up to n + 1, likewise. Weights of the distribution, from its mode to both sides as far as
/// they weigh anything.
struct RankRange {
  std::size_t low, high;
};
RankRange calc_rank_range(std::size_t n, double p) {
  constexpr double tail = 0.025, nothing = 1e-12;
  const double odds = p / (1 - p), count = static_cast<double>(n);
  const auto mode = std::min(n, static_cast<std::size_t>((count + 1) * p));
  std::vector<double> below, above{1.0};  // weights of mode − 1, mode − 2, …; of mode, mode + 1, …
  double sum = 1;
  const auto add = [&](std::vector<double>& list, double weight) { list.push_back(weight), sum += weight; };
  for (std::size_t k = mode; k < n && above.back() > nothing; ++k)
    add(above, above.back() * odds * static_cast<double>(n - k) / static_cast<double>(k + 1));
  for (std::size_t k = mode; k > 0 && (below.empty() || below.back() > nothing); --k)
    add(below, (below.empty() ? 1 : below.back()) * static_cast<double>(k) / (odds * static_cast<double>(n - k + 1)));
  const auto weight = [&](std::size_t k) { return k < mode ? below[mode - 1 - k] : above[k - mode]; };
  const std::size_t first = mode - below.size(), last = mode + above.size() - 1;
  RankRange range{first, last + 1};
  for (double under = weight(first); under <= tail * sum; under += weight(range.low)) ++range.low;
  for (double over = weight(last); over <= tail * sum; over += weight(range.high - 1)) --range.high;
  return range;
}

}  // namespace

Bounds calc_wilson(std::uint64_t hits, std::uint64_t count) {
  if (count == 0) return {0, 1};
  const double n = static_cast<double>(count), p = static_cast<double>(hits) / n, z2 = z95 * z95;
  const double middle = p + z2 / (2 * n), width = z95 * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n)), scale = 1 + z2 / n;
  return {hits == 0 ? 0 : (middle - width) / scale, hits == count ? 1 : (middle + width) / scale};
}

double calc_student(std::uint64_t freedoms) {
  if (freedoms == 0) return std::numeric_limits<double>::infinity();
  if (freedoms == 1) return 12.706204736432095;
  if (freedoms == 2) return 4.302652729911275;
  const double n = static_cast<double>(freedoms), z = z95, z2 = z * z;
  const double g1 = z * (z2 + 1) / 4, g2 = z * ((5 * z2 + 16) * z2 + 3) / 96;
  const double g3 = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
  const double g4 = z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160;
  return z + (g1 + (g2 + (g3 + g4 / n) / n) / n) / n;
}

Moments calc_moments(std::span<const double> sample) {
  Moments m{.low = nan, .high = nan};
  double sum = 0;
  for (const double x : sample) {
    if (!std::isfinite(x)) continue;
    m.low = m.count == 0 ? x : std::min(m.low, x);
    m.high = m.count == 0 ? x : std::max(m.high, x);
    ++m.count;
    sum += x;
  }
  const double n = static_cast<double>(m.count);
  m.mean = m.count > 0 ? sum / n : nan;
  double squares = 0;
  for (const double x : sample)
    if (std::isfinite(x)) squares += (x - m.mean) * (x - m.mean);
  m.sd = m.count > 1 ? std::sqrt(squares / (n - 1)) : nan;
  const double width = m.count > 1 ? calc_student(m.count - 1) * m.sd / std::sqrt(n) : nan;
  m.mean_range = {m.mean - width, m.mean + width};
  return m;
}

Percentile calc_percentile(std::span<const double> sorted, double share) {
  if (sorted.empty()) return {share, nan, {nan, nan}};
  const double n = static_cast<double>(sorted.size());
  const double place = std::clamp(n * share - 0.5, 0.0, n - 1);
  const auto k = std::min(static_cast<std::size_t>(place), sorted.size() - 1);
  const std::size_t next = std::min(k + 1, sorted.size() - 1);
  const double value = sorted[k] + (place - static_cast<double>(k)) * (sorted[next] - sorted[k]);
  const RankRange rank = calc_rank_range(sorted.size(), share);
  return {share,  // (2)
          value,
          {rank.low == 0 ? -infinity : sorted[rank.low - 1], rank.high > sorted.size() ? infinity : sorted[rank.high - 1]}};
}

std::vector<double> calc_ranks(std::span<const double> sample) {
  const std::vector<std::size_t> order = calc_order(sample);
  std::vector<double> ranks(sample.size());
  for (std::size_t i = 0, j = 0; i < order.size(); i = j) {
    while (j < order.size() && sample[order[j]] == sample[order[i]]) ++j;
    for (std::size_t k = i; k < j; ++k) ranks[order[k]] = 0.5 * static_cast<double>(i + j + 1);
  }
  return ranks;
}

double calc_correlation(std::span<const double> x, std::span<const double> y) {
  const Moments a = calc_moments(x), b = calc_moments(y);
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += (x[i] - a.mean) * (y[i] - b.mean);
  const double scale = a.sd * b.sd * (static_cast<double>(x.size()) - 1);
  return scale > 0 ? std::clamp(sum / scale, -1.0, 1.0) : nan;
}

double calc_first_order_index(std::span<const double> x, std::span<const double> y) {
  const std::size_t n = y.size();
  const auto classes =
      std::clamp(static_cast<std::size_t>(std::sqrt(static_cast<double>(n)) / 2), std::size_t{4}, std::size_t{32});
  if (n < 4 * classes) return nan;
  const double mean = calc_moments(y).mean;
  const std::vector<std::size_t> order = calc_order(x);
  double between = 0, all = 0;
  std::size_t used = 0;
  for (std::size_t c = 0, i = 0; c < classes; ++c) {
    std::size_t end = n * (c + 1) / classes;
    while (end > 0 && end < n && x[order[end]] == x[order[end - 1]]) ++end;  // equals stay together
    if (end <= i) continue;
    double sum = 0;
    const double count = static_cast<double>(end - i);
    for (; i < end; ++i) sum += y[order[i]] - mean;
    between += sum * sum / count;
    ++used;
  }
  for (const double v : y) all += (v - mean) * (v - mean);
  if (!(all > 0) || used < 2) return nan;
  const double m = static_cast<double>(used);
  return (between - (m - 1) * (all - between) / (static_cast<double>(n) - m)) / all;  // (3)
}

}  // namespace pintle
