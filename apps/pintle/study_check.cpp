#include "study_check.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <set>
#include <thread>

#include "exit_code.h"
#include "pintle/base/error.h"
#include "pintle/base/json.h"
#include "pintle/report/text.h"
#include "pintle/study/case_runner.h"
#include "terminal.h"

namespace pintle {
namespace {

constexpr std::size_t inputs_shown = 40;

struct Trial {
  std::uint64_t number;
  double seconds;
  std::string failure;
};

/// Of this thread: what others do on the machine does not count [s].
double processor_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The first, a middle and the last case. One that is quick runs twice, so that what is made once per cell does not count.
std::vector<Trial> try_cases(const StudyPlan& plan) {
  constexpr double quick = 0.5;  // [s]
  std::vector<Trial> trials;
  CaseRunner runner(plan);
  for (const std::uint64_t number : std::set<std::uint64_t>{1, (plan.size() + 1) / 2, plan.size()}) {
    CaseRow row;
    double seconds = 0;
    for (int round = 0; round < 2; ++round) {
      const double began = processor_time();
      runner.run(number, row);
      seconds = processor_time() - began;
      if (seconds > quick) break;
    }
    trials.push_back({number, seconds, row.status == Status::failed ? row.message : ""});
  }
  return trials;
}

double calc_estimate(const StudyPlan& plan, const std::vector<Trial>& trials, int cores) {
  double mean = 0;
  for (const Trial& trial : trials) mean += trial.seconds / static_cast<double>(trials.size());
  return mean * static_cast<double>(plan.size()) / cores;
}

std::string spread_text(const StudyPlan& plan, std::size_t input) {
  const StudyCell& cell = plan.cells.front();
  const auto number = [](double x) { return fmt::format("{:.5g}", x); };
  if (plan.study.design == Design::full_grid) {
    const std::vector<double>& list = cell.lists[input];
    return fmt::format("{} values from {} to {}", list.size(), number(list.front()), number(list.back()));
  }
  const Distribution& d = cell.distributions[input];
  return fmt::format("{}; half of all between {} and {}, all but 1 in 1000 between {} and {}", plan.study.vary[input].kind,
                     number(calc_quantile(d, 0.25)), number(calc_quantile(d, 0.75)), number(calc_quantile(d, 0.0005)),
                     number(calc_quantile(d, 0.9995)));
}

std::string make_study_text(const CheckCommand& c, const StudyPlan& plan, const std::vector<Trial>& trials, int cores) {
  const int width = text_width();
  std::string out =
      labelled("", fmt::format("{}: {}", c.model.file, plan.study.name.empty() ? "a study" : plan.study.name), 0, width);
  const auto line = [&](const char* label, const std::string& text) { out += labelled(label, text, 10, width); };
  line("model", plan.study.model_file);
  line("cases", fmt::format("{}, {} in each of {}", grouped_number(static_cast<long>(plan.size())), grouped_number(plan.cases),
                            count_text(static_cast<long>(plan.cells.size()), "cell")));
  line("design", fmt::format("{}, seed {}", name_of(plan.study.design), plan.study.seed));
  for (std::size_t i = 0; i < std::min(inputs_shown, plan.inputs.size()); ++i)
    line(i == 0 ? "vary" : "", fmt::format("{} [{}]: {}", plan.inputs[i].name, plan.inputs[i].unit, spread_text(plan, i)));
  if (plan.inputs.size() > inputs_shown) line("", fmt::format("and {} more", plan.inputs.size() - inputs_shown));
  std::string measures;
  for (const StudyColumn& column : plan.measures)
    measures +=
        fmt::format("{}{} [{}]", measures.empty() ? "" : ", ", column.name, column.is_logic ? "true or false" : column.unit);
  line("measures", measures);
  line("time",
       fmt::format("about {} on {} that have nothing else to do, by {}", duration_text(calc_estimate(plan, trials, cores)),
                   count_text(cores, "thread"), count_text(static_cast<long>(trials.size()), "trial case")));
  for (const Trial& trial : trials)
    if (!trial.failure.empty())
      out += labelled("", fmt::format("warning: case {} fails: {}", trial.number, trial.failure), 0, width);
  for (const std::string& warning : plan.warnings) out += labelled("", "warning: " + warning, 0, width);
  return out;
}

std::string make_study_json(const CheckCommand& c, const StudyPlan& plan, const std::vector<Trial>& trials, int cores) {
  Json json{{"study", c.model.file}, {"name", plan.study.name}, {"good", true}};
  json["model"] = plan.study.model_file;
  json["cases"] = static_cast<long>(plan.size());
  json["cells"] = Json::list();
  for (const StudyCell& cell : plan.cells) json["cells"].push_back(Json(cell.name));
  const auto columns = [](const std::vector<StudyColumn>& list) {
    Json out = Json::list();
    for (const StudyColumn& column : list) out.push_back({{"name", column.name}, {"unit", column.unit}});
    return out;
  };
  json["inputs"] = columns(plan.inputs);
  json["measures"] = columns(plan.measures);
  json["estimate_seconds"] = calc_estimate(plan, trials, cores);
  json["threads"] = cores;
  json["trials"] = Json::list();
  for (const Trial& trial : trials) {
    Json one{{"case", trial.number}, {"seconds", trial.seconds}};
    if (!trial.failure.empty()) one["failure"] = trial.failure;
    json["trials"].push_back(one);
  }
  json["warnings"] = plan.warnings;
  return to_text(json, 1) + "\n";
}

int refuse_study(const CheckCommand& c, const std::vector<std::string>& mistakes) {
  for (const std::string& sentence : mistakes) say(sentence);
  if (c.json) print_out(to_text(Json{{"study", c.model.file}, {"good", false}, {"mistakes", mistakes}}, 1) + "\n");
  return exit_bad_model;
}

}  // namespace

bool is_study_file(const std::string& file) {
  try {
    const std::string text = read_file_text(file);
    return text.starts_with("pintle_study:") || text.find("\npintle_study:") != std::string::npos;
  } catch (const Error&) {
    return false;  // whoever reads it says why
  }
}

int check_study(const CheckCommand& c) {
  if (!c.model.settings.empty() || !c.model.variants.empty()) {
    complain("a study takes no --set and no --variant; write `set` and `grid` into its file");
    return exit_bad_command_line;
  }
  try {
    const StudyPlan plan = make_plan(read_study(c.model.file));
    const std::vector<Trial> trials = try_cases(plan);
    if (c.quiet && !c.json) return exit_good;
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const std::string text = c.json ? make_study_json(c, plan, trials, cores) : make_study_text(c, plan, trials, cores);
    return print_out(text) ? exit_good : exit_run_failed;
  } catch (const ReadError& mistakes) {
    return refuse_study(c, mistakes.sentences());
  } catch (const Error& mistake) {
    return refuse_study(c, {mistake.what()});
  }
}

}  // namespace pintle
