#pragma once
#include <chrono>
#include <optional>
#include <vector>

#include "pintle/closure/assemble.h"
#include "pintle/simulate/books.h"
#include "pintle/simulate/conditions.h"
#include "pintle/simulate/contact_heat.h"
#include "pintle/simulate/engines.h"
#include "pintle/simulate/faint_watch.h"
#include "pintle/simulate/foresight.h"
#include "pintle/simulate/held_laws.h"
#include "pintle/simulate/impacts.h"
#include "pintle/simulate/late_touches.h"
#include "pintle/simulate/pace_watch.h"
#include "pintle/simulate/peaks.h"
#include "pintle/simulate/row_grid.h"
#include "pintle/simulate/run.h"
#include "pintle/simulate/sampling.h"
#include "pintle/simulate/set_numbers.h"
#include "pintle/simulate/singular_watch.h"
#include "pintle/simulate/switch_watch.h"
#include "pintle/simulate/table_watch.h"
#include "pintle/simulate/user_laws.h"

namespace pintle {

/// One go of a Run after the other: where it is, what drives it, what it has noted. The steps of its loop, in the order of the
/// loop. Memory is kept from go to go.
class Flight {
 public:
  /// Events may write into `p`.
  Flight(const System& system, Parameters<double>& p, const RunOptions& options, Engines& engines, StartMaker& starts);

  /// Numbers of the system and parameters may have changed; of the go before nothing is left.
  void restart(Observer& observer);
  /// Inputs of the case that the next go is of; none: those of the model as it stands.
  void take_inputs(std::span<const double> inputs) { set_numbers_.restart(inputs); }
  /// The loop. Throws what the steps throw.
  void go();
  /// All that is remembered between two steps. After a restart(), what was saved is loaded, and go() goes on from there.
  void archive(Archive& archive);
  /// What there is to say of it, also after a failure; names of methods are the caller's to add. Until the next restart().
  RunSummary& close_summary();
  void fail(const std::string& sentence);

 private:
  void begin();
  void book_start();
  /// Where a step ended: what the observer wants is done, a checkpoint or a stop. False: the run is over.
  bool decide_to_go_on();
  /// Gives the observer a checkpoint, if it wants one.
  void keep(bool last);
  Step<double> advance();
  /// To where a step began, to make it anew.
  void go_back(const Step<double>& step);
  /// The step is a number inside too, where somebody looks there: an interpolant has stages of its own.
  bool is_sound_inside(const Step<double>& step);
  bool looks_inside(const Step<double>& step) const;
  /// It is on its rows there, as well as tolerance and its end let one hope.
  bool is_met_inside(const Step<double>& step);
  /// Bodies have a place on the interpolant, and no other branch is near; view_ holds its state.
  bool is_known_inside(double t);
  /// How far a state on the interpolant is off its rows, in parts of L and of the largest speed so far; infinite: it is no state.
  double calc_off(double t);
  /// Notes what rounding makes of works. False: a mechanism begins to move in the step, has no scale for errors of works before it,
  /// and its works are not right yet.
  bool note_works(const Step<double>& step);
  /// The same up to `end` at most.
  Step<double> advance(double end);
  /// Of one that is not looked into yet.
  Step<double> try_step(double end);
  /// Where a step has pressed something into the ground by what it may at most, if it ends with more; infinity else.
  double find_late_touch(const Step<double>& step);
  /// Makes a step anew as long as its hit spoils it: one that meets a kink ends a little before it, so that its last stage is on
  /// this side, and a short one gets over; any other ends at its hit. Behind some kinks what they are kinks of changes much faster,
  /// and a step that has seen that comes to them too early again and again: after a few, steps are cut as they are, which is right
  /// within their tolerance.
  void step_to_kink(Step<double>& step, std::optional<Hit>& hit);
  /// Stages lie behind the hit that say nothing of the way there, or hardly one lies where something acts. A kink: the step has
  /// seen what is behind it. A contact or a stop: the step turns so far, or they let go so soon, that it may pass by the place where
  /// they act.
  bool is_spoiled(const Step<double>& step, const Hit& hit, bool chases_kinks);
  std::optional<Hit> find_hit(const Step<double>& step);
  void write_rows(double t, const std::optional<Hit>& hit);
  [[nodiscard]] bool commit(double t, bool at_kink);
  /// Notes the pace; a sentence if the run, at that of its last steps, would not end in a lifetime; empty else.
  std::string watch_pace();
  /// Extremes of loads and measures within the step, up to its end, before that is accepted.
  void follow_peaks(double start, double end);
  /// Extremes may lie right at a kink.
  void note_kink(double t);
  /// The same, where nothing that is measured has kinks.
  void follow_peaks_between(double start, double end);
  /// An instant within the step, for its extremes.
  Instant look_for_peaks(double t, const Needs& needs);
  Instant observe();
  /// How far bodies got.
  void note_reach();
  /// What is unknown of loads (View::noise) next to a singular start, which kernels, who never saw more rows hold, take for a
  /// regular place. As in formulations/holding.h (2), sines there being as small as the way s from it is short: 3·10⁻⁵/s.
  double calc_start_noise() const;
  /// What contacts have dissipated in the present step, up to t.
  void look_for_heat(double t);
  /// Rank, redundancy and uniqueness of what is entered.
  void note_closure(const Engine& engine);
  void watch_condition();
  void watch_entered(const Engine& engine);
  /// Whether the step comes beside a singular configuration: there loads are no peaks.
  void watch_singular(double start, double end);
  /// Loads that are not unique in a structure that is entered; events must not ask for them.
  void note_uniqueness(const Engine& engine);
  /// A sentence if constraints are off by more than this part of L and of the largest speed; empty else.
  std::string find_contradiction(const ConstraintError& error, double part);
  /// What to do if loops fail for large steps; empty: steps are small enough.
  std::string advise_finer() const;
  /// What events do that fire, and stops that were reached or have to let go.
  void change_structure(std::span<const EventIndex> fired, std::span<Stop* const> asking);
  std::span<Stop* const> find_closed_stops();
  [[noreturn]] void fail_for_rounds(std::span<const EventIndex> fired, std::span<Stop* const> asking) const;
  /// Controllers whose time has come read the motion and set their numbers.
  void sample();
  /// Throws Error if controllers switch without end.
  void note_switches(std::span<const EventIndex> fired);
  void write_due_row();
  /// Mechanisms are quiet whose works might be rounding: books.h, (3).
  bool watches_works() const;
  static constexpr Needs needs_of_works{.loads = true, .elements = true};  // what rounding of works is made of
  /// Of the view's instant, which has loads and elements.
  void note_work_rounding();

