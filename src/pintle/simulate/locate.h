#pragma once
#include <functional>
#include <optional>
#include <span>
#include <vector>

/// When within a step does a condition become true? Conditions are numbers here: g[i] > 0 where condition i is true,
/// g[i] < 0 where it is false, never zero; a NaN is a condition that nobody watches.
namespace pintle {

/// Writes all g at a time within the step, by its interpolant.
using Sampler = std::function<void(double t, std::span<double> g)>;

struct Hit {
  double t;                     // [s]
  std::vector<int> conditions;  // that become true there, ascending
};

/// The two ends of a step.
struct StepEnds {
  double start, end;  // [s]
  std::span<const double> g_start, g_end;

  static constexpr int parts = 8;
  double time(int part) const { return part == parts ? end : start + (end - start) * part / parts; }
};

class Locator {
 public:
  /// `is_boundary[i]`: steps end where condition i becomes true, so that its root needs no search.
  explicit Locator(std::vector<bool> is_boundary);

  /// The earliest time in (start, end] at which a condition that is false at the start is true. The time is the end of
  /// the root's bracket at which the condition holds. Conditions whose roots rounding cannot tell apart come together,
  /// at the last of their times.
  ///
  /// A condition that is false at both ends may have been true in between. Its value in the middle tells how far it
  /// strays from a straight line; where that could reach zero, the step is looked at in eight parts, and where three
  /// values in a row bend below zero, at the top of the bend.
  std::optional<Hit> find_hit(const StepEnds& step, const Sampler& sample);

 private:
  struct Bracket {
    double a, b, g_a, g_b;
  };
  static constexpr int parts = StepEnds::parts, middle = parts / 2;

  bool is_open(const StepEnds& step, std::size_t i) const;
  void update_samples(const StepEnds& step, const Sampler& sample);
  bool may_cross(const StepEnds& step) const;
  std::optional<Bracket> find_bracket(const StepEnds& step, std::size_t i, const Sampler& sample);
  std::optional<Bracket> find_peak(const StepEnds& step, std::size_t i, const Sampler& sample);
  double find_root(const Bracket& bracket, std::size_t i, const Sampler& sample);

  std::vector<bool> is_boundary_;
  bool needs_search_ = false;
  std::vector<double> g_;                  // scratch of one sample
  std::vector<std::vector<double>> part_;  // samples at the eighths; of the inner ones, those that were taken
  bool in_parts_ = false;                  // all were taken
};

}  // namespace pintle
