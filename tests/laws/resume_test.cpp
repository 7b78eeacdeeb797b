#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include "../unit/record/temp_folder.h"
#include "pintle/base/random.h"
#include "pintle/closure/assemble.h"
#include "pintle/io/reader.h"
#include "pintle/io/writing/writer.h"
#include "pintle/record/recorder.h"
#include "pintle/simulate/run.h"
#include "pintle/system/make_system.h"
#include "support/build_library.h"
#include "support/watch.h"

using namespace pintle;
namespace fs = std::filesystem;

namespace {

/// A recorder that stops after so many steps, as Ctrl-C does, and leaves a checkpoint there.
class Interrupted final : public Recorder {
 public:
  Interrupted(const System& system, RecorderOptions options, long steps) : Recorder(system, std::move(options)), left_(steps) {}
  long asked = 0;  // how many steps there were

  bool wants_stop() override { return ++asked, left_-- == 0 || Recorder::wants_stop(); }
  bool wants_checkpoint(double, bool last) override { return last; }

 private:
  long left_;
};

/// Runs of one model in one formulation, each in a directory of its own, with nothing shared. Who resumes one has nothing but the
/// model that was written.
struct Bench {
  Model model;
  fs::path beside;  // the file that it would be written to
  TempFolder folder;

  Bench(const fs::path& file, const std::string& formulation, double share, const std::vector<Variant>& variants = {})
      : model(make_flat(read_model(file.string(), {parse_setting("run.formulation=" + formulation)}, variants))),
        beside(file.parent_path() / "model.yaml") {
    if (!model.run.output_every) model.run.output_every = model.run.until / 100;
    model.run.until *= share;
  }

  /// How many steps it made; from a checkpoint if there is one there.
  long run(const std::string& name, long steps) {
    const fs::path directory = folder.path / name;
    const bool resumes = fs::exists(directory / "checkpoint");
    System system = make_system(resumes ? read_model_text(write_model(model), beside.string()) : model);
    assemble(system);
    Run run(system, make_run_options(model.run));
    RecorderOptions options{.directory = directory,
                            .model_file = "",
                            .model_text = "",
                            .command = {},
                            .run = model.run,
                            .seed = {},
                            .resumes = resumes};
    Interrupted recorder(system, std::move(options), steps);
    if (resumes)
      run.resume(read_checkpoint(directory / "checkpoint").memory, recorder);
    else
      run.go(recorder);
    return recorder.asked;
  }

  /// All that a run wrote, without times of the clock, and without the words that tell of events as their file has them.
  std::string written(const std::string& name) const {
    static const std::regex clock(R"re("wall_seconds": [^,\n]*|"cause":"[^"]*"|"actions":\[[^\]]*\])re");
    std::string all;
    for (const char* file : {"series.csv", "events.jsonl", "loads.csv", "load_sets.csv", "picture.json", "summary.json"})
      all += std::regex_replace(read_text(folder.path / name / file), clock, "");
    return all;
  }
};

/// Some runs are interrupted once, and one three times.
void check_resumed(const fs::path& file, const std::string& formulation, double share, Random& random,
                   const std::vector<Variant>& variants = {}) {
  CAPTURE(file);
  CAPTURE(formulation);
  Bench bench(file, formulation, share, variants);
  const long steps = bench.run("whole", -1);
  const std::string whole = bench.written("whole");
  REQUIRE(whole.find("\"status\": \"failed\"") == std::string::npos);
  const auto somewhere = [&] { return static_cast<long>(random.uniform(0, 1) * static_cast<double>(steps)); };
  for (int k = 0; k < 2; ++k) {
    const std::string name = "once" + std::to_string(k);
    const long stop = somewhere();
    CAPTURE(stop);
    bench.run(name, stop);
    bench.run(name, -1);
    CHECK(bench.written(name) == whole);
  }
  for (int k = 0; k < 3; ++k) bench.run("often", somewhere() / 3);
  bench.run("often", -1);
  CHECK(bench.written("often") == whole);
}

}  // namespace

