#include "pintle/simulate/conditions.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pintle {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double rearm_margin = 1e-9;  // of the largest |g| so far: nearer to zero, false is not clearly false

/// The outputs of a formula that reads nothing but time and parameters.
std::vector<double> calc_outputs(const Formula& formula, const Parameters<double>& p, double t) {
  std::vector<double> inputs, scratch(static_cast<std::size_t>(formula.tape.scratch_size())),
      outputs(static_cast<std::size_t>(formula.output_count()));
  for (const Formula::Input& input : formula.inputs)
    inputs.push_back(input.kind == InputKind::parameter ? p[input.parameter] : t);
  formula.tape.evaluate<double>(inputs, scratch, outputs);
  return outputs;
}

/// The first number from t on at which the condition has turned to what it is after t, as rounding has it.
double sharpen(const Condition& condition, const Parameters<double>& p, double t) {
  const double step = 1e-9 * std::max(1.0, std::abs(t));
  const auto is_true = [&](double time) { return condition.calc_g(calc_outputs(condition.formula, p, time)) > 0; };
  const bool after = is_true(t + step);
  if (is_true(t - step) == after) return t;
  for (int k = 0; k < 64 && is_true(t) != after; ++k) t = std::nextafter(t, infinity);
  for (int k = 0; k < 64 && is_true(std::nextafter(t, -infinity)) == after; ++k) t = std::nextafter(t, -infinity);
  return t;
}

}  // namespace

Conditions::Conditions(const System& system, const Parameters<double>& p)
    : system_(system),
      p_(p),
      stops_(make_stops(system, p)),
      living_values_(system.living),
      living_(static_cast<std::size_t>(system.living.output_count())) {
  g_.assign(system.events.size() + static_cast<std::size_t>(system.contacts.size()) + stops_.size(), nan);
  needs_.reactions = !stops_.empty();
  for (const EventRecord& event : system.events) {
    const Formula& formula = event.condition.formula;
    watches_.push_back({&event,
                        FormulaValues(formula),
                        std::vector<double>(static_cast<std::size_t>(formula.output_count())),
                        {},
                        false,
                        !event.active          ? Arm::spent
                        : event.after.exists() ? Arm::asleep
                                               : Arm::armed});
    Watch& watch = watches_.back();
    watch.times = find_times(watch);
    watch.only_time = event.condition.reads_only_time() && !watch.times.empty();
    needs_ = needs_ | needs_of(system, formula);
    reads_ledger_ = reads_ledger_ || pintle::reads_ledger(formula);
  }
  for (const PointOnPlane& contact : system.contacts.items) {
    const Vec3<double> place = p[contact.origin];
    const double size = std::max({system.length, std::abs(place.x), std::abs(place.y), std::abs(place.z)});
    depth_limits_.push_back(64 * std::numeric_limits<double>::epsilon() * size);
  }
}

/// With d(t) = l − r of a comparison linear in time: t = −d(0)/(d(1) − d(0)). Empty if a comparison of a condition of time
/// alone is not linear: then its roots are searched.
std::vector<double> Conditions::find_times(const Watch& watch) const {
  const Condition& condition = watch.event->condition;
  std::vector<double> times;
  if (!condition.reads_only_time()) return times;
  const auto at = [&](double t) { return calc_outputs(condition.formula, p_, t); };
  const std::vector<double> zero = at(0), one = at(1), two = at(2), odd = at(0.7316521);
  for (const Condition::Node& node : condition.nodes) {
    if (node.kind != Condition::Kind::greater && node.kind != Condition::Kind::greater_equal) {
      if (node.kind == Condition::Kind::truth || node.kind == Condition::Kind::equal) return {};
      continue;
    }
    const auto d = [&](const std::vector<double>& x) {
      return x[static_cast<std::size_t>(node.a)] - x[static_cast<std::size_t>(node.b)];
    };
    const double slope = d(one) - d(zero), noise = 1e-12 * (std::abs(d(zero)) + std::abs(slope));
    if (!(std::abs(d(two) - d(zero) - 2 * slope) <= noise && std::abs(d(odd) - d(zero) - 0.7316521 * slope) <= noise)) return {};
    if (slope != 0) times.push_back(sharpen(condition, p_, -d(zero) / slope));
  }
  return times;
}

std::vector<bool> Conditions::boundaries() const {
  std::vector<bool> list;
  for (const Watch& watch : watches_) list.push_back(watch.only_time);
  list.resize(static_cast<std::size_t>(size()), false);
  return list;
}

