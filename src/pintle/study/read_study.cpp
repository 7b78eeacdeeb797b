#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "pintle/base/error.h"
#include "pintle/base/units.h"
#include "pintle/io/beside.h"
#include "pintle/io/fields.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"
#include "pintle/model/names.h"
#include "pintle/study/read_measures.h"
#include "pintle/study/read_shown.h"
#include "pintle/study/read_vary.h"
#include "pintle/study/read_words.h"
#include "pintle/study/study.h"
#include "pintle/study/study_schema.h"

namespace pintle {
namespace {

class StudyReader {
 public:
  StudyReader(std::string_view text, std::string_view name, const std::optional<std::string>& model_text) : given_(model_text) {
    reading_.sources.push_back({std::string(name), std::string(text), true});
    study_.file = name;
    study_.text = text;
  }

  Study read() {
    if (parse()) {
      const Item top(reading_, root_, "", "", root_.mark);
      if (const Fields fields(top, study_schema::top, "a study, which begins with pintle_study: 1"); fields) read_top(fields);
    }
    if (!reading_.mistakes.empty()) fail(reading_);
    return std::move(study_);
  }

 private:
  bool parse();
  void read_top(const Fields& fields);
  void read_model_file(const Item& item);
  void read_settings(const Item& section);
  void read_grid(const Item& section);
  void read_cases(const Fields& fields);
  void read_correlations(const Item& section);
  void read_limits(const Item& section);
  void read_stop(const Item& section);
  std::string where(const Item& item) const { return where_of(item); }