  double t_end();
  /// The instant (t, y), t being where the accounts of the engine are; its view is the one of the flight.
  Instant make_instant(double t, std::span<const double> y, Needs needs, bool with_energy = true);
  void write_row() { observer_->row(make_instant(t_, engine_->y, row_needs_)); }
  /// Numbers that events set, and what follows for stops and for what is told to move; says whether one has changed.
  bool apply_settings(Change& change, const State<double>& before);
  /// After numbers were set; `limits` are those before, by stop.
  void judge_stops(std::span<const double> limits, const State<double>& state);
  /// What events do besides the structure; `log` has the state before, whose positions and frames may change.
  void apply_edits(Change& change, EventLog& log);
  void begin_stage(int stage);
  /// Groups of particles become bodies, in the state after it.
  void gather_groups(Change& change, State<double>& state);
  /// Books the energy that a state in a structure has more than `energies_`, which are those from then on: all of it, or what is
  /// potential. What contacts hold of it is theirs.
  void book_difference(const Structure& structure, const State<double>& state, bool set);
  /// Jumps, enters what comes next, books and logs it; `log` has the state before.
  void carry_out(Change& change, EventLog& log);
  void enter(const Structure& structure, const State<double>& state);
  void check_met(const Change& change);
  /// The impulses of a change into the structure of an engine, where they are not unique.
  void share(const Engine& engine, EventLog& log);
  /// What an instant changed, after it was entered; `statics` are those of the structure that the jump was computed in.
  void book(EventLog& log, Statics* statics);
  /// The instant after a change, shown to the observer; the events that fire by it.
  std::span<const EventIndex> announce(const EventLog& log);
  EventLog& start_log();

  const System& system_;
  Parameters<double>& p_;
  const RunOptions& options_;
  Observer* observer_ = nullptr;
  std::chrono::steady_clock::time_point began_;

  Engines& engines_;
  StartMaker& starts_;
  Engine* engine_ = nullptr;
  const Structure first_structure_;
  Structure structure_;
  double t_ = 0;
  bool running_ = true;
  int early_ = 0;  // steps in a row that ended before their kink and did not meet it, up to where the first one was to end
  double early_until_ = 0;
  bool touches_ = false;  // at t_: a contact, or a stop that gives way

  Foresight foresight_;
  UserLaws laws_;
  Conditions conditions_;
  PaceWatch pace_;
  RowGrid grid_;
  Books books_;
  std::vector<Ledger> ledgers_;         // by mechanism, of the last instant
  std::vector<double> account_scales_;  // scratch
  std::vector<double> work_rounding_;   // scratch: by mechanism
  KinkTimes measured_kinks_;
  std::vector<double> boundaries_, piece_ends_;  // scratch: of pieces of a step
  std::optional<Peaks> peaks_;
  const View<double> blank_;
  View<double> view_;
  Needs shown_{};          // what view_ holds of the present instant, with its energy
  bool is_shown_ = false;  // it does; until y, the accounts or the structure change
  Needs step_needs_, row_needs_;
  const JumpRecord<double>* jump_ = nullptr;
  SingularWatch singular_;
  TableWatch tables_;
  FaintWatch faint_;
  std::optional<LateTouches> late_touches_;  // where touches are not located
  std::optional<ContactHeat> contact_heat_;  // where somebody asks
  double step_start_ = 0;                    // of the present step [s]
  struct Look {                              // scratch: an instant of the present step
    std::vector<double> y, account;
    View<double> view;
  };
  std::optional<Look> heat_look_;
  std::vector<bool> fired_;  // by event
  State<double> first_;      // where bodies started
  bool begun_ = false;       // first_ is known
  EventLog log_;             // of the present instant; the memory is kept
  Change change_;
  SetNumbers set_numbers_;
  Sampling sampling_;
  SwitchWatch switches_;
  int stage_ = 0;
  std::vector<Ledger> energies_;     // scratch, by mechanism
  std::vector<Pose<double>> poses_;  // scratch: before joints were closed
  Impacts impacts_;
  HeldLaws held_laws_;
  std::vector<Stop*> starting_;  // scratch
  Structure without_stops_;      // scratch: what stops hold is free
  std::vector<double> work_;     // scratch, by mechanism
  std::vector<double> given_;    // likewise
  std::vector<double> rates_;    // scratch
  struct Turning {
    double t = 0, rate = 0, growth = 0;  // [s], [rad/s], [rad/s²]
  };
  Turning turning_;               // of the body that turns fastest, where the last step ended
  bool starts_singular_ = false;  // where rows hold less than ahead
  RunSummary summary_;
};

}  // namespace pintle
