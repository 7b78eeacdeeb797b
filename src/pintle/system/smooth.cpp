#include "pintle/system/smooth.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pintle {
namespace {

constexpr double share = 1e-9;  // of (1)
constexpr int most_kinks = 10'000, samples = 200;

/// The largest |x| of every output at these times and at some all over the run.
std::vector<double> find_largest(const Formula& formula, const Parameters<double>& p, std::vector<double> times, double until) {
  for (int k = 0; k <= samples; ++k) times.push_back(until * k / samples);
  std::vector<double> largest(static_cast<std::size_t>(formula.output_count()));
  for (const double t : times) {
    const std::vector<double> x = calc_outputs(formula, p, t);
    for (std::size_t k = 0; k < x.size(); ++k) largest[k] = std::max(largest[k], std::abs(x[k]));
  }
  return largest;
}

}  // namespace

OutputsOfTime::OutputsOfTime(const Formula& formula)
    : formula_(formula),
      inputs_(formula.inputs.size()),
      scratch_(static_cast<std::size_t>(formula.tape.scratch_size())),
      outputs_(static_cast<std::size_t>(formula.output_count())) {}

std::span<const double> OutputsOfTime::at(const Parameters<double>& p, double t) {
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const Formula::Input& input = formula_.inputs[i];
    inputs_[i] = input.kind == InputKind::parameter ? p[input.parameter] : t;
  }
  formula_.tape.evaluate<double>(inputs_, scratch_, outputs_);
  return outputs_;
}

std::optional<TimeJump> find_jump(const Formula& formula, const Parameters<double>& p, KinkTimes kinks, double until,
                                  std::span<const Watched> watched) {
  std::vector<double> sides;
  for (double t = kinks.next(0); t <= until && static_cast<int>(sides.size()) < 2 * most_kinks; t = kinks.next(t))
    sides.push_back(t);
  if (sides.empty()) return std::nullopt;
  const std::vector<double> largest = find_largest(formula, p, sides, until);
  for (std::size_t i = 0; i + 1 < sides.size(); ++i) {
    const double width = sides[i + 1] - sides[i];
    if (width > 64 * std::numeric_limits<double>::epsilon() * sides[i]) continue;  // from one kink to the next
    const std::vector<double> before = calc_outputs(formula, p, sides[i]), after = calc_outputs(formula, p, sides[i + 1]);
    for (const Watched& one : watched) {
      const auto k = static_cast<std::size_t>(one.output);
      const double drift = 2 * width * (std::abs(before[k + 1]) + std::abs(after[k + 1]));
      const double law = one.law == one.output ? 0 : largest[one.law] / until;
      const double scale = std::max(largest[k], law);
      if (!(std::abs(after[k] - before[k]) <= drift + share * scale))  // (1)
        return TimeJump{one.output, sides[i], before[k], after[k]};
    }
  }
  return std::nullopt;
}

void check_behind(const Formula& formula, const Parameters<double>& p, double t) {
  const double behind = t * (1 + 16 * std::numeric_limits<double>::epsilon());
  check_values(formula, calc_outputs(formula, p, behind), behind);
}

}  // namespace pintle
