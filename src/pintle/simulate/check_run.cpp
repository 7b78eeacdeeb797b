#include "pintle/simulate/check_run.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "pintle/math/elementary.h"

namespace pintle {
namespace {

constexpr double finest = 1e-14;           // rtol that an integrator takes
constexpr double share_of_largest = 1e-6;  // a joint that carries less than this of the largest force is not compared

bool is_adaptive(const std::string& integrator) {
  const IntegratorKind* kind = find_integrator(integrator);
  return !kind || kind->adaptive;
}

/// Angle of the rotation from one attitude to the other.
double calc_angle(const Quaternion<double>& a, const Quaternion<double>& b) {
  const Quaternion<double> d = a.conjugate() * b;
  return 2 * atan2(hypot(d.x, d.y, d.z), std::abs(d.w));
}

double calc_peak_difference(const LoadTable& a, const LoadTable& b) {
  double largest = 0, worst = 0;
  const auto force = [](const LoadTable& table, int j) { return table.peak(j, load_force).value; };
  for (int j = 0; j < a.joints(); ++j) largest = std::fmax(largest, force(a, j));
  if (largest == 0) return CheckResult::none;
  for (int j = 0; j < a.joints(); ++j)
    if (force(a, j) > share_of_largest * largest) worst = std::max(worst, std::abs(force(b, j) - force(a, j)) / force(a, j));
  return worst;
}

}  // namespace

RunOptions make_finer(RunOptions options) {
  IntegratorOptions& o = options.integration;
  if (is_adaptive(options.integrator)) {
    o.rtol = std::max(finest, 0.1 * o.rtol);
    o.atol *= 0.1;
  } else {
    o.dt *= 0.1;
  }
  return options;
}

CheckResult calc_check(const RunSummary& run, const LoadTable& loads, const RunSummary& finer, const LoadTable& finer_loads,
                       const RunOptions& finer_options) {
  CheckResult check;
  const bool adaptive = is_adaptive(finer_options.integrator);
  (adaptive ? check.rtol : check.dt) = adaptive ? finer_options.integration.rtol : finer_options.integration.dt;
  const bool ended = finer.status == Status::completed || finer.status == Status::stopped;
  if (!ended) {
    check.message = fmt::format("the finer run {} at {:.6g} s{}{}", finer.status == Status::failed ? "failed" : "was interrupted",
                                finer.time, finer.message.empty() ? "" : ": ", finer.message);
    return check;
  }
  const State<double>&a = run.final, &b = finer.final;
  check.position = check.attitude = check.velocity = check.angular_velocity = 0;
  for (std::size_t k = 1; k < std::min(a.X_WB.size(), b.X_WB.size()); ++k) {
    check.position = std::max(check.position, norm(a.X_WB[k].p - b.X_WB[k].p));
    check.attitude = std::max(check.attitude, calc_angle(a.q_WB[k], b.q_WB[k]));
    check.velocity = std::max(check.velocity, norm(a.V_WB[k].v - b.V_WB[k].v));
    check.angular_velocity = std::max(check.angular_velocity, norm(a.V_WB[k].w - b.V_WB[k].w));
  }
  check.peak_force = calc_peak_difference(loads, finer_loads);
  if (run.counters.events != finer.counters.events)
    check.message = fmt::format("the finer run had {} events instead of {}", finer.counters.events, run.counters.events);
  else if (run.time != finer.time)
    check.message = fmt::format("the finer run ended {:.3g} s {}", std::abs(finer.time - run.time),
                                finer.time > run.time ? "later" : "earlier");
  return check;
}

}  // namespace pintle