TEST_CASE("a run that is interrupted anywhere and resumed has the bits of one that is not, in every file [slow]") {
  const fs::path models = PINTLE_SOURCE_DIR "/models", templates = PINTLE_SOURCE_DIR "/apps/pintle/templates";
  Random random(13);
  struct Sample {
    fs::path file;
    double share;  // of the model's time
  };
  for (const auto& [file, share] : {Sample{models / "joint_lock.yaml", 1}, Sample{models / "drop.yaml", 1},
                                    Sample{models / "driven_crank.yaml", 0.2}, Sample{models / "andrews_squeezer.yaml", 0.2},
                                    Sample{models / "rolling_disc.yaml", 0.2}, Sample{templates / "rocket.yaml", 1},
                                    Sample{templates / "lander.yaml", 0.3}, Sample{templates / "spinning_top.yaml", 0.2}})
    for (const std::string& formulation : formulation_names()) check_resumed(file, formulation, share, random);
}

TEST_CASE("a run is resumed to the same bits wherever its structure, numbers and stages have changed [slow]") {
  const fs::path models = PINTLE_SOURCE_DIR "/models";
  const TempFolder folder;
  const fs::path changes = folder.path / "changes.yaml";
  std::ofstream(changes) << R"(pintle: 1
gravity: [0, 0, -9.81]
parameters: {k: 40 N*m/rad}
bodies: {a: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.5, 0, 0]}, b: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1.5, 0, 0]}}
joints:
  upper: {type: hinge, between: [world, a], at: [0, 0, 0], axis: [0, 1, 0], limits: {high: 1 rad, restitution: 0.4}}
  lower: {type: hinge, between: [a, b], at: [1, 0, 0], axis: [0, 1, 0], spring: {stiffness: =k, damping: 0.1}}
forces: {wind: {at: {b: [0.5, 0, 0]}, force: [0, 0, =3 N * sin(10 rad/s * age)], active: false}}
events:
  first: {when: time >= 0.2 s, do: [set: {parameters.k: 60 N*m/rad}, start: wind, stage: windy]}
  second: {when: time >= 0.5 s, do: [lock: {joint: lower, stiffness: 300, damping: 1}, set: {bodies.b.mass: 2 kg}]}
  third: {when: time >= 0.8 s, do: [unlock: lower, release: lower.tx, stage: late]}
  fourth: {when: stage == late, for: 0.1 s, do: [lock: lower.tx]}
run: {until: 1.5 s, output_every: 10 ms}
)";
  Random random(17);
  for (const fs::path& file :
       {changes, models / "loop_closure.yaml", models / "four_bar_shear.yaml", models / "ratchet.yaml", models / "pile_up.yaml",
        models / "row_of_stops.yaml", models / "booster_separation.yaml", models / "docking.yaml"})
    for (const std::string& formulation : formulation_names()) check_resumed(file, formulation, 1, random);
}

TEST_CASE("a run that meets a kink too early again and again is resumed to the same bits after each of its steps") {
  const TempFolder folder;
  const fs::path window = folder.path / "window.yaml";
  std::ofstream(window) << R"(pintle: 1
bodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}
joints:
  j:
    type: slider
    between: [world, a]
    at: [0, 0, 0]
    motor:
      force: =2 N + if(j.velocity > 1.5 m/s and j.velocity < 1.501 m/s, 1 kN, 0 N)
initial: {j: {velocity: 1}}
run: {until: 0.252, output_every: 0.1}
)";
  Bench bench(window, "articulated-body", 1);
  const long steps = bench.run("whole", -1);
  const std::string whole = bench.written("whole");
  REQUIRE(steps < 100);
  for (long stop = 0; stop < steps; ++stop) {
    CAPTURE(stop);
    const std::string name = "after" + std::to_string(stop);
    bench.run(name, stop);
    bench.run(name, -1);
    CHECK(bench.written(name) == whole);
  }
}

