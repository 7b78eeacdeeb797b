#include "pintle/report/study_record.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "pintle/base/json.h"

namespace pintle {
namespace {

/// "mean_below" in two.
struct Question {
  std::string of;
  bool below;
  explicit Question(const std::string& what) : of(what.substr(0, what.find('_'))), below(what.ends_with("_below")) {}
};

struct Answer {
  double value;
  Bounds range;
};

Answer answer_of(const Question& question, std::vector<double> sample) {
  const Moments m = calc_moments(sample);
  if (question.of == "rate") {
    const auto hits = static_cast<std::uint64_t>(std::llround(m.count > 0 ? m.mean * static_cast<double>(m.count) : 0));
    return {m.mean, calc_wilson(hits, m.count)};
  }
  if (question.of == "mean") return {m.mean, m.mean_range};
  if (question.of == "max") return {m.high, {m.high, m.high}};
  if (question.of == "min") return {m.low, {m.low, m.low}};
  std::ranges::sort(sample);
  const Percentile p = calc_percentile(sample, std::stod(question.of.substr(1)) / 100);
  return {p.value, p.range};
}

}  // namespace

std::vector<double> StudyRecord::values(const std::vector<double>& column, int in_cell) const {
  std::vector<double> list;
  for (std::size_t i = 0; i < column.size(); ++i)
    if ((in_cell < 0 || cell[i] == in_cell) && std::isfinite(column[i])) list.push_back(column[i]);
  return list;
}

StudyRecord read_study_record(const StudyStore& store) {
  const StudyStore::About& about = store.about();
  StudyRecord record;
  record.store = store.file().string();
  record.definition = about.texts.at("definition");
  record.program = about.texts.at("program");
  record.study = about.texts.at("study");
  const Json definition = read_json(record.definition);
  record.title = definition.at("name").text();
  if (record.title.empty()) record.title = std::filesystem::path(definition.at("file").text()).filename().string();
  record.planned = static_cast<std::uint64_t>(definition.at("cases").whole()) * about.cells.size();
  for (const StudyStore::About::Cell& cell : about.cells) record.cells.push_back(cell.name);
  record.inputs = about.inputs;
  record.measures = about.measures;
  record.columns.resize(about.inputs.size() + about.measures.size());
  std::map<std::string, StudyRecord::Failure> failures;
  store.for_each([&](const CaseRow& row) {
    record.numbers.push_back(row.number);
    record.cell.push_back(row.cell);
    std::size_t column = 0;
    for (const auto* list : {&row.inputs, &row.measures})
      for (const double x : *list) record.columns[column++].push_back(x);
    if (row.status != Status::failed) return;
    ++record.failed;
    StudyRecord::Failure& failure = failures[row.message];
    if (failure.count++ == 0) failure.first = row.number;
  });
  for (auto& [reason, failure] : failures) record.failures.push_back({reason, failure.count, failure.first});
  std::ranges::stable_sort(record.failures, std::greater(), &StudyRecord::Failure::count);
  return record;
}

std::vector<LimitVerdict> judge_limits(const StudyRecord& record) {
  std::vector<LimitVerdict> list;
  const Json definition = read_json(record.definition);
  for (const Json& limit : definition.at("limits").values())
    for (std::size_t c = 0; c < record.cells.size(); ++c) {
      LimitVerdict v{limit.at("measure").text(), limit.at("what").text(), limit.at("text").text(), static_cast<int>(c)};
      v.limit = limit.at("value").number();
      const auto column = std::ranges::find(record.measures, v.measure, &StudyColumn::name);
      if (column == record.measures.end()) continue;
      const Question question(v.what);
      const Answer answer =
          answer_of(question, record.values(record.measure(static_cast<std::size_t>(column - record.measures.begin())), v.cell));
      v.value = answer.value;
      v.range = answer.range;
      v.holds = question.below ? v.value < v.limit : v.value > v.limit;
      const bool clear_below = v.holds ? v.range.high < v.limit : v.range.high <= v.limit;
      const bool clear_above = v.holds ? v.range.low > v.limit : v.range.low >= v.limit;
      v.is_sure = question.below == v.holds ? clear_below : clear_above;
      list.push_back(std::move(v));
    }
  return list;
}

}  // namespace pintle
