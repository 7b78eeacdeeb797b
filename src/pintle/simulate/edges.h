#pragma once
#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "pintle/simulate/edge_source.h"
#include "pintle/simulate/locate.h"
#include "pintle/simulate/signal_noise.h"
#include "pintle/simulate/timed_edge.h"

namespace pintle {

/// The instant at a time within the present step.
using Sampler = std::function<Instant(double t)>;

/// All that has roots along a run, as one list of edges: those of conditions (system/condition.h), which are the events' and
/// then those of measures `ever` and `always`; those of kinks of what is measured, at which nothing happens but that extremes
/// may lie there; those of kinks that signals bring into laws (make_law_kinks); those of the sources (edge_source.h).
///
/// On which side of zero an edge is, is remembered, and changes where a root is located, or where the state that the run goes
/// on from is clearly on the other side. Within `band` of zero, 1e-12 of what is compared, the memory counts: rounding makes no
/// events, neither that of the comparison nor that of what equations are solved for (signal_noise.h); nor does an edge know
/// where it is while one at which it jumps is within its band. A root is found along a step, before the state is put back on
/// its constraints; if that moves an edge back beyond the band, its root is still to come, and the next step finds it there.
/// Edges of time are exact: steps end at their roots, and their side is that of their value.
class Edges final : public Scene {
 public:
  Edges(const System& system, const Parameters<double>& p, double until, bool touches);

  /// Another case begins: numbers are read anew, nothing is remembered.
  void restart();
  void archive(Archive& archive);

  /// A structure is entered. Comparisons that read the reaction of a direction that moves in it, or a load of a joint or
  /// constraint that does not hold, are neither true nor false: nothing fires by them.
  void enter(const Structure& structure);
  /// Numbers were written: roots of time are searched anew.
  void read_numbers();

  int size() const { return static_cast<int>(info_.size()); }
  /// What a view must hold, and whether some event reads the ledger.
  const Needs& needs() const { return needs_; }
  bool reads_ledger() const { return reads_ledger_; }
  /// A condition that nobody waits for needs no look; woken up, it has no memory. Those of measures are awake.
  void set_live(int event, bool live);
  /// The place of the first condition of a measure.
  int first_measure() const { return first_measure_; }
  /// Something to look at within a step.
  bool needs_search() const;
  /// The next time after t at which an edge of time changes its side, up to `until`; infinity if there is none.
  double next_time(double t, double until);

  std::span<const Side> sides() const { return sides_; }
  void set_sides(std::span<const Side> sides) { std::ranges::copy(sides, sides_.begin()); }
  /// The truth of an event's condition, given sides of all edges.
  Side calc_truth(int event, std::span<const Side> sides) const;
  /// At an instant that the run goes on from, where these crossings were located.
  void settle(const Instant& instant, std::span<const Crossing> located);

  // ---- along a step
  void begin_step(const Sampler& sampler, double length);
  /// The sample at its start: values of the last settle().
  std::span<const double> present() const { return present_; }
  /// How fast a body turns at a sample, if that matters [rad/s].
  double turn_rate(const double* sample) const { return feels_turns_ ? sample[value_count() - 2] : 0; }
  /// Edges that must be looked at between four samples, because something may change by them. Those of a condition that stays
  /// as it is, whatever they do, need not be.
  bool update_wanted(const FourSamples& samples, std::span<const Side> sides, std::vector<bool>& wanted);
  /// None of these edges has features that are narrow against the stretch that four samples span.
  bool are_smooth(const std::vector<bool>& wanted, const FourSamples& samples);
  /// Sides of edges that were not looked at, from a sample.
  void update_sides(const double* sample, const std::vector<bool>& looked_at, std::span<Side> sides) const;
  /// Sides of edges of time; says whether one changed.
  bool update_time_sides(double t, std::span<Side> sides);

