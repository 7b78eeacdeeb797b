#include "pintle/record/recorder.h"

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "pintle/model/makers.h"
#include "pintle/model/scope.h"
#include "pintle/simulate/run.h"
#include "pintle/system/make_system.h"
#include "temp_folder.h"

using namespace pintle;
namespace fs = std::filesystem;

namespace {

/// Three links; the second hinge locks at 0.25 s.
Model make_locking_chain() {
  Model model = make_chain(3);
  EventPart latch;
  latch.name = "latch";
  latch.when = "time >= 0.25 s";
  latch.condition = make_when(model, latch.when);
  latch.actions = {LockAction{true, "pin2", {}}};
  model.events = {latch};
  model.run.until = 0.5;
  model.run.output_every = 0.05;
  return model;
}

RecorderOptions options_for(const fs::path& directory, const Model& model) {
  return {.directory = directory,
          .force = false,
          .model_file = "chain.yaml",
          .model_text = "pintle: 1\n",
          .command = {},
          .run = model.run,
          .seed = {}};
}

using Cells = std::vector<std::vector<std::string>>;
Cells read_table(const fs::path& file) {
  Cells table;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    table.emplace_back();
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) table.back().push_back(cell);
  }
  return table;
}

/// Stops as if by Ctrl-C after some steps.
class Stopper : public Recorder {
 public:
  using Recorder::Recorder;
  bool wants_stop() override { return ++asked_ > 3; }

 private:
  int asked_ = 0;
};

}  // namespace

TEST_CASE("recorder: rows stand on the grid, the event has two, and every row has every column") {
  TempFolder folder;
  const Model model = make_locking_chain();
  const System system = make_system(model);
  Recorder recorder(system, options_for(folder.path / "run", model));
  Run(system, make_run_options(model.run)).go(recorder);
  const Cells table = read_table(folder.path / "run" / "series.csv");
  CHECK(table[0][0] == "time [s]");
  CHECK(table.size() == 1 + 11 + 1);  // 0, 0.05, … 0.5, and 0.25 twice
  for (const auto& row : table) CHECK(row.size() == table[0].size());
  int at_event = 0;
  for (std::size_t k = 1; k < table.size(); ++k) at_event += std::stod(table[k][0]) == 0.25;
  CHECK(at_event == 2);
  CHECK(std::stod(table.back()[0]) == 0.5);
}

TEST_CASE("recorder: all files of a run are there, and those in JSON can be read") {
  TempFolder folder;
  const Model model = make_locking_chain();
  const System system = make_system(model);
  Recorder recorder(system, options_for(folder.path, model));
  Run(system, make_run_options(model.run)).go(recorder);
  for (const char* name : {"model.yaml", "manifest.json", "series.csv", "events.jsonl", "loads.csv", "load_sets.csv",
                           "picture.json", "summary.json"})
    CHECK_MESSAGE(fs::exists(folder.path / name), name);
  const auto summary = nlohmann::json::parse(read_text(folder.path / "summary.json"));
  CHECK(summary["status"] == "completed");
  CHECK(summary["counters"]["events"] == 1);
  CHECK(recorder.summary_text() == read_text(folder.path / "summary.json"));
  const auto event = nlohmann::json::parse(read_text(folder.path / "events.jsonl"));
  CHECK(event["event"] == "latch");
  CHECK(event["joints"]["pin2"]["rate"]["after"] == 0.0);
  const auto manifest = nlohmann::json::parse(read_text(folder.path / "manifest.json"));
  CHECK(manifest["times"]["finished"].is_string());
  CHECK(recorder.problem().empty());
}