bool Conditions::needs_search() const {
  for (const Watch& watch : watches_)
    if ((watch.arm == Arm::armed || watch.arm == Arm::holding) && !watch.only_time) return true;
  return !depth_limits_.empty() || !stops_.empty();
}

double Conditions::next_boundary(double t) const {
  double next = infinity;
  for (const Watch& watch : watches_) {
    if (watch.arm != Arm::armed && watch.arm != Arm::holding && watch.arm != Arm::waiting) continue;
    for (double time : watch.times)
      if (time > t) next = std::min(next, time);
    const double over = watch.since + duration_of(watch);
    if (watch.arm == Arm::holding && over > t) next = std::min(next, over);
  }
  return next;
}

void Conditions::update(const Instant& instant, std::span<double> g) {
  for (std::size_t e = 0; e < watches_.size(); ++e) {
    Watch& watch = watches_[e];
    const bool seen = watch.arm == Arm::armed || watch.arm == Arm::holding;
    g[e] = !seen ? nan : watch.arm == Arm::holding ? -calc_event(watch, instant) : calc_event(watch, instant);  // (1)
  }
  for (std::size_t c = 0; c < depth_limits_.size(); ++c) g[watches_.size() + c] = calc_contact(c, instant);
  if (!stops_.empty()) living_values_.update(system_, p_, instant, living_);
  for (std::size_t s = 0; s < stops_.size(); ++s)
    g[watches_.size() + depth_limits_.size() + s] = calc_stop(system_, p_, stops_[s], stops_, instant.view, living_);
}

std::vector<Stop*> Conditions::stops_at(const std::optional<Hit>& hit) {
  std::vector<Stop*> reached;
  if (!hit) return reached;
  const int first = static_cast<int>(watches_.size() + depth_limits_.size());
  for (int condition : hit->conditions)
    if (condition >= first) reached.push_back(&stops_[static_cast<std::size_t>(condition - first)]);
  return reached;
}

double Conditions::calc_event(Watch& watch, const Instant& instant) const {
  watch.values.update(system_, p_, instant, watch.outputs);
  return watch.event->condition.calc_g(watch.outputs);
}

double Conditions::calc_contact(std::size_t c, const Instant& instant) const {
  const PointOnPlane& contact = system_.contacts.items[c];
  const State<double>& state = instant.view.state;
  const Vec3<double> point_W = state.X_WB[contact.body.i] * p_[contact.point];
  const double depth = dot(p_[contact.axes].R.column(2), p_[contact.origin] - point_W);
  const double g = (state.mode[c].yes ? -depth : depth) - depth_limits_[c];  // (2)
  return g == 0 ? std::numeric_limits<double>::min() : g;
}

/// Moves one event on; true if it fires here.
bool Conditions::fires(Watch& watch, const Instant& instant, bool located) {
  if (watch.arm == Arm::spent || watch.arm == Arm::asleep) return false;
  const double t = instant.view.state.t, g = calc_event(watch, instant);
  watch.largest = std::max(watch.largest, std::abs(g));
  const bool exactly_false = g == -std::numeric_limits<double>::min();  // both sides equal: a speed after a lock
  if (watch.arm == Arm::waiting && (g < -rearm_margin * watch.largest || exactly_false)) watch.arm = Arm::armed;
  if (watch.arm == Arm::holding && (located || !(g > 0)) && !is_over(watch, t)) {
    watch.arm = Arm::armed;
    return false;
  }
  if (watch.arm == Arm::armed && (located || g > 0)) {
    watch.arm = Arm::holding;
    watch.since = t;
  }
  if (watch.arm != Arm::holding || !is_over(watch, t)) return false;
  watch.arm = watch.event->rearm ? Arm::waiting : Arm::spent;
  return true;
}

std::vector<EventIndex> Conditions::fire(const Instant& instant, const std::optional<Hit>& hit) {
  std::vector<EventIndex> fired;
  for (std::size_t e = 0; e < watches_.size(); ++e) {
    const int i = static_cast<int>(e);
    const bool located = hit && std::ranges::binary_search(hit->conditions, i);
    if (fires(watches_[e], instant, located)) fired.emplace_back(i);
  }
  for (Watch& watch : watches_)
    if (watch.arm == Arm::asleep && std::ranges::find(fired, watch.event->after) != fired.end()) watch.arm = Arm::armed;
  update(instant, g_);
  return fired;
}

}  // namespace pintle
