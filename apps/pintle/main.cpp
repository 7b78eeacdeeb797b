#include <fmt/core.h>
#include <signal.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>

#include "check_command.h"
#include "compare_command.h"
#include "completion.h"
#include "exit_code.h"
#include "help_pages.h"
#include "info_command.h"
#include "new_command.h"
#include "pintle/base/check.h"
#include "pintle/formulations/kernel.h"
#include "pintle/integrators/integrator.h"
#include "pintle/io/schema/json_schema.h"
#include "pintle/io/words.h"
#include "pintle/study/study_json_schema.h"
#include "plot_command.h"
#include "report_command.h"
#include "rerun_command.h"
#include "run_command.h"
#include "study_check.h"
#include "study_command.h"
#include "sweep_command.h"
#include "templates.h"
#include "terminal.h"

namespace pintle {
namespace {

constexpr int help_column = 28;  // where the words about an option begin

void add_list(CLI::App& app, const char* name, const char* type, std::vector<std::string>& list, const char* help) {
  app.add_option(name, list, help)
      ->type_name(type)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->check([type](const std::string& text) {
        const std::size_t equals = text.find('=');
        const bool good = equals != 0 && equals != text.npos;
        return good ? std::string() : fmt::format("'{}' is no {}", text, type);
      });
}

void add_model(CLI::App& app, ModelChoice& model, bool required = true) {
  app.add_option("MODEL", model.file, "model file (YAML)")->required(required);
  add_list(app, "--set", "PATH=VALUE", model.settings, "set a value of the file, as often as you like");
  add_list(app, "--variant", "GROUP=CHOICE", model.variants, "choose one of the file's variants");
}

CLI::App* add_run(CLI::App& app, RunCommand& c) {
  CLI::App* sub = app.add_subcommand("run", "simulate a model and write a run directory");
  add_model(*sub, c.model, false);
  sub->add_option("--out", c.out, "directory to write (default: out/<model>)")->type_name("DIR");
  sub->add_option("--formulation", c.formulation, "auto, articulated-body, ...")->type_name("NAME");
  sub->add_option("--integrator", c.integrator, "auto, rkf45, ...")->type_name("NAME");
  sub->add_option("--until", c.until, "end of the run, for example 5s")->type_name("TIME");
  sub->add_flag("--checkpoint", c.checkpoint, "keep the run each minute, or =2s: each 2 s of it");
  sub->add_option("--resume", c.resume, "go on from the checkpoint of a run, to the same bits")->type_name("RUN");
  sub->add_flag("--check", c.check, "run again more finely and tell the difference");
  sub->add_flag("--json", c.json, "print summary.json instead of a digest");
  sub->add_flag("--quiet", c.quiet, "print nothing but mistakes");
  sub->add_flag("--force", c.force, "take a directory that is not empty and not ours");
  sub->footer(help::run);
  return sub;
}

CLI::App* add_check(CLI::App& app, CheckCommand& c) {
  CLI::App* sub = app.add_subcommand("check", "read a model or a study, and say what is in it");
  add_model(*sub, c.model);
  sub->add_flag("--json", c.json, "print it as JSON");
  sub->add_flag("--quiet", c.quiet, "print nothing but mistakes");
  sub->footer(help::check);
  return sub;
}

CLI::App* add_info(CLI::App& app, InfoCommand& c) {
  CLI::App* sub = app.add_subcommand("info", "show bodies, joint frames, signs, tree, signals");
  add_model(*sub, c.model);
  sub->add_flag("--signals", c.signals, "list all signals with their units");
  sub->add_flag("--json", c.json, "print it as JSON");
  sub->footer(help::info);
  return sub;
}

CLI::App* add_new(CLI::App& app, NewCommand& c) {
  CLI::App* sub = app.add_subcommand("new", "write a model to start from; without KIND: list them");
  sub->add_option("KIND", c.kind, "which one");
  sub->add_option("FILE", c.file, "file to write (default: standard output)");
  sub->add_option("--n", c.n, "how many links or legs")->type_name("N")->check(CLI::Range(1, 1000000));
  sub->add_flag("--force", c.force, "replace an existing file");
  sub->footer(help::new_model);
  return sub;
}

CLI::App* add_compare(CLI::App& app, CompareCommand& c) {
  CLI::App* sub = app.add_subcommand("compare", "ask several formulations about the same states");
  add_model(*sub, c.model);
  sub->add_option("--formulations", c.formulations, "by comma; the first is the reference (default: all)")
      ->type_name("A,B")
      ->delimiter(',')
      ->allow_extra_args(false);
  sub->add_option("--states", c.states, "random states, besides those of a run (default: 100)")
      ->type_name("N")
      ->check(CLI::Range(0, 1000000));
  sub->add_option("--seed", c.seed, "seed of the random states (default: 1)")->type_name("N");
  sub->add_option("--tolerance", c.tolerance, "relative difference allowed (default: 1e-9)")
      ->type_name("X")
      ->check([](const std::string& text) {
        return std::atof(text.c_str()) > 0 ? std::string() : fmt::format("'{}' is not above zero; give for example 1e-9", text);
      });
  sub->add_flag("--json", c.json, "print all comparisons as JSON");
  sub->add_flag("--quiet", c.quiet, "print nothing but mistakes");
  sub->footer(help::compare);
  return sub;
}

CLI::App* add_plot(CLI::App& app, PlotCommand& c) {
  CLI::App* sub = app.add_subcommand("plot", "draw signals of one run or of several");
  sub->add_option("WORD", c.words, "run directories and signals")->required();
  sub->add_option("--out", c.out, "file to write (default: plot.svg)")->type_name("FILE.svg|FILE.html");
  sub->add_option("--title", c.title, "a line above the plots")->type_name("TEXT");
  sub->add_flag("--quiet", c.quiet, "print nothing but mistakes");
  sub->footer(help::plot);
  return sub;
}

CLI::App* add_report(CLI::App& app, ReportCommand& c) {
  CLI::App* sub = app.add_subcommand("report", "write the page of a run anew, or that of a study");
  sub->add_option("RUN", c.runs, "run directories; study files or their stores")->required();
  sub->add_flag("--quiet", c.quiet, "print nothing but mistakes");
  sub->footer(help::report);
  return sub;
}

/// `pintle study FILE`, and what can be done with its store.
struct StudyApps {
  StudyCommand run{};
  StudyStatusCommand status{};
  StudyExportCommand csv{};
  StudyMergeCommand merge{};
  CLI::App *run_app = nullptr, *status_app = nullptr, *csv_app = nullptr, *merge_app = nullptr;
};

void add_study_parts(CLI::App& study, StudyApps& s) {
  s.status_app = study.add_subcommand("status", "how far a study is, while it runs or later");
  s.status_app->add_option("STUDY", s.status.store, "study file, or its store")->required();
  s.status_app->footer(help::study_status);
  s.csv_app = study.add_subcommand("export", "write all cases as a table, a line each");
  s.csv_app->add_option("STUDY", s.csv.store, "study file, or its store")->required();
  s.csv_app->add_option("--csv", s.csv.csv, "file to write (default: standard output)")->type_name("FILE");
  s.csv_app->footer(help::study_export);
  s.merge_app = study.add_subcommand("merge", "put shards of a study together");
  s.merge_app->add_option("OUT", s.merge.out, "store to write")->required();
  s.merge_app->add_option("STORE", s.merge.stores, "stores of shards")->required();
  s.merge_app->footer(help::study_merge);
}

void add_study(CLI::App& app, StudyApps& s) {
  CLI::App* sub = s.run_app = app.add_subcommand("study", "run many cases of a model, or go on with them");
  sub->add_option("FILE", s.run.file, "study file (YAML)");
  sub->add_option("--out", s.run.out, "store to write (default: out/<study>.db)")->type_name("STORE");
  sub->add_option("-j", s.run.jobs, "threads (default: one for each processor)")->type_name("N");
  sub->add_option("--shard", s.run.shard, "one of N parts, into a store of its own")->type_name("K/N");
  sub->add_option("--slurm", s.run.slurm, "print the script of an array of N jobs")->type_name("N")->check(CLI::Range(1, 100000));
  sub->add_flag("--quiet", s.run.quiet, "print nothing but mistakes");
  sub->require_subcommand(0, 1);
  sub->footer(help::study);
  add_study_parts(*sub, s);
}

int run_study_command(const StudyApps& s) {
  if (s.status_app->parsed()) return tell_study_status(s.status);
  if (s.csv_app->parsed()) return export_study(s.csv);
  if (s.merge_app->parsed()) return merge_studies(s.merge);
  if (!s.run.file.empty()) return run_study_file(s.run);
  complain("FILE is required; see pintle study --help");
  return exit_bad_command_line;
}

CLI::App* add_sweep(CLI::App& app, SweepCommand& c) {
  CLI::App* sub = app.add_subcommand("sweep", "run a model over ranges of its numbers");
  add_model(*sub, c.model);
  sub->add_option("--measure", c.measures, "what to take of which quantity, as often as you like")
      ->type_name("\"TAKE OF\"")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  sub->add_option("--csv", c.csv, "file to write in place of the table")->type_name("FILE");
  sub->add_option("-j", c.jobs, "threads (default: one for each processor)")->type_name("N")->check(CLI::Range(1, 1024));
  sub->add_flag("--quiet", c.quiet, "print nothing but the table and mistakes");
  sub->footer(help::sweep);
  return sub;
}

CLI::App* add_rerun(CLI::App& app, RerunCommand& c) {
  CLI::App* sub = app.add_subcommand("rerun", "repeat a case of a study as a run, to the same bits");
  sub->add_option("STUDY", c.study, "study file, or its store")->required();
  sub->add_option("CASE", c.number, "number of the case")->required()->type_name("N")->check([](const std::string& text) {
    const bool is_whole = !text.empty() && text.size() < 12 && text.find_first_not_of("0123456789") == text.npos;
    return is_whole && std::atoll(text.c_str()) > 0 ? std::string() : fmt::format("'{}' is no case; cases count from 1", text);
  });
  sub->add_option("--out", c.out, "directory to write (default: <store>.case<N>)")->type_name("DIR");
  sub->add_flag("--force", c.force, "take a directory that is not empty and not ours");
  sub->add_flag("--quiet", c.quiet, "print nothing but mistakes");
  sub->footer(help::rerun);
  return sub;
}

struct SchemaCommand {
  bool study = false, markdown = false;
};

CLI::App* add_schema(CLI::App& app, SchemaCommand& c) {
  CLI::App* sub = app.add_subcommand("schema", "print the JSON Schema of model files, for editors");
  CLI::Option* const study = sub->add_flag("--study", c.study, "that of study files");
  sub->add_flag("--markdown", c.markdown, "print the page of all keys of models instead")->excludes(study);
  sub->footer(help::schema);
  return sub;
}

int tell_schema(const SchemaCommand& c) {
  return print_out(c.study      ? make_study_json_schema()
                   : c.markdown ? make_reference_page()
                                : make_json_schema())
             ? exit_good
             : exit_run_failed;
}

CLI::App* add_completion(CLI::App& app, std::string& shell) {
  CLI::App* sub = app.add_subcommand("completion", "print a script for your shell");
  sub->add_option("SHELL", shell, "which shell")->type_name("bash|zsh|fish")->required();
  sub->footer(help::completion);
  return sub;
}

std::vector<std::string> find_choices(const CLI::Option& option) {
  std::vector<std::string> choices;
  const std::string name = option.get_single_name(), type = option.get_type_name();
  if (name == "KIND") {
    for (const Template& kind : templates()) choices.emplace_back(kind.name);
  } else if (name.starts_with("formulation")) {
    for (const Formulation& f : formulations()) choices.emplace_back(f.name);
  } else if (name == "integrator") {
    for (const IntegratorKind& i : integrator_kinds()) choices.emplace_back(i.name);
  } else if (type.find('|') != std::string::npos && type.find('.') == std::string::npos) {
    choices = CLI::detail::split(type, '|');
  }
  return choices;
}

/// The command line's description of itself, for shells.
CommandWords describe(const CLI::App& app) {
  CommandWords words{app.get_name(), app.get_description(), {}, {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    if (!option->nonpositional()) {
      if (words.choices.empty()) words.choices = find_choices(*option);
      continue;
    }
    OptionWords o{{}, option->get_description(), option->get_items_expected_max() > 0, find_choices(*option)};
    for (const std::string& name : option->get_lnames()) o.names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) o.names.push_back("-" + name);
    words.options.push_back(std::move(o));
  }
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) words.commands.push_back(describe(*sub));
  return words;
}

int complete(const CLI::App& app, const std::string& shell) {
  const std::string script = make_completion(shell, describe(app));
  if (!script.empty()) return print_out(script) ? exit_good : exit_run_failed;
  complain(fmt::format("completion: there is no '{}'; choose bash, zsh or fish", shell));
  return exit_bad_command_line;
}

/// Says so if a word is no command.
bool is_command(const CLI::App& app, const std::string& word) {
  std::vector<std::string_view> known;
  if (word.starts_with('-')) return true;
  for (const CLI::App* sub : app.get_subcommands({})) {
    if (sub->get_name() == word) return true;
    known.push_back(sub->get_name());
  }
  complain(fmt::format("there is no command '{}'; {}", word, suggest(word, known, "see pintle --help")));
  return false;
}

/// Words that nobody takes: an option that does not exist, or one word too many.
std::string explain_extras(const CLI::App& sub) {
  const std::vector<std::string> extras = sub.remaining();
  const auto option = std::ranges::find_if(extras, [](const std::string& word) { return word.starts_with('-'); });
  if (option == extras.end()) return fmt::format("'{}' is one word too many", extras.empty() ? "" : extras.front());
  const CommandWords words = describe(sub);
  std::vector<std::string_view> known;
  for (const OptionWords& row : words.options) known.insert(known.end(), row.names.begin(), row.names.end());
  const std::string letter = "-" + *option;  // "-o" is the beginning of --out
  const auto begins = [&](std::string_view name) { return option->size() == 2 && name.starts_with(letter); };
  const auto meant = std::ranges::find_if(known, begins);
  return fmt::format("there is no option {}; {}", *option,
                     meant != known.end() ? fmt::format("did you mean {}?", *meant) : suggest(*option, known, "leave it out"));
}

/// In a narrow terminal what is no example is broken: words about an option beside it, a paragraph as a whole.
int tell_help(const CLI::App& app) {
  const int width = text_width();
  const std::string page = app.help();
  const auto lines = split(std::string_view(page).substr(0, page.find_last_not_of('\n') + 1), '\n');
  std::string out;
  bool is_example = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    is_example = line == "Examples:" || (is_example && line.starts_with("  "));
    const std::size_t words = std::min(line.size(), line.find_first_not_of(' '));
    if (is_example || columns_of(line) <= width) {
      out += std::string(line) + "\n";
    } else if (words > 0) {
      const std::size_t label = words == 2 ? line.find_last_not_of(' ', help_column - 1) + 1 : 0;
      out += labelled(line.substr(0, label), line.substr(line.find_first_not_of(' ', label)), help_column, width);
    } else {
      std::string paragraph(line);
      while (i + 1 < lines.size() && !lines[i + 1].empty() && !lines[i + 1].starts_with("Usage:"))
        paragraph += " " + std::string(lines[++i]);
      out += labelled("", paragraph, 0, width);
    }
  }
  return print_out(out) ? exit_good : exit_run_failed;
}

