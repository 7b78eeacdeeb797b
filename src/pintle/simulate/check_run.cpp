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

/// Peaks of one kind in two runs, each by its size; what is small beside the largest is not compared.
class PeakComparison {
 public:
  void add(const std::string& name, double a, double b) {
    if (std::isfinite(a) && std::isfinite(b)) pairs_.push_back({name, std::abs(a), std::abs(b)});
  }
  double find_largest() const {
    double largest = 0;
    for (const Pair& pair : pairs_) largest = std::max(largest, pair.a);
    return largest;
  }
  /// The worst difference goes into `worst` if it is larger; `scale` says what is small.
  void update_worst(double scale, double& worst, std::string& of) const {
    const double largest = std::max(scale, find_largest());
    for (const Pair& pair : pairs_) {
      if (!(pair.a > share_of_largest * largest)) continue;
      const double difference = std::abs(pair.b - pair.a) / pair.a;
      if (difference <= worst) continue;
      worst = difference;
      of = pair.name;
    }
  }

 private:
  struct Pair {
    std::string name;
    double a, b;
  };
  std::vector<Pair> pairs_;
};

void compare_peaks(const System& system, const LoadTable& a, const LoadTable& b, CheckResult& check) {
  PeakComparison forces, moments;
  const auto add = [&](PeakComparison& to, int j, LoadComponent component) {
    const std::string& joint = system.joints[j].name;
    to.add(fmt::format("{}.load.{}", joint, load_components[component]), a.peak(j, component).value, b.peak(j, component).value);
  };
  for (int j = 0; j < a.joints(); ++j) {
    add(forces, j, load_force);
    add(moments, j, load_moment);
  }
  double worst = -1;
  forces.update_worst(0, worst, check.peak_of);
  if (worst >= 0) check.peak_force = worst;
  for (std::size_t k = 0; k < a.others().size(); ++k) {
    const PartPeak& one = a.others()[k];
    (one.unit == "N" ? forces : moments).add(one.part + "." + one.component, one.value, b.others()[k].value);
  }
  forces.update_worst(0, worst, check.peak_of);
  moments.update_worst(system.length * forces.find_largest(), worst, check.peak_of);  // forces at levers make moments
  if (worst >= 0) check.peak = worst;
}

/// The largest of all bodies of a mechanism.
BodyReach calc_largest(const System& system, const RunSummary& run, int mechanism) {
  BodyReach all;
  for (int b = 1; b < system.body_count(); ++b) {
    if (system.mechanisms.of(BodyIndex(b)) != mechanism) continue;
    const BodyReach& one = run.reach[b];
    all = {std::max(all.travel, one.travel), std::max(all.turn, one.turn), std::max(all.speed, one.speed),
           std::max(all.spin, one.spin)};
  }
  return all;
}

/// Differences of each body against its own motion.
void update_share(const System& system, const RunSummary& run, const RunSummary& finer, CheckResult& check) {
  constexpr double quiet = 1e-4, rounding = 1e-9;  // of its mechanism's motion; of places and of a turn
  if (run.reach.size() != run.final.X_WB.size()) return;
  check.share = 0;
  for (int m = 0; m < system.mechanisms.count(); ++m) {
    const BodyReach all = calc_largest(system, run, m);
    for (int body = 1; body < system.body_count(); ++body) {
      const auto b = static_cast<std::size_t>(body);
      if (system.mechanisms.of(BodyIndex(body)) != m) continue;
      const BodyReach& own = run.reach[b];
      const Motion<double>&V = run.final.V_WB[b], &U = finer.final.V_WB[b];
      const auto against = [&](double difference, double size, double largest, double least) {
        const double measure = size + quiet * largest + rounding * least;
        if (!(measure > 0) || !(difference / measure > check.share)) return;
        check.share = difference / measure;
        check.body = system.bodies[b].name;
      };
      against(norm(run.final.X_WB[b].p - finer.final.X_WB[b].p), own.travel, all.travel, norm(run.final.X_WB[b].p));
      against(calc_angle(run.final.q_WB[b], finer.final.q_WB[b]), own.turn, all.turn, 1);
      against(norm(V.v - U.v), own.speed, all.speed, 0);
      against(norm(V.w - U.w), own.spin, all.spin, 0);
    }
  }
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

CheckResult calc_check(const System& system, const RunSummary& run, const RunSummary& finer, const RunOptions& finer_options) {
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
  update_share(system, run, finer, check);
  if (run.loads && finer.loads) compare_peaks(system, *run.loads, *finer.loads, check);
  if (run.counters.events != finer.counters.events)
    check.message = fmt::format("the finer run had {} events instead of {}", finer.counters.events, run.counters.events);
  else if (run.time != finer.time)
    check.message = fmt::format("the finer run ended {:.3g} s {}", std::abs(finer.time - run.time),
                                finer.time > run.time ? "later" : "earlier");
  return check;
}

}  // namespace pintle
