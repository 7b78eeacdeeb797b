#include "pintle/simulate/flight.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "pintle/base/error.h"
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
constexpr int most_halvings_of_step = 60;  // of a step that is no number inside

constexpr Needs of_works{.loads = true, .elements = true};  // what rounding of works is made of

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

bool Flight::is_live() {
  const bool is_over = !running_ || t_ >= options_.until, is_stopped = observer_->wants_stop();
  keep(is_over || is_stopped);
  if (is_over) return false;
  if (is_stopped) summary_.status = Status::interrupted;
  if (const std::string sentence = is_stopped ? "" : find_standstill(); !sentence.empty()) fail(sentence);
  return running_ && !is_stopped;
}

double Flight::t_end() { return std::min({foresight_.reach(t_), conditions_.next_boundary(t_), sampling_.next()}); }

Step<double> Flight::advance() { return advance(t_end()); }

Step<double> Flight::advance(double end) {
  const AllocationWatch allocations;
  is_shown_ = false;
  books_.update_account_scales(account_scales_);
  engine_->integrator->set_account_scales(account_scales_, account_count);
  Step<double> step = engine_->integrator->advance(*engine_->kernel, t_, engine_->y, end);
  for (int halvings = 0; halvings < most_halvings_of_step && !any(step.failed) && !(is_sound_inside(step) && is_booked(step));
       ++halvings) {
    go_back(step);
    engine_->integrator->set_next_step(0.5 * (step.end - step.start), {true});
    step = engine_->integrator->advance(*engine_->kernel, t_, engine_->y, end);
  }
  if (engine_->warm) summary_.counters.allocations += allocations.count();
  return step;
}

void Flight::go_back(const Step<double>& step) {
  engine_->integrator->interpolate(step.start, engine_->y, engine_->account);
  t_ = step.start;
  engine_->integrator->restart({true});
}

bool Flight::is_sound_inside(const Step<double>& step) {
  if (!laws_.any() || !(grid_.next() < step.end || conditions_.needs_search())) return true;
  engine_->integrator->interpolate(0.5 * (step.start + step.end), engine_->y_inside, engine_->account);
  return std::ranges::all_of(engine_->y_inside, [](double y) { return std::isfinite(y); });
}

/// Not where a force sets in, over a few ulps: what is missing then is nothing beside what comes.
bool Flight::is_booked(const Step<double>& step) {
  constexpr double known = 1e-7, short_part = 1e-6;  // of energies, of the run
  if (!books_.any_at_rest() || step.end - step.start < short_part * options_.until) return true;
  engine_->integrator->interpolate(step.end, engine_->y_inside, engine_->account);
  make_instant(step.end, engine_->y_inside, watches_works() ? of_works : Needs{});
  note_work_rounding();
  return books_.calc_first_error(ledgers_) < known;
}

/// Dense output has stages of its own, which no estimate of an error sees. The force of a contact acts before anything is said to
/// touch; where such a stage feels it behind t, what is told of t is not the way there.
bool Flight::is_bent_from_behind(const Step<double>& step, double t) {
  constexpr std::array<double, 4> places{0.1, 0.2, 7.0 / 9, 0.8};  // of a step: dop853, rkf45
  return std::ranges::any_of(places, [&](double place) {
    const double there = step.start + place * (step.end - step.start);
    if (there <= t) return false;
    engine_->integrator->interpolate(there, engine_->y_inside, engine_->account);
    return conditions_.finds_other_touches(make_instant(there, engine_->y_inside, conditions_.needs()));
  });
}

void Flight::step_to_kink(Step<double>& step, std::optional<Hit>& hit) {
  constexpr int most_rounds = 8;
  constexpr double near = 1e-6;  // of a step, at its end or its start: what the other side does there is nothing for it
  const double next = engine_->integrator->next_step();
  constexpr double early = 0.125;    // of a step: what is over by then was not seen by it
  constexpr double most_turn = 0.5;  // [rad]
  const auto is_amid = [&] { return std::min(step.end - hit->t, hit->t - step.start) > near * (step.end - step.start); };
  const auto is_passed_by = [&] {
    const double length = step.end - step.start;
    return !hit->fires && (turning_.rate * length > most_turn || (touches_ && hit->t - step.start < early * length));
  };
  constexpr int most_early = 2;
  constexpr double short_of = 1e-6;  // of a step: it ends so much before a kink
  constexpr double least = 1e-13;    // of the run
  const double tried = step.end;
  if (step.start >= early_until_) early_ = 0;
  const bool is_patient = early_ < most_early;
  bool is_short = false;  // it came as far as it was told, and not to its kink
  for (int k = 0;
       k < most_rounds && hit && is_amid() && ((hit->bends && is_patient) || is_passed_by() || is_bent_from_behind(step, hit->t));
       ++k) {
    const bool bends = hit->bends;
    const double end = bends ? hit->t - short_of * (hit->t - step.start) : hit->t;
    go_back(step);
    step = advance(end);
    if (any(step.failed)) return;
    hit = find_hit(step);
    is_short = bends && !hit && step.end == end;
  }
  if (hit) early_ = 0;
  if (is_short && early_++ == 0) early_until_ = tried;
  if (hit && hit->bends) engine_->integrator->set_next_step(next, {true});
  if (is_short)
    engine_->integrator->set_next_step(std::max(2 * short_of * (step.end - step.start), least * options_.until), {true});
}

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

