#include "pintle/simulate/flight.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "pintle/base/error.h"
#include "pintle/base/limits.h"
#include "pintle/closure/idle_drives.h"
#include "pintle/closure/misfit.h"
#include "pintle/math/elementary.h"
#include "pintle/simulate/allocations.h"
#include "pintle/simulate/change.h"
#include "pintle/simulate/check_unique.h"
#include "pintle/simulate/failure.h"

namespace pintle {
namespace {

constexpr double off_by = 0.01;          // of L and of the largest speed: no stabilization lets this happen while a motion exists
constexpr double beyond_machines = 1e9;  // of forces, torques, rates in SI units: no constraint holds against them

/// Of the body that turns fastest [rad/s].
double calc_turning(const State<double>& state) {
  double most = 0;
  for (const Motion<double>& V : state.V_WB) most = std::max(most, dot(V.w, V.w));
  return std::sqrt(most);
}

bool covers(const Needs& held, const Needs& asked) {
  return held.state >= asked.state && held.accelerations >= asked.accelerations && held.loads >= asked.loads &&
         held.reactions >= asked.reactions && held.elements >= asked.elements && held.signs >= asked.signs;
}

}  // namespace

/// Step, locate, change structure, observe.
void Flight::go() {
  if (!begun_) begin();  // else it is resumed
  while (decide_to_go_on()) {
    Step<double> step = advance();
    if (any(step.failed)) return fail({});
    std::optional<Hit> hit = find_hit(step);  // conditions at the step's end, then on its interpolant
    step_to_kink(step, hit);                  // a law's kink lies at a step's end
    if (any(step.failed)) return fail({});
    const double end = hit ? hit->t : step.end;
    write_rows(end, hit);                                  // of the grid, on the interpolant
    watch_singular(step.start, end);                       // configurations that the mechanism comes beside
    follow_peaks(step.start, end);                         // of loads and measures, on the interpolant
    if (!commit(end, hit && hit->bends)) return fail({});  // y and accounts; the kernel's accept()
    const Instant now = observe();                         // energy and what is asked for: once per accepted step
    const auto fired = conditions_.fire(now, hit);
    change_structure(fired, conditions_.asking_stops(hit));  // store → edit bits → kernel → jump → load → restart → log
    sample();                                                // controllers that are due
    write_due_row();
  }
}

bool Flight::decide_to_go_on() {
  const bool is_over = !running_ || t_ >= options_.until, is_stopped = observer_->wants_stop();
  keep(is_over || is_stopped);
  if (is_over) return false;
  if (is_stopped) summary_.status = Status::interrupted;
  if (const std::string sentence = is_stopped ? "" : watch_pace(); !sentence.empty()) fail(sentence);
  return running_ && !is_stopped;
}

double Flight::t_end() { return std::min({foresight_.reach(t_), conditions_.next_boundary(t_), sampling_.next()}); }

std::optional<Hit> Flight::find_hit(const Step<double>& step) {
  const auto sample = [&](double t) {
    engine_->integrator->interpolate(t, engine_->y_inside, engine_->account);
    return make_instant(t, engine_->y_inside, conditions_.needs(), conditions_.reads_ledger());
  };
  const AllocationWatch allocations;
  std::optional<Hit> hit = conditions_.find_hit(step.start, step.end, sample);
  if (engine_->warm && !hit) summary_.counters.allocations += allocations.count();
  return hit;
}

void Flight::write_rows(double t, const std::optional<Hit>& hit) {
  const bool event = hit && hit->fires;
  const double end = event ? t - grid_.slack() : t;  // the rows of an event stand for the grid's
  for (; grid_.next() < end; grid_.advance()) {
    engine_->integrator->interpolate(grid_.next(), engine_->y_inside, engine_->account);
    const Instant inside = make_instant(grid_.next(), engine_->y_inside, row_needs_);
    laws_.look(p_, inside);
    observer_->row(inside);
  }
}

std::string Flight::watch_pace() {
  constexpr double most_chatter = 1e5;  // seconds, for nothing
  if (!pace_.add_step()) return {};
  double speed = 0;
  for (const BodyReach& body : summary_.reach) speed = std::max({speed, body.speed, body.spin * system_.length});
  pace_.note(t_, speed);
  const std::string chatter = laws_.find_chatter();
  if (!pace_.is_hopeless() && (chatter.empty() || pace_.left() <= most_chatter)) return {};
  const std::string why = chatter.empty() ? explain_violence(system_, p_, *engine_->kernel, t_, engine_->y) : chatter;
  if (!(pace_.pace() > 0)) return fmt::format("t = {:.17g} s does not go on any more; {}", t_, why);
  const bool grows = pace_.ahead() > pace_.left();
  return fmt::format("at t = {:.9g} s steps have become so small ({:.2g} s) that {}{:.1g} of them are left{}; {}", t_,
                     pace_.pace(), grows ? "more than " : "", grows ? std::min(pace_.ahead(), 1e12) : pace_.left(),
                     grows ? ", if motions go on to grow as they do" : "", why);
}

bool Flight::commit(double t, bool at_kink) {
  Engine& e = *engine_;
  is_shown_ = false;
  e.integrator->interpolate(t, e.y, e.account);
  if (contact_heat_) look_for_heat(t), contact_heat_->end_step();
  books_.end_step(e.account);
  std::fill(e.account.begin(), e.account.end(), 0.0);
  t_ = t;

  const AllocationWatch allocations;
  const Accepted<double> accepted = e.kernel->accept(t_, e.y, {true});
  if (e.warm) summary_.counters.allocations += allocations.count();
  e.warm = true;
  if (any(accepted.restart) || at_kink || foresight_.ends_at_kink(t_)) {
    e.integrator->restart({true});
    if (any(accepted.restart) && !late_touches_) e.integrator->doubt_next_step({true});
    peaks_->interrupt();
  }

  const ConstraintError error = e.kernel->constraint_error();
  summary_.constraints.position = std::max(summary_.constraints.position, error.position);
  summary_.constraints.velocity = std::max(summary_.constraints.velocity, error.velocity);
  watch_condition();
  if (any(accepted.failed)) return false;
  if (const std::string sentence = find_contradiction(error, off_by); !sentence.empty()) {
    fail(sentence);
    return false;
  }
  return true;
}

std::string Flight::find_contradiction(const ConstraintError& error, double part) {
  if (!engine_->statics) return {};
  double speed = 1e-3 * system_.length;
  const bool position = error.position > part * system_.length;
  if (!position && !(error.velocity > part * speed)) return {};
  State<double> now = view_.state;  // for the sizes of its lists
  engine_->kernel->store(t_, engine_->y, now);
  for (const Motion<double>& V : now.V_WB) speed = std::max({speed, norm(V.v), system_.length * norm(V.w)});
  if (!position && !(error.velocity > part * speed)) return {};
  if (const std::string law = laws_.find_largest(p_, make_instant(t_, engine_->y, {}), beyond_machines); !law.empty())
    return fmt::format("constraints cannot be held any more at t = {:.9g} s; {}", t_, law);
  BodyRows rows(system_, structure_);
  rows.update(p_, now);
  const std::string off = misfit_text(system_, rows, !position, part * (position ? system_.length : speed));
  const std::vector<IdleDrive> idle = find_idle_drives(system_, p_, structure_, now);
  if (const std::string finer = advise_finer(); idle.empty() && !finer.empty())
    return fmt::format(
        "constraints could not be met again after a step to t = {:.9g} s: {}{}; if it stays, what is driven, locked or told to "
        "move "
        "leaves no motion that meets all of them",
        t_, off.empty() ? "they cannot be met" : off, finer);
  return fmt::format("constraints contradict each other at t = {:.9g} s: {}; {}", t_, off.empty() ? "they cannot be met" : off,
                     idle.empty() ? "what is driven, locked or told to move leaves no motion that meets all of them"
                                  : idle_text(system_, idle.front()) + ": take one of them out, or make their laws agree");
}

std::string Flight::advise_finer() const {
  constexpr double coarse = 1e-5;
  const double rtol = options_.integration.rtol;
  if (!engine_->statics || !(rtol > coarse)) return {};
  return fmt::format("; run.rtol = {:g} is coarse for a mechanism with loops, try 1e-6", rtol);
}

void Flight::note_closure(const Engine& engine) {
  ClosureSummary& closure = summary_.closure;
  closure.any = closure.any || engine.statics;
  closure.rows = engine.statics ? engine.statics->rows() : 0;
  closure.redundant = engine.statics ? engine.statics->redundant() : 0;
  note_uniqueness(engine);
}

void Flight::note_uniqueness(const Engine& engine) {
  if (!engine.statics) return;
  const Uniqueness& now = engine.statics->judge_uniqueness();
  check_unique(system_, now);
  Uniqueness& all = summary_.uniqueness;
  all.joints.resize(now.joints.size());
  all.constraints.resize(now.constraints.size());
  for (std::size_t j = 0; j < now.joints.size(); ++j) {
    all.joints[j].load |= now.joints[j].load;
    all.joints[j].reaction |= now.joints[j].reaction;
  }
  for (std::size_t k = 0; k < now.constraints.size(); ++k) all.constraints[k].reaction |= now.constraints[k].reaction;
}

void Flight::watch_condition() {
  if (!engine_->statics) return;
  const double condition = engine_->kernel->accepted_conditioning().condition;
  singular_.add(t_, condition);
  if (condition <= summary_.closure.worst_condition) return;
  summary_.closure.worst_condition = condition;
  summary_.closure.worst_time = t_;
}

void Flight::watch_entered(const Engine& engine) {
  singular_.enter(t_, engine.statics ? 1 / engine.statics->condition() : 1);
  peaks_->set_beside(singular_.is_beside());
}

void Flight::watch_singular(double start, double end) {
  if (!engine_->statics) return;
  singular_.look(start, end, [&](double t) {
    engine_->integrator->interpolate(t, engine_->y_inside, engine_->account);
    const State<double>& state = make_instant(t, engine_->y_inside, {}, false).view.state;
    const bool is_placed = std::ranges::all_of(state.V_WB, [](const Motion<double>& V) { return std::isfinite(dot(V.v, V.v)); });
    return is_placed ? engine_->statics->find_sine(p_, state) : 0;
  });
}

Instant Flight::observe() {
  const bool begins = peaks_->is_due();
  Needs needs = begins ? step_needs_ | peaks_->needs() : step_needs_;
  if (watches_works()) needs = needs | needs_of_works;
  const Instant now = make_instant(t_, engine_->y, needs);
  laws_.check(p_, now);
  touches_ = std::ranges::any_of(view_.state.mode, [](const auto& mode) { return any(mode); }) ||
             std::ranges::any_of(view_.state.stop, [](double mode) { return mode != 0; });
  note_work_rounding();
  books_.note(ledgers_);
  note_reach();
  tables_.note(system_, p_, now);
  if (begins) peaks_->begin(structure_, now);
  if (const std::string lock = explain_gimbal_lock(system_, p_, structure_, view_.state); !lock.empty())
    fail(fmt::format("{} (t = {:.12g} s)", lock, t_));
  observer_->observe(now);
  return now;
}

/// Where there is gravity, places are heights, and what rounding makes of their energy is known.
bool Flight::watches_works() const { return books_.any_quiet() && !(norm(p_[system_.gravity]) > 0); }

void Flight::note_work_rounding() {
  if (!watches_works()) return;
  update_work_rounding(system_, p_, view_, work_rounding_);
  books_.note_work_rounding(work_rounding_);
}

void Flight::note_reach() {
  const State<double>& now = view_.state;
  const double rate = calc_turning(now), lasted = t_ - turning_.t;
  turning_ = {t_, rate, lasted > 0 ? (rate - turning_.rate) / lasted : 0};
  if (!begun_) first_ = now;
  begun_ = true;
  faint_.note(system_, now);
  summary_.reach.resize(now.X_WB.size());
  const auto raise = [](double& most, double factor, const Vec3<double>& v) {  // a root only where it is higher
    if (factor * factor * dot(v, v) > most * most) most = factor * norm(v);
  };
  for (std::size_t b = 1; b < now.X_WB.size(); ++b) {
    const Quaternion<double> turn = first_.q_WB[b].conjugate() * now.q_WB[b];
    BodyReach& reach = summary_.reach[b];
    raise(reach.travel, 1, now.X_WB[b].p - first_.X_WB[b].p);
    raise(reach.turn, 2, {turn.x, turn.y, turn.z});  // 2 sin θ/2: near enough
    raise(reach.speed, 1, now.V_WB[b].v);
    raise(reach.spin, 1, now.V_WB[b].w);
  }
}

double Flight::calc_start_noise() const {
  constexpr double known = 3e-5;
  const double L = std::max(system_.length, 1e-300);
  double way = 0;
  for (std::size_t b = 1; begun_ && b < view_.state.X_WB.size(); ++b) {
    const Quaternion<double> turn = first_.q_WB[b].conjugate() * view_.state.q_WB[b];
    const double turned = 2 * norm(Vec3<double>{turn.x, turn.y, turn.z});
    way = std::max({way, norm(view_.state.X_WB[b].p - first_.X_WB[b].p) / L, turned});
  }
  return known < way ? known / way : 1;
}

void Flight::write_due_row() {
  if (!running_ || grid_.next() > t_) return;
  write_row();
  grid_.advance();
}

Instant Flight::make_instant(double t, std::span<const double> y, Needs needs, bool with_energy) {
  const Kernel<double>& kernel = *engine_->kernel;
  if (engine_->statics && (needs.loads || needs.reactions)) needs.state = needs.reactions = true;  // shared together, by poses
  if (needs.reactions && held_laws_.any()) needs.state = true;
  const bool is_present = y.data() == engine_->y.data();
  if (!(is_shown_ && is_present && t == view_.state.t && covers(shown_, needs))) {
    engine_->kernel->update_view(t, y, needs, view_);
    if (engine_->statics && needs.reactions) share_loads(p_, *engine_->statics, view_);
    if (needs.reactions && held_laws_.any()) held_laws_.take_out(p_, {view_, {}, {}}, view_.reaction);
    if (starts_singular_ && engine_->statics && needs.state) view_.noise = std::max(view_.noise, calc_start_noise());
    books_.update_ledgers(engine_->account, kernel.projection_work(), ledgers_);
    if (with_energy) update_energy(system_, p_, structure_, view_.state, ledgers_);
    shown_ = needs;
    is_shown_ = is_present && with_energy && needs.state;
  }
  Instant instant{view_, {}, kernel.constraint_error(), engine_->freedoms, jump_, stage_};
  for (const Ledger& ledger : ledgers_) instant.ledger += ledger;
  if (contact_heat_ && needs.heat) {
    is_present ? contact_heat_->clear_step() : look_for_heat(t);
    instant.heat = contact_heat_->update(p_, structure_, view_.state);
  }
  return instant;
}

void Flight::look_for_heat(double t) {
  if (!heat_look_) heat_look_ = Look{{}, {}, blank_};
  Look& look = *heat_look_;
  look.y.resize(engine_->y.size());
  look.account.resize(engine_->account.size());
  const double length = t - step_start_;
  contact_heat_->clear_step();
  for (int k = 0; k < ContactHeat::looks; ++k) {
    const double there = step_start_ + length * ContactHeat::place_of(k);
    engine_->integrator->interpolate(there, look.y, look.account);
    engine_->kernel->update_view(there, look.y, {}, look.view);
    look.view.state.t = there;
    contact_heat_->add_look(p_, structure_, look.view.state, k, length);
  }
  engine_->integrator->interpolate(t, look.y, look.account);
  contact_heat_->end_looks(look.account);
}

void Flight::fail(const std::string& sentence) {
  running_ = false;
  if (sentence.empty() && summary_.status == Status::failed) return;  // it has been said
  summary_.status = Status::failed;
  summary_.message = sentence;
  if (sentence.empty()) summary_.message = tables_.explain_end(system_, p_, make_instant(t_, engine_->y, {}));
  if (summary_.message.empty())
    summary_.message = explain_failure(system_, p_, *engine_->kernel, t_, engine_->y) + advise_finer();
}

}  // namespace pintle
