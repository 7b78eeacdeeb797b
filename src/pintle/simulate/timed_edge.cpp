#include "pintle/simulate/timed_edge.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/base/archive.h"
#include "pintle/base/limits.h"

namespace pintle {
namespace {

constexpr double ulp = std::numeric_limits<double>::epsilon();
constexpr double few_ulps = 16 * ulp;  // of a time
constexpr double farthest = 1e-9;      // of a run

}  // namespace

void TimedEdge::restart(TimeFunction d) {
  d_ = std::move(d);
  times_.clear();
  searched_ = -1;
}

void TimedEdge::archive(Archive& archive) { archive("time", times_, searched_); }

Side TimedEdge::side(double t) {
  const double d = d_.value(t);
  if (d == 0) return zero_is_above_ ? Side::above : Side::below;
  return d > 0 ? Side::above : d < 0 ? Side::below : Side::unknown;
}

/// A root is where d is zero; zero itself belongs to one of the sides, and rounding of what d is made of may hide its sign for
/// a while. So the side changes at one of the numbers around: we look ever farther, up to a billionth of the run, until it has
/// changed, and go back to the first number at which it has. A touch is looked at number by number. Returns how far it looked.
double TimedEdge::add_changes(double root, double last, double next, double until) {
  double reach = few_ulps * std::abs(root), a = 0, b = 0;
  for (; reach < farthest * until; reach *= 4) {
    a = std::max(last, root - reach);
    b = std::min({until, next > root ? next : until, root + reach});
    if (side(a) != side(b)) break;
  }
  if (const Side after = side(b); side(a) != after) {
    for (double middle = 0.5 * (a + b); a < middle && middle < b; middle = 0.5 * (a + b))
      (side(middle) == after ? b : a) = middle;
    times_.push_back(b);
    return b;
  }
  double x = std::max(last, root - few_ulps * std::abs(root));
  for (Side before = side(x); x < std::min(until, root + few_ulps * std::abs(root));) {
    x = std::nextafter(x, infinity);
    if (side(x) == before) continue;
    times_.push_back(x);
    before = side(x);
  }
  return x;
}

/// A root at t itself is noticed by what comes soon.
double TimedEdge::find_next(double t, double until) {
  std::erase_if(times_, [&](double time) { return time <= t; });
  while (times_.empty() && searched_ < until) {
    const double from = std::max(t, searched_), soon = from + 4 * ulp * std::max(std::abs(t), until);
    if (side(from) != side(soon)) times_.push_back(soon);
    const TimeRoots more = find_time_roots(d_, from, until);
    double last = soon;
    for (std::size_t k = 0; k < more.times.size(); ++k) {
      const double root = more.times[k], next = k + 1 < more.times.size() ? more.times[k + 1] : until;
      last = add_changes(root, last, next, until);
    }
    searched_ = more.searched;
  }
  return times_.empty() ? infinity : times_.front();
}

}  // namespace pintle
