#include "pintle/study/run_study.h"

#include <doctest/doctest.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <fstream>
#include <numbers>

#include "pintle/base/error.h"
#include "pintle/math/statistics.h"
#include "pintle/record/output_file.h"
#include "pintle/simulate/allocations.h"
#include "pintle/study/case_runner.h"
#include "small_studies.h"
#include "support/build_library.h"

using namespace pintle;

namespace {

/// A folder that goes when the test does.
class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / fmt::format("pintle_study_{}_{}", getpid(), ++count_)) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::filesystem::path operator/(const char* name) const { return path_ / name; }

 private:
  static inline int count_ = 0;
  std::filesystem::path path_;
};

/// All that a store tells of its cases, to the bit.
std::vector<std::string> read_rows(const StudyStore& store) {
  std::vector<std::string> rows;
  store.for_each([&](const CaseRow& row) {
    std::string text = fmt::format("{} {} {} {} {}", row.number, row.cell, name_of(row.status), row.evaluations, row.message);
    for (const auto* list : {&row.inputs, &row.measures})
      for (const double x : *list) text += fmt::format(" {:x}", std::bit_cast<std::uint64_t>(x));
    rows.push_back(text);
  });
  return rows;
}

StudyStore run(const StudyPlan& plan, const std::filesystem::path& file, int jobs, Shard shard = {}) {
  StudyStore store = StudyStore::create(file, make_about(plan, shard));
  const StudyOutcome outcome = run_study(plan, store, {.jobs = jobs, .shard = shard});
  CHECK(!outcome.interrupted);
  return store;
}

const std::string swinging = R"(
cases: 40
grid: {air: [none, thick]}
vary:
  parameters.angle: {normal: {mean: 1, sd: 0.5}}
  parameters.mass: {normal: {sd: 5 %}}
  bodies.bob.inertia.yy: {uniform: {half_width: 20 %}}
measures:
  speed: {of: pin.rate, take: max}
  fast: {of: pin.rate > 3 rad/s, take: ever}
  down: {of: pin.angle < 0, take: first}
  usual: {of: system.energy.kinetic, take: quantile, level: 0.9, every: 10 ms}
  pull: {of: pin.load.force, take: load-set}
)";

}  // namespace

TEST_CASE("study: the same bits for any number of threads, for shards, and for a case alone") {
  const StudyPlan plan = make_plan(make_pendulum_study(swinging));
  const Folder folder;
  const StudyStore one = run(plan, folder / "one.db", 1);
  const std::vector<std::string> rows = read_rows(one);
  CHECK(rows.size() == 80);
  CHECK(read_rows(run(plan, folder / "three.db", 3)) == rows);

  std::vector<std::string> shards(rows.size());
  for (int k = 1; k <= 3; ++k) {
    const StudyStore part = run(plan, folder / fmt::format("part{}.db", k).c_str(), 2, {k, 3});
    const std::vector<std::string> some = read_rows(part);
    for (std::size_t i = 0; i < some.size(); ++i) shards[3 * i + static_cast<std::size_t>(k) - 1] = some[i];
  }
  CHECK(shards == rows);

  for (const std::uint64_t number : {80ul, 3ul, 41ul}) {
    CaseRow row, stored;
    CHECK(CaseRunner(plan).run(number, row));
    CHECK(one.find(number, stored));
    CHECK(row.measures.size() == 4 + 14);
    for (std::size_t m = 0; m < row.measures.size(); ++m)
      CHECK((row.measures[m] == stored.measures[m] || (std::isnan(row.measures[m]) && std::isnan(stored.measures[m]))));
  }
}

