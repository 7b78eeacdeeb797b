#include "pintle/system/kink_times.h"

#include <algorithm>
#include <limits>

#include "pintle/base/limits.h"

namespace pintle {
namespace {

constexpr double aside = 4 * std::numeric_limits<double>::epsilon();  // of t: what rounding makes of it

double before(double kink) { return kink * (1 - aside); }
double after(double kink) { return kink * (1 + aside); }

}  // namespace

KinkTimes::KinkTimes(const TimeLaws& laws, const Parameters<double>& p, double until) : until_(until) {
  for (const TimeKink& kink : laws.kinks) kinks_.push_back({make_time_function(kink.h, p), &kink.levels});
}

KinkTimes::KinkTimes(const TimeLaws& laws, std::span<const int> which, const Parameters<double>& p, double until)
    : until_(until) {
  for (const int i : which) {
    const TimeKink& kink = laws.kinks[i];
    kinks_.push_back({make_time_function(kink.h, p), &kink.levels});
  }
}

double KinkTimes::next(double t) {
  double next = infinity;
  for (Kink& kink : kinks_) next = std::min(next, next_of(kink, t));
  return next;
}

void KinkTimes::archive(Archive& archive) {
  archive.each("kinks", kinks_, [&](Kink& kink) { archive("kink", kink.times, kink.first, kink.searched); });
}

double KinkTimes::next_of(Kink& kink, double t) {
  while (true) {
    for (; kink.first < kink.times.size(); ++kink.first) {
      const double time = kink.times[kink.first];
      if (before(time) > after(t)) return before(time);  // nearer, they are one step
      if (after(time) > t) return after(time);
    }
    if (kink.searched >= until_) return infinity;
    TimeRoots more = find_level_times(kink.h, *kink.levels, kink.searched, until_);
    kink.times = std::move(more.times);
    kink.searched = more.searched;
    kink.first = 0;
  }
}

}  // namespace pintle
