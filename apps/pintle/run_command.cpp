#include "run_command.h"

#include <filesystem>

#include "digest.h"
#include "exit_code.h"
#include "load_model.h"
#include "pintle/base/error.h"
#include "pintle/io/writer.h"
#include "pintle/record/recorder.h"
#include "pintle/report/page.h"
#include "pintle/simulate/run.h"
#include "terminal.h"
#include "watch.h"

namespace pintle {
namespace {

std::vector<std::string> all_settings(const RunCommand& c) {
  std::vector<std::string> settings = c.settings;
  if (!c.formulation.empty()) settings.push_back("run.formulation=" + c.formulation);
  if (!c.integrator.empty()) settings.push_back("run.integrator=" + c.integrator);
  if (!c.until.empty()) settings.push_back("run.until=" + c.until);
  return settings;
}

std::string directory_of(const RunCommand& c) {
  if (!c.out.empty()) return c.out;
  return (std::filesystem::path("out") / std::filesystem::path(c.model).stem()).string();
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

int code_of(Status status) {
  switch (status) {
    case Status::completed:
    case Status::stopped: return exit_good;
    case Status::failed: return exit_run_failed;
    case Status::interrupted: return exit_interrupted;
  }
  return exit_our_fault;
}

int go(const RunCommand& c, const LoadedModel& loaded) {
  const std::string directory = directory_of(c);
  const RunOptions options = make_run_options(loaded.model.run);
  Run run(loaded.system, options);
  catch_interrupts();
  Recorder recorder(loaded.system, {.directory = directory,
                                    .force = c.force,
                                    .model_file = c.model,
                                    .model_text = write_model(loaded.model),
                                    .command = c.command,
                                    .run = loaded.model.run,
                                    .seed = {}});
  Watch watch(recorder, options.until, !c.quiet);
  run.go(watch);

  const RunRecord& record = recorder.record();
  if (record.summary.status == Status::failed) complain(record.summary.message);
  const bool has_page = write_page(recorder, directory);
  bool printed = true;
  if (c.json) {
    printed = print_out(recorder.summary_text());
  } else if (!c.quiet) {
    printed = print_out(make_digest(record, directory + (has_page ? "/index.html" : ""), text_width()));
  }
  const int code = code_of(record.summary.status);
  return code == exit_good && !(has_page && printed) ? static_cast<int>(exit_run_failed) : code;
}

}  // namespace

int run(const RunCommand& c) {
  if (!c.formulation.empty() && !is_formulation(c.formulation, "--formulation")) return exit_bad_command_line;
  if (!c.integrator.empty() && !is_integrator(c.integrator)) return exit_bad_command_line;
  const auto loaded = load_model(c.model, all_settings(c), c.quiet);
  if (!loaded) return exit_bad_model;
  try {
    return go(c, *loaded);
  } catch (const WriteError& problem) {
    complain(problem.what());
    return exit_run_failed;
  } catch (const DirectoryError& mistake) {
    complain(mistake.what());
    return exit_bad_command_line;
  } catch (const Error& mistake) {
    complain(c.model + ": " + mistake.what());
    return exit_bad_model;
  }
}

}  // namespace pintle