TEST_CASE("study: what was interrupted goes on to the same bits") {
  const StudyPlan plan = make_plan(make_pendulum_study(swinging));
  const Folder folder;
  const std::vector<std::string> rows = read_rows(run(plan, folder / "whole.db", 2));
  const std::filesystem::path file = folder / "parts.db";
  StudyStore::create(file, make_about(plan, {}));
  int starts = 0;
  for (bool interrupted = true; interrupted; ++starts) {
    StudyStore store = StudyStore::open(file, StudyStore::Mode::write);
    CHECK(find_other(store.about(), make_about(plan, {})).empty());
    std::atomic<int> asked = 0;
    interrupted = run_study(plan, store, {.jobs = 2, .wants_stop = [&] { return ++asked > 300; }}).interrupted;
    REQUIRE(starts < 1000);
  }
  CHECK(starts > 2);
  CHECK(read_rows(StudyStore::open(file, StudyStore::Mode::read)) == rows);
}

TEST_CASE("study: a store of another study, model or program is refused with the difference") {
  const auto about = [](const std::string& lines, const std::string& model = pendulum_model) {
    return make_about(make_plan(make_pendulum_study(lines, model)), {});
  };
  const std::string lines = "measures: {peak: {of: pin.rate, take: max}}\nvary: {parameters.mass: {normal: {sd: 5 %}}}\n";
  const StudyStore::About store = about(lines);
  CHECK(find_other(store, about("# with a remark\n" + lines)).empty());
  CHECK(find_other(store, about(lines + "seed: 2\n")) == "the study is another one:\n  seed: 1 in the store, 2 now");
  CHECK(find_other(store, about("measures: {peak: {of: pin.rate, take: max}}\nvary: {parameters.mass: {normal: {sd: 6 %}}}\n")) ==
        "the study is another one:\n  vary.parameters.mass.sd: \"5 %\" in the store, \"6 %\" now");
  std::string heavier = pendulum_model;
  heavier.replace(heavier.find("until: 1 s"), 10, "until: 2 s");
  CHECK(find_other(store, about(lines, heavier)) ==
        "the model is another one:\n  in the store: run: {until: 1 s}\n  now: run: {until: 2 s}");
  StudyStore::About other = store;
  other.texts["program"] = "another";
  CHECK(find_other(other, store).starts_with("another program would not give the same bits: another in the store"));
}

TEST_CASE("study: names that differ in capitals alone are columns of their own") {
  std::string model = pendulum_model;
  model.replace(model.find("parameters: {"), 13, "parameters: {Angle: 0.1 m, ");
  model.replace(model.find("=length]"), 8, "=length + Angle]");
  const StudyPlan plan = make_plan(make_pendulum_study(R"(
cases: 5
vary: {parameters.Angle: {uniform: {low: 0.1 m, high: 0.2 m}}, parameters.angle: {uniform: {low: 0.3, high: 0.4}}}
measures: {speed: {of: abs(pin.rate), take: max}, Speed: {of: pin.rate, take: min}}
)",
                                                       model));
  const Folder folder;
  const StudyStore store = run(plan, folder / "capitals.db", 1);
  CHECK(store.about().inputs[0].name == "parameters.Angle");
  CHECK(store.count() == 5);
  store.for_each([&](const CaseRow& row) {
    CHECK(row.inputs[0] < 0.2);
    CHECK(row.inputs[1] > 0.3);
    CHECK(row.measures[0] > 0);
    CHECK(row.measures[1] < 0);
  });
}

TEST_CASE("study: a controller's library that has become another one is refused") {
  const Folder folder;
  const auto about = [&](const std::string& push) {
    std::ofstream(folder / "x.c")
        << "#include <pintle/controllers/controller.h>\n"
           "int pintle_controller_version(void) { return PINTLE_CONTROLLER_VERSION; }\n"
           "int pintle_controller_create(const pintle_controller_setup* s, void** h) { (void)s; *h = 0; return 0; }\n"
           "void pintle_controller_destroy(void* h) { (void)h; }\n"
           "int pintle_controller_step(void* h, double t, const double* in, double* out) {\n"
           "  (void)h; (void)t; (void)in; out[0] = " +
               push + "; return 0; }\n";
    build_library(folder / "x.c", folder / "x.so");
    const std::string model = pendulum_model + "controllers: {c: {library: " + (folder / "x.so").string() +
                              ", inputs: [pin.angle], outputs: [parameters.drag], every: 0.1 s}}\n";
    return make_about(make_plan(make_pendulum_study("measures: {peak: {of: pin.rate, take: max}}\n", model)), {});
  };
  const StudyStore::About store = about("1");
  CHECK(find_other(store, about("1")).empty());
  CHECK(find_other(store, about("2"))
            .starts_with("a controller's library is another one, by the sum over its bytes:\n  in the store: x.so "));
}

