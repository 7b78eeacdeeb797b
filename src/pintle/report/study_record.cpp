#include "pintle/report/study_record.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numeric>

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
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (question.of == "max") return {m.high, {m.high, infinity}};  // no number of cases says that none goes further
  if (question.of == "min") return {m.low, {-infinity, m.low}};
  std::ranges::sort(sample);
  const Percentile p = calc_percentile(sample, std::stod(question.of.substr(1)) / 100);
  return {p.value, p.range};
}

double number_of(const Json& json, const char* name) {
  const Json* found = json.find(name);
  return found ? found->number() : std::numeric_limits<double>::quiet_NaN();
}

std::size_t find_column(const StudyRecord& record, const std::string& name) {
  for (std::size_t k = 0; k < record.inputs.size() + record.measures.size(); ++k)
    if (record.described(k).name == name) return k;
  return StudyRecord::none;
}

/// A store of an earlier program has none.
void read_wishes(const Json& definition, StudyRecord& record) {
  for (const Json::Member& measure : definition.at("measures").members()) record.asked.insert(measure.name);
  const Json* page = definition.find("page");
  if (!page) return;
  for (const std::string& name : page->at("factors").texts()) record.factors.insert(name), record.asked.erase(name);
  for (const Json& table : page->at("published").values()) {
    StudyRecord::PublishedTable to{
        table.at("title").text(), table.at("source").text(), static_cast<std::uint64_t>(table.at("cases").whole()), {}};
    for (const Json& row : table.at("rows").values())
      to.rows.push_back({static_cast<int>(row.at("cell").whole()),
                         find_column(record, row.at("measure").text()) - record.inputs.size(), number_of(row, "mean"),
                         number_of(row, "sd"), number_of(row, "rate")});
    record.published.push_back(std::move(to));
  }
  for (const Json& figure : page->at("figures").values()) {
    StudyRecord::Picture to{.title = figure.at("title").text(), .is_scatter = figure.at("kind").text() == "scatter"};
    for (const std::string& name : figure.at("of").texts()) to.of.push_back(find_column(record, name));
    if (const std::string& by = figure.at("by").text(); !by.empty()) to.by = find_column(record, by);
    for (const Json& cell : figure.at("cells").values()) to.cells.push_back(static_cast<int>(cell.whole()));
    record.pictures.push_back(std::move(to));
  }
}

/// Folders beside the store that `pintle rerun` has written.
std::set<std::uint64_t> find_reruns(const StudyRecord& record) {
  std::set<std::uint64_t> found;
  const std::filesystem::path store = record.store;
  const std::string begin = store.stem().string() + ".case";
  std::error_code trouble;
  const std::filesystem::path folder = store.parent_path().empty() ? "." : store.parent_path();
  for (const auto& entry : std::filesystem::directory_iterator(folder, trouble)) {
    const std::string name = entry.path().filename().string();
    const std::string number = name.starts_with(begin) ? name.substr(begin.size()) : "";
    const bool is_number = !number.empty() && number.size() < 19 && number.find_first_not_of("0123456789") == number.npos;
    if (is_number && std::filesystem::exists(entry.path() / "index.html")) found.insert(std::stoull(number));
  }
  return found;
}

}  // namespace

std::vector<double> StudyRecord::values(const std::vector<double>& column, int in_cell) const {
  std::vector<double> list;
  for (std::size_t i = 0; i < column.size(); ++i)
    if ((in_cell < 0 || cell[i] == in_cell) && std::isfinite(column[i])) list.push_back(column[i]);
  return list;
}

std::vector<std::size_t> StudyRecord::given() const {
  std::vector<std::size_t> list;
  for (std::size_t k = 0; k < inputs.size(); ++k) list.push_back(k);
  for (std::size_t m = 0; m < measures.size(); ++m)
    if (factors.contains(measures[m].name)) list.push_back(inputs.size() + m);
  return list;
}

std::vector<int> StudyRecord::all_cells() const {
  std::vector<int> list(cells.size());
  std::iota(list.begin(), list.end(), 0);
  return list;
}

std::string StudyRecord::rerun_folder(std::uint64_t number) const {
  return fmt::format("{}.case{}", std::filesystem::path(store).stem().string(), number);
}

std::vector<std::string> StudyRecord::short_names(const std::vector<int>& of_cells) const {
  std::vector<std::vector<std::string>> words;  // by cell: "legs=stiff"
  for (const int c : of_cells) {
    words.emplace_back();
    for (std::string_view rest = cells[static_cast<std::size_t>(c)]; !rest.empty();) {
      const std::size_t end = std::min(rest.find(", "), rest.size());
      words.back().emplace_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 2, rest.size()));
    }
  }
  std::vector<std::string> names(words.size());
  for (std::size_t k = 0; !words.empty() && k < words[0].size(); ++k) {
    const bool differs = std::ranges::any_of(words, [&](const auto& list) { return list[k] != words[0][k]; });
    for (std::size_t c = 0; c < words.size(); ++c)
      if (differs) names[c] += (names[c].empty() ? "" : ", ") + words[c][k].substr(words[c][k].find('=') + 1);
  }
  return names;
}

StudyRecord read_study_record(const StudyStore& store, const std::optional<StudyStore::About>& now) {
  const StudyStore::About& about = store.about();
  StudyRecord record;
  record.store = store.file().string();
  record.definition = (now ? *now : about).texts.at("definition");
  record.program = about.texts.at("program");
  record.study = (now ? *now : about).texts.at("study");
  const Json definition = read_json(record.definition);
  record.title = definition.at("name").text();
  if (record.title.empty()) record.title = std::filesystem::path(definition.at("file").text()).filename().string();
  record.planned = static_cast<std::uint64_t>(definition.at("cases").whole()) * about.cells.size();
  for (const StudyStore::About::Cell& cell : about.cells) record.cells.push_back(cell.name);
  record.inputs = about.inputs;
  record.measures = about.measures;
  read_wishes(definition, record);
  record.reruns = find_reruns(record);
  record.columns.resize(about.inputs.size() + about.measures.size());
  FailureGroups failures;
  store.for_each([&](const CaseRow& row) {
    record.numbers.push_back(row.number);
    record.cell.push_back(row.cell);
    std::size_t column = 0;
    for (const auto* list : {&row.inputs, &row.measures})
      for (const double x : *list) record.columns[column++].push_back(x);
    if (row.status != Status::failed) return;
    ++record.failed;
    failures.add(row.number, row.message);
  });
  record.failures = failures.list();
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
