#include "pintle/simulate/conditions.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/core.h>

#include "pintle/base/error.h"
#include "pintle/base/limits.h"

namespace pintle {
namespace {

constexpr double most_turn = 2;               // [rad] of a stretch that is looked at by four samples first
constexpr int most_halvings_of_stretch = 12;  // of a stretch over which an edge may cross often

/// Roots this near are one instant: a signal of size 1 that changes by 1 a second has this much noise.
double calc_resolution(double start, double end) {
  return 64 * std::numeric_limits<double>::epsilon() * std::max(std::abs(end), end - start);
}

}  // namespace

Conditions::Conditions(const System& system, const Parameters<double>& p, double until, bool touches)
    : system_(system), p_(p), until_(until), edges_(system, p, until, touches), locator_(edges_, edges_.kinks()) {
  arm();
  none_.assign(edges_.sides().size(), false);
  wanted_ = none_;
  sides_.assign(edges_.sides().begin(), edges_.sides().end());
  at_end_ = ahead_.sides = sides_;
  tried_ = ahead_.courses = courses_;
  bends_.reserve(64);
  crossings_.reserve(4 * edges_.sides().size());
  for (const MeasureRecord& measure : system.measures)
    if (measure.condition)
      sought_.push_back({facts_of(measure.take).sought ? Side::above : Side::below, facts_of(measure.take).to_the_end});
  seen_.assign(sought_.size(), {});
}

void Conditions::arm() {
  courses_.clear();
  for (const EventRecord& event : system_.events) {
    courses_.push_back({!event.active ? Arm::spent : event.after.exists() ? Arm::asleep : Arm::armed});
    edges_.set_live(static_cast<int>(courses_.size()) - 1, is_live(courses_.back()));
  }
}

void Conditions::restart() {
  edges_.restart();
  locator_.samples().restart();
  arm();
  seen_.assign(seen_.size(), {});
  bends_.clear();
  steps_ = 0;
  ahead_.any = false;
}

double Conditions::duration_of(std::size_t event) const {
  const std::optional<Slot>& duration = system_.events[event].duration;
  return duration ? p_[*duration] : 0;
}

bool Conditions::advance(std::size_t event, Course& course, double t, bool is_true) const {
  if (!is_live(course)) return false;
  const auto is_over = [&] { return course.arm == Arm::holding && t >= course.since + duration_of(event); };
  if (!is_true && !is_over()) course.arm = Arm::armed;
  if (is_true && course.arm == Arm::armed) course = {Arm::holding, t};
  if (!is_over()) return false;
  course.arm = system_.events[event].rearm ? Arm::waiting : Arm::spent;
  return true;
}

void Conditions::advance_all(double t, std::span<const Side> sides, std::span<Course> courses,
                             std::vector<EventIndex>& fired) const {
  fired.clear();
  for (std::size_t e = 0; e < courses.size(); ++e) {
    if (!is_live(courses[e])) continue;
    const bool is_true = edges_.calc_truth(static_cast<int>(e), sides) == Side::above;
    if (advance(e, courses[e], t, is_true)) fired.emplace_back(static_cast<int>(e));
  }
}

void Conditions::note_seen(std::span<const Side> sides, double t) {
  for (std::size_t k = 0; k < seen_.size(); ++k) {
    Seen& seen = seen_[k];
    if (seen.any && !sought_[k].to_the_end) continue;
    const bool was = seen.now;
    seen.now = edges_.calc_truth(edges_.first_measure() + static_cast<int>(k), sides) == sought_[k].side;
    if (seen.now && !seen.any) seen.first = t;
    if (was || seen.now) seen.last = t;
    seen.any = seen.any || seen.now;
  }
}

double Conditions::next_end_of_holding(std::span<const Course> courses) const {
  double next = infinity;
  for (std::size_t e = 0; e < courses.size(); ++e)
    if (courses[e].arm == Arm::holding) next = std::min(next, courses[e].since + duration_of(e));
  return next;
}

double Conditions::next_boundary(double t) {
  const double over = next_end_of_holding(courses_);
  return std::min(over > t ? over : infinity, edges_.next_time(t, until_));
}

// ---- along a step

std::optional<Hit> Conditions::find_hit(double start, double end, const Sampler& sampler) {
  edges_.begin_step(sampler, end - start);
  bends_.clear();
  ++steps_;
  locator_.clear();
  ahead_.any = true;
  ahead_.near = calc_resolution(start, end);
  ahead_.sides.assign(edges_.sides().begin(), edges_.sides().end());
  ahead_.courses = courses_;

  at_end_ = ahead_.sides;
  const bool ends_at_time = edges_.update_time_sides(end, at_end_);  // where other edges may jump
  const double last = ends_at_time ? std::nextafter(end, start) : end;
  if (auto hit = edges_.needs_search() && last > start ? find_hit_inside(start, last) : pass({}, last)) return hit;
  return ends_at_time ? find_hit_at_end(end) : std::nullopt;
}

/// In parts over which no body turns far.
std::optional<Hit> Conditions::find_hit_inside(double start, double end) {
  Samples& samples = locator_.samples();
  samples.put(start, edges_.present());
  const double rate = std::max(edges_.turn_rate(samples.at(start)), edges_.turn_rate(samples.at(end)));
  const int parts = std::max(1, static_cast<int>(std::ceil(rate * (end - start) / most_turn)));
  const auto time = [&](int part) { return part == parts ? end : start + (end - start) * part / parts; };
  for (int k = 0; k < parts; ++k)
    if (auto hit = find_hit_between(time(k), time(k + 1), 0)) return hit;
  return std::nullopt;
}

/// All roots are found however many there are, and a condition that has thousands in a step makes a run of hours.
void Conditions::check_looks(double a, double b) const {
  constexpr long free = 300'000, per_step = 3'000;  // a second or two; milliseconds
  if (locator_.samples().taken() <= free + per_step * steps_) return;
  std::vector<int> count(static_cast<std::size_t>(edges_.size()), 0);
  for (const Crossing& crossing : crossings_) ++count[crossing.edge];
  auto most = std::ranges::max_element(count) - count.begin();
  if (crossings_.empty()) most = std::ranges::find(wanted_, true) - wanted_.begin();
  throw Error(
      fmt::format("{} changes too often to be followed, up to {} times from t = {:.9g} s to {:.9g} s; compare something "
                  "slower, or give run.max_step if this is meant",
                  edges_.describe(static_cast<int>(most)), crossings_.size(), a, b));
}

/// What may cross often is looked at in halves, the first one first: whatever happens there, the rest is another step's.
std::optional<Hit> Conditions::find_hit_between(double a, double b, int halvings) {
  if (locator_.samples().count() > 1000) locator_.clear();  // of stretches before this one
  check_looks(a, b);
  const Scene::FourSamples samples = locator_.samples().four(a, b);
  crossings_.clear();
  if (edges_.update_wanted(samples, ahead_.sides, wanted_)) {
    if (halvings < most_halvings_of_stretch && !edges_.are_smooth(wanted_, samples)) {
      const double middle = 0.5 * (a + b);
      if (auto hit = find_hit_between(a, middle, halvings + 1)) return hit;
      return find_hit_between(middle, b, halvings + 1);
    }
    locator_.update_crossings(a, b, wanted_, ahead_.sides, crossings_);
  }
  if (auto hit = pass(crossings_, b)) return hit;
  edges_.update_sides(locator_.samples().at(b), wanted_, ahead_.sides);
  return std::nullopt;
}

/// From root to root.
std::optional<Hit> Conditions::pass(std::span<const Crossing> crossings, double end) {
  while (true) {
    const double next = crossings.empty() ? infinity : crossings.front().t, over = next_end_of_holding(ahead_.courses);
    if (over <= std::min(next, end)) return Hit{over, true, false, {}};
    if (crossings.empty()) return std::nullopt;
    std::size_t count = 1;
    while (count < crossings.size() && crossings[count].t <= next + ahead_.near) ++count;
    if (auto hit = try_hit(crossings[count - 1].t, crossings.first(count))) return hit;
    crossings = crossings.subspan(count);
  }
}

/// Moves ahead over an instant at which edges cross, unless something happens there.
std::optional<Hit> Conditions::try_hit(double t, std::span<const Crossing> crossings) {
  sides_ = ahead_.sides;
  tried_ = ahead_.courses;
  for (const Crossing& crossing : crossings) sides_[crossing.edge] = crossing.to;
  advance_all(t, sides_, tried_, would_fire_);
  const bool fires = !would_fire_.empty();
  if (fires || std::ranges::any_of(crossings, [&](const Crossing& crossing) { return edges_.cuts(crossing); }))
    return Hit{t, fires, std::ranges::any_of(crossings, [&](const Crossing& one) { return edges_.is_kink(one); }), crossings};
  note_seen(sides_, t);
  for (const Crossing& crossing : crossings)
    if (edges_.is_bend(crossing)) bends_.insert(bends_.end(), {crossing.before, crossing.t});
  std::swap(ahead_.sides, sides_);
  std::swap(ahead_.courses, tried_);
  return std::nullopt;
}

/// Comparisons of time change here, and whatever jumps by them.
std::optional<Hit> Conditions::find_hit_at_end(double end) {
  at_end_ = ahead_.sides;
  if (edges_.needs_search()) edges_.update_sides(locator_.samples().at(end), none_, at_end_);
  edges_.update_time_sides(end, at_end_);
  crossings_.clear();
  for (std::size_t i = 0; i < at_end_.size(); ++i)
    if (at_end_[i] != ahead_.sides[i]) crossings_.push_back({end, end, static_cast<int>(i), at_end_[i]});
  return try_hit(end, crossings_);
}

// ---- at a committed instant

std::span<const EventIndex> Conditions::fire(const Instant& instant, const std::optional<Hit>& hit) {
  if (ahead_.any) {
    edges_.set_sides(ahead_.sides);
    courses_ = ahead_.courses;
    ahead_.any = false;
  }
  edges_.settle(instant, hit ? hit->crossings : std::span<const Crossing>());
  advance_all(instant.view.state.t, edges_.sides(), courses_, fired_);
  for (std::size_t e = 0; e < courses_.size(); ++e) {
    const bool wakes = courses_[e].arm == Arm::asleep && std::ranges::find(fired_, system_.events[e].after) != fired_.end();
    if (wakes) courses_[e].arm = Arm::armed;
    edges_.set_live(static_cast<int>(e), is_live(courses_[e]));
  }
  note_seen(edges_.sides(), instant.view.state.t);
  for (std::size_t k = 0; k < seen_.size(); ++k)
    edges_.set_live(edges_.first_measure() + static_cast<int>(k), !seen_[k].any || sought_[k].to_the_end);
  return fired_;
}

bool Conditions::is_touch(const Hit& hit) const {
  return std::ranges::any_of(hit.crossings, [&](const Crossing& crossing) { return edges_.is_touch(crossing); });
}

std::span<Stop* const> Conditions::asking_stops(const std::optional<Hit>& hit) {
  edges_.update_asking(hit ? hit->crossings : std::span<const Crossing>(), asking_);
  return asking_;
}

}  // namespace pintle
