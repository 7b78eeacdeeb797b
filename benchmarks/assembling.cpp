#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <thread>
#include <vector>

#include "benchmark.h"
#include "course.h"
#include "pintle/base/random.h"
#include "pintle/formulations/divide_and_conquer/assemblies.h"
#include "timing.h"

/// Of `divide-and-conquer`: time per body against the floor and against itself, time by threads, time of a lock.
namespace pintle::benchmarks {
namespace {

constexpr double goal_floor = 6, goal_linear = 1.3, goal_threads = 1.6, goal_lock = 0.01;
/// As in scaling.cpp.
constexpr double tolerance_formulations = 1e-8;

double wall_seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

const char* judge(double is, double goal, bool at_least = false) {
  return (at_least ? is >= goal : is <= goal) ? "met" : "NOT MET";
}

class Assembling {
 public:
  explicit Assembling(const Options& options) : quick_(options.quick) {}

  int run() {
    run_sizes();
    run_threads();
    run_lock();
    return wrong_ == 0 ? 0 : 1;
  }

 private:
  // ---- one thread, against the floor -----------------------------------------------------------------------------------
  void run_sizes() {
    fmt::print("\nChains of hinges with motors, ns per body, one thread; behind it the ratio to the floor (goal <= {})\n",
               goal_floor);
    fmt::print("{:<14}{:>8}{:>12}{:>8}{:>14}{:>8}\n", "", "floor", "rates", "", "with loads", "");
    std::map<int, double> rates;
    for (const int n : quick_ ? std::vector{100, 1000} : std::vector{10, 100, 1000, 10'000}) {
      const auto course = make_course(fmt::format("chain {}", n), floor::make_chain(n), 1);
      Team alone;
      FloorRunner<double> floor(*course->tree, course->efforts, course->states);
      KernelRunner<double> ab = make_articulated_body(*course), dc = make_divide_and_conquer(*course, alone);
      const FormulationGap gap = calc_gap(*course, ab, dc);
      if (!(std::max(gap.accelerations, gap.loads) <= tolerance_formulations)) {
        ++wrong_;
        fmt::print("{:<14}WRONG: gap to articulated-body {:.1e} and {:.1e}\n", course->name, gap.accelerations, gap.loads);
        continue;
      }
      std::vector<Job> jobs{make_job("floor", [&] { floor.run(); }), make_job("rates", [&] { dc.run_rates(); }),
                            make_job("loads", [&] { dc.run_loads(); })};
      race(jobs, n > 2'000 ? 40 : 200, 0.5e-3);
      const double base = jobs[0].best_ns / n;
      rates[n] = jobs[1].best_ns / n;
      fmt::print("{:<14}{:>8.1f}{:>12.1f}{:>8.2f}{:>14.1f}{:>8.2f} {}\n", course->name, base, rates[n], rates[n] / base,
                 jobs[2].best_ns / n, jobs[2].best_ns / n / base, judge(jobs[2].best_ns / n / base, goal_floor));
    }
    if (rates.contains(10'000)) {
      const double ratio = rates[10'000] / rates[1000];
      fmt::print("linear? per body of 10,000 against 1,000: {:.2f} (goal <= {}) {}\n", ratio, goal_linear,
                 judge(ratio, goal_linear));
    }
  }

  // ---- threads ---------------------------------------------------------------------------------------------------------
  static std::vector<std::uint64_t> bits_of(KernelRunner<double>& runner) {
    runner.run_rates(0);
    std::vector<std::uint64_t> bits;
    for (const double x : runner.ydot) bits.push_back(std::bit_cast<std::uint64_t>(x));
    return bits;
  }

  /// Best of many windows by the clock on the wall, in turn.
  static std::vector<double> race_walls(std::vector<KernelRunner<double>>& runners, int rounds, int repetitions) {
    std::vector<double> best(runners.size(), std::numeric_limits<double>::infinity());
    for (int round = 0; round < rounds; ++round)
      for (std::size_t k = 0; k < runners.size(); ++k) {
        const double start = wall_seconds();
        for (int i = 0; i < repetitions; ++i) runners[k].run_rates();
        best[k] = std::min(best[k], (wall_seconds() - start) / repetitions);
      }
    return best;
  }

  void run_threads() {
    const int most = std::max(2, static_cast<int>(std::thread::hardware_concurrency()));
    fmt::print("\nThreads: microseconds for an evaluation by the clock on the wall, and how many times faster than one\n");
    fmt::print("{:<14}{:>10}", "", "1");
    for (int threads = 2; threads <= most; threads *= 2) fmt::print("{:>10}{:>7}", threads, "");
    fmt::print("\n");
    for (const int n : quick_ ? std::vector{100, 1000} : std::vector{30, 100, 300, 1000, 3000, 10'000, 30'000}) {
      const auto course = make_course(fmt::format("chain {}", n), floor::make_chain(n), 1);
      std::vector<std::unique_ptr<Team>> teams;
      std::vector<KernelRunner<double>> runners;
      for (int threads = 1; threads <= most; threads *= 2) {
        teams.push_back(std::make_unique<Team>(threads));
        runners.push_back(make_divide_and_conquer(*course, *teams.back()));
        if (bits_of(runners.back()) != bits_of(runners.front())) ++wrong_, fmt::print("{:<14}WRONG: other bits\n", course->name);
      }
      const std::vector<double> seconds = race_walls(runners, 60, std::max(1, 2000 / n));
      fmt::print("{:<14}{:>10.1f}", course->name, 1e6 * seconds[0]);
      for (std::size_t k = 1; k < seconds.size(); ++k) fmt::print("{:>10.1f}{:>7.2f}", 1e6 * seconds[k], seconds[0] / seconds[k]);
      fmt::print("{}\n", n == 10'000 ? fmt::format("  (goal of 2: >= {}) {}", goal_threads,
                                                   judge(seconds[0] / seconds[1], goal_threads, true))
                                     : "");
    }
  }

  // ---- a lock ----------------------------------------------------------------------------------------------------------
  void run_lock() {
    using namespace divide_and_conquer;
    const int n = quick_ ? 1000 : 10'000, joint = n / 2;
    Skeleton skeleton;
    for (int i = 0; i <= n; ++i)
      skeleton.bones.push_back({BodyIndex(i), i - 1, i > 0 ? JointIndex(i - 1) : JointIndex(),
                                i == 0       ? 0
                                : i == joint ? 6
                                             : 5,
                                i == joint});
    skeleton.bones[0].parent = 0;
    Assemblies all(skeleton);
    Random random(1);
    const auto draw = [&] { return Vec3<double>{random.normal(), random.normal(), random.normal()}; };
    const auto shake = [&] {  // every number is another one
      for (int i = 1; i <= n; ++i) {
        const double m = random.uniform(1, 2);
        all.put_mass(i,
                     {Sym3<double>::diagonal(m), Mat3<double>::zero(), Sym3<double>::diagonal(m), Vec3<double>::zero(),
                      Vec3<double>::zero()},
                     false);
        for (int r = 0; r < 6; ++r) all.put_right(all.tree().blocks[all.tree().body_block[i]].place + r, random.normal());
        if (i != joint) all.put_active(all.tree().joint_block[i], 5);
      }
      for (int w = 0; w < all.tree().wrenches; ++w) all.put_wrench(w, {draw(), draw()});
    };
    const auto hold = [&](bool holds) { all.put_active(all.tree().joint_block[joint], holds ? 6 : 5); };
    const auto time = [&](auto prepare) {
      double best = std::numeric_limits<double>::infinity();
      for (int round = 0; round < 40; ++round) {
        prepare(round);
        const double start = thread_seconds();
        all.assemble({});
        best = std::min(best, thread_seconds() - start);
      }
      return best;
    };
    const double whole = time([&](int) { shake(); });
    const int made_whole = all.made();
    const double same = time([](int) {});
    const double lock = time([&](int round) { hold(round % 2 == 0); });
    const double share = (lock - same) / whole;
    fmt::print("\nA lock in a chain of {}: assembles {} of {} anew (goal <= 20) {}\n", n, all.made(), made_whole,
               judge(all.made(), 20));
    fmt::print(
        "all: {:.0f} us; nothing changed, right-hand sides alone: {:.0f} us; with the lock: {:.0f} us: {:.2f} % of all (goal < 1 "
        "%) {}\n",
        1e6 * whole, 1e6 * same, 1e6 * lock, 100 * share, judge(share, goal_lock));
    if (all.made() > 20) ++wrong_;
  }

  bool quick_;
  int wrong_ = 0;
};

}  // namespace

int run_assembling(const Options& options) { return Assembling(options).run(); }

}  // namespace pintle::benchmarks
