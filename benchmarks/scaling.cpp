#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "benchmark.h"
#include "course.h"
#include "timing.h"

namespace pintle::benchmarks {
namespace {

/// Goals, as multiples of the floor's time for accelerations.
constexpr double goal_rates = 1.15, goal_loads = 1.35, goal_newton_euler = 4;
constexpr double goal_lanes_chain = 1.0, goal_lanes_lander = 1.25;
/// Goals for the time per body of 100,000 bodies against that of 1,000.
constexpr double goal_linear = 1.5, goal_linear_newton_euler = 2;

/// Differences by rounding stay below; a wrong term is far above.
constexpr double tolerance_floor = 1e-10;
/// Body coordinates are rounded in the world's axes: a chain of 100,000 links ends hundreds of metres away from its root,
/// and there it turns at hundreds of rad/s.
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
  const char* where = "";
};

/// A line of a table: a name and cells of equal width.
class Line {
 public:
  explicit Line(const std::string& name) : text_(fmt::format("{:<14}", name)) {}
  void add_floor(const std::string& cell) { text_ += fmt::format("{:>7}", cell); }
  void add_head(const std::string& cell) { text_ += fmt::format("   {:<21}", cell); }
  void add(double ns, double ratio, double goal) {
    text_ += fmt::format("{:>9.1f}{:>7.2f} {:<7}", ns, ratio, goal == 0 ? "" : ratio <= goal ? "met" : "NOT MET");
  }
  void print() {
    text_.erase(text_.find_last_not_of(' ') + 1);
    fmt::print("{}\n", text_);
    std::fflush(stdout);
  }

 private:
  std::string text_;
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
    print_gaps();
    return wrong_ == 0 ? 0 : 1;
  }

 private:
  void print_conditions() const {
    fmt::print(
        "\nns per body, one thread, best of many windows, the runners of a line in turn; behind it the ratio to the floor.\n"
        "Times differ between machines and compilers: ratios count. Here: {} lanes, compiler {}.\n"
        "floor: a bare articulated-body sweep, q, v, efforts in, accelerations out (benchmarks/floor).\n",
        lane_count, __VERSION__);
  }

  // ---- against the floor -------------------------------------------------------------------------------------------
  void run_trees() {
    const Column columns[] = {{"articulated-body", goal_rates},
                              {"with all loads", goal_loads},
                              {"newton-euler", 0},
                              {"with all loads", goal_newton_euler}};
    print_head("Accelerations, and with the loads of all joints", columns);
    for (int n : quick_ ? std::vector{10, 100, 1000} : std::vector{10, 50, 100, 1000, 10'000, 100'000})
      run_tree(*make_course(fmt::format("chain {}", n), floor::make_chain(n), 1), columns);
    run_tree(*make_course("lander", floor::make_lander(), 1), columns);
  }

  void run_tree(Course& course, std::span<const Column> columns) {
    FloorRunner<double> floor(*course.tree, course.efforts, course.states);
    KernelRunner<double> ab = make_articulated_body(course), ne = make_newton_euler(course);
    making_.emplace_back(course.name, course.seconds);
    const bool agrees = check(course, "articulated-body against floor", calc_gap_to_floor(course, floor, ab), tolerance_floor);
    if (!check_formulations(course, ab, ne) || !agrees) return;
    std::vector<Job> jobs{make_job("floor", [&] { floor.run(); }), make_job("rates", [&] { ab.run_rates(); }),
                          make_job("loads", [&] { ab.run_loads(); }), make_job("newton-euler rates", [&] { ne.run_rates(); }),
                          make_job("newton-euler loads", [&] { ne.run_loads(); })};
    trees_.push_back(run_race(course, jobs, 1));
    print_row(trees_.back(), columns);
  }

  void run_lanes() {
    const Column chain[] = {{"articulated-body", goal_lanes_chain}, {"with all loads", 0}};
    const Column lander[] = {{"articulated-body", goal_lanes_lander, " on the lander"}, {"with all loads", 0}};
    print_head(fmt::format("The same in {} lanes, per case", lane_count), chain);
    print_goals(lander);
    for (int n : quick_ ? std::vector{10, 100} : std::vector{10, 50, 100, 1000})
      run_lane_tree(*make_course(fmt::format("chain {}", n), floor::make_chain(n), lane_count), chain);
    run_lane_tree(*make_course("lander", floor::make_lander(), lane_count), lander);
  }

  void run_lane_tree(Course& course, std::span<const Column> columns) {
    FloorRunner<Lanes> floor(*course.tree, course.efforts, course.states);
    KernelRunner<Lanes> lanes = make_articulated_body_lanes(course);
    KernelRunner<double> scalar = make_articulated_body(course);
    const bool agrees = check(course, "lanes against floor", calc_gap_to_floor(course, floor, lanes), tolerance_floor);
    if (!check(course, "loads in lanes against double", calc_gap_of_loads(course, lanes, scalar), tolerance_floor) || !agrees)
      return;
    std::vector<Job> jobs{make_job("floor", [&] { floor.run(); }), make_job("rates", [&] { lanes.run_rates(); }),
                          make_job("loads", [&] { lanes.run_loads(); })};
    print_row(run_race(course, jobs, lane_count), columns);
  }

