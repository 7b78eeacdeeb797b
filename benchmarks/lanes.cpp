#include <fmt/core.h>

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "benchmark.h"
#include "gap.h"
#include "landing.h"
#include "pintle/base/random.h"
#include "timing.h"

namespace pintle::benchmarks {
namespace {

/// Of positions, 1 mm in 1 m. Lanes and double round differently, and a foot touches from the end of the step that brought
/// it down: double itself, started 1e-12 m/s faster, ends up to 2e-5 m and 4e-4 m/s elsewhere.
constexpr double tolerance_scalar = 1e-3;

/// FNV-1a over the bits of t and y in one lane.
std::uint64_t calc_hash(const Landed<Lanes>& landed, int l) {
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto add = [&](double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    for (int shift = 0; shift < 64; shift += 8) hash = (hash ^ (bits >> shift & 0xff)) * 0x100000001b3;
  };
  add(lane(landed.t, l));
  for (const Lanes& y : landed.y) add(lane(y, l));
  return hash;
}

using Passengers = std::array<Passenger, lane_count>;

/// Who sits in the other lanes: `companion(k)` for k = 1 … lane_count − 1.
struct Company {
  const char* name;
  Passenger (*companion)(const Passenger& traveller, int k);
};

LandingCase draw_case(std::uint64_t seed) {
  Random random(seed);
  LandingCase its;
  for (double LandingCase::* factor : {&LandingCase::mass, &LandingCase::stiffness, &LandingCase::damping, &LandingCase::ground})
    its.*factor = random.uniform(0.7, 1.4);
  its.sideways = random.uniform(-0.5, 0.5);
  its.downwards = random.uniform(0.5, 1.5);
  its.turning = random.uniform(-0.3, 0.3);
  return its;
}

constexpr Company companies[] = {
    {"nobody: the other lanes do not start", [](const Passenger& x, int) { return Passenger{x.its, 0}; }},
    {"copies of the case", [](const Passenger& x, int) { return x; }},
    {"other cases", [](const Passenger& x, int k) { return Passenger{draw_case(100 + k), x.until}; }},
    {"other cases, finished early",
     [](const Passenger& x, int k) { return Passenger{draw_case(100 + k), x.until * k / (2 * lane_count)}; }},
    {"other cases, one NaN from the start",
     [](const Passenger& x, int k) { return Passenger{draw_case(100 + k), x.until, k == 1 ? 0 : 2 * x.until}; }},
    {"other cases, all turn NaN on the way",
     [](const Passenger& x, int k) { return Passenger{draw_case(200 + k), x.until, x.until * k / (2 * lane_count)}; }},
};

class LaneBenchmark {
 public:
  explicit LaneBenchmark(const Options& options) : quick_(options.quick), until_(options.quick ? 0.3 : 1.0) {}

  int run() {
    fmt::print(
        "\nA lander on six sprung legs touches down: {} bodies, {} numbers in y, {} s of flight; {} lanes.\n"
        "Times differ between machines: ratios count.\n",
        lander_.body_count(), lander_.size(), until_, lane_count);
    for (const char* name : {"rkf45", "dop853"}) {
      const IntegratorKind& kind = *find_integrator(name);
      run_companies(kind);
      run_speed(kind);
    }
    fmt::print("\n{}\n", wrong_ == 0 ? "No neighbour changes a bit." : fmt::format("{} answers are WRONG.", wrong_));
    return wrong_ == 0 ? 0 : 1;
  }

 private:
  /// The traveller in each lane in turn, in each company.
  void run_companies(const IntegratorKind& kind) {
    const Passenger traveller{draw_case(1), until_};
    std::uint64_t expected = 0;
    fmt::print("\n{}: hash of t and y at the end of one case\n{:<40}", kind.name, "company");
    for (int l = 0; l < lane_count; ++l) fmt::print("{:>18}", fmt::format("in lane {}", l));
    fmt::print("\n");
    for (const Company& company : companies) {
      fmt::print("{:<40}", company.name);
      bool same = true;
      for (int seat = 0; seat < lane_count; ++seat) {
        const std::uint64_t hash = calc_hash(fly(kind, company, traveller, seat), seat);
        if (expected == 0) expected = hash;
        same = same && hash == expected;
        fmt::print("  {:016x}", hash);
      }
      fmt::print("  {}\n", same ? "same" : "DIFFERENT");
      wrong_ += !same;
    }
  }