  const std::optional<std::string>& given_;  // text of the model
  Reading reading_;
  Node root_;
  Study study_;
};

bool StudyReader::parse() {
  const Source& source = reading_.sources[0];
  for (const TextProblem& problem : find_text_problems(source.text, 0)) reading_.add_mistake(problem.mark, "", problem.sentence);
  if (!reading_.mistakes.empty()) return false;
  try {
    root_ = parse_yaml(source, 0);
  } catch (const YamlProblem& problem) {
    reading_.add_mistake(problem.mark, "", problem.sentence);
    return false;
  }
  if (root_.is_map() && root_.find("pintle") && !root_.find("pintle_study")) {
    reading_.add_mistake(root_.mark, "", "this is a model; a study begins with `pintle_study: 1` and names its model");
    return false;
  }
  if (root_.is_map()) return true;
  reading_.add_mistake(root_.mark, "", "this is no study; a study begins with `pintle_study: 1` and names its model");
  return false;
}

void StudyReader::read_top(const Fields& fields) {
  if (const auto version = fields.find("pintle_study"); version && version->node().text != "1")
    version->mistake(
        fmt::format("version {} of the format is not known; this program reads `pintle_study: 1`", shown(version->node().text)));
  study_.name = fields.text("name").value_or("");
  if (const auto model = fields.find("model")) read_model_file(*model);
  if (const auto section = fields.find("set")) read_settings(*section);
  if (const auto section = fields.find("grid")) read_grid(*section);
  read_cases(fields);
  if (const auto section = fields.find("vary")) read_vary(*section, study_);
  if (const auto section = fields.find("correlations")) read_correlations(*section);
  if (const auto section = fields.find("measures")) read_measures(*section, study_);
  if (const auto section = fields.find("factors")) read_factors(*section, study_);
  if (const auto section = fields.find("limits")) read_limits(*section);
  if (const auto section = fields.find("stop_when")) read_stop(*section);
  if (const auto section = fields.find("published")) read_published(*section, study_);
  if (const auto section = fields.find("figures")) read_figures(*section, study_);
}

void StudyReader::read_model_file(const Item& item) {
  const auto text = read_text(item);
  if (!text) return;
  if (!leads_below(*text)) {
    item.mistake(fmt::format("{} is not in the folder of the study; put the study beside its model, or above it", shown(*text)));
    return;
  }
  const std::filesystem::path file =
      std::filesystem::path(study_.file).parent_path() / std::filesystem::path(*text).lexically_normal();
  try {
    study_.model_file = file.string();
    study_.model_text = given_ ? *given_ : read_file_text(file);
  } catch (const ReadError& problem) {
    item.mistake(problem.what());
  }
}

void StudyReader::read_settings(const Item& section) {
  if (!section.is_map("paths with values, for example run.until: 5 s")) return;
  for (const Item& entry : read_entries(section))
    if (is_usable_throughout(entry)) study_.settings.push_back({entry.key(), write_flow(entry.node()), false, where(entry)});
}

void StudyReader::read_grid(const Item& section) {
  if (!section.is_map("groups of variants with choices, for example legs: [stiff, soft]")) return;
  std::size_t cells = 1;
  for (const Item& entry : read_entries(section)) {
    if (!entry.is_list("a list of choices, for example [stiff, soft]")) continue;
    GridAxis axis{entry.key(), {}};
    for (std::size_t i = 0; i < entry.node().items.size(); ++i)
      if (const auto choice = read_text(entry.element(i))) {
        if (std::ranges::find(axis.choices, *choice) != axis.choices.end())
          entry.element(i).mistake(fmt::format("{} is there twice; keep one", shown(*choice)));
        axis.choices.push_back(*choice);
        axis.where.push_back(where(entry.element(i)));
      }
    if (axis.choices.empty()) entry.mistake("has no choices; give at least one, or take it out");
    cells = std::min(cells * std::max<std::size_t>(1, axis.choices.size()), most_grid_cells + 1);
    study_.grid.push_back(std::move(axis));
  }
  if (cells > most_grid_cells)
    section.mistake_at_name(fmt::format("makes more than {} cells; make several studies of it", most_grid_cells));
}

void StudyReader::read_cases(const Fields& fields) {
  const std::string design = fields.word("design").value_or("random");
  for (const Design one : {Design::random, Design::latin_hypercube, Design::sobol, Design::full_grid})
    if (name_of(one) == design) study_.design = one;
  if (const auto seed = fields.find("seed")) study_.seed = read_whole(*seed, 0, ~std::uint64_t{0}).value_or(1);
  if (!fields.has("seed")) study_.seed = 1;
  const auto cases = fields.find("cases");
  if (study_.design == Design::full_grid) {
    if (cases) cases->mistake_at_name("a full grid has as many cases as its values make; take it out");
    return;
  }
  study_.cases = cases ? static_cast<std::uint32_t>(read_whole(*cases, 1, most_cases).value_or(1)) : 100;
}

void StudyReader::read_correlations(const Item& section) {
  if (!section.is_list("a list, for example [{between: [parameters.k, parameters.c], value: 0.5}]")) return;
  for (std::size_t i = 0; i < section.node().items.size(); ++i) {
    const Item item = section.element(i);
    const Fields fields(item, study_schema::correlation, "{between: [parameters.k, parameters.c], value: 0.5}");
    const auto between = fields.find("between");
    const auto value = fields.has("value") ? read_si(*fields.find("value"), "1") : std::nullopt;
    if (!between || !value || !between->is_list("two paths of `vary`")) continue;
    if (between->node().items.size() != 2) {
      between->mistake("give two paths of `vary`");
      continue;
    }
    Correlation correlation{"", "", where(item), *value};
    std::string* sides[] = {&correlation.first, &correlation.second};
    for (std::size_t k = 0; k < 2; ++k) {
      const Item side = between->element(k);
      *sides[k] = read_text(side).value_or("");
      const auto path = std::ranges::find(study_.vary, *sides[k], &VariedPath::path);
      if (path == study_.vary.end())
        side.mistake(fmt::format("{} is not among `vary`; give a path that is", shown(*sides[k])));
      else if (path->kind != "normal")
        side.mistake(
            fmt::format("{} is {}, and only normal numbers are correlated; make it normal", shown(*sides[k]), path->kind));
    }
    if (correlation.first == correlation.second) item.mistake("a number is not correlated with itself; give two paths");
    if (!(std::fabs(*value) < 1))
      fields.find("value")->mistake(fmt::format("{:.6g} is not above −1 and below 1; give a smaller one", *value));
    study_.correlations.push_back(std::move(correlation));
  }
}

// ---- limits, stopping ----------------------------------------------------------------------------------------------
void StudyReader::read_limits(const Item& section) {
  if (!section.is_map("measures with limits, for example rolled: {rate_below: 5 %}")) return;
  for (const Item& entry : read_entries(section)) {
    const Fields fields(entry, study_schema::limit, "{rate_below: 5 %}");
    if (!fields) continue;
    const std::vector<Item> keys = read_entries(entry);
    if (keys.empty()) entry.mistake("says nothing; give for example {rate_below: 5 %}");
    for (const Item& key : keys)
      if (key.is_scalar("a quantity"))
        study_.limits.push_back({entry.key(), key.key(), where(key), {key.node().text, where(key)}});
  }
}

void StudyReader::read_stop(const Item& section) {
  if (!section.is_map("measures with intervals, for example rolled: {ci_half_width: 1 %}")) return;
  if (study_.design == Design::latin_hypercube || study_.design == Design::full_grid)
    section.mistake_at_name(
        fmt::format("a design of {} is whole or it is none; take random or sobol, or take this out", name_of(study_.design)));
  for (const Item& entry : read_entries(section)) {
    const Fields fields(entry, study_schema::stop, "{ci_half_width: 1 %}");
    const auto width = fields.find("ci_half_width");
    if (width && width->is_scalar("a quantity")) study_.stop.push_back({entry.key(), {width->node().text, where(*width)}});
  }
}

}  // namespace

std::string_view name_of(Design design) {
  switch (design) {
    case Design::random: return "random";
    case Design::latin_hypercube: return "latin-hypercube";
    case Design::sobol: return "sobol";
    case Design::full_grid: return "full-grid";
  }
  return "";
}

std::string where_of(const Item& item) {
  return fmt::format("{}: {}", item.reading().sources[0].where(item.node().mark), item.path());
}

Study read_study_text(std::string_view text, std::string_view name, const std::optional<std::string>& model_text) {
  return StudyReader(text, name, model_text).read();
}

Study read_study(const std::filesystem::path& file) { return read_study_text(read_file_text(file), file.string()); }

}  // namespace pintle
