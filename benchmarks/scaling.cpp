#include <fmt/core.h>

#include <string>
#include <utility>
#include <vector>

#include "benchmark.h"
#include "course.h"
#include "timing.h"

namespace pintle::benchmarks {
namespace {

/// Goals, as multiples of the floor's time for accelerations.
constexpr double goal_rates = 1.15, goal_loads = 1.35, goal_newton_euler = 6;
constexpr double goal_lanes_chain = 1.0, goal_lanes_lander = 1.25;
/// Goals for the time per body of 100,000 bodies against that of 1,000.
constexpr double goal_linear = 1.5, goal_linear_newton_euler = 2;

/// Accelerations differ from the floor's by rounding, and long chains multiply it; a wrong term is far above this.
constexpr double tolerance_floor = 1e-10;
/// Body coordinates are rounded in the world's axes: a chain of 100,000 links is hundreds of metres away from its root, and
/// its ends turn at hundreds of rad/s.
constexpr double tolerance_formulations = 1e-8;

/// What one race measured: ns per body, in the order of its jobs.
struct Row {
  std::string name;
  int bodies;
  std::vector<double> ns;
};

struct Column {
  const char* name;
  double goal;  // 0: none
};

class Scaling {
 public:
  explicit Scaling(const Options& options) : quick_(options.quick) {}

  int run() {
    print_conditions();
    run_trees();
    run_lanes();
    run_stars();
    print_linearity();
    print_making();
    fmt::print("\n{}\n", wrong_ == 0 ? "All answers agree." : fmt::format("{} answers are WRONG.", wrong_));
    return wrong_ == 0 ? 0 : 1;
  }

 private:
  void print_conditions() const {
    fmt::print("\nns per body, one thread, best of many windows, all runners of a line in turn; behind it the ratio to the floor.\n"
               "Times differ between machines and compilers: ratios count. Here: {} lanes, compiler {}.\n"
               "floor: a bare articulated-body sweep, q, v, effort in, accelerations out (benchmarks/floor).\n",
               lane_count, __VERSION__);
  }

  // ---- double ------------------------------------------------------------------------------------------------------
  void run_trees() {
    fmt::print("\nAccelerations, and with the loads of all joints\n");
    const Column columns[] = {{"articulated-body", goal_rates}, {"with loads", goal_loads}, {"newton-euler", 0}, {"with loads", goal_newton_euler}};
    print_head(columns);
    for (int n : quick_ ? std::vector{10, 100, 1000} : std::vector{10, 50, 100, 1000, 10'000, 100'000})
      run_tree(*make_course(fmt::format("chain {}", n), floor::make_chain(n), 1), columns);
    run_tree(*make_course("lander", floor::make_lander(), 1), columns);
  }

  void run_tree(Course& course, std::span<const Column> columns) {
    FloorRunner<double> floor(*course.tree, course.efforts, course.states);
    KernelRunner<double> ab = make_articulated_body(course), ne = make_newton_euler(course);
    making_.emplace_back(course.name, course.seconds);
    const FormulationGap gap = calc_gap(course, ab, ne);
    const bool good = check(course, "articulated-body against floor", calc_gap_to_floor(course, floor, ab), tolerance_floor) &
                      check(course, "newton-euler against articulated-body, accelerations", gap.accelerations, tolerance_formulations) &
                      check(course, "newton-euler against articulated-body, loads", gap.loads, tolerance_formulations);
    if (!good) return;
    std::vector<Job> jobs{make_job("floor", [&] { floor.run(); }), make_job("rates", [&] { ab.run_rates(); }),
                          make_job("loads", [&] { ab.run_loads(); }), make_job("ne rates", [&] { ne.run_rates(); }),
                          make_job("ne loads", [&] { ne.run_loads(); })};
    trees_.push_back(run_race(course, jobs, 1));
    print_row(trees_.back(), columns);
  }

  // ---- lanes -------------------------------------------------------------------------------------------------------
  void run_lanes() {
    fmt::print("\n{} lanes, per case\n", lane_count);
    const Column chain[] = {{"articulated-body", goal_lanes_chain}, {"with loads", 0}};
    print_head(chain);
    for (int n : quick_ ? std::vector{10, 100} : std::vector{10, 50, 100, 1000})
      run_lane_tree(*make_course(fmt::format("chain {}", n), floor::make_chain(n), lane_count), chain);
    const Column lander[] = {{"articulated-body", goal_lanes_lander}, {"with loads", 0}};
    run_lane_tree(*make_course("lander", floor::make_lander(), lane_count), lander);
  }

  void run_lane_tree(Course& course, std::span<const Column> columns) {
    FloorRunner<Lanes> floor(*course.tree, course.efforts, course.states);
    KernelRunner<Lanes> lanes = make_articulated_body_lanes(course);
    KernelRunner<double> scalar = make_articulated_body(course);
    const bool good = check(course, "lanes against floor", calc_gap_to_floor(course, floor, lanes), tolerance_floor) &
                      check(course, "loads in lanes against double", calc_gap_of_loads(course, lanes, scalar), tolerance_floor);
    if (!good) return;
    std::vector<Job> jobs{make_job("floor", [&] { floor.run(); }), make_job("rates", [&] { lanes.run_rates(); }),
                          make_job("loads", [&] { lanes.run_loads(); })};
    print_row(run_race(course, jobs, lane_count), columns);
  }