std::string Flight::find_standstill() {
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

/// From one kink or jump of what is measured to the next. Those that time brings are known with both of their sides, a few ulps
/// apart; those that signals bring are two neighbouring numbers.
void Flight::find_peaks(double start, double end) {
  constexpr double rounding = 64 * std::numeric_limits<double>::epsilon();
  if (!peaks_->any()) return;
  boundaries_.clear();
  const double aside = rounding * std::max(end, end - start);  // next to a jump, sign(x) may be zero
  bool is_before = true;
  for (const double t : conditions_.bends()) {
    boundaries_.push_back(is_before ? t - aside : t + aside);
    is_before = !is_before;
    if (t > start && t < end) note_kink(t);
  }
  for (double t = measured_kinks_.next(start); t < end; t = measured_kinks_.next(t)) boundaries_.push_back(t);
  const std::optional<SingularWatch::Stretch>& beside = singular_.beside();
  if (beside) boundaries_.insert(boundaries_.end(), {beside->from, beside->to});
  std::erase_if(boundaries_, [&](double t) { return !(t > start && t < end); });
  std::ranges::sort(boundaries_);
  boundaries_.push_back(end);
  bool is_cut = false;
  for (double from = start; const double to : boundaries_) {
    const bool is_piece = to - from > 4 * aside;
    if (is_piece) {
      peaks_->set_beside(beside && beside->from <= from && to <= beside->to);
      if (is_cut) peaks_->cut(look_for_peaks(from, peaks_->needs()));
      find_peaks_between(from, to);
    }
    is_cut = !is_piece || to < end;
    from = to;
  }
  peaks_->set_beside(singular_.is_beside());
  if (is_cut) peaks_->cut(look_for_peaks(end, peaks_->needs()));
}

void Flight::note_kink(double t) {
  engine_->integrator->interpolate(t, engine_->y_inside, engine_->account);  // as exact as the kink's place is
  const Instant instant = make_instant(t, engine_->y_inside, peaks_->needs(), peaks_->reads_ledger());
  view_.state.t = t;
  const std::optional<SingularWatch::Stretch>& beside = singular_.beside();
  peaks_->set_beside(beside && beside->from <= t && t <= beside->to);
  peaks_->note(instant);
}

/// Loads are told in axes that turn with bodies, and points of them go round: where a body turns evenly its motion is simple,
/// and a step in joint coordinates may be many turns long. No piece that is looked at turns further than this, as far as its
/// rate goes on as it did. Beside a singular configuration loads go as 1/s: pieces end where s has doubled.
void Flight::find_peaks_between(double start, double end) {
  constexpr double most_turn = 1;           // [rad]
  constexpr double shortest_flank = 0.005;  // of a piece
  const double length = end - start, turn = std::max(turning_.rate, turning_.rate + turning_.growth * length) * length;
  const int pieces = std::max(1 + static_cast<int>(turn / most_turn), foresight_.count_pieces(start, end));
  piece_ends_.clear();
  for (int k = 1; k < pieces; ++k) piece_ends_.push_back(start + length * k / pieces);
  if (const std::optional<SingularWatch::Stretch>& beside = singular_.beside()) {
    const double way = std::max(0.5 * (beside->to - beside->from), shortest_flank * length);
    for (double ahead = way; ahead < 0.5 * length && start == beside->to; ahead = 2 * ahead + way)
      piece_ends_.push_back(start + ahead);
    for (double left = way; left < 0.5 * length && end == beside->from; left = 2 * left + way) piece_ends_.push_back(end - left);
  }
  std::ranges::sort(piece_ends_);
  piece_ends_.push_back(end);
  for (double from = start; const double to : piece_ends_) {
    peaks_->add_piece(from, to, [&](double t, const Needs& needs) { return look_for_peaks(t, needs); });
    from = to;
  }
}

/// Beside a kink as exactly as its place is known; elsewhere for nothing.
Instant Flight::look_for_peaks(double t, const Needs& needs) {
  if (std::ranges::binary_search(boundaries_, t))
    engine_->integrator->interpolate(t, engine_->y_inside, engine_->account);
  else
    engine_->integrator->glance(t, engine_->y_inside, engine_->account);
  const Instant instant = make_instant(t, engine_->y_inside, needs, peaks_->reads_ledger());
  view_.state.t = t;
  if (t == boundaries_.back() && needs.loads) observer_->sample(instant);
  return instant;
}

bool Flight::commit(double t, bool at_kink) {
  Engine& e = *engine_;
  is_shown_ = false;
  e.integrator->interpolate(t, e.y, e.account);
  books_.end_step(e.account);
  std::fill(e.account.begin(), e.account.end(), 0.0);
  t_ = t;

  const AllocationWatch allocations;
  const Accepted<double> accepted = e.kernel->accept(t_, e.y, {true});
  if (e.warm) summary_.counters.allocations += allocations.count();
  e.warm = true;
  if (any(accepted.restart) || at_kink || foresight_.ends_at_kink(t_)) {
    e.integrator->restart({true});
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
  const Uniqueness& now = engine.statics->find_uniqueness();
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
  if (watches_works()) needs = needs | of_works;
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
  const bool is_present = y.data() == engine_->y.data();
  if (!(is_shown_ && is_present && t == view_.state.t && covers(shown_, needs))) {
    engine_->kernel->update_view(t, y, needs, view_);
    if (engine_->statics && needs.reactions) share_loads(p_, *engine_->statics, view_);
    if (starts_singular_ && engine_->statics && needs.state) view_.noise = std::max(view_.noise, calc_start_noise());
    books_.update_ledgers(engine_->account, kernel.projection_work(), ledgers_);
    if (with_energy) update_energy(system_, p_, structure_, view_.state, ledgers_);
    shown_ = needs;
    is_shown_ = is_present && with_energy && needs.state;
  }
  Instant instant{view_, {}, kernel.constraint_error(), engine_->freedoms, jump_, stage_};
  for (const Ledger& ledger : ledgers_) instant.ledger += ledger;
  return instant;
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