  Landed<Lanes> fly(const IntegratorKind& kind, const Company& company, const Passenger& traveller, int seat) {
    Passengers passengers;
    passengers[seat] = traveller;
    for (int k = 1; k < lane_count; ++k) passengers[(seat + k) % lane_count] = company.companion(traveller, k);
    const Landed<Lanes> landed = lander_.land<Lanes>(kind, passengers);
    for (int l = 0; l < lane_count; ++l) {
      const bool should_fail = passengers[l].breaks_at < passengers[l].until;
      if (lane(landed.failed, l) == should_fail) continue;
      fmt::print("\nWRONG: lane {} {}\n", l, should_fail ? "should have failed" : "failed");
      ++wrong_;
    }
    return landed;
  }

  void run_speed(const IntegratorKind& kind) {
    Passengers passengers;
    for (int l = 0; l < lane_count; ++l) passengers[l] = {draw_case(1 + l), until_};
    const Landed<Lanes> side_by_side = lander_.land<Lanes>(kind, passengers);
    long evaluations = 0;
    for (int l = 0; l < lane_count; ++l) {
      const Landed<double> alone = lander_.land<double>(kind, {&passengers[l], 1});
      evaluations += alone.counters.evaluations;
      check_against_scalar(alone, side_by_side, l);
    }
    const auto fly_alone = [&] {
      for (const Passenger& passenger : passengers) lander_.land<double>(kind, {&passenger, 1});
    };
    std::vector<Job> jobs{make_job("one by one", fly_alone),
                          make_job("side by side", [&] { lander_.land<Lanes>(kind, passengers); })};
    race(jobs, quick_ ? 5 : 20, 1e-3);
    print_speeds({evaluations / static_cast<double>(lane_count), jobs[0].best_ns / lane_count},
                 {static_cast<double>(side_by_side.counters.evaluations), jobs[1].best_ns / lane_count});
  }

  struct Speed {
    double evaluations, ns;  // of one case
  };
  static void print_speeds(const Speed& alone, const Speed& lanes) {
    const auto print = [](const char* name, const Speed& x) {
      fmt::print("{:<16}{:>20.0f}{:>24.3f}{:>18.1f}\n", name, x.evaluations, 1e3 * x.evaluations / x.ns, 1e9 / x.ns);
    };
    fmt::print("{:<16}{:>20}{:>24}{:>18}\n", "per case", "evaluations", "million evaluations/s", "landings/s");
    print("one by one", alone);
    print("side by side", lanes);
    const double more = lanes.evaluations / alone.evaluations, faster = alone.ns / lanes.ns;
    fmt::print("{:<16}{:>20.2f}{:>24.2f}{:>18.2f}\n", "ratio", more, more * faster, faster);
  }

  void check_against_scalar(const Landed<double>& alone, const Landed<Lanes>& side_by_side, int l) {
    Gap gap;
    for (int i = 0; i < lander_.position_count(); ++i) gap.add(alone.y[i], lane(side_by_side.y[i], l));
    if (gap.relative() <= tolerance_scalar) return;
    fmt::print("WRONG: case in lane {} is {:.1e} away from the same case in double, allowed {:.0e}\n", l, gap.relative(),
               tolerance_scalar);
    ++wrong_;
  }

  bool quick_;
  double until_;  // [s]
  int wrong_ = 0;
  Lander lander_;
};

}  // namespace

int run_lanes(const Options& options) { return LaneBenchmark(options).run(); }

}  // namespace pintle::benchmarks