TEST_CASE("a run that is resumed beyond its end goes on: rows at the times of the grid, the old end among them") {
  Bench bench(PINTLE_SOURCE_DIR "/models/double_pendulum.yaml", "articulated-body", 0.1);
  const double until = bench.model.run.until;
  class Kept final : public Recorder {
   public:
    using Recorder::Recorder;
  };
  const auto go = [&](double end, bool resumes) {
    bench.model.run.until = end;
    System system = make_system(bench.model);
    Run run(system, make_run_options(bench.model.run));
    const fs::path directory = bench.folder.path / "longer";
    Kept recorder(system, {.directory = directory,
                           .model_file = "",
                           .model_text = "",
                           .command = {},
                           .run = bench.model.run,
                           .seed = {},
                           .resumes = resumes,
                           .checkpoints = CheckpointRhythm{}});
    return resumes ? run.resume(read_checkpoint(directory / "checkpoint").memory, recorder) : run.go(recorder);
  };
  CHECK(go(until, false).time == until);
  const RunSummary summary = go(1.55 * until, true);
  CHECK(summary.time == 1.55 * until);
  CHECK(summary.balance_error < 1e-6);
  const std::string series = read_text(bench.folder.path / "longer" / "series.csv");
  const auto rows = std::ranges::count(series, '\n') - 1;
  const double every = *bench.model.run.output_every;
  CHECK(rows == static_cast<long>(1.55 * until / every) + 2);  // 0, k·every, and the end
}

TEST_CASE("a run with controllers is resumed to the same bits: what they took, samples, and what a library remembers [slow]") {
  const TempFolder folder;
  const fs::path guide = PINTLE_SOURCE_DIR "/docs/how_to/controller";
  build_library(guide / "balance.c", folder.path / "balance.so");
  const fs::path balance = folder.path / "balance.yaml", switching = folder.path / "switching.yaml";
  fs::copy_file(guide / "balance.yaml", balance);
  std::ofstream(switching) << R"(pintle: 1
gravity: [0, 0, -9.81]
parameters: {k: 40 N*m/rad, u: 0 N*m}
bodies: {a: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.5, 0, 0]}, b: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1.5, 0, 0]}}
joints:
  upper: {type: hinge, between: [world, a], at: [0, 0, 0], axis: [0, 1, 0], motor: {torque: =u}}
  lower: {type: hinge, between: [a, b], at: [1, 0, 0], axis: [0, 1, 0], spring: {stiffness: =k, damping: 0.1}}
controllers:
  hard: {when: lower.angle > 0.1, set: {joints.lower.spring.stiffness: =3*k}}
  harder: {when: lower.angle > 0.2, set: {joints.lower.spring.stiffness: =5*k}}
  damper: {every: 30 ms, set: {u: =-2 N*m*s*upper.rate}}
run: {until: 3 s, output_every: 10 ms}
)";
  Random random(19);
  for (const fs::path& file : {balance, switching})
    for (const std::string& formulation : formulation_names()) check_resumed(file, formulation, 1, random);
  check_resumed(PINTLE_SOURCE_DIR "/models/lander.yaml", "articulated-body", 0.3, random, {{"legs", "impedance"}});
}

TEST_CASE("what a controller has set is resumed to the same bits, from the model as written, where numbers follow from others") {
  const TempFolder folder;
  const fs::path file = folder.path / "softened.yaml";
  Random random(23);
  for (const char* controller :
       {"set: {joints.ra.spring.stiffness: =0.5*k}, otherwise: keep",
        "set: {joints.ra.spring: {stiffness: =0.5*k, damping: =0.1*c}}, otherwise: keep",
        "set: {joints.ra.spring: {stiffness: =0.5*k, damping: =0.1*c}}, otherwise: restore",
        "set: {joints.ra.spring.stiffness: =0.5*k, k: 80 N/m}, otherwise: restore", "set: {k: 80 N/m}, otherwise: restore"}) {
    CAPTURE(controller);
    std::ofstream(file) << R"(pintle: 1
parameters: {unread: 3, k: 100 N/m, c: 2 N*s/m}
bodies: {a: {mass: 1 kg, inertia: [1, 1, 1]}}
joints:
  ra: {type: slider, between: [world, a], at: {world: [0, 0, 0], a: [0, 0, 0]}, axis: [1, 0, 0], spring: {stiffness: =k, damping: =c, rest: 0 m}}
controllers: {soft: {when: ra.displacement < 0.3 m, )"
                        << controller << R"(}}
initial: {ra: {displacement: 1 m}}
run: {until: 2 s, output_every: 0.05 s, rtol: 1e-8, record: [ra, system.energy]}
)";
    check_resumed(file, "articulated-body", 1, random);
  }
}
