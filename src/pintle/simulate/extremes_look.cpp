#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/base/limits.h"
#include "pintle/simulate/abreast.h"
#include "pintle/simulate/extremes.h"

/// Looks within a step, for numbers that may go beyond what they have reached.
namespace pintle {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

/// A number at the ends and at the inner places of a stretch, and its E there.
struct Extremes::Curve {
  std::array<double, Stretch::parts + 1> p{};
  std::array<double, Stretch::parts - 1> e{};
};

void Extremes::look(double start, const Sampler& sample) {
  for (int looks = 0; looks <= most_looks_; ++looks) {
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
      for (Suspect& suspect : suspects_) {
        if (suspect.open.found || !suspect.top.found || settle(suspect)) continue;
        suspect.open = suspect.top;
        if (std::isnan(t)) t = suspect.top.t;
      }
      std::erase_if(suspects_, [](const Suspect& suspect) { return !suspect.open.found; });
    }
    if (std::isnan(t) || looks == most_looks_) break;
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

/// All suspects, those that stand side by side at once: P and the differences of which stretch.h (2) makes E are linear in x, with
/// the same weights for all. Most of them stay below what was reached.
void Extremes::scan(const Stretch& s) {
  constexpr std::size_t parts = Stretch::parts;
  const Lanes nothing(std::numeric_limits<double>::min());
  const Scan with(s);
  std::array<Lanes, parts + 1> p;
  std::array<Lanes, parts - 1> e;
  for (std::size_t next = 0; next < suspects_.size();) {
    const std::size_t some = at(suspects_[next].number) / side_by_side * side_by_side;
    const Abreast abreast(s, some);
    const Lanes fine = size_of(abreast.calc(s.difference)), coarse = size_of(abreast.calc(with.coarse));
    p[0] = abreast.x[s.first];
    p[parts] = abreast.x[s.first + 1];
    for (std::size_t j = 0; j + 1 < parts; ++j) {
      p[j + 1] = abreast.calc(with.value[j]);
      const Lanes last = with.fine_at[j] * fine, tenth = with.coarse_at[j] * coarse;
      e[j] = max(max(last, tenth), min(0.4 * last * last / (tenth + nothing), 4.0 * last));
    }
    const Lanes high = load(high_.data() + some), low = load(low_.data() + some);
    Mask<Lanes> rises = is_greater(max(p[0], p[parts]), high), falls = is_less(min(p[0], p[parts]), low);
    for (std::size_t j = 1; j < parts; ++j) {
      const Lanes beyond = size_of(p[j - 1] - 2.0 * p[j] + p[j + 1]) + e[j - 1];
      rises = rises | is_greater(p[j] + beyond, high);
      falls = falls | is_less(p[j] - beyond, low);
    }
    for (; next < suspects_.size() && at(suspects_[next].number) < some + side_by_side; ++next) {
      Suspect& suspect = suspects_[next];
      const int k = suspect.number - static_cast<int>(some);
      const bool up = lane(rises, k), down = lane(falls, k), mean = numbers_[at(suspect.number)].sense == Sense::mean;
      if (!up && !down && !mean) continue;
      Curve curve;
      for (std::size_t j = 0; j <= parts; ++j) curve.p[j] = lane(p[j], k);
      for (std::size_t j = 0; j + 1 < parts; ++j) curve.e[j] = lane(e[j], k);
      if (mean) scan_error(s, curve, suspect);
      if (up) scan_side(s, curve, 1, suspect);
      if (down) scan_side(s, curve, -1, suspect);
    }
  }
}

/// For a mean, which is sought where it is not known: to a part of what the number is there, or is on the average. A pulse that has
/// been there makes nothing else fine.
void Extremes::scan_error(const Stretch& s, const Curve& curve, Suspect& suspect) const {
  double size = std::abs(mean(suspect.number));
  for (const double p : curve.p) size = std::max(size, std::abs(p));
  const auto worst = static_cast<std::size_t>(std::ranges::max_element(curve.e) - curve.e.begin());
  const double e = curve.e[worst];
  const double t = s.start + (s.end - s.start) * static_cast<double>(worst + 1) / Stretch::parts;
  if (e > fine_beside(at(suspect.number), size) && e > suspect.open.excess) suspect.open = {t, e, true};
}

/// For one side: what is above in the sense of `sign`.
void Extremes::scan_side(const Stretch& s, const Curve& curve, double sign, Suspect& suspect) const {
  const auto& [p, e] = curve;
  const auto i = at(suspect.number);
  const double reached = sign > 0 ? high_[i] : -low_[i], width = (s.end - s.start) / Stretch::parts;
  const double least = fine(i);
  for (std::size_t j = 1; j < Stretch::parts; ++j) {
    const double here = sign * p[j];
    const double slope = 0.5 * sign * (p[j + 1] - p[j - 1]), bend = sign * (p[j - 1] - 2 * p[j] + p[j + 1]);
    if (here + e[j - 1] + std::abs(bend) <= reached && sign * p[j - 1] <= reached && sign * p[j + 1] <= reached) continue;
    Place place{s.start + width * static_cast<double>(j), here - reached, true};
    if (bend < 0 && std::abs(slope) <= -bend) {  // the top of the parabola
      place.t -= width * slope / bend;
      place.excess -= 0.5 * slope * slope / bend;
    }
    Place& best = e[j - 1] <= least ? suspect.top : suspect.open;
    if (&best == &suspect.open) place.excess += e[j - 1] - slack(i);
    if (place.excess > 0 && (!best.found || place.excess > best.excess)) best = place;
  }
}

/// P at its top, and all of its group there: a length may be well known while its components go round. False: the instant is to
/// be looked at.
bool Extremes::settle(const Suspect& suspect) {
  const auto i = at(suspect.number);
  const double t = suspect.top.t;
  const auto next = std::ranges::upper_bound(stretches_, t, {}, &Stretch::start);
  const Stretch& stretch = next == stretches_.begin() ? *next : *(next - 1);
  const Stretch::Row weights = stretch.make_weights(t);
  const double top = stretch.calc(weights, i);
  if (!(top > high_[i]) && !(top < low_[i])) return true;
  if (!knows_group(i, stretch, t)) return false;
  const WatchedNumber& number = numbers_[i];
  put(i, top, t);
  const auto set = sets_.begin() + static_cast<std::ptrdiff_t>(set_at_[i]);
  for (int k = 0; k < number.count; k += lane_count) {
    const Lanes some = Abreast(stretch, at(number.first + k)).calc(weights);
    for (int l = 0; l < std::min(lane_count, number.count - k); ++l) set[k + l] = lane(some, l);
  }
  set[static_cast<std::ptrdiff_t>(i) - number.first] = top;
  return true;
}

/// |P − P₋|, beside the largest of the group.
bool Extremes::knows_group(std::size_t i, const Stretch& s, double t) const {
  const WatchedNumber& number = numbers_[i];
  if (number.count == 1) return true;
  const double product = s.calc_product(t);
  for (int k = 0; k < number.count; k += lane_count) {
    const Lanes error = product * size_of(Abreast(s, at(number.first + k)).calc(s.difference));
    for (int l = 0; l < std::min(lane_count, number.count - k); ++l)
      if (!(lane(error, l) <= known_beside(at(number.first + k + l)))) return false;
  }
  return true;
}

}  // namespace pintle
