#include "pintle/controllers/library.h"

#include <doctest/doctest.h>
#include <fmt/core.h>

#include <cmath>
#include <filesystem>

#include "../record/temp_folder.h"
#include "pintle/base/error.h"
#include "pintle/io/reader.h"
#include "pintle/simulate/run.h"
#include "pintle/system/make_system.h"
#include "support/build_library.h"
#include "support/watch.h"

using namespace pintle;
namespace fs = std::filesystem;

namespace {

const std::string guide = PINTLE_SOURCE_DIR "/docs/how_to/controller/";

struct Built {
  TempFolder folder;
  std::string library = (folder.path / "x.so").string();

  explicit Built(const std::string& source) {
    write_text(folder.path / "x.c", source);
    build_library(folder.path / "x.c", library);
  }
  std::string sentence() const {
    try {
      ControllerLibrary::open(library);
    } catch (const Error& error) {
      return error.what();
    }
    return "opened";
  }
};

const std::string whole = R"(#include <pintle/controllers/controller.h>
int pintle_controller_version(void) { return VERSION; }
int pintle_controller_create(const pintle_controller_setup* setup, void** handle) { (void)setup; *handle = 0; return CREATE; }
int pintle_controller_step(void* handle, double time, const double* inputs, double* outputs) {
  (void)handle; (void)inputs;
  outputs[0] = time < 0.5 ? 1 : OUTPUT;
  return time < 0.5 ? 0 : CODE;
}
void pintle_controller_destroy(void* handle) { (void)handle; }
)";

std::string source(const std::string& version, const std::string& create, const std::string& output, const std::string& code) {
  return fmt::format("#define VERSION {}\n#define CREATE {}\n#define OUTPUT {}\n#define CODE {}\n", version, create, output,
                     code) +
         whole;
}

/// A mass that the library pushes, and how its run ends.
RunSummary run_with(const std::string& library) {
  const std::string text = fmt::format(R"(pintle: 1
parameters: {{push: 0 N}}
bodies: {{a: {{mass: 1 kg, inertia: [1, 1, 1], at: [0, 0, 0]}}}}
joints: {{rail: {{type: slider, between: [world, a], at: [0, 0, 0], axis: [1, 0, 0], motor: {{force: =push}}}}}}
controllers: {{x: {{library: {}, inputs: [rail.displacement], outputs: [push], every: 0.1 s}}}}
)",
                                       library);
  return run_model(read_model_text(text, "m"), "auto", RunOptions{.until = 1});
}

}  // namespace

TEST_CASE("controller library: the one of the guide is C without a warning, and balances its pole by every formulation") {
  const TempFolder folder;
  build_library(guide + "balance.c", folder.path / "balance.so");
  fs::copy_file(guide + "balance.yaml", folder.path / "balance.yaml");
  const Model model = read_model(folder.path / "balance.yaml");
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    Watch watch;
    const RunSummary summary = run_model(model, formulation, make_run_options(model.run), watch);
    REQUIRE_MESSAGE(summary.status == Status::completed, summary.message);
    CHECK(std::abs(summary.final.joints[0].displacement.z) < 0.05);
    CHECK(std::abs(summary.final.joints[1].angle.z) < 0.01);
    CHECK(summary.balance_error < 1e-9);
  }
}

TEST_CASE("controller library: it says what the same expressions say, digit by digit") {
  const TempFolder folder;
  build_library(guide + "balance.c", folder.path / "balance.so");
  std::string text = read_text(guide + "balance.yaml");
  const std::string by_library =
      "{library: balance.so, inputs: [pin.angle, pin.rate, rail.displacement, rail.velocity], "
      "outputs: [push], every: 10 ms}";
  const std::size_t at = text.find(by_library);
  REQUIRE(at != text.npos);
  const auto end_of = [&](const std::string& file) {
    const RunSummary summary =
        run_model(read_model_text(file, (folder.path / "m.yaml").string()), "auto", RunOptions{.until = 0.01});
    return summary.final.joints[1].rate.z;
  };
  // At the first sample the integral is zero.
  std::string by_expression = text;
  by_expression.replace(at, by_library.size(), "{every: 10 ms, set: {push: =60 N*pin.angle + 14 N*s*pin.rate}}");
  CHECK(end_of(text) == end_of(by_expression));
}

TEST_CASE("controller library: a file that is missing, or that is none, is told before a run begins") {
  const auto sentence = [](const std::string& file) {
    try {
      ControllerLibrary::open(file);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("opened");
  };
  CHECK(sentence("no.so") == "there is no file no.so; build the library, or mend its path, which begins at the model's folder");
  const TempFolder folder;
  const std::string text = (folder.path / "text.so").string();
  write_text(text, "no library");
  CHECK(sentence(text).find(text + " cannot be opened as a shared library (") == 0);
}

TEST_CASE("controller library: a function that is missing, and another version, are told by name") {
  const Built empty("int nothing;\n");
  CHECK(empty.sentence() == empty.library +
                                " has no function pintle_controller_version; the header controllers/controller.h tells "
                                "what it must have");
  const Built half("int pintle_controller_version(void);\nint pintle_controller_version(void) { return 1; }\n");
  CHECK(half.sentence().find(" has no function pintle_controller_create;") != std::string::npos);
  const Built later(source("2", "0", "0", "0"));
  CHECK(later.sentence() == later.library +
                                " was written for version 2 of controllers/controller.h, and this program has version 1; "
                                "build it anew with the header of this program");
  const Built one_way(source("1", "0", "0", "0") +
                      "size_t pintle_controller_save(void* h, void* b, size_t n) { (void)h; (void)b; "
                      "return n; }\n");
  CHECK(one_way.sentence().find("has pintle_controller_save without pintle_controller_load; give both, or none") !=
        std::string::npos);
}

TEST_CASE("controller library: what goes wrong while it runs ends the run with the place, the number and the time") {
  const Built nan(source("1", "0", "0.0 / (time - time)", "0"));
  const RunSummary no_number = run_with(nan.library);
  CHECK(no_number.status == Status::failed);
  CHECK(no_number.message ==
        "controllers.x: the controller of " + nan.library + " gives nan for push at t = 0.5 s; it has to be a finite number");
  CHECK(no_number.time == 0.5);

  const Built stops(source("1", "0", "0", "7"));
  const RunSummary stopped = run_with(stops.library);
  CHECK(stopped.status == Status::failed);
  CHECK(stopped.message == "controllers.x: the controller of " + stops.library +
                               " failed at t = 0.5 s: it returned 7; its source says what this means");

  const Built refuses(source("1", "3", "0", "0"));
  const RunSummary refused = run_with(refuses.library);
  CHECK(refused.status == Status::failed);
  CHECK(refused.time == 0);
  CHECK(refused.message.find("cannot be made: it returned 3") != std::string::npos);
}
