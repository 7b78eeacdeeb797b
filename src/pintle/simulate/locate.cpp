#include "pintle/simulate/locate.h"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <limits>

namespace pintle {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double least = std::numeric_limits<double>::min();
constexpr std::uintmax_t max_iterations = 100;  // bisection alone would need some 60
constexpr double represented = 1e-9;            // of its size, by a polynomial
constexpr int most_halvings = 12;               // for kinks that nobody knows of
constexpr int most_samples = 20'000;            // of one stretch
constexpr double rounding_at_rest = 1e-14;      // in SI units
// Memory that is there from the start, and is touched when it is needed: for as many samples, as far as they are not more than so
// many numbers.
constexpr std::size_t few_samples = 128, many_samples = 8192, most_numbers = 1 << 20;
constexpr std::size_t ready_marks = 1024;

Side opposite(Side side) { return side == Side::below ? Side::above : Side::below; }

double calc_resolution(double a, double b) { return 4 * epsilon * std::max(std::abs(a), std::abs(b)); }

}  // namespace

/// The first coefficients of (2) in chebyshev.h for n = 3.
SignalRange range_of(double f0, double f1, double f2, double f3) {
  const double c0 = (f0 + 2 * (f1 + f2) + f3) / 6, c1 = (f3 + f2 - f1 - f0) / 3;
  const double c2 = (f0 - f1 - f2 + f3) / 3, c3 = (f3 - f0 + 2 * (f1 - f2)) / 6;
  const double reach = std::abs(c1) + 2 * std::abs(c2) + 4 * std::abs(c3) + 8 * epsilon * std::abs(c0);
  return {c0 - reach, c0 + reach};
}

bool is_near_zero(const SignalRange& range, double way) {
  constexpr double near_zero = 0.2;
  return !(range.low > near_zero * way);
}

Samples::Samples(Scene& scene) : scene_(scene) {
  width_ = static_cast<std::size_t>(scene.value_count());
  if (width_ == 0) return;
  ready_ = std::clamp(most_numbers / width_, few_samples, many_samples);
  order_.reserve(ready_);
  slab_ = std::make_unique_for_overwrite<double[]>(ready_ * width_);
}

const double* Samples::at(double t) {
  const Place place = std::ranges::lower_bound(order_, t, {}, &std::pair<double, std::size_t>::first);
  if (place != order_.end() && place->first == t) return row(place->second);
  double* const values = add(place, t);
  scene_.update_values(t, {values, width_});
  ++taken_;
  return values;
}

void Samples::put(double t, std::span<const double> values) {
  std::ranges::copy(values, add(std::ranges::lower_bound(order_, t, {}, &std::pair<double, std::size_t>::first), t));
}

double* Samples::add(Place place, double t) {
  const std::size_t i = order_.size();
  if (i == ready_ + more_.size()) more_.emplace_back(width_);
  order_.insert(place, {t, i});
  return row(i);
}

Scene::FourSamples Samples::four(double a, double b) {
  const double middle = 0.5 * (a + b), quarter = 0.25 * (b - a);
  const double *first = at(a), *last = at(b);
  return {first, at(middle - quarter), at(middle + quarter), last};
}

Locator::Locator(Scene& scene, std::vector<std::vector<int>> kinks)
    : scene_(scene),
      kinks_(std::move(kinks)),
      is_kink_(kinks_.size(), false),
      samples_(scene),
      found_(kinks_.size()),
      agrees_from_(kinks_.size()) {
  for (const std::vector<int>& list : kinks_)
    for (int kink : list) is_kink_[kink] = true;
  for (std::vector<Crossing>& of_edge : found_) of_edge.reserve(4);
  inside_.reserve(4 * kinks_.size());
  marks_.reserve(ready_marks);
}

void Locator::update_crossings(double a, double b, const std::vector<bool>& wanted, std::span<const Side> sides,
                               std::vector<Crossing>& crossings) {
  crossings.clear();
  for (std::size_t i = 0; i < kinks_.size(); ++i) {
    found_[i].clear();
    agrees_from_[i] = a;
    if (!wanted[i]) continue;
    find_edge(static_cast<int>(i), a, b, sides[i]);
    crossings.insert(crossings.end(), found_[i].begin(), found_[i].end());
  }
  // No edge crosses twice at one time: the order is that of a stable sort, which would take memory.
  std::ranges::sort(crossings, {}, [](const Crossing& one) { return std::pair(one.t, one.edge); });
}

