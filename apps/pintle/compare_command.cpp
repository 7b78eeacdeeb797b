#include "compare_command.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "exit_code.h"
#include "pintle/base/error.h"
#include "pintle/base/json.h"
#include "pintle/simulate/compare.h"
#include "terminal.h"
#include "watch.h"

namespace pintle {
namespace {

Json to_json(const CompareRow& row) {
  return {{"formulation", row.formulation}, {"quantity", row.quantity},  {"part", row.part}, {"state", row.state},
          {"difference", row.difference},   {"tolerance", row.tolerance}};
}

std::string make_json(const CompareReport& report) {
  Json json{{"agree", report.agree}, {"worst", to_json(report.worst)}, {"rows", Json::list()}};
  for (const CompareRow& row : report.rows) json["rows"].push_back(to_json(row));
  if (!report.message.empty()) json["message"] = report.message;
  return to_text(json, 1) + "\n";
}

/// How near a row comes to its tolerance; a difference that is no number is beyond it.
double share_of(const CompareRow& row) {
  const double share = row.difference / row.tolerance;
  return share >= 0 ? share : std::numeric_limits<double>::infinity();
}

/// The worst row of each formulation and quantity.
std::string make_text(const CompareReport& report, int width) {
  std::string out = report.agree ? "They agree" : "They do not agree";
  out += fmt::format(": {} comparisons.\n", report.rows.size());
  std::map<std::pair<std::string, std::string>, CompareRow> worst;
  for (const CompareRow& row : report.rows) {
    const auto [at, is_new] = worst.try_emplace({row.formulation, row.quantity}, row);
    if (!is_new && share_of(row) > share_of(at->second)) at->second = row;
  }
  std::string formulation;
  for (const auto& [key, row] : worst) {
    if (key.first != formulation) out += labelled("", key.first + ", largest difference by quantity:", 0, width);
    formulation = key.first;
    out += labelled("  " + row.quantity,
                    fmt::format("{} of {} allowed ({}, {}){}", number_text(row.difference, 2), number_text(row.tolerance, 2),
                                row.part, row.state, share_of(row) > 1 ? ": too much" : ""),
                    26, width);
  }
  return out;
}

int go(const CompareCommand& c, const LoadedModel& loaded) {
  CompareOptions options;
  options.formulations = c.formulations;
  options.states = c.states;
  options.seed = c.seed;
  options.tolerance = c.tolerance;
  const CompareReport report = [&] {
    const Waiting waiting("comparing", !c.quiet);
    return compare(loaded.system, make_run_options(loaded.model.run), options);
  }();
  if (!report.message.empty()) complain(report.message);
  bool printed = true;
  if (c.json) {
    printed = print_out(make_json(report));
  } else if (!c.quiet) {
    printed = print_out(make_text(report, text_width()));
  }
  if (!report.agree) return exit_disagree;
  return report.message.empty() && printed ? exit_good : exit_run_failed;
}

}  // namespace

int compare_formulations(const CompareCommand& c) {
  for (const std::string& name : c.formulations)
    if (!is_formulation(name, "--formulations")) return exit_bad_command_line;
  const std::set<std::string> different(c.formulations.begin(), c.formulations.end());
  if (!c.formulations.empty() &&
      (different.size() < 2 || different.size() < c.formulations.size() || different.contains("auto"))) {
    complain("--formulations: nothing to compare; give two or more different ones, for example articulated-body,newton-euler");
    return exit_bad_command_line;
  }
  const auto loaded = load_model(c.model, c.quiet);
  if (!loaded) return exit_bad_model;
  try {
    return go(c, *loaded);
  } catch (const Error& mistake) {
    say(with_place(mistake, c.model, loaded->notes));
    return exit_bad_model;
  }
}

}  // namespace pintle
