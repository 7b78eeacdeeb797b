#include "sweep_command.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "exit_code.h"
#include "pintle/base/error.h"
#include "pintle/record/output_file.h"
#include "pintle/report/text.h"
#include "pintle/study/run_study.h"
#include "study_command.h"
#include "terminal.h"
#include "watch.h"

namespace pintle {
namespace {

constexpr std::uint64_t most_swept = 100'000;

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) out += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  return out + "\"";
}

/// "10 N/m..100 N/m/10": ten values from here to there. Nothing if it is one value.
std::optional<std::string> find_list(const std::string& value) {
  const std::size_t dots = value.find("..");
  if (dots == std::string::npos) return std::nullopt;
  const std::size_t slash = value.rfind('/');
  const std::string steps = slash == std::string::npos || slash < dots ? "" : value.substr(slash + 1);
  if (steps.empty() || !std::ranges::all_of(steps, [](unsigned char c) { return std::isdigit(c); }))
    throw Error(fmt::format("--set {}: say how many values there are, for example 10..100/10", value));
  return fmt::format("{{list: {{from: {}, to: {}, steps: {}}}}}", in_quotes(value.substr(0, dots)),
                     in_quotes(value.substr(dots + 2, slash - dots - 2)), steps);
}

/// "max elbow.load.force", or "peak=max elbow.load.force".
std::string measure_line(const std::string& text) {
  const std::size_t blank = text.find(' '), equals = text.find('=');
  if (blank == std::string::npos)
    throw Error(fmt::format("--measure {}: say what to take, for example \"max elbow.load.force\"", text));
  const bool is_named = equals < blank;
  const std::string take = text.substr(is_named ? equals + 1 : 0, blank - (is_named ? equals + 1 : 0));
  std::string name = is_named ? text.substr(0, equals) : text;
  for (char& c : name)
    if (!is_named && !std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return fmt::format("  {}: {{of: {}, take: {}}}", in_quotes(name), in_quotes(text.substr(blank + 1)), in_quotes(take));
}

/// A line of the study that a sweep is, and the words that asked for it.
struct StudyLine {
  std::string text, words;
};

std::vector<StudyLine> make_study_lines(const SweepCommand& c) {
  std::vector<StudyLine> vary{{"vary:", ""}}, set{{"set:", ""}}, grid{{"grid:", ""}}, measures{{"measures:", ""}};
  for (const std::string& text : c.model.settings) {
    const Setting setting = parse_setting(text);
    const auto list = find_list(setting.value);
    (list ? vary : set)
        .push_back({fmt::format("  {}: {}", in_quotes(setting.path), list.value_or(setting.value)), "--set " + text});
  }
  for (const std::string& text : c.model.variants) {
    const Variant variant = parse_variant(text);
    grid.push_back({fmt::format("  {}: [{}]", in_quotes(variant.group), in_quotes(variant.choice)), "--variant " + text});
  }
  for (const std::string& text : c.measures) measures.push_back({measure_line(text), fmt::format("--measure \"{}\"", text)});
  if (vary.size() == 1) throw Error("--set: nothing is swept; give a range, for example --set parameters.k=10..100/10");
  const std::filesystem::path file(c.model.file);
  std::vector<StudyLine> lines{
      {"pintle_study: 1", ""}, {fmt::format("model: {}", in_quotes(file.filename().string())), ""}, {"design: full-grid", ""}};
  for (const auto* section : {&vary, &set, &grid, &measures})
    if (section->size() > 1) lines.insert(lines.end(), section->begin(), section->end());
  return lines;
}

/// "sweep:7:19: measures.max_pin_rate.of: …" said of the words that asked for line 7; nobody has written that file.
std::string told_of_words(const std::string& sentence, const std::vector<StudyLine>& lines, const std::string& name) {
  const std::string start = name + ":";
  const std::size_t number = sentence.starts_with(start) ? std::strtoul(sentence.c_str() + start.size(), nullptr, 10) : 0;
  if (number == 0 || number > lines.size()) return sentence;
  std::string_view rest(sentence);
  rest.remove_prefix(rest.find(": ") + 2);
  constexpr std::string_view of_model = "model: ";
  if (rest.starts_with(of_model)) return std::string(rest.substr(of_model.size()));
  if (lines[number - 1].words.empty()) return sentence;
  const auto is_place = [](std::string_view text) {
    const std::size_t end = text.find(": ");
    return end != text.npos && text.find('.') < end && text.find(' ') > end;
  };
  while (is_place(rest)) rest.remove_prefix(rest.find(": ") + 2);
  return fmt::format("{}: {}", lines[number - 1].words, rest);
}

StudyPlan make_sweep_plan(const SweepCommand& c) {
  const std::vector<StudyLine> lines = make_study_lines(c);
  const std::string name = (std::filesystem::path(c.model.file).parent_path() / "sweep").string();
  std::string text;
  for (const StudyLine& line : lines) text += line.text + "\n";
  try {
    Study study = read_study_text(text, name);
    study.files = FilesOfModel::anywhere;  // the model is run as `pintle run` would
    return make_plan(std::move(study));
  } catch (const ReadError& mistakes) {
    std::vector<std::string> sentences = mistakes.sentences();
    for (std::string& sentence : sentences) sentence = told_of_words(sentence, lines, name);
    throw ReadError(std::move(sentences), mistakes.more());
  } catch (const Error& mistake) {
    throw Error(told_of_words(mistake.what(), lines, name));
  }
}

std::string swept_number(double x) { return std::isnan(x) ? "-" : number_text(x, 6); }

/// What is told of a case: what is swept, and the measures that were asked for; without any, those of the model.
struct SweptColumns {
  std::vector<StudyColumn> columns;
  std::vector<std::size_t> measures{};  // which

  explicit SweptColumns(const StudyPlan& plan) : columns(plan.inputs) {
    const auto is_asked = [&](const std::string& name) {
      return plan.study.measures.empty() || std::ranges::any_of(plan.study.measures, [&](const StudyMeasure& measure) {
               return name == measure.name || name.starts_with(measure.name + ".");
             });
    };
    for (std::size_t m = 0; m < plan.measures.size(); ++m) {
      if (!is_asked(plan.measures[m].name)) continue;
      columns.push_back(plan.measures[m]);
      measures.push_back(m);
    }
  }
  std::vector<double> numbers(const CaseRow& row) const {
    std::vector<double> list = row.inputs;
    for (const std::size_t m : measures) list.push_back(row.measures[m]);
    return list;
  }
};

std::string make_sweep_table(const StudyPlan& plan, const std::vector<CaseRow>& rows) {
  const SweptColumns swept(plan);
  std::vector<std::vector<std::string>> cells(1);
  for (const StudyColumn& column : swept.columns)
    cells[0].push_back(column.is_logic || column.unit == "1" ? column.name : fmt::format("{} [{}]", column.name, column.unit));
  for (const CaseRow& row : rows) {
    std::vector<std::string>& line = cells.emplace_back();
    for (const double x : swept.numbers(row)) line.push_back(swept_number(x));
    if (row.status == Status::failed) line.push_back("failed: " + row.message);
  }
  std::vector<int> widths(cells[0].size());
  for (const auto& line : cells)
    for (std::size_t k = 0; k < widths.size(); ++k) widths[k] = std::max(widths[k], columns_of(line[k]));
  std::string out;
  for (const auto& line : cells) {
    for (std::size_t k = 0; k < line.size(); ++k)
      out += fmt::format("{}{:>{}}", k ? "  " : "", line[k], k < widths.size() ? widths[k] : 0);
    out += "\n";
  }
  return out;
}

std::string make_sweep_csv(const StudyPlan& plan, const std::vector<CaseRow>& rows) {
  const SweptColumns swept(plan);
  std::string out;
  for (const StudyColumn& column : swept.columns)
    out += fmt::format("{}{} [{}]", out.empty() ? "" : ",", column.name, column.unit);
  out += "\n";
  for (const CaseRow& row : rows) {
    bool is_first = true;
    for (const double x : swept.numbers(row)) {
      if (!is_first) out += ',';
      is_first = false;
      if (!std::isnan(x)) append_number(out, x);
    }
    out += "\n";
  }
  return out;
}

int go_sweep(const SweepCommand& c) {
  const StudyPlan plan = make_sweep_plan(c);
  if (plan.size() > most_swept)
    throw Error(fmt::format("--set: {} cases are too many for a sweep; write a study file", plan.size()));
  if (!c.quiet) say_warnings(plan.warnings);
  catch_interrupts();
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  std::vector<CaseRow> rows;
  {
    const Waiting waiting(fmt::format("running {}", count_text(static_cast<long>(plan.size()), "case")), !c.quiet);
    rows = run_cases(plan, c.jobs > 0 ? c.jobs : cores, is_interrupted);
  }
  if (is_interrupted()) return exit_interrupted;
  if (!c.csv.empty()) write_whole(c.csv, make_sweep_csv(plan, rows));
  if (c.csv.empty() && !print_out(make_sweep_table(plan, rows))) return exit_run_failed;
  return std::ranges::any_of(rows, [](const CaseRow& row) { return row.status == Status::failed; }) ? exit_run_failed : exit_good;
}

}  // namespace

int sweep(const SweepCommand& command) {
  return with_sentences([&] { return go_sweep(command); });
}

}  // namespace pintle
