#include "pintle/simulate/flight.h"

/// What a run takes along from one step to the next, in one list. y is not enough, nor is a State, which a kernel would normalize:
/// sides of edges, step sizes, accounts, peaks so far and many others decide where the next step ends and what is told of it. An
/// engine is the state that it was entered with, which says what is held and where turns are counted from, and what it has
/// remembered since. Everything else is workspace, or follows from the model.
namespace pintle {

void Flight::archive(Archive& archive) {
  archive("flight", t_, running_, early_, early_until_, touches_, structure_, engines_);
  if (archive.is_loading()) engine_ = &engines_.engine_for(structure_);
  archive("entered", engine_->entered);
  if (archive.is_loading()) {
    engine_->enter(p_, engine_->entered);
    conditions_.enter(structure_);
    held_laws_.enter(structure_);
    conditions_.read_numbers();
    peaks_->read_numbers();
  }
  archive("watches", *engine_, foresight_, laws_, conditions_, pace_, grid_, books_, measured_kinks_, *peaks_, singular_, tables_,
          faint_);
  if (contact_heat_) archive("asked", *contact_heat_);
  archive("changes", stage_, set_numbers_, sampling_, switches_);
  archive("motion", view_.state, fired_, first_, begun_, turning_, starts_singular_);

  using Seconds = std::chrono::duration<double>;
  const auto now = std::chrono::steady_clock::now();
  double spent = Seconds(now - began_).count();
  RunSummary& s = summary_;
  archive("summary", spent, s.status, s.message, s.counters, s.energy_initial, s.constraints, s.closure, s.uniqueness, s.reach);
  began_ = now - std::chrono::duration_cast<std::chrono::steady_clock::duration>(Seconds(spent));
  observer_->archive(archive);
}

void Flight::keep(bool last) {
  if (summary_.status == Status::failed || !sampling_.can_be_kept() || !observer_->wants_checkpoint(t_, last)) return;
  Archive memory;
  std::vector<double> numbers = p_.value;
  memory("numbers", numbers);
  archive(memory);
  observer_->keep(t_, memory.bytes());
}

}  // namespace pintle
