#include <algorithm>

#include "pintle/base/error.h"
#include "pintle/closure/singular_start.h"
#include "pintle/simulate/allocations.h"
#include "pintle/simulate/choose.h"
#include "pintle/simulate/failure.h"
#include "pintle/simulate/flight.h"

/// How a go begins, and what is told of it when it is over. Members that the numbers of a case enter have a restart(); nothing of
/// the go before is left, and memory stays where it is.
namespace pintle {
namespace {

/// Which contact was first has consequences: an event or a controller asks for it.
bool asks_for_touches(const System& system) {
  return std::ranges::any_of(system.events, [](const EventRecord& event) {
    return std::ranges::any_of(event.condition.formula.inputs, [](const Formula::Input& input) {
      return input.kind == InputKind::signal && input.signal.is_flag;
    });
  });
}

bool locates_touches(const System& system, const RunOptions& options) {
  return !choose_integrator(options.integrator).takes_touches_late || asks_for_touches(system);
}

}  // namespace

Flight::Flight(const System& system, Parameters<double>& p, const RunOptions& options, Engines& engines, StartMaker& starts)
    : system_(system),
      p_(p),
      options_(options),
      engines_(engines),
      starts_(starts),
      first_structure_(make_structure(system)),
      foresight_(system, p, options.until),
      laws_(system),
      conditions_(system, p, options.until, locates_touches(system, options)),
      pace_(options.until),
      grid_(options.output_every, options.until),
      books_(system.mechanisms.count()),
      ledgers_(static_cast<std::size_t>(system.mechanisms.count())),
      account_scales_(count_accounts(system)),
      work_rounding_(ledgers_.size()),
      measured_kinks_(system.measured_times, p, options.until),
      blank_(make_view<double>(system)),
      view_(blank_),
      tables_(system),
      faint_(system),
      set_numbers_(system),
      sampling_(system, p),
      energies_(ledgers_.size()),
      impacts_(system, p),
      held_laws_(system) {
  if (!locates_touches(system, options)) late_touches_.emplace(system, p, options.integration.rtol);
  boundaries_.reserve(64);
}

void Flight::restart(Observer& observer) {
  began_ = std::chrono::steady_clock::now();
  observer_ = &observer;
  structure_ = first_structure_;
  engine_ = &engines_.engine_for(structure_);
  t_ = 0;
  running_ = true;
  is_shown_ = false;
  early_ = 0;
  early_until_ = 0;
  foresight_ = Foresight(system_, p_, options_.until);
  measured_kinks_ = KinkTimes(system_.measured_times, p_, options_.until);
  laws_.restart();
  conditions_.restart();
  update_sleep(structure_, conditions_.stops());
  pace_ = PaceWatch(options_.until);
  grid_ = RowGrid(options_.output_every, options_.until);
  books_.restart();
  std::ranges::fill(account_scales_, 0.0);
  if (peaks_ && peaks_->with_loads() == observer.wants_peaks())
    peaks_->restart();
  else
    peaks_.emplace(system_, p_, observer.wants_peaks());
  view_ = blank_;
  step_needs_ = observer.step_needs() | conditions_.needs();
  row_needs_ = observer.row_needs();
  contact_heat_.reset();
  if ((step_needs_ | row_needs_ | peaks_->needs() | sampling_.needs()).heat) contact_heat_.emplace(system_);
  step_needs_.state = row_needs_.state = true;  // the ledger reads it
  jump_ = nullptr;
  stage_ = 0;
  switches_ = {};
  sampling_.restart();
  conditions_.enter(structure_);
  held_laws_.enter(structure_);
  singular_ = {};
  tables_.restart();
  faint_.restart();
  fired_.assign(system_.events.size(), false);
  begun_ = false;
  turning_ = {};
  starts_singular_ = false;
  summary_.clear();
  summary_.counters.allocations = allocation_count() < 0 ? -1 : 0;
}

void Flight::begin() {
  sampling_.begin();
  Kernel<double>& kernel = *engine_->kernel;
  const State<double>& start = starts_.closes() ? starts_.make(p_) : starts_.last();
  engine_->enter(p_, start);
  starts_singular_ = engine_->statics && !find_rows_ahead(system_, p_, structure_, start).empty();
  note_closure(*engine_);
  watch_entered(*engine_);
  kernel.accept(t_, engine_->y, {true});
  if (!is_sound(kernel, t_, engine_->y, rates_)) return fail({});
  book_start();
  const Instant now = observe();
  summary_.energy_initial = now.ledger.total();
  const auto fired = conditions_.fire(now, {});
  change_structure(fired, find_closed_stops());
  sample();
  write_due_row();
}

/// What the ground holds from the start, nothing has pressed into it.
void Flight::book_start() {
  make_instant(t_, engine_->y, {});
  is_shown_ = false;
  work_.assign(ledgers_.size(), 0.0);
  for (std::size_t m = 0; m < work_.size(); ++m) work_[m] = ledgers_[m].contact_stored;
  books_.book_contacts(work_);
  if (contact_heat_) contact_heat_->begin(p_, structure_, view_.state);
}

/// Those at which the motion starts, and that it does not leave.
std::span<Stop* const> Flight::find_closed_stops() {
  starting_.clear();
  for (Stop& stop : conditions_.stops()) {
    const bool is_reached = calc_beyond(p_, stop, view_.state) >= -calc_stop_rounding(system_, p_, stop, view_.state);
    if (stop.mode == Stop::Mode::open && is_reached && calc_gap_velocity(stop, view_.state) <= 0) starting_.push_back(&stop);
  }
  return starting_;
}

RunSummary& Flight::close_summary() {
  const IntegratorCounters counters = engines_.counters();
  summary_.time = t_;
  summary_.counters.steps = counters.steps;
  summary_.counters.rejected = counters.rejected;
  summary_.counters.evaluations = counters.evaluations;
  summary_.counters.plans = engines_.plans();
  summary_.counters.reassembled = engines_.reassembled();
  summary_.partition = engines_.partition_counts();
  Needs needs = peaks_->last_needs();
  needs.signs = true;
  const Instant last = make_instant(t_, engine_->y, needs);
  try {
    peaks_->end(last);
  } catch (const Error& reason) {
    if (summary_.status != Status::failed) fail(reason.what());  // else it has been said
  }
  summary_.energy_final = last.ledger.total();
  summary_.dissipated = last.ledger.dissipated();
  summary_.balance_error = books_.verdict().balance;
  summary_.drift_error = books_.verdict().drift;
  books_.update_vague(summary_.vague_accounts);
  summary_.ground_made = books_.verdict().made;
  summary_.accounts = last.ledger;
  if (!summary_.reach.empty())
    summary_.faint_joints = faint_.find(system_, p_, *engine_->plan, view_.state, summary_.reach, options_.integration.rtol);
  peaks_->update_summary(conditions_.seen(), summary_);
  summary_.tables = tables_.left();
  std::size_t silent = 0;
  for (std::size_t e = 0; e < fired_.size(); ++e) {
    if (fired_[e] || !system_.events[e].active || system_.events[e].is_of_controller) continue;
    if (silent == summary_.silent_events.size()) summary_.silent_events.emplace_back();
    summary_.silent_events[silent++] = system_.events[e].name;
  }
  summary_.silent_events.resize(silent);
  summary_.closure.singular = singular_.passages();
  summary_.closure.singular_count = singular_.count();
  summary_.closure.left_out = singular_.left_out();
  summary_.closure.left_out_count = singular_.left_out_count();
  summary_.final = last.view.state;
  summary_.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  return summary_;
}

}  // namespace pintle
