#include "rerun_command.h"

#include <fmt/core.h>

#include <cmath>
#include <filesystem>

#include "exit_code.h"
#include "load_model.h"
#include "pintle/base/error.h"
#include "pintle/base/json.h"
#include "pintle/record/checkpoint.h"
#include "pintle/record/output_file.h"
#include "pintle/record/run_directory.h"
#include "pintle/study/case_runner.h"
#include "pintle/study/run_study.h"
#include "pintle/system/make_system.h"
#include "run_command.h"
#include "study_command.h"
#include "terminal.h"

namespace pintle {
namespace {

bool is_same_number(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// Which numbers of a case differ from those of the store; empty: none.
std::string find_changed(const StudyPlan& plan, const CaseRow& stored, const CaseRow& now) {
  std::string names;
  const auto compare = [&](const std::vector<StudyColumn>& columns, const std::vector<double>& a, const std::vector<double>& b) {
    for (std::size_t k = 0; k < columns.size(); ++k)
      if (!is_same_number(a[k], b[k]))
        names += fmt::format("{}{}: {} in the store, {} now", names.empty() ? "" : "; ", columns[k].name, a[k], b[k]);
  };
  compare(plan.inputs, stored.inputs, now.inputs);
  compare(plan.measures, stored.measures, now.measures);
  if (stored.message != now.message) names += fmt::format("{}{}", names.empty() ? "" : "; ", now.message);
  return names;
}

/// The study as the store has it, whatever has become of its files.
StudyPlan make_stored_plan(const StudyStore::About& about) {
  const Json definition = read_json(about.texts.at("definition"));
  return make_plan(read_study_text(about.texts.at("study"), definition.at("file").text(), about.texts.at("model")));
}

std::string rerun_directory(const RerunCommand& c, const StudyStore& store) {
  if (!c.out.empty()) return c.out;
  return (store.file().parent_path() / fmt::format("{}.case{}", store.file().stem().string(), c.number)).string();
}

int go_again(const RerunCommand& c) {
  const StudyStore store = StudyStore::open(store_of(c.study), StudyStore::Mode::read);
  CaseRow stored, now;
  if (!store.find(c.number, stored))
    throw Error(fmt::format("{}: has no case {}; it has {} cases", store.file().string(), c.number, store.count()));
  if (const std::string& program = store.about().texts.at("program"); program != name_of_program() && !c.quiet)
    say(fmt::format("warning: the study was run by another program, {}, and this is {}: the last bits may differ", program,
                    name_of_program()));
  const StudyPlan plan = make_stored_plan(store.about());
  CaseRunner(plan).run(c.number, now);
  std::string changed = find_changed(plan, stored, now);

  RunCommand run;
  run.model.file = plan.study.model_file;
  run.out = rerun_directory(c, store);
  run.force = c.force;
  run.quiet = c.quiet;
  run.command = c.command;
  std::filesystem::path page = store.file();
  page.replace_extension(".html");
  // One of the two may be new: it would stay relative, and the other would not.
  const auto whole = [](const std::filesystem::path& path) { return std::filesystem::absolute(path); };
  run.origin = {store.file().string(), std::filesystem::proximate(whole(page), whole(run.out)).generic_string(), c.number};
  CaseAgain again(plan, now);
  RunSummary summary;
  const Model model = make_flat(read_case_model(plan, now));
  const int code =
      record_run(run, {model, again.system(), again.options(), [&](Observer& observer) { summary = again.go(observer); }});
  if (summary.status == Status::interrupted) return code;
  if (changed.empty()) changed = find_changed_measures(plan, now, summary);
  if (!changed.empty()) return complain(fmt::format("case {} is not as it was: {}", c.number, changed)), exit_disagree;
  if (!c.quiet)
    print_out(fmt::format("case {} again, to the last bit: {}\n", c.number,
                          stored.status == Status::failed ? "failed, " + stored.message : std::string(name_of(stored.status))));
  return code;
}

}  // namespace

int rerun_case(const RerunCommand& command) {
  return with_sentences([&] {
    try {
      return go_again(command);
    } catch (const DirectoryError& mistake) {
      complain(mistake.what());
      return static_cast<int>(exit_bad_command_line);
    }
  });
}

}  // namespace pintle
