#include "pintle/simulate/edges.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/base/limits.h"
#include "pintle/model/signal.h"

namespace pintle {
namespace {

constexpr double band = 1e-12;  // of what is compared: nearer to zero, memory counts
constexpr double edge_rounding = 16 * std::numeric_limits<double>::epsilon();  // of what is compared
constexpr int most_returns = 4;                                                // of an edge that was located, in a row
constexpr int rest = 8;                                                        // steps that a kink lets pass
constexpr double crowded = 1e-6;                                               // of a run

Side side_of(double d) { return d > 0 ? Side::above : d < 0 ? Side::below : Side::unknown; }

/// Joint coordinates and their rates are as smooth as the step itself; other signals go round with their bodies.
bool goes_round(const Formula::Input& input) {
  return input.kind == InputKind::signal && input.signal.facts().goes_round && !input.signal.is_flag;
}

bool reads_signals(const Formula& formula) {
  return std::ranges::any_of(formula.inputs, [](const Formula::Input& input) { return input.kind == InputKind::signal; });
}

/// What a load, reaction or multiplier is of holds in this structure; other signals are of nothing that could let go.
bool is_held(const Structure& structure, const Signal& signal) {
  if (signal.facts().is_blow) return true;
  switch (signal.facts().share) {
    case SignalShare::none: break;
    case SignalShare::load: return structure.closed[signal.index];
    case SignalShare::reaction:
      return structure.closed[signal.index] && (signal.is_length || !structure.free[6 * signal.index + signal.component]);
    case SignalShare::multiplier: return structure.held[signal.index];
  }
  return true;
}

/// Largest angular speed of a body [rad/s].
double calc_fastest_turn(const State<double>& state) {
  double rate = 0;
  for (const Motion<double>& V : state.V_WB) rate = std::max(rate, norm(V.w));
  return rate;
}

}  // namespace

const Edges::Rest Edges::fresh{{-infinity, -infinity, -infinity, -infinity, -infinity, -infinity}, 0};

void Edges::Rest::add(double t, double until) {
  std::ranges::rotate(cuts, cuts.begin() + 1);
  cuts.back() = t;
  if (t - cuts.front() < crowded * until) steps = rest;
}

Edges::Edges(const System& system, const Parameters<double>& p, double until, bool touches)
    : system_(system), p_(p), until_(until), signal_noise_(system) {
  for (const EventRecord& event : system.events) add_condition(event.condition, p);
  first_measure_ = static_cast<int>(events_.size());
  for (const MeasureRecord& measure : system.measures)
    if (measure.condition) add_condition(*measure.condition, p);
  first_bend_ = size();
  for (const MeasureRecord& measure : system.measures)
    if (!measure.kinks.edges.empty()) add_condition(measure.kinks, p);
  first_kink_ = size();
  if (!system.law_kinks.edges.empty()) add_condition(system.law_kinks, p);
  for (std::size_t e = static_cast<std::size_t>(first_measure_); e < events_.size(); ++e) events_[e].live = true;
  first_of_sources_ = size();
  rests_.assign(static_cast<std::size_t>(first_of_sources_ - first_kink_), fresh);
  if (touches) {
    auto contacts = std::make_unique<ContactEdges>(system, p);
    contacts_ = contacts.get();
    sources_.push_back(std::move(contacts));
  }
  sources_.push_back(std::make_unique<SoftStopEdges>(system, p));
  sources_.push_back(std::make_unique<SequenceEdges>(system));
  first_stop_ = first_of_sources_;
  for (const auto& source : sources_) first_stop_ += source->size();
  auto stops = std::make_unique<StopEdges>(system, p);
  stops_ = stops.get();
  sources_.push_back(std::move(stops));
  for (const auto& source : sources_) {
    info_.resize(info_.size() + static_cast<std::size_t>(source->size()));
    needs_ = needs_ | source->needs();
    feels_turns_ = feels_turns_ || source->size() > 0;
  }
  int place = size();
  for (const EventEdges& event : events_) {
    first_input_.push_back(place);
    place += static_cast<int>(event.condition->formula.inputs.size());
  }
  first_input_.push_back(place);
  value_count_ = place + (contacts_ ? contacts_->place_count() : 0) + 2;
  sides_.assign(info_.size(), Side::unknown);
  present_.assign(static_cast<std::size_t>(value_count()), 0.0);
  previous_ = present_;
}

void Edges::add_condition(const Condition& condition, const Parameters<double>& p) {
  const Formula& formula = condition.formula;
  const auto number = static_cast<int>(events_.size());
  EventEdges made{&condition, size(), false, false, false, FormulaValues(formula), {}, {}, {}, {}, false, false, {}, {}, {}};
  made.is_mute.assign(formula.inputs.size(), 0);
  made.is_noisy = std::ranges::any_of(formula.inputs, [](const Formula::Input& input) {
    return input.kind == InputKind::signal && SignalNoise::is_solved_for(input.signal);
  });
  made.outputs.resize(static_cast<std::size_t>(formula.output_count()));
  made.quiet_inputs.resize(formula.inputs.size());
  made.scratch.resize(static_cast<std::size_t>(formula.tape.scratch_size()));
  made.wide_inputs.resize(formula.inputs.size());
  made.wide_scratch.resize(static_cast<std::size_t>(formula.tape.scratch_size()));
  made.wide_outputs.resize(made.outputs.size());
  for (const Condition::Edge& edge : condition.edges) {
    if (edge.timing >= 0) timed_.emplace_back(make_time_function(condition.timings[edge.timing], p), size(), edge.zero_is_above);
    made.has_signals = made.has_signals || (edge.has_roots() && !edge.is_of_time);
    info_.push_back({.event = number, .edge = &edge});
  }
  events_.push_back(std::move(made));
  needs_ = needs_ | needs_of(system_, formula);
  reads_ledger_ = reads_ledger_ || pintle::reads_ledger(formula);
  feels_turns_ = feels_turns_ || std::ranges::any_of(formula.inputs, goes_round);
}

void Edges::restart() {
  for (Info& info : info_) info = {.event = info.event, .edge = info.edge};
  for (std::size_t e = 0; e < events_.size(); ++e) events_[e].live = static_cast<int>(e) >= first_measure_;
  read_numbers();
  for (const auto& source : sources_) source->restart();
  std::ranges::fill(rests_, fresh);
  std::ranges::fill(sides_, Side::unknown);
  std::ranges::fill(present_, 0.0);
  std::ranges::fill(previous_, 0.0);
  signal_noise_.restart();
  wide_event_ = -1;
}

void Edges::read_numbers() {
  for (TimedEdge& timed : timed_) {
    const Info& info = info_[timed.edge];
    const Condition& condition = *events_[info.event].condition;
    timed.restart(make_time_function(condition.timings[info.edge->timing], p_));
  }
}

void Edges::enter(const Structure& structure) {
  for (EventEdges& event : events_) {
    const std::vector<Formula::Input>& inputs = event.condition->formula.inputs;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      event.is_mute[i] = inputs[i].kind == InputKind::signal && !is_held(structure, inputs[i].signal);
    event.any_mute = std::ranges::any_of(event.is_mute, [](char mute) { return mute != 0; });
  }
}

void Edges::archive(Archive& archive) {
  archive.each("edges", info_, [&](Info& info) { archive("edge", info.size, info.noise, info.came_back, info.is_near); });
  archive.each("conditions", events_, [&](EventEdges& event) { archive("live", event.live); });
  archive.each("times", timed_, [&](TimedEdge& timed) { timed.archive(archive); });
  archive.each("sources", sources_, [&](auto& source) { source->archive(archive); });
  archive("sides", rests_, sides_, present_, previous_, signal_noise_);
}

std::vector<std::vector<int>> Edges::kinks() const {
  std::vector<std::vector<int>> lists(info_.size());
  for (std::size_t i = 0; i < info_.size(); ++i) {
    if (info_[i].event < 0) continue;
    lists[i] = info_[i].edge->kinks;
    for (int& kink : lists[i]) kink += events_[info_[i].event].first;
  }
  return lists;
}

void Edges::set_live(int event, bool live) {
  EventEdges& one = events_[event];
  if (one.live == live) return;
  one.live = live;
  std::fill_n(sides_.begin() + one.first, one.condition->edges.size(), Side::unknown);
}

bool Edges::needs_search() const {
  return first_of_sources_ < size() ||
         std::ranges::any_of(events_, [](const EventEdges& event) { return event.live && event.has_signals; });
}

// ---- edges of time

double Edges::next_time(double t, double until) {
  double next = infinity;
  for (TimedEdge& timed : timed_)
    if (events_[info_[timed.edge].event].live) next = std::min(next, timed.find_next(t, until));
  return next;
}

bool Edges::update_time_sides(double t, std::span<Side> sides) {
  bool changed = false;
  for (TimedEdge& timed : timed_) {
    const auto i = static_cast<std::size_t>(timed.edge);
    if (!events_[info_[i].event].live) continue;
    const Side now = timed.side(t);
    changed = changed || now != sides[i];
    sides[i] = now;
  }
  return changed;
}

// ---- values

/// The one place at which conditions are sampled: d of all edges, what they read, how fast a body turns, the time.
void Edges::update(const Instant& instant, std::span<double> values) {
  for (std::size_t e = 0; e < events_.size(); ++e) {
    EventEdges& event = events_[e];
    if (!event.live) continue;
    event.values.update(system_, p_, instant, event.outputs);
    std::ranges::copy(silence(event), values.begin() + first_input_[e]);
    for (std::size_t i = 0; i < event.condition->edges.size(); ++i)
      values[static_cast<std::size_t>(event.first) + i] = event.condition->edges[i].calc_d(event.outputs);
  }
  auto first = static_cast<std::size_t>(first_of_sources_);
  for (const auto& source : sources_) {
    source->update(instant, values.subspan(first, static_cast<std::size_t>(source->size())));
    first += static_cast<std::size_t>(source->size());
  }
  if (contacts_) contacts_->update_places(instant, values.subspan(static_cast<std::size_t>(first_input_.back())));
  if (feels_turns_) values[values.size() - 2] = calc_fastest_turn(instant.view.state);
  values.back() = instant.view.state.t;
}

bool Edges::is_touch(const Crossing& crossing) const {
  const int contact = crossing.edge - first_of_sources_;
  return contacts_ && contact >= 0 && contact < contacts_->size();
}

std::span<const double> Edges::silence(EventEdges& event) const {
  const Formula& formula = event.condition->formula;
  const std::span<const double> read = event.values.inputs();
  const auto is_noise = [&](std::size_t i) {
    return formula.inputs[i].kind == InputKind::signal && read[i] != 0 &&
           std::abs(read[i]) <= signal_noise_(formula.inputs[i].signal);
  };
  bool any = event.any_mute;
  for (std::size_t i = 0; i < read.size() && !any; ++i) any = is_noise(i);
  if (!any) return read;
  std::ranges::copy(read, event.quiet_inputs.begin());
  for (std::size_t i = 0; i < read.size(); ++i) {
    if (event.is_mute[i])
      event.quiet_inputs[i] = std::numeric_limits<double>::quiet_NaN();
    else if (is_noise(i))
      event.quiet_inputs[i] = 0;
  }
  formula.tape.evaluate<double>(event.quiet_inputs, event.scratch, event.outputs);
  return event.quiet_inputs;
}

void Edges::update_values(double t, std::span<double> values) { update((*sampler_)(t), values); }

double Edges::noise(int edge) const {
  if (edge >= first_stop_) return stops_->noise(edge - first_stop_);
  const Info& info = info_[edge];
  return std::max(edge_rounding * info.size, info.noise);
}

Side Edges::calc_truth(int event, std::span<const Side> sides) const {
  const EventEdges& one = events_[event];
  return one.condition->calc_truth(sides.subspan(static_cast<std::size_t>(one.first), one.condition->edges.size()));
}

// ---- at an instant that the run goes on from

void Edges::settle(const Instant& instant, std::span<const Crossing> located) {
  std::swap(present_, previous_);
  for (const auto& source : sources_) source->settle(instant);
  if (std::ranges::any_of(events_, [](const EventEdges& event) { return reads_signals(event.condition->formula); }))
    signal_noise_.note(instant.view);
  update(instant, present_);
  for (EventEdges& event : events_) {
    if (!event.live) continue;
    update_noise(event);
    if (!event.any_mute) check_values(event.condition->formula, event.outputs, instant.view.state.t);
    for (std::size_t i = 0; i < event.condition->edges.size(); ++i) {
      Info& info = info_[static_cast<std::size_t>(event.first) + i];
      info.size = std::fmax(info.size, event.condition->edges[i].calc_size(event.outputs));
    }
  }
  for (Rest& one : rests_) one.steps = std::max(0, one.steps - 1);
  for (const Crossing& crossing : located)
    if (is_kink(crossing)) rests_[crossing.edge - first_kink_].add(instant.view.state.t, until_);
  for (int i = 0; i < size(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (info_[k].event >= 0 && !events_[info_[k].event].live) continue;
    update_nearness(i);
    const auto found = std::ranges::find(located.rbegin(), located.rend(), i, &Crossing::edge);
    const Crossing* const crossing = found == located.rend() ? nullptr : &*found;
    sides_[k] = crossing && goes_back(*crossing, located) ? sides_[k] : settled_side(i, crossing);
  }
}

/// By intervals around what was read; where d jumps, the edges at which it does are near instead. Where it bends, as a maximum of
/// loads that are alike on both sides of a mechanism, the noise of what it is made of is its own.
void Edges::update_noise(EventEdges& event) {
  if (!event.is_noisy) return;
  const Formula& formula = event.condition->formula;
  for (std::size_t i = 0; i < event.wide_inputs.size(); ++i) {
    const double x = event.values.inputs()[i];
    const double off = formula.inputs[i].kind == InputKind::signal ? signal_noise_(formula.inputs[i].signal) : 0;
    event.wide_inputs[i] = std::isnan(x) ? Interval::none() : Interval(x - off, x + off);
  }
  formula.tape.evaluate<Interval>(event.wide_inputs, event.wide_scratch, event.wide_outputs);
  wide_event_ = -1;
  const auto half_width = [&](int output) {
    if (output < 0) return 0.0;
    const Interval& x = event.wide_outputs[output];
    return x.nan || x.jumps ? 0.0 : 0.5 * (x.high - x.low);
  };
  for (std::size_t i = 0; i < event.condition->edges.size(); ++i) {
    const Condition::Edge& edge = event.condition->edges[i];
    const double noise = edge.has_roots() ? half_width(edge.l) + half_width(edge.r) : 0;
    info_[static_cast<std::size_t>(event.first) + i].noise = std::isfinite(noise) ? noise : 0;
  }
}

void Edges::update_nearness(int edge) {
  Info& info = info_[edge];
  if (info.event < 0) return;
  const int first = events_[info.event].first;
  info.is_near = !(std::abs(present_[edge]) > std::max(band * info.size, info.noise)) ||
                 std::ranges::any_of(info.edge->kinks, [&](int k) { return info_[first + k].is_near; });
}

/// Edges that it jumps by were located, and are back where they were: so is it.
bool Edges::goes_back(const Crossing& crossing, std::span<const Crossing> located) const {
  const Info& info = info_[crossing.edge];
  if (info.event < 0 || side_of(present_[crossing.edge]) == crossing.to) return false;
  const int first = events_[info.event].first;
  return std::ranges::any_of(info.edge->kinks, [&](int kink) {
    const auto found = std::ranges::find(located.rbegin(), located.rend(), first + kink, &Crossing::edge);
    return found != located.rend() && sides_[first + kink] != found->to;
  });
}

Side Edges::settled_side(int edge, const Crossing* located) {
  Info& info = info_[edge];
  const double d = present_[edge], previous = previous_[edge];
  const Side before = sides_[edge];
  if (info.event >= 0 && std::isnan(d)) return Side::unknown;  // of what does not hold
  Side now = side_of(d);
  if (info.event >= 0 && before == Side::unknown && std::abs(d) < info.noise)  // nothing but noise: zero
    now = info.edge->zero_is_above ? Side::above : Side::below;
  if (info.event < 0 || info.edge->is_of_time || !info.edge->has_roots() || before == Side::unknown) return now;
  const int came_back = std::exchange(info.came_back, 0);
  if (!located) {
    if (d == previous) return before;                                                // nothing has happened to it since
    const bool has_become_zero = std::abs(d) == std::numeric_limits<double>::min();  // a speed after a lock
    return info.is_near && !has_become_zero ? before : now;
  }
  if (now == located->to || info.is_near || came_back == most_returns) return located->to;
  info.came_back = came_back + 1;
  return before;
}

void Edges::update_sides(const double* sample, const std::vector<bool>& looked_at, std::span<Side> sides) const {
  for (std::size_t i = 0; i < info_.size(); ++i) {
    const int event = info_[i].event;
    const bool is_of_time = event >= 0 && info_[i].edge->is_of_time;
    const bool is_live = event < 0 || events_[event].live;
    if (looked_at[i] || is_of_time || !is_live) continue;
    const bool is_level =
        std::abs(sample[i]) == std::numeric_limits<double>::min() && event >= 0 && !info_[i].edge->kinks.empty();
    if (!is_level && std::abs(sample[i]) <= noise(static_cast<int>(i))) continue;
    sides[i] = side_of(sample[i]);
  }
}

std::string Edges::describe(int edge) const {
  const int number = edge >= 0 && edge < size() ? info_[edge].event : -1;
  if (number < 0) return "a contact or a stop";
  if (number < first_measure_) return "events." + system_.events[number].name + ": its condition";
  if (edge >= first_kink_) return "a law with kinks";
  for (const MeasureRecord& measure : system_.measures) {
    const Condition* const mine = events_[number].condition;
    if ((measure.condition && &*measure.condition == mine) || &measure.kinks == mine)
      return "measures." + measure.name + ": what it is of";
  }
  return "a measure";
}

bool Edges::cuts(const Crossing& crossing) const {
  return is_kink(crossing) || (crossing.edge >= first_of_sources_ && crossing.to == Side::above);
}

void Edges::update_asking(std::span<const Crossing> located, std::vector<Stop*>& asking) {
  asking.clear();
  for (std::size_t k = 0; k < stops().size(); ++k) {
    const int edge = first_stop_ + static_cast<int>(k);
    const auto is_located = [&](const Crossing& crossing) { return crossing.edge == edge && cuts(crossing); };
    if (present_[edge] > 0 || std::ranges::any_of(located, is_located)) asking.push_back(&stops()[k]);
  }
}

}  // namespace pintle
