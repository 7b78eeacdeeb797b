#pragma once
#include <optional>
#include <span>
#include <vector>

#include "pintle/simulate/edges.h"

namespace pintle {

/// Where a step ends before its end.
struct Hit {
  double t;                             // [s]
  bool fires = false;                   // an event; else a contact, a stop or a kink
  bool bends = false;                   // a kink of a law
  std::span<const Crossing> crossings;  // that were located there; until the next find_hit()
};

/// Which events fire, and when. Conditions are functions of the sides of their edges (edges.h), so they change at roots of
/// edges alone: find_hit() goes from root to root and looks at the conditions in between, however short that is.
///
/// An event sleeps until the one that it comes `after` has fired; then it is armed; with a duration it holds from the
/// instant at which its condition becomes true, and is armed again if that ends too early. When it fires it is spent, or,
/// with `rearm`, waits until its condition is false again. All of this happens at the roots, inside a step as at its end; only
/// an event that fires ends the step.
///
/// Roots that rounding cannot tell apart, 64 ulps of time, are one instant; so a window is seen if it is longer than that and
/// its edges are not within rounding of zero throughout (locate.h says what else bounds it).
class Conditions {
 public:
  /// Without `touches` no step ends where a contact touches or leaves.
  Conditions(const System& system, const Parameters<double>& p, double until, bool touches = true);

  /// Another case begins.
  void restart();
  /// At an instant that the run goes on from: nothing is ahead.
  void archive(Archive& archive) { archive("conditions", edges_, locator_.samples(), courses_, seen_, steps_); }

  /// A structure is entered: reactions of what is not held any more say nothing.
  void enter(const Structure& structure) { edges_.enter(structure); }
  /// Numbers were written.
  void read_numbers() { edges_.read_numbers(); }

  const Needs& needs() const { return edges_.needs(); }
  bool reads_ledger() const { return edges_.reads_ledger(); }
  /// Something to look at within a step.
  bool needs_search() const { return edges_.needs_search(); }
  /// The next time after t at which a comparison of time changes or a duration is over; infinity if there is none.
  double next_boundary(double t);

  /// The first instant in (start, end] at which an event fires, a contact touches or leaves, a stop is reached or lets go. The
  /// step begins where fire() was called last.
  std::optional<Hit> find_hit(double start, double end, const Sampler& sampler);

  /// Where along the step, up to the hit, something that is measured has kinks: the numbers on both sides [s].
  const std::vector<double>& bends() const { return bends_; }

  /// The events that fire at a committed instant, in file order, until the next fire(). Disarms them, and arms again whose
  /// condition has become false since the instant before.
  std::span<const EventIndex> fire(const Instant& instant, const std::optional<Hit>& hit);
  /// A contact begins or ceases to touch there.
  bool is_touch(const Hit& hit) const;
  /// The stops that were located at a hit, or that are reached or would have to pull where fire() was called last; until the
  /// next call.
  std::span<Stop* const> asking_stops(const std::optional<Hit>& hit);
  std::span<Stop> stops() { return edges_.stops(); }

  /// What a measure of a condition has seen, in file order: its condition was true (of `always`: false) at some instant so far, when
  /// that was first, and when last [s].
  struct Seen {
    bool any = false, now = false;
    double first = 0, last = 0;
  };
  const std::vector<Seen>& seen() const { return seen_; }

 private:
  enum class Arm : char { asleep, armed, holding, waiting, spent };
  /// Where an event is.
  struct Course {
    Arm arm;
    double since = 0;  // of holding [s]
  };
  void arm();
  bool is_live(const Course& course) const { return course.arm != Arm::asleep && course.arm != Arm::spent; }
  double duration_of(std::size_t event) const;
  /// Moves an event on to a time from which on its condition is true or false; true if it fires.
  bool advance(std::size_t event, Course& course, double t, bool is_true) const;
  /// The events that fire at t, given sides; moves all on.
  void advance_all(double t, std::span<const Side> sides, std::span<Course> courses, std::vector<EventIndex>& fired) const;
  /// What measures wait for, given sides from t on.
  void note_seen(std::span<const Side> sides, double t);
  double next_end_of_holding(std::span<const Course> courses) const;
  /// Throws Error if a run looks at edges far more often than its steps are worth.
  void check_looks(double a, double b) const;
  std::optional<Hit> find_hit_inside(double start, double end);
  std::optional<Hit> find_hit_between(double a, double b, int halvings);
  std::optional<Hit> pass(std::span<const Crossing> crossings, double end);
  std::optional<Hit> find_hit_at_end(double end);
  std::optional<Hit> try_hit(double t, std::span<const Crossing> crossings);

  const System& system_;
  const Parameters<double>& p_;
  double until_;
  Edges edges_;
  Locator locator_;
  std::vector<Course> courses_;  // by event
  std::vector<Seen> seen_;
  std::vector<double> bends_;
  long steps_ = 0;
  struct Sought {
    Side side;
    bool to_the_end;  // not only up to the first time
  };
  std::vector<Sought> sought_;  // what `seen_` is about

  /// What find_hit() has seen: sides and courses up to the hit, without what happens there.
  struct Ahead {
    bool any = false;
    double near = 0;  // times this near are one instant [s]
    std::vector<Side> sides;
    std::vector<Course> courses;
  };
  Ahead ahead_;
  // Scratch: a step without a hit takes no memory.
  std::vector<bool> wanted_, none_;
  std::vector<Side> sides_, at_end_;  // at the instant that is tried; at the end of the step
  std::vector<Course> tried_;
  std::vector<Crossing> crossings_;
  std::vector<EventIndex> would_fire_, fired_;
  std::vector<Stop*> asking_;
};

}  // namespace pintle
