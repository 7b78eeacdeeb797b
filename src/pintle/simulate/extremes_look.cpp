#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/simulate/extremes.h"
#include "pintle/simulate/side_by_side.h"

/// Looks within a step, for numbers that may go beyond what they have reached.
namespace pintle {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Σ weights x, of numbers from `first` on.
Lanes calc_some(const Stretch& s, const Stretch::Row& weights, std::size_t first) {
  Lanes sum = weights[0] * load(s.x[0] + first);
  for (std::size_t k = 1; k < at(s.count); ++k) sum += weights[k] * load(s.x[k] + first);
  return sum;
}

}  // namespace

/// A number at the ends and at the inner places of a stretch, and its E there.
struct Extremes::Curve {
  std::array<double, Stretch::parts + 1> p{};
  std::array<double, Stretch::parts - 1> e{};
};

void Extremes::look(double start, const Sampler& sample) {
  for (int looks = 0; looks <= most_looks; ++looks) {
    const bool few = nodes_.size() < enough;
    stretches_.clear();
    for (std::size_t k = find_interval(start); !few && k + 1 < nodes_.size(); ++k)
      scan(stretches_.emplace_back(make_stretch(k, Stretch::widest)));
    double t = few ? 0.5 * (nodes_[nodes_.size() - 2].t + nodes_.back().t) : nan, most = 0;
    for (const Suspect& suspect : suspects_) {
      if (few || !suspect.open.found) continue;
      const double excess = suspect.open.excess / (slack(at(suspect.number)) + std::numeric_limits<double>::min());
      if (!(excess > most)) continue;
      most = excess;
      t = suspect.open.t;
    }
    if (!few) {  // what is decided goes, with its top
      for (const Suspect& suspect : suspects_)
        if (!suspect.open.found && suspect.top.found) settle(suspect, sample);
      std::erase_if(suspects_, [](const Suspect& suspect) { return !suspect.open.found; });
    }
    if (std::isnan(t) || looks == most_looks) break;
    const std::size_t k = find_interval(t);
    if (!(nodes_[k].t < t && t < nodes_[k + 1].t)) break;
    const Node node = take_node(t);
    ++looks_;
    sample(t, numbers_of(node));
    nodes_.insert(nodes_.begin() + static_cast<std::ptrdiff_t>(k) + 1, node);
    put_all(node);
    for (Suspect& suspect : suspects_) suspect.top = suspect.open = {};
  }
}

/// All suspects, those that stand side by side at once: P and E are linear in x, with the same weights for all. Most of them stay below what
/// was reached.
void Extremes::scan(const Stretch& s) {
  constexpr std::size_t parts = Stretch::parts;
  const Scan with(s);
  std::array<Lanes, parts + 1> p;
  std::array<Lanes, parts - 1> e;
  for (std::size_t next = 0; next < suspects_.size();) {
    const std::size_t some = at(suspects_[next].number) / side_by_side * side_by_side;
    const Lanes fine = size_of(calc_some(s, s.difference, some)), coarse = size_of(calc_some(s, with.coarse, some));
    p[0] = load(s.x[s.first] + some);
    p[parts] = load(s.x[s.first + 1] + some);
    for (std::size_t j = 0; j + 1 < parts; ++j) {
      p[j + 1] = calc_some(s, with.value[j], some);
      e[j] = max(with.fine_at[j] * fine, with.coarse_at[j] * coarse);
    }
    const Lanes high = load(high_.data() + some), low = load(low_.data() + some);
    Mask<Lanes> leaves = is_greater(max(p[0], p[parts]), high) | is_less(min(p[0], p[parts]), low);
    for (std::size_t j = 1; j < parts; ++j) {
      const Lanes beyond = size_of(p[j - 1] - 2.0 * p[j] + p[j + 1]) + e[j - 1];
      leaves = leaves | is_greater(p[j] + beyond, high) | is_less(p[j] - beyond, low);
    }
    for (; next < suspects_.size() && at(suspects_[next].number) < some + side_by_side; ++next) {
      Suspect& suspect = suspects_[next];
      const int k = suspect.number - static_cast<int>(some);
      if (!lane(leaves, k) && numbers_[at(suspect.number)].sense != Sense::mean) continue;
      Curve curve;
      for (std::size_t j = 0; j <= parts; ++j) curve.p[j] = lane(p[j], k);
      for (std::size_t j = 0; j + 1 < parts; ++j) curve.e[j] = lane(e[j], k);
      scan_number(s, curve, suspect);
    }
  }
}

