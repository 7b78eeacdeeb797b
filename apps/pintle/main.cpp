#include <fmt/format.h>
#include <signal.h>

#include <CLI/CLI.hpp>

#include "compare_command.h"
#include "exit_code.h"
#include "new_command.h"
#include "pintle/base/check.h"
#include "run_command.h"
#include "terminal.h"

namespace pintle {
namespace {

constexpr const char* examples = R"(Examples:
  pintle run models/double_pendulum.yaml
  pintle run lander.yaml --set gravity.z=-1.62 --until 5s --out out/moon
  pintle run lander.yaml --formulation newton-euler --json
  pintle compare lander.yaml --formulations articulated-body,newton-euler
  pintle new chain --n 50 chain.yaml

Exit codes: 0 good, 1 our own fault, 2 bad command line, 3 bad model file,
4 run failed, 5 formulations disagree, 130 interrupted.)";

void add_model(CLI::App& app, std::string& model, std::vector<std::string>& settings) {
  app.add_option("MODEL", model, "model file (YAML)")->required();
  app.add_option("--set", settings, "set a value of the file, as often as you like")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

CLI::App* add_run(CLI::App& app, RunCommand& c) {
  CLI::App* sub = app.add_subcommand("run", "simulate a model and write a run directory");
  add_model(*sub, c.model, c.settings);
  sub->add_option("--out", c.out, "directory to write (default: out/<model>)")->type_name("DIR");
  sub->add_option("--formulation", c.formulation, "auto, articulated-body, ...")->type_name("NAME");
  sub->add_option("--integrator", c.integrator, "auto, rkf45, ...")->type_name("NAME");
  sub->add_option("--until", c.until, "end of the run, for example 5s")->type_name("TIME");
  sub->add_flag("--json", c.json, "print summary.json instead of a digest");
  sub->add_flag("--quiet", c.quiet, "print nothing but mistakes");
  sub->add_flag("--force", c.force, "write into a directory that is not empty and not ours");
  sub->footer(
      "The directory gets model.yaml, manifest.json, series.csv, events.jsonl,\n"
      "loads.csv, load_sets.csv, summary.json and index.html: open the last one.");
  return sub;
}

CLI::App* add_new(CLI::App& app, NewCommand& c) {
  CLI::App* sub = app.add_subcommand("new", "write the file of a model; without KIND: list them");
  sub->add_option("KIND", c.kind, "chain or star");
  sub->add_option("FILE", c.file, "file to write (default: standard output)");
  sub->add_option("--n", c.n, "how many links or legs")->type_name("N")->check(CLI::Range(1, 1000000));
  sub->add_flag("--force", c.force, "replace an existing file");
  return sub;
}

CLI::App* add_compare(CLI::App& app, CompareCommand& c) {
  CLI::App* sub = app.add_subcommand("compare", "ask several formulations about the same states");
  add_model(*sub, c.model, c.settings);
  sub->add_option("--formulations", c.formulations, "by comma; the first is the reference (default: all)")
      ->type_name("A,B")
      ->delimiter(',')
      ->allow_extra_args(false);
  sub->add_option("--states", c.states, "random states, besides those of a run")->type_name("N")->check(CLI::Range(0, 1000000));
  sub->add_option("--seed", c.seed, "seed of the random states")->type_name("N");
  sub->add_option("--tolerance", c.tolerance, "relative difference allowed")->type_name("X")->check(CLI::PositiveNumber);
  sub->add_flag("--json", c.json, "print all comparisons as JSON");
  sub->add_flag("--quiet", c.quiet, "print nothing but mistakes");
  return sub;
}

int answer(int argc, char** argv) {
  CLI::App app("Dynamics of mechanisms whose structure changes, with the load in every joint.", "pintle");
  app.set_version_flag("--version", "pintle " PINTLE_VERSION);
  app.footer(examples);
  app.require_subcommand(0, 1);
  app.get_formatter()->column_width(28);
  RunCommand run_command;
  NewCommand new_command;
  CompareCommand compare_command;
  const CLI::App* run_app = add_run(app, run_command);
  const CLI::App* new_app = add_new(app, new_command);
  const CLI::App* compare_app = add_compare(app, compare_command);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& wish) {  // --help, --version
    app.exit(wish);
    return exit_good;
  } catch (const CLI::ParseError& mistake) {
    complain(fmt::format("{}; see pintle --help", mistake.what()));
    return exit_bad_command_line;
  }
  run_command.command.assign(argv, argv + argc);
  if (run_app->parsed()) return run(run_command);
  if (new_app->parsed()) return make_new(new_command);
  if (compare_app->parsed()) return compare_formulations(compare_command);
  return print_out(app.help()) ? exit_good : exit_run_failed;
}

}  // namespace
}  // namespace pintle

int main(int argc, char** argv) {
  signal(SIGPIPE, SIG_IGN);  // a reader that closed its end, and
  signal(SIGXFSZ, SIG_IGN);  // a file that may not grow, are errors of write(), told in a sentence
  try {
    return pintle::answer(argc, argv);
  } catch (const pintle::InternalError& fault) {
    pintle::complain(fmt::format("a fault of ours, please report it: {}", fault.what()));
  } catch (const std::bad_alloc&) {
    pintle::complain("there is not enough memory");
  } catch (const std::exception& fault) {
    pintle::complain(fmt::format("a fault of ours, please report it: {}", fault.what()));
  }
  return pintle::exit_our_fault;
}
