#pragma once
#include <array>
#include <functional>
#include <span>
#include <vector>

#include "pintle/base/archive.h"
#include "pintle/model/takes.h"
#include "pintle/simulate/stretch.h"

/// Extremes and means of numbers x(t) along a run, of the motion and not of its samples. Nodes are the ends of steps, and
/// instants within a step where we look. Through neighbouring nodes goes a polynomial P, with an error E (simulate/stretch.h).
/// A step is looked at only where a number could go beyond what it has reached: in Newton's form, with divided differences x[…]
/// of the last nodes b, a (the ends), c, d, e,
///
///     |P − chord| + E ≤ |x[b a c]| ω₂ + |x[b a c d]| ω₃ + 2 |x[b a c d e]| ω₄,   ω_k = max |Π_{j<k} (t − t_j)|      (1)
///
/// All of it has the factor (t − t_a)(t − t_b), so that with the right-hand side B no curve goes beyond its ends by more than
///
///     max over s of |b − a| (s − 1) + 4 B s (1 − s) = (4 B − |b − a|)²/(16 B),  or nothing if 4 B ≤ |b − a|             (2)
///
/// What rises or falls through a step has its extreme at the end, then. A number that may go beyond is a suspect. Between each
/// two nodes of the step its P is scanned; where P ± E leaves what was reached by more than `slack`, and E is above `fine`, the
/// step gets a node at the place that leaves most. When none is left, the top of P counts, with all numbers of its group at
/// that instant; where E of one of those is not fine beside the largest, the instant is looked at. Where that does not come
/// about in some dozen looks, what was sampled counts.
///
///     mean = 1/T ∫ P dt,   mean square = 1/T ∫ P² dt                                                              (3)
///
/// by Gauss's three points, which comes along for every number, as good as the ends of steps and the looks that others asked for
/// make it: for those that are sought by size a step without looks waits for the next one, as a polynomial is five times as good
/// between nodes as at the end of them. A number whose mean is sought is looked at wherever E is not fine beside what it is there,
/// or is on the average.
namespace pintle {

/// Numbers of a group are told together at the extreme of each of them.
struct WatchedNumber {
  Sense sense = Sense::none;
  int first = 0, count = 1;  // its group
  double unit = 1;           // makes numbers of a group alike: what is small beside the largest of them is rounding
};

struct Extreme {
  double value, time;  // NaN: none yet
  int stage = 0;       // as it was set when this was found
};

class Extremes {
 public:
  /// Writes all numbers at a time within the step; one that is not finite cannot be trusted there, and does not count.
  using Sampler = std::function<void(double t, std::span<double> x)>;

  /// Those that are sought by size come first.
  explicit Extremes(std::vector<WatchedNumber> numbers);

  /// Another case begins: nothing has been seen.
  void restart();
  void archive(Archive& archive);
  /// WatchedNumber::unit, which may be another one in every case.
  void set_unit(int i, double unit) { numbers_[i].unit = unit; }

  int size() const { return static_cast<int>(numbers_.size()); }
  bool is_fresh() const { return fresh_; }
  /// The motion goes on in another way from here: the next thing to come is begin().
  void interrupt() { fresh_ = true; }
  /// A number to remember with what is found from now on.
  void set_stage(int stage) { stage_ = stage; }
  /// Where a smooth stretch begins: no polynomial passes over it, and how well the largest and smallest of a value are to be
  /// known is measured by how far it goes from here: a stop that gives way is entered at such a place, and the way beyond it is
  /// small beside what was before.
  void begin(double t, std::span<const double> x);
  /// An instant that stands for itself.
  void note(double t, std::span<const double> x);
  /// A step, from where the last one ended.
  void add_step(double end, const Sampler& sample);
  /// A step within which numbers may do whatever they like, up to x: means take the chord, and a smooth stretch begins there.
  void add_jump(double end, std::span<const double> x);
  /// Means are of all that was added: no step waits for another.
  void finish();

  const Extreme& extreme(int i) const { return extreme_[i]; }
  /// All numbers of the group at that instant.
  std::span<const double> set_of(int i) const;
  double mean(int i) const;  // of what lasted; of an instant: its value
  double mean_square(int i) const;
  double last(int i) const { return last_[i]; }
  void set_last(int i, double x) { last_[i] = x; }
  /// An error of this size is fine for a number.
  double fine(int i) const { return fine(static_cast<std::size_t>(i)); }
  long looks() const { return looks_; }
  long suspects() const { return suspected_; }  // of all steps

 private:
  static constexpr int kept = 4;            // nodes of the steps before
  static constexpr std::size_t enough = 4;  // nodes, or E says nothing

  struct Node {
    double t;
    std::size_t at;  // of its numbers, in pool_
  };
  struct Place {
    double t = 0, excess = 0;
    bool found = false;
  };
  struct Suspect {
    int number;
    Place top{};   // of P, where E is fine
    Place open{};  // where it could leave most, E being too large
  };

  std::span<double> numbers_of(const Node& node) { return {pool_.data() + node.at, numbers_.size()}; }
  Node take_node(double t);
  void forget_nodes();
  void drop_old_nodes();
  void put(std::size_t i, double value, double t);
  void put_all(const Node& node);
  double scale(std::size_t i) const;
  double slack(std::size_t i) const;
  double fine(std::size_t i) const;
  double fine_beside(std::size_t i, double size) const;
  double noise(std::size_t i) const;
  double known_beside(std::size_t i) const;  // an error that is fine beside the largest of its group
  void collect_suspects();
  void suspect(std::size_t i, double a, double b, double beyond);
  Stretch make_stretch(std::size_t interval, int most) const;
  std::size_t find_interval(double t) const;
  void integrate(double start);
  void integrate_squares(std::size_t interval);

  // Within a step: extremes_look.cpp.
  struct Curve;
  void look(double start, const Sampler& sample);
  void scan(const Stretch& stretch);
  void scan_error(const Stretch& stretch, const Curve& curve, Suspect& suspect) const;
  void scan_side(const Stretch& stretch, const Curve& curve, double sign, Suspect& suspect) const;
  bool settle(const Suspect& suspect);
  bool knows_group(std::size_t i, const Stretch& stretch, double t) const;

  std::vector<WatchedNumber> numbers_;
  std::vector<Extreme> extreme_;
  std::size_t row_;                   // how long a row of numbers is, with what fills it up
  std::vector<double> high_, low_;    // reached: beyond these is news
  std::vector<double> start_, span_;  // what is small or large for a number
  std::vector<double> size_;          // by group, at its first number: largest magnitude in units
  std::vector<int> values_;           // numbers that are not sought by size, behind those that are
  int most_looks_ = 0;                // within a step
  std::vector<double> sets_;          // by number: all of its group
  std::vector<std::size_t> set_at_;
  std::vector<double> last_, integral_, square_, lost_;  // lost: for how long a number was not to be trusted [s]
  std::vector<Node> nodes_;                              // ascending
  std::vector<double> pool_;
  std::vector<std::size_t> free_;            // places in the pool
  std::vector<Suspect> suspects_;            // ascending
  std::vector<Stretch> stretches_;           // of the step that is looked at
  double first_ = 0, end_ = 0, lasted_ = 0;  // [s]
  bool fresh_ = true, waits_ = false;        // the last step, for its squares to be integrated
  int stage_ = 0;
  long looks_ = 0, suspected_ = 0;
};

}  // namespace pintle
