#include "pintle/simulate/locate.h"

#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <limits>

namespace pintle {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr std::uintmax_t max_iterations = 100;  // bisection alone would need some 60
constexpr int peak_bits = 26;                   // of its time: half the digits, where g is flat to the last one

/// Roots this near are one instant: a signal of size 1 that changes by 1 a second has this much noise.
double calc_resolution(double start, double end) { return 64 * epsilon * std::max(std::abs(end), end - start); }

}  // namespace

Locator::Locator(std::vector<bool> is_boundary)
    : is_boundary_(std::move(is_boundary)),
      needs_search_(std::find(is_boundary_.begin(), is_boundary_.end(), false) != is_boundary_.end()),
      g_(is_boundary_.size()),
      part_(parts + 1, std::vector<double>(is_boundary_.size())) {}

std::optional<Hit> Locator::find_hit(const StepEnds& step, const Sampler& sample) {
  update_samples(step, sample);
  const double near = calc_resolution(step.start, step.end);
  std::vector<std::pair<double, int>> roots;
  double first = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < is_boundary_.size(); ++i) {
    const auto bracket = find_bracket(step, i, sample);
    if (!bracket || bracket->a > first + near) continue;
    const double t = is_boundary_[i] ? step.end : find_root(*bracket, i, sample);
    roots.emplace_back(t, static_cast<int>(i));
    first = std::min(first, t);
  }
  if (roots.empty()) return std::nullopt;
  Hit hit{first, {}};
  for (const auto& [t, i] : roots) {
    if (t > first + near) continue;
    hit.t = std::max(hit.t, t);
    hit.conditions.push_back(i);
  }
  return hit;
}

bool Locator::is_open(const StepEnds& step, std::size_t i) const { return step.g_start[i] < 0 && !is_boundary_[i]; }

void Locator::update_samples(const StepEnds& step, const Sampler& sample) {
  in_parts_ = false;
  if (!needs_search_) return;
  bool open = false;
  for (std::size_t i = 0; i < is_boundary_.size(); ++i) open = open || is_open(step, i);
  if (!open || step.end - step.start <= calc_resolution(step.start, step.end)) return;

  sample(step.time(middle), part_[middle]);
  if (!may_cross(step)) return;
  std::copy(step.g_start.begin(), step.g_start.end(), part_.front().begin());
  std::copy(step.g_end.begin(), step.g_end.end(), part_.back().begin());
  for (int k = 1; k < parts; ++k)
    if (k != middle) sample(step.time(k), part_[k]);
  in_parts_ = true;
}

/// A parabola through three values leaves the straight line between its ends by |g_m − (g_0 + g_1)/2| at most; eight
/// times that covers what is rougher than a parabola.
bool Locator::may_cross(const StepEnds& step) const {
  for (std::size_t i = 0; i < is_boundary_.size(); ++i) {
    if (!is_open(step, i)) continue;
    const double g0 = step.g_start[i], g1 = step.g_end[i], gm = part_[middle][i];
    const double reach = std::abs(g1 - g0) + 8 * std::abs(gm - 0.5 * (g0 + g1));
    if (!(std::min({std::abs(g0), std::abs(gm), std::abs(g1)}) > reach)) return true;
  }
  return false;
}

/// False at its start, true at its end.
std::optional<Locator::Bracket> Locator::find_bracket(const StepEnds& step, std::size_t i, const Sampler& sample) {
  if (!(step.g_start[i] < 0)) return std::nullopt;
  if (in_parts_ && !is_boundary_[i]) {
    for (std::size_t k = 1; k <= parts; ++k)
      if (part_[k - 1][i] < 0 && part_[k][i] > 0)
        return Bracket{step.time(static_cast<int>(k) - 1), step.time(static_cast<int>(k)), part_[k - 1][i], part_[k][i]};
    return find_peak(step, i, sample);
  }
  if (step.g_end[i] > 0) return Bracket{step.start, step.end, step.g_start[i], step.g_end[i]};
  return std::nullopt;
}

/// With u = g_0 − g_2 and w = g_0 − 2 g_1 + g_2 < 0 of three values in a row, the parabola through them has its top at
/// t_1 + (u/2w) h, |u| < −2w if it is among them, and rises there to g_1 − u²/(8w). The search itself is Brent's.
std::optional<Locator::Bracket> Locator::find_peak(const StepEnds& step, std::size_t i, const Sampler& sample) {
  for (std::size_t k = 1; k < parts; ++k) {
    const double g0 = part_[k - 1][i], g1 = part_[k][i], g2 = part_[k + 1][i];
    const double u = g0 - g2, w = g0 - 2 * g1 + g2;
    if (!(w < 0 && std::abs(u) < -2 * w)) continue;
    const double top = g1 - u * u / (8 * w), rise = top - std::max({g0, g1, g2});
    if (!(top + rise > 0)) continue;
    const auto minus_g = [&](double t) {
      sample(t, g_);
      return -g_[i];
    };
    std::uintmax_t iterations = max_iterations;
    const double a = step.time(static_cast<int>(k) - 1), b = step.time(static_cast<int>(k) + 1);
    const auto [t, least] = boost::math::tools::brent_find_minima(minus_g, a, b, peak_bits, iterations);
    if (least < 0) return Bracket{a, t, g0, -least};
  }
  return std::nullopt;
}

double Locator::find_root(const Bracket& bracket, std::size_t i, const Sampler& sample) {
  const auto g = [&](double t) {
    sample(t, g_);
    return g_[i];
  };
  const double whole = bracket.b - bracket.a;
  const auto is_narrow = [&](double a, double b) { return b - a <= epsilon * std::max(2 * std::abs(b), whole); };
  std::uintmax_t iterations = max_iterations;
  const auto root = boost::math::tools::toms748_solve(g, bracket.a, bracket.b, bracket.g_a, bracket.g_b, is_narrow, iterations);
  return root.second;  // g keeps its sign at each end of the bracket: here the condition is true
}

}  // namespace pintle