TEST_CASE("study: two processes do not write into one store") {
  const StudyPlan plan = make_plan(make_pendulum_study(swinging));
  const Folder folder;
  const StudyStore store = StudyStore::create(folder / "one.db", make_about(plan, {}));
  CHECK_THROWS_AS(StudyStore::open(folder / "one.db", StudyStore::Mode::write), Error);
  CHECK_NOTHROW(StudyStore::open(folder / "one.db", StudyStore::Mode::read));
}

TEST_CASE("study: a case that cannot be is a result with a reason, and those beside it have the bits that they have without it") {
  const std::string some = R"(
cases: 30
vary: {parameters.mass: {normal: {mean: 1 kg, sd: 1 kg}}}
measures: {speed: {of: pin.rate, take: max}}
)";
  const StudyPlan plan = make_plan(make_pendulum_study(some));
  const Folder folder;
  const StudyStore store = run(plan, folder / "some.db", 2);
  int failed = 0;
  store.for_each([&](const CaseRow& row) {
    failed += row.status == Status::failed;
    CHECK((row.status == Status::failed) == (row.inputs[0] < 0));
    CHECK((row.status == Status::failed) == std::isnan(row.measures[0]));
    CHECK((row.status == Status::failed) == !row.message.empty());
    CaseRow alone;
    CaseRunner(plan).run(row.number, alone);
    if (row.status != Status::failed) CHECK(alone.measures == row.measures);
  });
  CHECK(failed > 0);
  CHECK(store.count_failed() == static_cast<std::uint64_t>(failed));
}

TEST_CASE("study: a stopping rule ends at the same case for any number of threads, and after an interruption") {
  const std::string some = R"(
cases: 2000
vary: {parameters.angle: {normal: {mean: 1, sd: 0.5}}}
measures: {fast: {of: pin.rate > 3 rad/s, take: ever}}
stop_when: {fast: {ci_half_width: 6 %}}
set: {run.until: 0.6 s, run.rtol: 1e-4}
)";
  const StudyPlan plan = make_plan(make_pendulum_study(some));
  const Folder folder;
  const std::vector<std::string> rows = read_rows(run(plan, folder / "one.db", 1));
  CHECK(rows.size() % look_every == 0);
  CHECK(rows.size() < 400);  // 0.96/√n at p = ½ is 6 % at 256
  CHECK(rows.size() > 50);
  CHECK(read_rows(run(plan, folder / "four.db", 4)) == rows);
  StudyStore store = StudyStore::create(folder / "cut.db", make_about(plan, {}));
  std::atomic<int> asked = 0;
  CHECK(run_study(plan, store, {.jobs = 3, .wants_stop = [&] { return ++asked > 100; }}).interrupted);
  CHECK(!run_study(plan, store, {.jobs = 3}).interrupted);
  CHECK(read_rows(store) == rows);
}

