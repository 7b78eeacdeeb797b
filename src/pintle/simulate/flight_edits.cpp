#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "pintle/base/error.h"
#include "pintle/simulate/close_joints.h"
#include "pintle/simulate/flight.h"
#include "pintle/simulate/told_jump.h"
#include "pintle/structure/riding.h"

/// What events do besides the structure: numbers, frames, impulses, stages.
namespace pintle {
namespace {

/// On a body about its mass centre, world axes.
Impulse calc_impulse(const ImpulseEdit& edit, const Parameters<double>& p, const State<double>& state) {
  const Mat3<double> R = state.X_WB[edit.axes.i].R * p[edit.turn].R;
  const Vec3<double> f = R * p[edit.force], arm = state.X_WB[edit.body.i].R * p[edit.at];
  return {edit.body, {R * p[edit.moment] + cross(arm, f), f}};
}

void apply(const LatchEdit& edit, const System& system, const State<double>& state, Parameters<double>& p) {
  for (const JointLaw& law : system.laws) {
    if (law.joint != edit.joint || law.direction != edit.direction || !law.latch) continue;
    const bool catches = edit.stiffness.i >= 0;
    p[law.latch->stiffness] = catches ? p[edit.stiffness] : 0;
    p[law.latch->damping] = catches ? p[edit.damping] : 0;
    p[law.latch->rest] = catches ? state.joints[law.joint.i].value_of(law.direction) : 0;
  }
}

}  // namespace

void Flight::book_difference(const Structure& structure, const State<double>& state, bool set) {
  given_.resize(work_.size());
  for (std::size_t m = 0; m < work_.size(); ++m) {
    work_[m] = -(set ? energies_[m].total() : energies_[m].potential);
    given_[m] = -energies_[m].contact_stored;
  }
  update_energy(system_, p_, structure, state, energies_);
  for (std::size_t m = 0; m < work_.size(); ++m) {
    work_[m] += set ? energies_[m].total() : energies_[m].potential;
    given_[m] += energies_[m].contact_stored;
  }
  books_.book_contacts(given_);
  if (contact_heat_) contact_heat_->book_change(p_, structure, state);
  set ? books_.book_setting(work_) : books_.book_event(work_);
}

/// What particles moved against their group is lost.
void Flight::gather_groups(Change& change, State<double>& state) {
  bool any = false;
  for (const Change::Doing& one : change.doings) {
    const BodyIndex body = one.edits->gathers;
    if (!body.exists() || !structure_.is_absent(body) || change.next.is_absent(body)) continue;
    gather(system_, body, p_, state);
    any = change.writes = true;
  }
  if (!any) return;
  for (std::size_t m = 0; m < work_.size(); ++m) work_[m] = -energies_[m].kinetic;
  update_energy(system_, p_, change.next, state, energies_);
  for (std::size_t m = 0; m < work_.size(); ++m) work_[m] += energies_[m].kinetic;
  books_.book_event(work_);
}

/// Pieces of what is measured end where a number jumps.
void Flight::begin_stage(int stage) {
  stage_ = stage;
  peaks_->interrupt();
}

/// A stop lets go of what it held where its limit goes away. Where it goes past the body, there is no way back for that.
void Flight::judge_stops(std::span<const double> limits, const State<double>& state) {
  for (std::size_t s = 0; Stop & stop : conditions_.stops()) {
    if (stop.limit(p_) == limits[s++] || stop.mode == Stop::Mode::asleep) continue;
    const double beyond = calc_beyond(p_, stop, state), rounding = 2 * calc_crowd_rounding(system_, p_, stop, state);
    if (beyond > rounding)
      throw Error(
          fmt::format("the stop {} of joint {} is set to {:.9g} at t = {:.9g} s, and the joint is at {:.9g}, beyond it; set "
                      "it while the joint is within, or give it stiffness and damping in place of restitution",
                      stop.side > 0 ? "high" : "low", system_.joint(stop.law->joint).name, stop.limit(p_), state.t,
                      state.joints[stop.law->joint.i].value_of(stop.law->direction)));
    stop.slack = 0;
    stop.is_left = beyond < -rounding;
    if (stop.is_left) stop.mode = Stop::Mode::open;
  }
}

bool Flight::apply_settings(Change& change, const State<double>& before) {
  const auto may_set = [](const Change::Doing& one) { return !one.edits->settings.empty() || one.edits->returns >= 0; };
  if (std::ranges::none_of(change.doings, may_set)) return false;
  std::vector<double> limits;
  for (const Stop& stop : conditions_.stops()) limits.push_back(stop.limit(p_));
  std::optional<ToldJump> told;
  if (!system_.drivers.empty() || !system_.constraints.empty()) told.emplace(system_, structure_).note(p_, before);
  bool sets = false;
  for (const Change::Doing& one : change.doings) sets = set_numbers_.apply(*one.edits, p_) || sets;
  if (!sets) return false;
  book_difference(structure_, before, true);
  if (told && told->find(p_, before, change.next)) change.jumps = true;
  judge_stops(limits, before);
  return true;
}

void Flight::apply_edits(Change& change, EventLog& log) {
  work_.resize(energies_.size());
  update_energy(system_, p_, structure_, log.before, energies_);
  if (contact_heat_) contact_heat_->note_before(p_, structure_, log.before);
  const bool sets = apply_settings(change, log.before);
  if (system_.particles.any()) poses_ = log.before.X_WB;
  check_absent(system_, change.next);
  for (const Change::Doing& one : change.doings) {
    const Edits& edits = *one.edits;
    for (const LatchEdit& latch : edits.latches) apply(latch, system_, log.before, p_);
    for (const Slot clock : edits.clocks) p_[clock] = t_;
    if (edits.stage >= 0) begin_stage(edits.stage + 1);
    change.writes = change.writes || !edits.latches.empty() || !edits.clocks.empty() || !edits.closings.empty();
    if (const std::string cost = close_joints(system_, structure_, change.next, edits.closings, p_, log.before); !cost.empty())
      *one.text += ": " + cost;
  }
  change.writes = change.writes || sets;
  carry_along(system_, structure_, poses_, log.before);
  book_difference(change.next, log.before, false);
  for (const Change::Doing& one : change.doings)
    for (const ImpulseEdit& impulse : one.edits->impulses) {
      check_present(system_, change.next, impulse.body, one.edits->text);
      change.applied.push_back(calc_impulse(impulse, p_, log.before));
    }
  change.jumps = change.jumps || !change.applied.empty();
  log.after = log.before;
  gather_groups(change, log.after);
  if (!change.writes) return;
  engines_.forget_numbers();
  observer_->take_numbers(p_);
  foresight_ = Foresight(system_, p_, options_.until, t_);
  if (!sets) return;
  measured_kinks_ = KinkTimes(system_.measured_times, p_, options_.until);
  conditions_.read_numbers();
  peaks_->read_numbers();
}

}  // namespace pintle