  // ---- stars -------------------------------------------------------------------------------------------------------
  /// Wide instead of deep, and without a floor: each column is compared with its own first line.
  void run_stars() {
    fmt::print("\nA floating hub with n two-link legs: ns per body, and the ratio to the first line\n");
    Line head("");
    for (const char* name : {"articulated-body", "with all loads", "newton-euler", "with all loads"}) head.add_head(name);
    head.print();
    for (int n : quick_ ? std::vector{6, 50, 200} : std::vector{6, 50, 200, 1000, 10'000}) run_star(*make_star_course(n));
  }

  void run_star(Course& course) {
    KernelRunner<double> ab = make_articulated_body(course), ne = make_newton_euler(course);
    making_.emplace_back(course.name, course.seconds);
    if (!check_formulations(course, ab, ne)) return;
    std::vector<Job> jobs{make_job("rates", [&] { ab.run_rates(); }), make_job("loads", [&] { ab.run_loads(); }),
                          make_job("newton-euler rates", [&] { ne.run_rates(); }),
                          make_job("newton-euler loads", [&] { ne.run_loads(); })};
    stars_.push_back(run_race(course, jobs, 1));
    Line line(course.name);
    for (std::size_t k = 0; k < jobs.size(); ++k) line.add(stars_.back().ns[k], stars_.back().ns[k] / stars_.front().ns[k], 0);
    line.print();
  }

  // ---- what all share ----------------------------------------------------------------------------------------------
  Row run_race(const Course& course, std::vector<Job>& jobs, int lanes) const {
    const int n = course.body_count();
    race(jobs, n > 20'000 ? 15 : n > 2'000 ? 40 : quick_ ? 40 : 200, 0.5e-3);
    Row row{course.name, n, {}};
    for (const Job& job : jobs) row.ns.push_back(job.best_ns / n / lanes);
    return row;
  }

  bool check(const Course& course, const char* what, double gap, double tolerance) {
    gaps_[what] = std::max(gaps_[what], gap);
    if (gap <= tolerance) return true;
    ++wrong_;
    fmt::print("{:<14}WRONG: {}: gap {:.1e}, allowed {:.0e}\n", course.name, what, gap, tolerance);
    return false;
  }

  bool check_formulations(const Course& course, KernelRunner<double>& ab, KernelRunner<double>& ne) {
    const FormulationGap gap = calc_gap(course, ab, ne);
    const bool agrees = check(course, "newton-euler against articulated-body", gap.accelerations, tolerance_formulations);
    return check(course, "the same, loads", gap.loads, tolerance_formulations) && agrees;
  }

  static void print_head(const std::string& title, std::span<const Column> columns) {
    fmt::print("\n{}\n", title);
    Line line("");
    line.add_floor("floor");
    for (const Column& column : columns) line.add_head(column.name);
    line.print();
    print_goals(columns);
  }

  static void print_goals(std::span<const Column> columns) {
    Line line("goal");
    line.add_floor("");
    for (const Column& column : columns) line.add_head(column.goal > 0 ? fmt::format("<= {}{}", column.goal, column.where) : "");
    line.print();
  }

  static void print_row(const Row& row, std::span<const Column> columns) {
    Line line(row.name);
    line.add_floor(fmt::format("{:.1f}", row.ns[0]));
    for (std::size_t k = 0; k < columns.size(); ++k) line.add(row.ns[k + 1], row.ns[k + 1] / row.ns[0], columns[k].goal);
    line.print();
  }

  void print_linearity() const {
    const auto find = [&](int bodies) { return std::ranges::find(trees_, bodies, &Row::bodies); };
    const auto small = find(1000), large = find(100'000);
    if (small == trees_.end() || large == trees_.end()) return;
    fmt::print("\nLinear? Time per body of 100,000 links against that of 1,000\n");
    const Column columns[] = {{"floor", 0},
                              {"articulated-body", goal_linear},
                              {"articulated-body with all loads", goal_linear},
                              {"newton-euler", goal_linear_newton_euler},
                              {"newton-euler with all loads", goal_linear_newton_euler}};
    for (std::size_t k = 0; k < std::size(columns); ++k) {
      const double ratio = large->ns[k] / small->ns[k], goal = columns[k].goal;
      fmt::print("{:<34}{:>5.2f}{}\n", columns[k].name, ratio,
                 goal == 0 ? "" : fmt::format("  (goal <= {}) {}", goal, ratio <= goal ? "met" : "NOT MET"));
    }
  }

  void print_making() const {
    fmt::print("\nSeconds before the first evaluation\n{:<14}{:>8}{:>10}{:>12}{:>20}{:>16}\n", "", "model", "system", "two plans",
               "articulated-body", "newton-euler");
    for (const auto& [name, s] : making_)
      if (name == "chain 1000" || name == "chain 100000" || name == "star 10000")
        fmt::print("{:<14}{:>8.3f}{:>10.3f}{:>12.3f}{:>20.3f}{:>16.3f}\n", name, s.model, s.system, s.plans, s.articulated_body,
                   s.newton_euler);
  }

  void print_gaps() const {
    fmt::print("\nAnswers: {}. Largest gaps, max|a - b| / max|a|:\n",
               wrong_ == 0 ? "all agree" : fmt::format("{} are WRONG", wrong_));
    for (const auto& [what, gap] : gaps_) fmt::print("{:<40}{:.1e}\n", what, gap);
  }

  bool quick_;
  int wrong_ = 0;
  std::vector<Row> trees_, stars_;
  std::vector<std::pair<std::string, MakingSeconds>> making_;
  std::map<std::string, double> gaps_;
};

}  // namespace

int run_scaling(const Options& options) { return Scaling(options).run(); }

}  // namespace pintle::benchmarks