  // ---- stars -------------------------------------------------------------------------------------------------------
  /// Wide instead of deep: no floor, so each column is compared with its own first line.
  void run_stars() {
    fmt::print("\nA hub with n two-link legs: ns per body, and ratio to the line of 50\n");
    fmt::print("{:<14}{:>28}{:>28}{:>28}{:>28}\n", "", "articulated-body", "with loads", "newton-euler", "with loads");
    for (int n : quick_ ? std::vector{6, 50, 200} : std::vector{6, 50, 200, 1000, 10'000}) run_star(*make_star_course(n));
  }

  void run_star(Course& course) {
    KernelRunner<double> ab = make_articulated_body(course), ne = make_newton_euler(course);
    making_.emplace_back(course.name, course.seconds);
    const FormulationGap gap = calc_gap(course, ab, ne);
    const bool good = check(course, "newton-euler against articulated-body, accelerations", gap.accelerations, tolerance_formulations) &
                      check(course, "newton-euler against articulated-body, loads", gap.loads, tolerance_formulations);
    if (!good) return;
    std::vector<Job> jobs{make_job("rates", [&] { ab.run_rates(); }), make_job("loads", [&] { ab.run_loads(); }),
                          make_job("ne rates", [&] { ne.run_rates(); }), make_job("ne loads", [&] { ne.run_loads(); })};
    const Row row = run_race(course, jobs, 1);
    if (course.name == "star 50") star_50_ = row.ns;
    fmt::print("{:<14}", row.name);
    for (std::size_t k = 0; k < row.ns.size(); ++k)
      fmt::print("{:>20.1f}{:>8}", row.ns[k], star_50_.empty() ? "" : fmt::format("{:.2f}", row.ns[k] / star_50_[k]));
    fmt::print("\n");
  }

  // ---- what all share ----------------------------------------------------------------------------------------------
  Row run_race(const Course& course, std::vector<Job>& jobs, int lanes) const {
    const int n = course.body_count();
    race(jobs, n > 20'000 ? 15 : n > 2'000 ? 40 : quick_ ? 40 : 160, 0.5e-3);
    Row row{course.name, n, {}};
    for (const Job& job : jobs) row.ns.push_back(job.best_ns / n / lanes);
    return row;
  }

  bool check(const Course& course, const char* what, double gap, double tolerance) {
    if (gap <= tolerance) return true;
    ++wrong_;
    fmt::print("{:<14}WRONG: {}: gap {:.1e}, allowed {:.0e}\n", course.name, what, gap, tolerance);
    return false;
  }

  static void print_head(std::span<const Column> columns) {
    fmt::print("{:<14}{:>9}", "", "floor");
    for (const Column& column : columns)
      fmt::print("{:>28}", column.goal > 0 ? fmt::format("{} (<= {})", column.name, column.goal) : column.name);
    fmt::print("\n");
  }

  static void print_row(const Row& row, std::span<const Column> columns) {
    fmt::print("{:<14}{:>9.1f}", row.name, row.ns[0]);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const double ratio = row.ns[k + 1] / row.ns[0];
      fmt::print("{:>11.1f}{:>8.2f} {:<8}", row.ns[k + 1], ratio, verdict(ratio, columns[k].goal));
    }
    fmt::print("\n");
    std::fflush(stdout);
  }

  static const char* verdict(double ratio, double goal) { return goal == 0 ? "" : ratio <= goal ? "met" : "NOT MET"; }

  void print_linearity() const {
    const Row *small = nullptr, *large = nullptr;
    for (const Row& row : trees_) {
      if (row.bodies == 1000) small = &row;
      if (row.bodies == 100'000) large = &row;
    }
    if (!small || !large) return;
    fmt::print("\nLinear? Time per body of 100,000 links against that of 1,000\n");
    const Column columns[] = {{"floor", 0}, {"articulated-body", goal_linear}, {"articulated-body with loads", goal_linear},
                              {"newton-euler", goal_linear_newton_euler}, {"newton-euler with loads", goal_linear_newton_euler}};
    for (std::size_t k = 0; k < std::size(columns); ++k) {
      const double ratio = large->ns[k] / small->ns[k];
      const std::string goal = columns[k].goal > 0 ? fmt::format("(<= {}) {}", columns[k].goal, verdict(ratio, columns[k].goal)) : "";
      fmt::print("  {:<30}{:>6.2f}  {}\n", columns[k].name, ratio, goal);
    }
  }

  void print_making() const {
    fmt::print("\nSeconds before the first evaluation\n{:<14}{:>10}{:>10}{:>12}{:>20}{:>16}\n", "", "model", "system", "two plans",
               "articulated-body", "newton-euler");
    for (const auto& [name, s] : making_)
      if (s.model + s.system + s.plans + s.articulated_body + s.newton_euler > 0.01)
        fmt::print("{:<14}{:>10.3f}{:>10.3f}{:>12.3f}{:>20.3f}{:>16.3f}\n", name, s.model, s.system, s.plans, s.articulated_body,
                   s.newton_euler);
  }

  bool quick_;
  int wrong_ = 0;
  std::vector<Row> trees_;
  std::vector<double> star_50_;
  std::vector<std::pair<std::string, MakingSeconds>> making_;
};

}  // namespace

int run_scaling(const Options& options) { return Scaling(options).run(); }

}  // namespace pintle::benchmarks
