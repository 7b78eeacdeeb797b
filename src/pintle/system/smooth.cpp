#include "pintle/system/smooth.h"

#include <algorithm>
#include <cmath>

namespace pintle {

std::optional<TimeJump> find_jump(const Formula& formula, const Parameters<double>& p, std::span<const double> kinks,
                                  double until, std::span<const int> watched) {
  std::vector<double> inputs(formula.inputs.size()), scratch(static_cast<std::size_t>(formula.tape.scratch_size())),
      before(static_cast<std::size_t>(formula.output_count())), after = before;
  const auto evaluate = [&](double t, std::vector<double>& outputs) {
    for (std::size_t i = 0; i < inputs.size(); ++i)
      inputs[i] = formula.inputs[i].kind == InputKind::parameter ? p[formula.inputs[i].parameter] : t;
    formula.tape.evaluate<double>(inputs, scratch, outputs);
  };
  for (double t : kinks) {
    if (t > until) break;
    const double step = 1e-9 * std::max(1.0, t);
    evaluate(t - step, before);
    evaluate(t + step, after);
    for (int output : watched) {
      const auto k = static_cast<std::size_t>(output);
      const double drift = 2 * step * (std::abs(before[k + 1]) + std::abs(after[k + 1]));
      if (!(std::abs(after[k] - before[k]) <= 2 * drift + 1e-9 * (1 + std::abs(before[k]))))
        return TimeJump{output, t, before[k], after[k]};
    }
  }
  return std::nullopt;
}

}  // namespace pintle
