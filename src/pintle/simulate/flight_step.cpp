#include <algorithm>
#include <cmath>

#include "pintle/base/limits.h"
#include "pintle/closure/body_rows.h"
#include "pintle/simulate/allocations.h"
#include "pintle/simulate/flight.h"

/// One step: what the integrator offers is looked into, and made anew as long as something is wrong with it.
namespace pintle {
namespace {

constexpr int most_halvings_of_step = 60;   // of a step that is no number inside
constexpr int most_halvings_for_rows = 12;  // of one that is off its rows inside

}  // namespace

Step<double> Flight::advance() { return advance(t_end()); }

Step<double> Flight::advance(double end) {
  const AllocationWatch allocations;
  is_shown_ = false;
  step_start_ = t_;
  books_.update_account_scales(account_scales_);
  engine_->integrator->set_account_scales(account_scales_, account_count);
  Step<double> step = try_step(end);
  const auto is_good = [&](int halvings) {
    return is_sound_inside(step) && (halvings >= most_halvings_for_rows || is_met_inside(step)) && note_works(step);
  };
  for (int halvings = 0; halvings < most_halvings_of_step && !any(step.failed) && !is_good(halvings); ++halvings) {
    go_back(step);
    engine_->integrator->set_next_step(0.5 * (step.end - step.start), {true});
    step = try_step(end);
  }
  if (engine_->warm) summary_.counters.allocations += allocations.count();
  return step;
}

/// What is made anew is told of its way more exactly, having come nearer: three or four rounds find a touch.
Step<double> Flight::try_step(double end) {
  constexpr int most_rounds = 12;
  Step<double> step = engine_->integrator->advance(*engine_->kernel, t_, engine_->y, end);
  for (int round = 0; late_touches_ && round < most_rounds && !any(step.failed); ++round) {
    const double touch = find_late_touch(step);
    if (!(touch < step.end)) break;
    go_back(step);
    step = engine_->integrator->advance(*engine_->kernel, t_, engine_->y, touch);
  }
  return step;
}

/// A step from flight to flight is looked at on its way, too: it may be long enough to pass through what it meets.
double Flight::find_late_touch(const Step<double>& step) {
  constexpr int most_looks = 60;
  constexpr double wanted = 0.5, short_part = 1e-12;  // of what is allowed; of the run
  const auto calc_share = [&](double t) {
    engine_->integrator->glance(t, engine_->y_inside, engine_->account);
    make_instant(t, engine_->y_inside, {}, false);
    view_.state.t = t;
    if (!late_touches_->find(structure_, view_.state)) return 0.0;
    update_energy(system_, p_, structure_, view_.state, ledgers_);
    return late_touches_->calc_share(ledgers_, account_scales_);
  };
  const double length = step.end - step.start;
  const int parts = touches_ ? 1 : 3;
  double from = step.start, to = step.end;
  for (int k = 1;; ++k) {
    to = k < parts ? step.start + length * k / parts : step.end;
    if (calc_share(to) > 1) break;
    if (k == parts) return infinity;
    from = to;
  }
  for (int k = 0; k < most_looks; ++k) {
    const double t = 0.5 * (from + to), share = calc_share(t);
    if (0 < share && share <= wanted) return t;
    (share > 0 ? to : from) = t;
  }
  return to - step.start > short_part * options_.until ? to : infinity;  // what was pressed in before the step stays so
}

void Flight::go_back(const Step<double>& step) {
  engine_->integrator->interpolate(step.start, engine_->y, engine_->account);
  t_ = step.start;
  engine_->integrator->restart({true});
}

bool Flight::is_sound_inside(const Step<double>& step) {
  if (!looks_inside(step) || !(laws_.any() || engine_->statics)) return true;
  engine_->integrator->interpolate(0.5 * (step.start + step.end), engine_->y_inside, engine_->account);
  return std::ranges::all_of(engine_->y_inside, [](double y) { return std::isfinite(y); });
}

bool Flight::looks_inside(const Step<double>& step) const { return grid_.next() < step.end || conditions_.needs_search(); }

bool Flight::is_known_inside(double t) {
  engine_->integrator->interpolate(t, engine_->y_inside, engine_->account);
  view_.noise = 0;
  engine_->kernel->update_view(t, engine_->y_inside, {}, view_);
  return view_.noise < 1 &&
         std::ranges::all_of(
             view_.state.V_WB, [](const Motion<double>& V) { return std::isfinite(dot(V.v, V.v) + dot(V.w, V.w)); });
}

double Flight::calc_off(double t) {
  if (!is_known_inside(t)) return std::numeric_limits<double>::infinity();
  const BodyRows& rows = engine_->statics->rows_at(p_, view_.state);
  double speed = 0, off = 0;
  for (const Motion<double>& V : view_.state.V_WB) speed = std::max({speed, norm(V.v), system_.length * norm(V.w)});
  for (const BodyReach& body : summary_.reach) speed = std::max({speed, body.speed, body.spin * system_.length});
  for (const BodyRows::Group& group : rows.groups())
    for (int r = group.first; r < group.first + group.rows; ++r) {
      const ConstraintRow<double>& row = rows.rows()[r];
      off = std::max({off, std::fabs(row.g) / group.L, speed > 0 ? std::fabs(row.gdot) / speed : 0});
    }
  return off;
}

/// Dense output has stages of its own. Where one of them meets a singular configuration that the step itself has passed by, its
/// accelerations are rounding, or no numbers, and what it tells of the step is not the way there: on all of it, so that a few
/// places tell. And a row right beside such a place may be found on another branch.
bool Flight::is_met_inside(const Step<double>& step) {
  if (!looks_inside(step) || !engine_->statics) return true;
  constexpr double coarse = 1e-2;     // of L and of speeds
  constexpr double tolerances = 1e3;  // dense output is less exact than a step's end
  constexpr double far = 100;         // in parts of what the step's end is off, before that is projected
  const double rtol = options_.integration.rtol, allowed = std::min(tolerances * rtol, std::max(coarse, rtol));
  double off = 0;
  for (const double place : {0.2, 0.5, 0.8}) off = std::max(off, calc_off(step.start + place * (step.end - step.start)));
  if (off > allowed && !(off <= far * calc_off(step.end))) return false;
  for (RowGrid grid = grid_; grid.next() < step.end; grid.advance())
    if (!is_known_inside(grid.next())) return false;
  return true;
}

/// Not where a force sets in, over a few ulps: what is missing then is nothing beside what comes.
bool Flight::note_works(const Step<double>& step) {
  constexpr double known = 1e-7, short_part = 1e-6;  // of energies, of the run
  if (!books_.any_at_rest() || step.end - step.start < short_part * options_.until) return true;
  engine_->integrator->interpolate(step.end, engine_->y_inside, engine_->account);
  make_instant(step.end, engine_->y_inside, watches_works() ? needs_of_works : Needs{});
  note_work_rounding();
  return books_.calc_first_error(ledgers_) < known;
}

/// Dense output has an error of its own, which no estimate sees: a step that a touch cuts is made anew to end there.
bool Flight::is_spoiled(const Step<double>& step, const Hit& hit, bool chases_kinks) {
  constexpr double near = 1e-6;      // of a step, at its end or its start: what the other side does there is nothing for it
  constexpr double early = 0.125;    // of a step: what is over by then was not seen by it
  constexpr double most_turn = 0.5;  // [rad]
  const double length = step.end - step.start, passed = hit.t - step.start;
  if (!(std::min(step.end - hit.t, passed) > near * length)) return false;
  if (hit.bends && chases_kinks) return true;
  const bool may_pass_by = turning_.rate * length > most_turn || (touches_ && passed < early * length);
  return (may_pass_by && !hit.fires) || conditions_.is_touch(hit);
}

void Flight::step_to_kink(Step<double>& step, std::optional<Hit>& hit) {
  constexpr int most_rounds = 8, most_early = 2;
  constexpr double short_of = 1e-6;  // of a step: it ends so much before a kink
  constexpr double least = 1e-13;    // of the run
  if (step.start >= early_until_) early_ = 0;
  const bool chases_kinks = early_ < most_early;
  const double next = engine_->integrator->next_step(), tried = step.end;
  bool is_early = false;  // it came as far as it was told, and not to its kink
  for (int k = 0; k < most_rounds && hit && is_spoiled(step, *hit, chases_kinks); ++k) {
    const bool bends = hit->bends;
    const double end = bends ? hit->t - short_of * (hit->t - step.start) : hit->t;
    go_back(step);
    step = advance(end);
    if (any(step.failed)) return;
    hit = find_hit(step);
    is_early = bends && !hit && step.end == end;
  }
  if (is_early) {
    if (early_++ == 0) early_until_ = tried;
    engine_->integrator->set_next_step(std::max(2 * short_of * (step.end - step.start), least * options_.until), {true});
  } else if (hit) {
    early_ = 0;
    if (hit->bends) engine_->integrator->set_next_step(next, {true});
  }
}

}  // namespace pintle