TEST_CASE("recorder: summary.json tells the accounts at the end, and the check once it is known") {
  TempFolder folder;
  const Model model = make_locking_chain();
  const System system = make_system(model);
  Recorder recorder(system, options_for(folder.path, model));
  Run(system, make_run_options(model.run)).go(recorder);
  auto summary = nlohmann::json::parse(read_text(folder.path / "summary.json"));
  const auto& a = summary["accounts"];
  const double due = summary["energy"]["initial"].get<double>() + a["applied"].get<double>() - a["dissipated"].get<double>() +
                     a["events"].get<double>() + a["projection"].get<double>();
  const double found = a["kinetic"].get<double>() + a["potential"].get<double>();
  CHECK(found == doctest::Approx(due).epsilon(1e-6));  // the balance error of the run
  CHECK(a["events"].get<double>() < 0);
  CHECK(!summary.contains("check"));
  CheckResult check;
  check.rtol = 1e-9;
  check.position = 0.25;
  recorder.add_check(check);
  summary = nlohmann::json::parse(read_text(folder.path / "summary.json"));
  CHECK(summary["check"]["position"] == 0.25);
  CHECK(summary["check"]["peak_force"].is_null());
}

TEST_CASE("recorder: no picture shows a load above the peak that loads.csv tells") {
  TempFolder folder;
  const Model model = make_locking_chain();
  const System system = make_system(model);
  Recorder recorder(system, options_for(folder.path, model));
  Run(system, make_run_options(model.run)).go(recorder);
  const RunRecord& record = recorder.record();
  double peak = 0, drawn = 0;
  for (int j = 0; j < 3; ++j) peak = std::max(peak, record.loads->peak(j, load_force).value);
  for (const Panel& panel : record.panels)
    if (panel.title == "Force in joints")
      for (const Curve& curve : panel.curves)
        for (const auto& point : curve.points) drawn = std::max(drawn, point.value);
  CHECK(peak > 0);
  CHECK(drawn > 0.9 * peak);
  CHECK(drawn < 1.0005 * peak);  // what is not worth a look (simulate/extremes.h)
  REQUIRE(record.events.size() == 1);
  CHECK(!record.events[0].impulses.empty());
}

TEST_CASE("recorder: what it keeps for the page is bounded, whatever the number of joints") {
  TempFolder folder;
  Model model = make_chain(60);
  model.run.until = 0.01;
  const System system = make_system(model);
  Recorder recorder(system, options_for(folder.path, model));
  Run(system, make_run_options(model.run)).go(recorder);
  std::size_t curves = 0, points = 0;
  for (const Panel& panel : recorder.record().panels) {
    curves += panel.curves.size();
    for (const Curve& curve : panel.curves) points = std::max(points, curve.points.size());
  }
  CHECK(curves <= 36);
  CHECK(points <= 2002);
}

TEST_CASE("recorder: an interrupted run leaves a complete directory that says so") {
  TempFolder folder;
  const Model model = make_locking_chain();
  const System system = make_system(model);
  Stopper recorder(system, options_for(folder.path, model));
  Run(system, make_run_options(model.run)).go(recorder);
  const auto summary = nlohmann::json::parse(read_text(folder.path / "summary.json"));
  CHECK(summary["status"] == "interrupted");
  CHECK(read_table(folder.path / "series.csv").size() >= 2);
  CHECK(fs::exists(folder.path / "loads.csv"));
}

TEST_CASE("recorder: what cannot be written at the end makes the run a failed one, with the first sentence kept") {
  TempFolder folder;
  Model model = make_locking_chain();
  const System system = make_system(model);
  Recorder recorder(system, options_for(folder.path, model));
  // The folder goes away under the run: what was open can still be written, what comes at the end cannot.
  fs::remove_all(folder.path);
  const RunSummary summary = Run(system, make_run_options(model.run)).go(recorder);
  CHECK(summary.status == Status::completed);
  CHECK(recorder.record().summary.status == Status::failed);
  CHECK(recorder.problem().find("loads.csv cannot be written") != std::string::npos);
  CHECK(recorder.record().summary.message == recorder.problem());
}

TEST_CASE("recorded signals: each once, time apart, and an unknown name is a sentence") {
  const System system = make_system(make_chain(2));
  const auto some = find_recorded_signals(system, {"pin1", "time", "pin1.angle", "pin2.load.force"});
  REQUIRE(some.size() == 4);
  CHECK(some[0].name == "pin1.angle");
  CHECK(some[3].name == "pin2.load.force");
  CHECK_THROWS_WITH_AS(find_recorded_signals(system, {"elbow"}),
                       "run.record: there is no signal 'elbow'; name a part or one of its signals", Error);
}
