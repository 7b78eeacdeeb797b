#include <doctest/doctest.h>

#include <filesystem>
#include <set>

#include "pintle/closure/assemble.h"
#include "pintle/io/reader.h"
#include "pintle/simulate/compare.h"
#include "pintle/system/make_system.h"
#include "support/jumps.h"

using namespace pintle;

namespace {

void check_agreement(const Model& model) {
  System system = make_system(model);
  assemble(system);
  const CompareReport report =
      compare(system, make_run_options(model.run), {.formulations = {}, .states = 30, .seed = 2008, .along_run = 60});
  CAPTURE(report.worst.quantity);
  CAPTURE(report.worst.part);
  CAPTURE(report.worst.state);
  CHECK(report.message == "");
  CHECK(report.worst.difference <= report.worst.tolerance);
  CHECK(report.agree);
  CHECK(find_jumps(report).worst < 1e-10);
}

}  // namespace

TEST_CASE(
    "every model in models/: formulations agree at 30 random states and along its run to 1e-9, on velocities after events to "
    "1e-10") {
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(PINTLE_SOURCE_DIR "/models"))
    if (entry.path().extension() == ".yaml" && entry.path().stem().extension() != ".study") files.insert(entry.path());
  REQUIRE_FALSE(files.empty());
  for (const auto& file : files) {
    CAPTURE(file.filename().string());
    check_agreement(read_model(file));
  }
}

TEST_CASE("formulations agree where one booster burns longer than the others, and each event comes at a time of its own") {
  check_agreement(read_model(PINTLE_SOURCE_DIR "/models/booster_separation.yaml", {}, {{"thrust", "asymmetric"}}));
}
