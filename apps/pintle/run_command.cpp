#include "run_command.h"

#include <fmt/core.h>

#include <filesystem>
#include <optional>

#include "digest.h"
#include "exit_code.h"
#include "pintle/base/error.h"
#include "pintle/base/units.h"
#include "pintle/closure/assemble.h"
#include "pintle/controllers/library.h"
#include "pintle/io/writing/writer.h"
#include "pintle/record/checkpoint.h"
#include "pintle/record/recorder.h"
#include "pintle/report/page.h"
#include "pintle/simulate/check_run.h"
#include "pintle/simulate/run.h"
#include "pintle/system/make_system.h"
#include "terminal.h"
#include "watch.h"

namespace pintle {
namespace {

/// The options that are short for a --set.
ModelChoice with_short_options(const RunCommand& c) {
  ModelChoice choice = c.model;
  if (!c.formulation.empty()) choice.settings.push_back("run.formulation=" + c.formulation);
  if (!c.integrator.empty()) choice.settings.push_back("run.integrator=" + c.integrator);
  if (!c.until.empty()) choice.settings.push_back("run.until=" + c.until);
  return choice;
}

std::string directory_of(const RunCommand& c) {
  if (!c.resume.empty()) return c.resume;
  if (!c.out.empty()) return c.out;
  return (std::filesystem::path("out") / std::filesystem::path(c.model.file).stem()).string();
}

/// What bodies look like, as far as we can draw it: a mesh is for others.
std::vector<Outline> make_outlines(const Model& model) {
  std::vector<Outline> outlines;
  const auto add = [&](const BodyPart& body, Outline::Kind kind) { outlines.push_back({body.name, kind, body.shape->size}); };
  for (const BodyPart& body : model.bodies) {
    if (!body.shape) continue;
    switch (body.shape->kind) {
      case Shape::Kind::box: add(body, Outline::Kind::box); break;
      case Shape::Kind::sphere: add(body, Outline::Kind::sphere); break;
      case Shape::Kind::cylinder: add(body, Outline::Kind::cylinder); break;
      case Shape::Kind::prism: add(body, Outline::Kind::prism); break;
      case Shape::Kind::mesh: break;
    }
  }
  return outlines;
}

/// The page comes last: by then all that it shows is safe on disk. False if it could not be written; a disk that has
/// failed before is not complained about twice.
bool write_page(const Recorder& recorder, const std::filesystem::path& directory) {
  try {
    write_whole(directory / "index.html", make_page(recorder.record()));
    return true;
  } catch (const WriteError& problem) {
    if (recorder.problem().empty()) complain(problem.what());
    return false;
  }
}

/// The same run more finely, without a word on disk until it is done.
void check(const RunCommand& c, const System& system, const RunOptions& options, Recorder& recorder) {
  const RunSummary& summary = recorder.record().summary;
  if (summary.status == Status::failed || summary.status == Status::interrupted) return;
  const RunOptions finer = make_finer(options);
  PeakWatch peaks;
  Watch watch(peaks, finer.until, !c.quiet);
  const RunSummary again = Run(system, finer).go(watch);
  recorder.add_check(calc_check(system, summary, again, finer));
}

int code_of(Status status) {
  switch (status) {
    case Status::completed:
    case Status::stopped: return exit_good;
    case Status::failed: return exit_run_failed;
    case Status::interrupted: return exit_interrupted;
  }
  return exit_our_fault;
}

/// --checkpoint, --checkpoint=2s
std::optional<CheckpointRhythm> find_rhythm(const RunCommand& c) {
  if (c.checkpoint.empty()) return {};
  if (c.checkpoint == checkpoint_by_clock) return CheckpointRhythm{};
  const double every = [&] {
    try {
      return parse_quantity(c.checkpoint, "s");
    } catch (const Error& mistake) {
      throw Error(fmt::format("--checkpoint={}", c.checkpoint), mistake.what());
    }
  }();
  if (!(every > 0)) throw Error(fmt::format("--checkpoint={}: give a time above zero, for example 1s", c.checkpoint));
  return CheckpointRhythm{every};
}

/// Throws Error if the run that was kept is not the one that is asked for, but for a later end.
void check_same(const Checkpoint& saved, Model now) {
  if (saved.program != name_of_program())
    throw Error(
        fmt::format("--resume: another program would not give the same bits: {} in the checkpoint, {} now; run the model "
                    "again",
                    saved.program, name_of_program()));
  if (now.run.until < saved.t)
    throw Error(fmt::format("--resume: the run is at {:.9g} s already, and is to end at {:.9g} s; give a later --until", saved.t,
                            now.run.until));
  now.run.until = saved.until;
  if (const std::string text = write_model(now); text != saved.model)
    throw Error("--resume: the model or its options are not those of the run; put them back, or run the model again:" +
                find_differences(saved.model, text));
}

/// Throws Error if a controller in a library does not say what it remembers.
void check_can_be_kept(const System& system) {
  for (const ControllerRecord& controller : system.controllers)
    if (controller.library && !controller.library->can_be_kept())
      throw Error(
          where_of(PartKind::controller, controller.name) + ".library",
          fmt::format("{} has no pintle_controller_save and pintle_controller_load, so that a run with it cannot be kept; "
                      "leave out --checkpoint, or add them",
                      controller.library->file()));
}

/// What runs is the model that is written beside its results, so that this one gives the same bits again.
int go(const RunCommand& c, const Model& model, const std::optional<Checkpoint>& from) {
  if (from) check_same(*from, model);
  System system = make_system(model);
  if (find_rhythm(c)) check_can_be_kept(system);
  assemble(system);
  RunPart first = model.run;  // what is resumed goes on as it was begun
  if (from) first.until = from->until;
  RunOptions options = make_run_options(first, system);
  options.until = model.run.until;
  Run run(system, options);
  const auto fly = [&](Observer& observer) {
    if (from)
      run.resume(from->memory, observer);
    else
      run.go(observer);
  };
  return record_run(c, {model, system, options, fly, from.has_value()});
}

}  // namespace

int record_run(const RunCommand& c, const ReadyRun& ready) {
  const std::string directory = directory_of(c);
  catch_interrupts();
  Recorder recorder(ready.system, {.directory = directory,
                                   .force = c.force,
                                   .model_file = c.model.file,
                                   .model_text = write_model(ready.model),
                                   .command = c.command,
                                   .run = ready.model.run,
                                   .seed = {},
                                   .outlines = make_outlines(ready.model),
                                   .resumes = ready.resumes,
                                   .checkpoints = find_rhythm(c),
                                   .origin = c.origin});
  Watch watch(recorder, ready.options.until, !c.quiet);
  ready.fly(watch);

  const RunRecord& record = recorder.record();
  if (record.summary.status == Status::failed) complain(record.summary.message);
  if (c.check) check(c, ready.system, ready.options, recorder);
  const bool has_page = write_page(recorder, directory);
  bool printed = true;
  if (c.json) {
    printed = print_out(recorder.summary_text());
  } else if (!c.quiet) {
    printed = print_out(make_digest(record, directory + (has_page ? "/index.html" : ""), text_width()));
  }
  if (is_interrupted()) return exit_interrupted;  // perhaps only the check was
  const int code = code_of(record.summary.status);
  return code == exit_good && !(has_page && printed) ? static_cast<int>(exit_run_failed) : code;
}

int run(const RunCommand& command) {
  RunCommand c = command;
  if (c.model.file.empty() && c.resume.empty())
    return complain("MODEL is required; see pintle run --help"), exit_bad_command_line;
  if (!c.resume.empty() && !c.out.empty())
    return complain("--resume goes on in the directory of its run; leave out --out"), exit_bad_command_line;
  if (c.model.file.empty()) c.model.file = (std::filesystem::path(c.resume) / "model.yaml").string();
  if (!c.formulation.empty() && !is_formulation(c.formulation, "--formulation")) return exit_bad_command_line;
  if (!c.integrator.empty() && !is_integrator(c.integrator)) return exit_bad_command_line;
  std::optional<Checkpoint> from;
  try {
    if (!c.resume.empty()) from = read_checkpoint(std::filesystem::path(c.resume) / "checkpoint");
  } catch (const Error& mistake) {
    say(mistake.what());
    return exit_bad_model;
  }
  const auto loaded = load_model(with_short_options(c), c.quiet);
  if (!loaded) return exit_bad_model;
  try {
    return go(c, make_flat(loaded->model), from);
  } catch (const WriteError& problem) {
    complain(problem.what());
    return exit_run_failed;
  } catch (const DirectoryError& mistake) {
    complain(mistake.what());
    return exit_bad_command_line;
  } catch (const Error& mistake) {
    say(with_place(mistake, c.model, loaded->notes));
    return exit_bad_model;
  }
}

}  // namespace pintle
