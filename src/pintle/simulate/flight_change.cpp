#include <fmt/core.h>

#include <algorithm>

#include "pintle/base/error.h"
#include "pintle/simulate/change.h"
#include "pintle/simulate/flight.h"

/// What happens to a run at an instant: events, stops, and the structure that they leave.
namespace pintle {
namespace {

constexpr int max_rounds = 100;  // of events that fire each other at one instant

}  // namespace

/// Events that become true by what others did fire at the same instant, in a round of their own.
void Flight::change_structure(std::vector<EventIndex> fired) {
  if (fired.empty() || !running_) return;
  write_row();
  for (int round = 0; !fired.empty() && running_; ++round) {
    if (round == max_rounds)
      throw Error(fmt::format("events fire each other without end at t = {:.12g} s, the last one is {}; leave out `rearm`", t_,
                              system_.events[fired.front().i].name));
    EventLog change = apply(fired);
    log(fired, change);
    fired = announce(change);
  }
}

EventLog Flight::start_log() {
  EventLog change;
  change.time = t_;
  change.freedoms_before = engine_->freedoms;
  change.before = view_.state;  // for the sizes of its lists
  engine_->kernel->store(t_, engine_->y, change.before);
  change.after = change.before;
  return change;
}

EventLog Flight::apply(const std::vector<EventIndex>& fired) {
  EventLog change = start_log();
  change.structure = edit_structure(system_, structure_, fired);
  Engine& next = engines_.engine_for(change.structure);
  change.jump = update_change(system_, structure_, change.structure, *next.kernel, change.after);
  share(next, change);
  if (&next != engine_) enter(change.structure, change.after);
  book(change, change.structure);
  return change;
}

void Flight::share(const Engine& engine, EventLog& change) {
  if (!engine.statics) return;
  share_impulses(system_, p_, change.before, *engine.statics, change.jump);
  change.uniqueness = engine.statics->find_uniqueness();
}

void Flight::book(EventLog& change, const Structure& structure) {
  change.freedoms_after = engine_->freedoms;
  change.kinetic_before = calc_kinetic_energy(system_, p_, change.before);
  change.kinetic_after = calc_kinetic_energy(system_, p_, change.after);
  change.momentum_before = calc_momentum(system_, p_, change.before);
  change.momentum_after = calc_momentum(system_, p_, change.after);
  books_.book_event(calc_jump_work(system_, p_, structure, change.before, change.after, change.jump));
}

void Flight::obey_stops(const std::vector<Stop*>& stops) {
  if (stops.empty() || !running_) return;
  EventLog change = start_log();
  const StopsVerdict verdict = judge_stops(system_, p_, structure_, change.before, stops);
  change.event = verdict.joints;
  change.cause = "limits";
  change.actions = verdict.actions;
  change.structure = verdict.next;
  change.jump = make_no_jump(system_);
  if (verdict.hits) {
    Engine& locked = engines_.engine_for(verdict.locked);
    change.jump = locked.kernel->update_jump({}, change.after);
    share(locked, change);
    update_rebound(verdict.restitution, change.before, change.after, change.jump);
  }
  write_row();
  enter(verdict.next, change.after);
  book(change, verdict.locked);
  ++summary_.counters.events;
  observer_.event(change);
  change_structure(announce(change));
}

std::vector<EventIndex> Flight::announce(const EventLog& change) {
  jump_ = &change.jump;
  std::vector<EventIndex> fired = conditions_.fire(observe(), {});
  write_row();
  jump_ = nullptr;
  grid_.skip(t_);
  return fired;
}

void Flight::enter(const Structure& structure, const State<double>& state) {
  Engine& next = engines_.engine_for(structure);
  books_.end_engine(engine_->kernel->projection_work());
  next.enter(p_, state);
  note_closure(next);
  next.integrator->set_next_step(engine_->integrator->next_step(), {true});
  next.integrator->restart({true});
  engine_ = &next;
  structure_ = structure;
  peaks_.interrupt();
}

void Flight::log(const std::vector<EventIndex>& fired, EventLog& change) {
  for (EventIndex e : fired) {
    const EventRecord& event = system_.events[e.i];
    fired_[static_cast<std::size_t>(e.i)] = true;
    change.event = event.name;
    change.cause = event.cause;
    change.actions.clear();
    for (const EventAction& action : event.actions) change.actions.push_back(action.text);
    ++summary_.counters.events;
    observer_.event(change);
    if (std::ranges::all_of(event.actions, [](const EventAction& action) { return action.lock.has_value(); })) continue;
    running_ = false;
    summary_.status = Status::stopped;
    summary_.message = fmt::format("stopped by event {} at {:.9g} s", event.name, t_);
  }
}

}  // namespace pintle