void Extremes::scan_number(const Stretch& s, const Curve& curve, Suspect& suspect) const {
  const auto i = at(suspect.number);
  if (numbers_[i].sense == Sense::mean) {
    const auto worst = static_cast<std::size_t>(std::ranges::max_element(curve.e) - curve.e.begin());
    const double e = curve.e[worst];
    const Place place{s.start + (s.end - s.start) * static_cast<double>(worst + 1) / Stretch::parts, e, e > fine(i)};
    if (place.found && place.excess > suspect.open.excess) suspect.open = place;
  }
  if (high_[i] != infinity) scan_side(s, curve, 1, suspect);
  if (low_[i] != -infinity) scan_side(s, curve, -1, suspect);
}

/// For one side: what is above in the sense of `sign`.
void Extremes::scan_side(const Stretch& s, const Curve& curve, double sign, Suspect& suspect) const {
  const auto& [p, e] = curve;
  const auto i = at(suspect.number);
  const double reached = sign > 0 ? high_[i] : -low_[i], width = (s.end - s.start) / Stretch::parts;
  for (std::size_t j = 1; j < Stretch::parts; ++j) {
    const double here = sign * p[j];
    const double slope = 0.5 * sign * (p[j + 1] - p[j - 1]), bend = sign * (p[j - 1] - 2 * p[j] + p[j + 1]);
    if (here + e[j - 1] + std::abs(bend) <= reached && sign * p[j - 1] <= reached && sign * p[j + 1] <= reached) continue;
    Place place{s.start + width * static_cast<double>(j), here - reached, true};
    if (bend < 0 && std::abs(slope) <= -bend) {  // the top of the parabola
      place.t -= width * slope / bend;
      place.excess -= 0.5 * slope * slope / bend;
    }
    Place& best = e[j - 1] <= fine(i) ? suspect.top : suspect.open;
    if (&best == &suspect.open) place.excess += e[j - 1] - slack(i);
    if (place.excess > 0 && (!best.found || place.excess > best.excess)) best = place;
  }
}

/// P at its top, and all of its group there: a length may be well known while its components go round.
void Extremes::settle(const Suspect& suspect, const Sampler& sample) {
  const auto i = at(suspect.number);
  const double t = suspect.top.t;
  const auto next = std::ranges::upper_bound(stretches_, t, {}, &Stretch::start);
  const Stretch& stretch = next == stretches_.begin() ? *next : *(next - 1);
  const Stretch::Row weights = stretch.make_weights(t);
  const double top = stretch.calc(weights, i);
  if (!(top > high_[i]) && !(top < low_[i])) return;
  const WatchedNumber& number = numbers_[i];
  if (knows_group(i, stretch, t)) {
    put(i, top, t);
    const auto set = sets_.begin() + static_cast<std::ptrdiff_t>(set_at_[i]);
    for (int k = 0; k < number.count; k += lane_count) {
      const Lanes some = calc_some(stretch, weights, at(number.first + k));
      for (int l = 0; l < std::min(lane_count, number.count - k); ++l) set[k + l] = lane(some, l);
    }
    set[static_cast<std::ptrdiff_t>(i) - number.first] = top;
    return;
  }
  const Node node = take_node(t);
  ++looks_;
  sample(t, numbers_of(node));
  put_all(node);
  free_.push_back(node.at);
}

/// |P − P₋|, beside the largest of the group.
bool Extremes::knows_group(std::size_t i, const Stretch& s, double t) const {
  const WatchedNumber& number = numbers_[i];
  if (number.count == 1) return true;
  const double product = s.calc_product(t);
  for (int k = 0; k < number.count; k += lane_count) {
    const Lanes error = product * size_of(calc_some(s, s.difference, at(number.first + k)));
    for (int l = 0; l < std::min(lane_count, number.count - k); ++l)
      if (!(lane(error, l) <= known_beside(at(number.first + k + l)))) return false;
  }
  return true;
}

}  // namespace pintle
