#include <fmt/core.h>

#include <iterator>

#include "pintle/base/error.h"
#include "pintle/closure/jump_work.h"
#include "pintle/simulate/change.h"
#include "pintle/simulate/flight.h"

/// What happens to a run at an instant: events, stops, and the structure that they leave.
namespace pintle {
namespace {

constexpr int max_rounds = 100;  // of events that fire each other at one instant

}  // namespace

/// Events that become true by what others did fire at the same instant, in a round of their own; so do stops that have to act
/// by it.
void Flight::change_structure(std::span<const EventIndex> fired, std::span<Stop* const> asking) {
  if ((fired.empty() && asking.empty()) || !running_) return;
  write_row();
  for (int round = 0; !(fired.empty() && asking.empty()) && running_; ++round) {
    if (round == max_rounds) fail_for_rounds(fired, asking);
    for (EventIndex e : fired) fired_[e.i] = true;
    note_switches(fired);
    EventLog& log = start_log();
    without_stops_ = structure_;
    free_resting(conditions_.stops(), without_stops_);
    update_change(system_, without_stops_, fired, change_);
    apply_edits(change_, log);
    impacts_.gather(conditions_.stops(), asking, structure_, log.before, change_);
    carry_out(change_, log);
    fired = announce(log);
    asking = conditions_.asking_stops({});
  }
  change_.doings.clear();
  change_.writes = false;
}

/// All that are due read the same instant, after its events; those that become true by what is set fire in a round of their own.
/// Outputs that are what they were before cost the run nothing.
void Flight::sample() {
  if (!running_ || sampling_.next() > t_) return;
  sampling_.take(make_instant(t_, engine_->y, sampling_.needs()));
  EventLog& log = start_log();
  without_stops_ = structure_;
  free_resting(conditions_.stops(), without_stops_);
  update_change(system_, without_stops_, {}, change_);
  for (const Edits* edits : sampling_.due()) change_.doings.push_back({edits, nullptr});
  apply_edits(change_, log);
  change_.doings.clear();
  if (!change_.writes) return;
  impacts_.gather(conditions_.stops(), {}, structure_, log.before, change_);
  carry_out(change_, log);
  const std::span<const EventIndex> fired = conditions_.fire(observe(), {});
  change_structure(fired, conditions_.asking_stops({}));
}

void Flight::note_switches(std::span<const EventIndex> fired) {
  for (const EventIndex e : fired)
    if (system_.events[e.i].is_of_controller && switches_.add(t_, options_.until))
      throw Error(
          fmt::format("controllers.{}: switches without end about t = {:.12g} s: what it sets takes its condition back at once; "
                      "let it begin and end at different values (two events with `rearm`), or sample it (`every`)",
                      system_.events[e.i].name, t_));
}

void Flight::fail_for_rounds(std::span<const EventIndex> fired, std::span<Stop* const> asking) const {
  if (!fired.empty() && system_.events[fired.front().i].is_of_controller)
    throw Error(
        fmt::format("controllers.{}: switches without end at t = {:.12g} s: what it sets makes its condition false at "
                    "once, and what it gives back makes it true; let the condition read what it does not set",
                    system_.events[fired.front().i].name, t_));
  if (!fired.empty())
    throw Error(fmt::format("events fire each other without end at t = {:.12g} s, the last one is {}; leave out `rearm`", t_,
                            system_.events[fired.front().i].name));
  throw Error(
      fmt::format("the stop of joint {} does not find out whether it holds at t = {:.12g} s; give it stiffness and damping in "
                  "place of restitution",
                  system_.joint(asking.front()->law->joint).name, t_));
}

EventLog& Flight::start_log() {
  EventLog& log = log_;
  log.time = t_;
  log.freedoms_before = engine_->freedoms;
  log.before = view_.state;  // for the sizes of its lists
  engine_->kernel->store(t_, engine_->y, log.before);
  log.after = log.before;
  log.applied.clear();
  log.uniqueness.joints.clear();
  log.uniqueness.constraints.clear();
  return log;
}

/// Everything but stops jumps first; where there are any, their impulses and all else are one jump then.
void Flight::carry_out(Change& change, EventLog& log) {
  is_shown_ = false;
  const bool enters = change.jumps || change.writes || change.next != structure_ || impacts_.any();
  if (enters) books_.end_engine(engine_->kernel->projection_work());  // which a jump of its own would clear
  Engine& during = engines_.engine_for(change.during);
  if (&during != engine_) during.kernel->follow(*engine_->kernel);
  log.applied = change.applied;
  update_jump(system_, change, *during.kernel, log.after, log.jump);
  if (impacts_.any()) {
    impacts_.strike(*during.kernel, change, log);
    impacts_.hold(*during.kernel, change, log);
  }
  if (change.jumps) share(during, log);
  if (impacts_.any()) impacts_.tell(*during.kernel, change, log);
  log.structure = change.next;
  if (enters) enter(change.next, log.after);
  book(log, during.statics.get());
  for (const Change::Line& line : change.lines) {
    log.event = line.event;
    log.cause = line.cause;
    log.actions = line.actions;
    ++summary_.counters.events;
    observer_->event(log);
    if (!line.ends_run) continue;
    running_ = false;
    summary_.status = Status::stopped;
    summary_.message.clear();
    fmt::format_to(std::back_inserter(summary_.message), "stopped by event {} at {:.9g} s", line.event, t_);
  }
  check_met(change);
}

/// What begins to hold may contradict what held before: no impulse meets all of it, and nothing that follows would mean anything. A
/// jump meets what it meets to rounding, and lets go of rows (math/rank.h) that say less than a part of 5·10⁻⁵.
void Flight::check_met(const Change& change) {
  constexpr double unmet = 1e-3;
  if (!running_ || !change.jumps || !engine_->statics) return;
  const std::string sentence = find_contradiction({0, engine_->statics->forbidden_speed()}, unmet);
  if (!sentence.empty()) fail(sentence);
}

void Flight::share(const Engine& engine, EventLog& log) {
  if (!engine.statics) return;
  share_impulses(system_, p_, log.before, *engine.statics, log.jump);
  log.uniqueness = engine.statics->judge_uniqueness();
}

void Flight::book(EventLog& log, Statics* statics) {
  log.freedoms_after = engine_->freedoms;
  log.kinetic_before = calc_kinetic_energy(system_, p_, log.before);
  log.kinetic_after = calc_kinetic_energy(system_, p_, log.after);
  log.momentum_before = calc_momentum(system_, p_, log.before);
  log.momentum_after = calc_momentum(system_, p_, log.after);
  const BodyRows* const rows = statics && system_.multipliers > 0 ? &statics->rows_at(p_, log.before) : nullptr;
  update_jump_work(system_, p_, rows, log.before, log.after, log.jump, log.applied, work_);
  books_.book_event(work_);
  for (const Impulse& one : log.applied) {
    const double m = one.body == world ? 0 : p_[system_.body(one.body).mass];
    if (m > 0) books_.note_impulse(system_.mechanisms.of(one.body), dot(one.value.f, one.value.f) / m);
  }
}

std::span<const EventIndex> Flight::announce(const EventLog& log) {
  jump_ = &log.jump;
  const std::span<const EventIndex> fired = conditions_.fire(observe(), {});
  write_row();
  jump_ = nullptr;
  grid_.skip(t_);
  return fired;
}

void Flight::enter(const Structure& structure, const State<double>& state) {
  is_shown_ = false;
  Engine& next = engines_.engine_for(structure);
  if (&next != engine_) next.kernel->follow(*engine_->kernel);
  update_sleep(structure, conditions_.stops());
  next.enter(p_, state);
  note_closure(next);
  watch_entered(next);
  next.integrator->set_next_step(engine_->integrator->next_step(), {true});
  next.integrator->restart({true});
  engine_ = &next;
  structure_ = structure;
  conditions_.enter(structure);
  held_laws_.enter(structure);
  peaks_->interrupt();
}

}  // namespace pintle
