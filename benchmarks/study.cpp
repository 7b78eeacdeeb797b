#include <fmt/core.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "benchmark.h"
#include "pintle/io/reader.h"
#include "pintle/simulate/run.h"
#include "pintle/study/run_study.h"
#include "pintle/system/case_maker.h"

namespace pintle::benchmarks {
namespace {

constexpr const char* model_text = R"(
pintle: 1
gravity: [0, 0, -9.81]
parameters: {length: 1 m, angle: 0.2, mass: 2 kg}
bodies: {bob: {mass: =mass, inertia: [0.01, 0.01, 0.01]}}
joints:
  pin: {type: hinge, between: [world, bob], at: {world: [0, 0, 0], bob: [0, 0, =length]}, axis: [0, 1, 0]}
initial: {pin: {angle: =angle}}
measures: {speed: {of: abs(pin.rate), take: max}, pull: {of: pin.load.force, take: max}}
run: {until: 1 s}
)";
constexpr const char* study_text = R"(
pintle_study: 1
model: swing.yaml
cases: {}
vary:
  parameters.angle: {{uniform: {{low: 0.1, high: 1}}}}
  parameters.mass: {{normal: {{sd: 5 %}}}}
  parameters.length: {{normal: {{sd: 5 %}}}}
)";

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// Of this process, all threads [s].
double processor_time() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// The most that this process had so far [MB].
double most_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

struct Took {
  double wall = 1e300, processor = 1e300;  // [s]
};
template <class Work>
void take_time(Took& took, Work&& work) {
  const double wall = now(), processor = processor_time();
  work();
  took.wall = std::min(took.wall, now() - wall);
  took.processor = std::min(took.processor, processor_time() - processor);
}

StudyPlan make_swings(int cases) {
  return make_plan(read_study_text(fmt::format(fmt::runtime(study_text), cases), "swing.study.yaml", model_text));
}

/// The same cases by nothing but a loop, with the numbers at hand; the fastest speed of each.
std::vector<double> run_bare(const std::vector<CaseRow>& rows) {
  Model model = read_model_text(model_text, "swing.yaml");
  const RunPart asked = model.run;
  CaseMaker maker(std::move(model));
  RunOptions options = make_run_options(asked, maker.system());
  options.output_every = 0;
  Run run(maker.system(), options);
  Observer nobody;
  const int angle = maker.find_input("angle"), mass = maker.find_input("mass"), length = maker.find_input("length");
  std::vector<double> speeds;
  speeds.reserve(rows.size());
  for (const CaseRow& row : rows) {
    maker.set(angle, row.inputs[0]), maker.set(mass, row.inputs[1]), maker.set(length, row.inputs[2]);
    speeds.push_back(run.go(maker.make(), nobody).measures[0].value);
  }
  return speeds;
}

std::size_t find_speed(const StudyPlan& plan) {
  return static_cast<std::size_t>(std::ranges::find(plan.measures, "speed", &StudyColumn::name) - plan.measures.begin());
}

}  // namespace

int run_study(const Options& options) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / fmt::format("pintle_bench_{}", getpid());
  std::filesystem::create_directories(folder);
  const int cases = options.quick ? 20'000 : 100'000, rounds = options.quick ? 2 : 5;
  const StudyPlan plan = make_swings(cases);
  const auto store_cases = [&](const StudyPlan& of, int jobs) {
    std::filesystem::remove(folder / "swing.db");
    StudyStore store = StudyStore::create(folder / "swing.db", make_about(of, {}));
    pintle::run_study(of, store, {.jobs = jobs});
  };
  store_cases(make_swings(cases / 10), 2);
  const double little = most_memory();
  store_cases(plan, 2);
  const double much = most_memory();

  std::vector<CaseRow> rows;
  StudyStore::open(folder / "swing.db", StudyStore::Mode::read).for_each([&](const CaseRow& row) { rows.push_back(row); });
  Took bare, one, two;
  std::vector<double> speeds;
  for (int k = 0; k < rounds; ++k) {
    take_time(bare, [&] { speeds = run_bare(rows); });
    take_time(one, [&] { store_cases(plan, 1); });
    take_time(two, [&] { store_cases(plan, 2); });
  }
  std::filesystem::remove_all(folder);
  const std::size_t speed = find_speed(plan);
  int wrong = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) wrong += speeds[k] != rows[k].measures[speed];
  if (wrong > 0 || rows.size() != static_cast<std::size_t>(cases)) {
    fmt::print("WRONG: {} of {} cases are others than those of the loop\n", wrong, cases);
    return 1;
  }
  const auto print = [&](const char* who, const Took& took) {
    fmt::print("  {:<24}{:>9.0f} cases/s{:>9.0f} cases a second of processor\n", who, cases / took.wall, cases / took.processor);
  };
  fmt::print("{} cases, a pendulum for 1 s each, the least time of {}\n", cases, rounds);
  print("a bare loop over Run", bare);
  print("study -j 1", one);
  print("study -j 2", two);
  fmt::print("  -j 1 by the loop: {:.3f}, of processor time {:.3f} (goal: 0.9); -j 2 by -j 1: {:.2f} (goal: 1.9)\n",
             bare.wall / one.wall, bare.processor / one.processor, one.wall / two.wall);
  fmt::print("  most memory: {:.1f} MB with a tenth of the cases, {:.1f} MB with all\n", little, much);
  return 0;
}

}  // namespace pintle::benchmarks