int answer(int argc, char** argv) {
  CLI::App app("Dynamics of mechanisms whose structure changes, with the load in every joint.", "pintle");
  app.set_version_flag("--version", "pintle " PINTLE_VERSION);
  app.footer(help::all);
  app.require_subcommand(0, 1);
  app.get_formatter()->column_width(help_column);
  RunCommand run_command;
  NewCommand new_command;
  CheckCommand check_command;
  InfoCommand info_command;
  CompareCommand compare_command;
  const CLI::App* new_app = add_new(app, new_command);
  const CLI::App* check_app = add_check(app, check_command);
  const CLI::App* info_app = add_info(app, info_command);
  const CLI::App* run_app = add_run(app, run_command);
  const CLI::App* compare_app = add_compare(app, compare_command);
  PlotCommand plot_command;
  ReportCommand report_command;
  StudyApps study;
  RerunCommand rerun_command;
  SweepCommand sweep_command;
  SchemaCommand schema_command;
  std::string shell;
  const CLI::App* plot_app = add_plot(app, plot_command);
  const CLI::App* report_app = add_report(app, report_command);
  add_study(app, study);
  const CLI::App* sweep_app = add_sweep(app, sweep_command);
  const CLI::App* rerun_app = add_rerun(app, rerun_command);
  const CLI::App* schema_app = add_schema(app, schema_command);
  const CLI::App* completion_app = add_completion(app, shell);
  if (argc > 1 && !is_command(app, argv[1])) return exit_bad_command_line;
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return tell_help(app);
  } catch (const CLI::Success& wish) {  // --version
    app.exit(wish);
    return exit_good;
  } catch (const CLI::ParseError& mistake) {
    const auto used = app.get_subcommands();
    const bool extras = mistake.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError) && !used.empty();
    const std::string sentence = extras ? explain_extras(*used.front()) : std::string(mistake.what());
    complain(fmt::format("{}{} see pintle {}--help", sentence, sentence.ends_with('?') ? "" : ";",
                         used.empty() ? "" : used.front()->get_name() + " "));
    return exit_bad_command_line;
  }
  run_command.command.assign(argv, argv + argc);
  rerun_command.command = run_command.command;
  if (run_app->parsed()) return run(run_command);
  if (new_app->parsed()) return make_new(new_command);
  if (check_app->parsed())
    return is_study_file(check_command.model.file) ? check_study(check_command) : check_model(check_command);
  if (info_app->parsed()) return tell_info(info_command);
  if (compare_app->parsed()) return compare_formulations(compare_command);
  if (plot_app->parsed()) return plot_runs(plot_command);
  if (report_app->parsed()) return report_runs(report_command);
  if (study.run_app->parsed()) return run_study_command(study);
  if (sweep_app->parsed()) return sweep(sweep_command);
  if (rerun_app->parsed()) return rerun_case(rerun_command);
  if (schema_app->parsed()) return tell_schema(schema_command);
  if (completion_app->parsed()) return complete(app, shell);
  return tell_help(app);
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
