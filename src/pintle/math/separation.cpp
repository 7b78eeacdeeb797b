#include "pintle/math/separation.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace pintle {
namespace {

constexpr double z95 = 1.959963984540054;  // Φ⁻¹(0.975)

double calc_variance(double a, double n1, double n0) {
  const double above = a / (2 - a) - a * a, below = 2 * a * a / (1 + a) - a * a;
  return (a * (1 - a) + (n1 - 1) * above + (n0 - 1) * below) / (n1 * n0);  // (2)
}

void update_threshold(std::span<const double> x, std::span<const double> is_true, Separation& s) {
  std::vector<std::size_t> order(x.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return x[i]; });
  const double n1 = static_cast<double>(s.hits), n0 = static_cast<double>(s.others);
  double best = -1;
  std::size_t hits = 0;
  for (std::size_t k = 1; k < order.size(); ++k) {
    hits += is_true[order[k - 1]] != 0;
    if (x[order[k]] == x[order[k - 1]]) continue;
    const double j = std::fabs(static_cast<double>(hits) / n1 - static_cast<double>(k - hits) / n0);  // (3)
    if (j <= best) continue;
    best = j;
    s.threshold = 0.5 * (x[order[k - 1]] + x[order[k]]);
    s.below = k;
    s.hits_below = hits;
  }
  const auto share = [](std::size_t part, std::size_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
  };
  s.rate_below = share(s.hits_below, s.below);
  s.rate_above = share(s.hits - s.hits_below, x.size() - s.below);
}

}  // namespace

Separation calc_separation(std::span<const double> x, std::span<const double> is_true) {
  Separation s;
  const std::vector<double> ranks = calc_ranks(x);
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (is_true[i] == 0) continue;
    ++s.hits;
    sum += ranks[i];
  }
  s.others = x.size() - s.hits;
  if (s.hits == 0 || s.others == 0) return s;
  const double n1 = static_cast<double>(s.hits), n0 = static_cast<double>(s.others);
  s.area = (sum - n1 * (n1 + 1) / 2) / (n1 * n0);  // (1)
  const double width = z95 * std::sqrt(calc_variance(s.area, n1, n0));
  s.range = {std::max(0.0, s.area - width), std::min(1.0, s.area + width)};
  update_threshold(x, is_true, s);
  return s;
}

}  // namespace pintle