  /// Whose edge it is: "events.release: its condition".
  std::string describe(int edge) const;
  bool cuts(const Crossing& crossing) const;  // the step, whatever events say
  bool is_bend(const Crossing& crossing) const { return crossing.edge >= first_bend_ && crossing.edge < first_kink_; }
  bool is_kink(const Crossing& crossing) const { return crossing.edge >= first_kink_ && crossing.edge < first_of_sources_; }
  bool is_touch(const Crossing& crossing) const;  // or a lift-off
  std::span<Stop> stops() { return stops_->stops(); }
  /// Stops that were located, or that are beyond zero where settle() was called last.
  void update_asking(std::span<const Crossing> located, std::vector<Stop*>& asking);
  std::vector<std::vector<int>> kinks() const;

  int value_count() const override { return value_count_; }
  void update_values(double t, std::span<double> values) override;
  EdgeShape find_shape(int edge, const FourSamples& samples) override;
  double noise(int edge) const override;

 private:
  struct EventEdges {
    const Condition* condition;
    int first;  // edge
    bool live, has_signals, is_noisy;
    FormulaValues values;
    std::vector<double> outputs;
    std::vector<double> quiet_inputs, scratch;  // where noise was read as zero
    std::vector<char> is_mute;                  // by input: what it reads does not hold now
    bool any_mute = false;
    bool is_sharp = false;  // of update_wide(): a length may bend there
    std::vector<Interval> wide_inputs, wide_scratch, wide_outputs;
  };
  struct Info {
    int event = -1;                         // or none
    const Condition::Edge* edge = nullptr;  // of an event
    double size = 0;                        // largest of what was compared so far
    double noise = 0;                       // that noise of signals makes of d
    int came_back = 0;                      // was located, and moved back, so often in a row
    bool is_near = false;                   // within its band, or one at which it jumps is
  };

  void add_condition(const Condition& condition, const Parameters<double>& p);
  void update(const Instant& instant, std::span<double> values);
  /// Signals that are nothing but noise are zero. What was read, with zeros there; outputs are those of it.
  std::span<const double> silence(EventEdges& event) const;
  /// Intervals of all that an event's edges are made of, between four samples; then the side of one edge, if it has one alone.
  void update_wide(int event, const FourSamples& samples);
  Side wide_side(int edge, const FourSamples& samples);
  EdgeShape find_shape_of_source(int edge, const FourSamples& samples) const;
  void update_noise(EventEdges& event);
  void update_nearness(int edge);
  bool goes_back(const Crossing& crossing, std::span<const Crossing> located) const;
  Side settled_side(int edge, const Crossing* located);

  const System& system_;
  const Parameters<double>& p_;
  double until_;
  std::vector<Info> info_;
  std::vector<EventEdges> events_;
  std::vector<int> first_input_;  // of each event, in a row of values; behind the last the places of contacts
  int value_count_ = 0;           // in a row: with these, how fast a body turns, and the time
  std::vector<TimedEdge> timed_;
  std::vector<std::unique_ptr<EdgeSource>> sources_;
  ContactEdges* contacts_ = nullptr;
  StopEdges* stops_ = nullptr;
  int first_measure_ = 0;                                       // among conditions
  int first_bend_ = 0;                                          // of what is measured, among edges
  int first_kink_ = 0, first_of_sources_ = 0, first_stop_ = 0;  // among edges
  /// A kink ends every step that meets it, but for a law that turns the motion back there at once, ever more often: one that ended
  /// several steps within a millionth of the run lets some pass.
  struct Rest {
    std::array<double, 6> cuts{};  // when it ended steps, the last one last [s]
    int steps = 0;                 // that it lets pass
    void add(double t, double until);
  };
  static const Rest fresh;
  std::vector<Rest> rests_;  // by kink
  std::vector<Side> sides_;
  std::vector<double> present_, previous_;  // values of the last settle(), of the one before
  Needs needs_;
  bool reads_ledger_ = false;
  bool feels_turns_ = false;  // a turn of a body may take an edge across zero and back; else edges follow joint coordinates

  SignalNoise signal_noise_;
  const Sampler* sampler_ = nullptr;
  double length_ = 0;    // of the step [s]
  int wide_event_ = -1;  // what update_wide() was called for
  double wide_from_ = 0, wide_to_ = 0;
  std::vector<Side> known_;  // scratch
};

}  // namespace pintle