TEST_CASE("study: from its second case on a worker takes no memory") {
  if (allocation_count() < 0) return;  // nobody counts in this build
  const StudyPlan plan = make_plan(make_pendulum_study(R"(
cases: 40
vary: {parameters.mass: {normal: {sd: 5 %}}, parameters.angle: {uniform: {low: 0.1, high: 0.5}}}
measures: {speed: {of: pin.rate, take: max}}
)"));
  CaseRunner runner(plan);
  CaseRow row;
  runner.run(1, row);
  runner.run(2, row);
  const long before = allocation_count();
  for (std::uint64_t k = 3; k <= 40; ++k) runner.run(k, row);
  CHECK(allocation_count() == before);
}

TEST_CASE("study: numbers that events have set are gone with the next case, which makes no model anew for its own") {
  const std::string model =
      pendulum_model + "events: {brake: {when: pin.angle < 0, do: [{set: {parameters.drag: =3 N*m*s/rad*angle}}]}}\n";
  const StudyPlan plan = make_plan(make_pendulum_study(R"(
cases: 20
vary: {parameters.angle: {uniform: {low: 0.3, high: 0.9}}}
measures: {end: {of: pin.rate, take: final}, back: {of: pin.angle, take: min}}
)",
                                                       model));
  CaseRunner runner(plan);
  CaseRow row, alone;
  for (const std::uint64_t number : {1, 2, 3}) {
    runner.run(number, row);
    CaseRunner(plan).run(number, alone);
    CHECK(row.status == Status::completed);
    CHECK(row.measures == alone.measures);
  }
  if (allocation_count() < 0) return;  // nobody counts in this build
  const long before = allocation_count();
  for (std::uint64_t k = 4; k <= 20; ++k) runner.run(k, row);
  CHECK(allocation_count() == before);
}

TEST_CASE("study: a load set has all components at the instant of the peak") {
  const StudyPlan plan = make_plan(make_pendulum_study(R"(
cases: 3
vary: {parameters.angle: {uniform: {low: 0.5, high: 1.5}}}
measures: {pull: {of: pin.load.force, take: load-set}}
)"));
  const auto place = [&](const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(plan.measures, name, &StudyColumn::name) - plan.measures.begin());
  };
  CaseRow row;
  for (std::uint64_t k = 1; k <= 3; ++k) {
    CaseRunner(plan).run(k, row);
    const auto at = [&](const std::string& name) { return row.measures[place(name)]; };
    CHECK(at("pull.force") == at("pull"));
    CHECK(std::hypot(at("pull.fx"), at("pull.fy"), at("pull.fz")) == doctest::Approx(at("pull")).epsilon(1e-12));
    CHECK(at("pull.time") > 0);
  }
}

TEST_CASE("study: 10⁵ pendulums have the statistics of the closed form [slow]") {
  // A bob on a massless rod at small angles: the speed at the bottom follows from energy, ω² = 2 m g l (1 − cos θ₀)/(m l² + J), for
  // any angle. With θ₀ uniform in (0.1, 0.3): ω = 2 sin(θ₀/2) √(m g l/(m l² + J)), whose mean and variance are integrals of sines.
  const StudyPlan plan = make_plan(make_pendulum_study(R"(
cases: 100000
vary: {parameters.angle: {uniform: {low: 0.1, high: 0.3}}}
measures: {speed: {of: abs(pin.rate), take: max}}
set: {run.rtol: 1e-6}
)"));
  const Folder folder;
  const StudyStore store = run(plan, folder / "many.db", 2);
  std::vector<double> speeds;
  store.for_each([&](const CaseRow& row) { speeds.push_back(row.measures[0]); });
  const Moments m = calc_moments(speeds);
  REQUIRE(m.count == 100'000);
  const double c = 2 * std::sqrt(2 * 9.81 / 2.01), a = 0.05, b = 0.15;  // of θ₀/2
  const double mean = c * (std::cos(a) - std::cos(b)) / (b - a);
  const double square = c * c * (0.5 - (std::sin(2 * b) - std::sin(2 * a)) / (4 * (b - a)));
  const double sd = std::sqrt(square - mean * mean);
  // Four deviations of what 10⁵ draws give, and 10⁻⁶ for the integration; of a uniform variance: √((9/5 − 1)/n)/2.
  CHECK(std::fabs(m.mean - mean) < 4 * sd / std::sqrt(1e5) + 1e-6);
  CHECK(std::fabs(m.sd - sd) < 4 * sd * 0.5 * std::sqrt(0.8 / 1e5) + 1e-6);
  std::ranges::sort(speeds);
  const Percentile p = calc_percentile(speeds, 0.9);
  CHECK(p.range.low < c * std::sin(0.14));
  CHECK(p.range.high > c * std::sin(0.14));
}
