#include "pintle/record/read_run.h"

#include <doctest/doctest.h>

#include <fstream>

#include "pintle/base/error.h"
#include "pintle/model/makers.h"
#include "pintle/record/recorder.h"
#include "pintle/report/page.h"
#include "pintle/simulate/run.h"
#include "pintle/system/make_system.h"
#include "support/small_models.h"
#include "temp_folder.h"

using namespace pintle;
namespace fs = std::filesystem;

namespace {

/// Runs two rods whose second hinge locks, into the folder; returns the record in memory.
RunRecord run_into(const fs::path& folder) {
  Model model = make_pendulum(2);
  model.run.until = 1;
  model.run.output_every = 0.05;
  add_event(model, "latch", "time", ">=", 0.5).actions = {LockAction{true, "pin2", {}}};
  const System system = make_system(model);
  Recorder recorder(system, {.directory = folder,
                             .force = false,
                             .model_file = "rods.yaml",
                             .model_text = "pintle: 1\n",
                             .command = {},
                             .run = model.run,
                             .seed = {}});
  Run(system, make_run_options(model.run)).go(recorder);
  CheckResult check;
  check.rtol = 1e-9;
  check.position = 1e-7;
  check.attitude = check.velocity = check.angular_velocity = 2e-7;
  recorder.add_check(check);
  return recorder.record();
}

bool has(const std::vector<std::string>& notes, const char* text) {
  for (const std::string& note : notes)
    if (note.find(text) != std::string::npos) return true;
  return false;
}

}  // namespace

TEST_CASE("read_run: a directory gives the record back, and the page from it is the same to the byte") {
  TempFolder folder;
  const RunRecord written = run_into(folder.path);
  const RunRecord read = read_run(folder.path);
  CHECK(read.notes.empty());
  CHECK(read.summary.balance_error == written.summary.balance_error);
  CHECK(read.summary.accounts.events == written.summary.accounts.events);
  CHECK(read.loads->peak(1, load_force).value == written.loads->peak(1, load_force).value);
  CHECK(read.events.size() == 1);
  REQUIRE(read.check);
  CHECK(read.check->position == 1e-7);
  CHECK(make_page(read) == make_page(written));
}

TEST_CASE("read_run: without any one file the others are shown, and a note says what is missing") {
  TempFolder folder;
  run_into(folder.path);
  for (const char* name : {"model.yaml", "events.jsonl", "loads.csv", "load_sets.csv", "picture.json", "summary.json"}) {
    const fs::path away = folder.path / "away";
    fs::rename(folder.path / name, away);
    const RunRecord read = read_run(folder.path);
    CHECK_MESSAGE(has(read.notes, name), name);
    CHECK_MESSAGE(!read.panels.empty(), name);
    CHECK_MESSAGE(make_page(read).ends_with("</html>\n"), name);
    fs::rename(away, folder.path / name);
  }
}

TEST_CASE("read_run: a damaged file is left out with a note, whatever is in it") {
  TempFolder folder;
  run_into(folder.path);
  for (const char* name : {"events.jsonl", "loads.csv", "load_sets.csv", "picture.json", "summary.json"}) {
    const std::string text = read_text(folder.path / name);
    for (const std::string& damaged :
         {text.substr(0, text.size() / 2), std::string("{\"status\": 3}"), std::string("\xff\xfe,,,\n")}) {
      std::ofstream(folder.path / name) << damaged;
      const RunRecord read = read_run(folder.path);
      CHECK_MESSAGE(has(read.notes, "damaged"), name << ": " << damaged.substr(0, 20));
      CHECK(make_page(read).ends_with("</html>\n"));
    }
    std::ofstream(folder.path / name) << text;
  }
  CHECK(read_run(folder.path).notes.empty());
}

TEST_CASE("read_run: a run that was killed is known by its rows alone") {
  TempFolder folder;
  run_into(folder.path);
  for (const char* name : {"loads.csv", "load_sets.csv", "picture.json", "summary.json"}) fs::remove(folder.path / name);
  const RunRecord read = read_run(folder.path);
  CHECK(read.summary.status == Status::interrupted);
  CHECK(read.summary.time == 1);
  CHECK(read.summary.counters.events == 1);
  CHECK(read.bodies == 2);
  CHECK(!read.loads);
  bool angles = false;
  for (const Panel& panel : read.panels) angles = angles || panel.title == "Angle";
  CHECK(angles);
}

TEST_CASE("read_run: what is no run directory is a sentence") {
  TempFolder folder;
  CHECK_THROWS_AS(read_run(folder.path / "nowhere"), Error);
  fs::create_directories(folder.path);
  CHECK_THROWS_AS(read_run(folder.path), Error);
}