/// The marks part the stretch so that the edge has at most one root between two of them.
void Locator::find_edge(int edge, double a, double b, Side side) {
  inside_.clear();
  for (int kink : kinks_[edge]) {
    const std::vector<Crossing>& roots = found_[kink];
    inside_.insert(inside_.end(), roots.begin(), roots.end());
  }
  std::ranges::sort(inside_, {}, &Crossing::t);
  for (int kink : kinks_[edge]) a = std::max(a, agrees_from_[kink]);
  marks_.clear();
  double from = a;
  for (const Crossing& kink : inside_) {  // both sides of it: the edge may jump there
    if (kink.before > from) {
      mark_stretch(edge, from, kink.before, 0);
      marks_.push_back(kink.before);
    }
    if (kink.t > from) marks_.push_back(from = kink.t);
  }
  mark_stretch(edge, from, b, 0);
  if (b > from) marks_.push_back(b);

  agrees_from_[edge] = find_agreement(edge, a, side);
  double last = a;
  for (const double mark : marks_) {
    if (!(mark > last)) continue;
    const Side here = side_of(edge, mark, side);
    if (here != side) found_[edge].push_back(find_root(edge, last, mark, side));
    side = here;
    last = mark;
  }
}

/// From when on an edge is where it is said to be at the start of the stretch, if it comes there.
double Locator::find_agreement(int edge, double a, Side side) {
  const double sign = side == Side::below ? -1 : 1;
  if (!is_kink_[edge] || sign * samples_.at(a)[edge] > 0) return a;
  for (const double mark : marks_)
    if (mark > a) return sign * samples_.at(mark)[edge] > 0 ? find_root(edge, a, mark, opposite(side)).t : a;
  return a;
}

Side Locator::side_of(int edge, double t, Side otherwise) {
  const double d = samples_.at(t)[edge];
  const bool is_level = std::abs(d) == least && !kinks_[edge].empty();  // zero itself: a stair, or the end of a ramp, not noise
  if (!is_level && !(std::abs(d) > scene_.noise(edge))) return otherwise;
  return d > 0 ? Side::above : Side::below;
}

/// Adds marks between a and b.
void Locator::mark_stretch(int edge, double a, double b, int halvings) {
  if (!(b - a > calc_resolution(a, b))) return;
  const EdgeShape shape = scene_.find_shape(edge, samples_.four(a, b));
  if (shape == EdgeShape::one_side) return;
  if (shape == EdgeShape::smooth) {
    if (mark_turns(edge, a, b) || is_rest(edge, a, b)) return;
    ++halvings;
  }
  if (halvings > most_halvings || samples_.count() > most_samples) return mark_nodes(shape == EdgeShape::smooth ? 24 : 3, a, b);
  const double middle = 0.5 * (a + b);
  mark_stretch(edge, a, middle, halvings);
  marks_.push_back(middle);
  mark_stretch(edge, middle, b, halvings);
}

/// False: no polynomial represents the edge here.
bool Locator::mark_turns(int edge, double a, double b) {
  std::array<double, ChebyshevSeries::most + 1> values;
  for (int n = 6; n <= ChebyshevSeries::most; n *= 2) {
    for (int k = 0; k <= n; ++k) values[k] = samples_.at(place(n, k, a, b))[edge];
    const ChebyshevSeries series = points_.fit({values.data(), static_cast<std::size_t>(n) + 1});
    const double size = series.size();
    if (!(series.last_size() <= std::max(represented * size, scene_.noise(edge)))) continue;
    std::array<double, ChebyshevSeries::most> turns;
    const int count = find_sign_changes(series.without_tail(epsilon * size).derivative(), turns);
    for (int k = 0; k < count; ++k) marks_.push_back(0.5 * (a + b) + 0.5 * (b - a) * turns[k]);
    return true;
  }
  return false;
}

/// What no polynomial represents, and is as small as this, is rounding of something at rest.
bool Locator::is_rest(int edge, double a, double b) {
  constexpr int n = ChebyshevSeries::most;
  for (int k = 0; k <= n; ++k)
    if (std::abs(samples_.at(place(n, k, a, b))[edge]) > rounding_at_rest) return false;
  return true;
}

void Locator::mark_nodes(int n, double a, double b) {
  for (int k = 1; k < n; ++k) marks_.push_back(place(n, k, a, b));
}

double Locator::place(int n, int k, double a, double b) const {
  return k == 0 ? a : k == n ? b : 0.5 * (a + b) + 0.5 * (b - a) * points_.x(n, k);
}

/// On d itself. Where d is not on the side from which it comes (it was, before what happened at a; or it is noise), the side
/// counts.
Crossing Locator::find_root(int edge, double a, double b, Side from) {
  const double sign = from == Side::below ? -1 : 1;
  const auto d = [&](double t) { return samples_.at(t)[edge]; };
  const double d_a = sign * d(a) > 0 ? d(a) : sign * least, d_b = d(b);
  const auto is_narrow = [&](double x, double y) { return y - x <= epsilon * std::max(2 * std::abs(y), b - a); };
  std::uintmax_t iterations = max_iterations;
  auto [low, high] = boost::math::tools::toms748_solve(d, a, b, d_a, d_b, is_narrow, iterations);
  if (low >= a && high <= b) return {low, high, edge, opposite(from)};
  for (low = a, high = b;
       !is_narrow(low, high);) {  // products of differences that are hardly numbers: no curve goes through them
    const double middle = 0.5 * (low + high);
    (sign * d(middle) > 0 ? low : high) = middle;
  }
  return {low, high, edge, opposite(from)};
}

}  // namespace pintle
