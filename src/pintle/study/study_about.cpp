#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include "pintle/base/error.h"
#include "pintle/base/json.h"
#include "pintle/io/words.h"
#include "pintle/record/checkpoint.h"
#include "pintle/study/run_study.h"

/// What a store belongs to, and whether it is still that.
namespace pintle {
namespace {

constexpr int most_lines = 8;

Json describe(const VariedPath& path) {
  Json json = Json::object();
  json["kind"] = path.kind;
  const auto add = [&](const char* name, const GivenQuantity& written) {
    if (written.is_given()) json[name] = written.text;
  };
  add("mean", path.mean), add("sd", path.sd), add("low", path.low), add("high", path.high), add("mode", path.mode);
  add("half_width", path.half_width), add("from", path.from), add("to", path.to);
  if (path.steps > 0) json["steps"] = path.steps;
  if (!path.values.empty()) {
    std::vector<std::string> texts;
    for (const GivenQuantity& value : path.values) texts.push_back(value.text);
    json["values"] = texts;
  }
  if (!path.numbers.empty()) json["shares"] = path.numbers;
  return json;
}

Json describe(const StudyMeasure& m) {
  Json json{{"of", m.of}, {"take", m.take}};
  if (m.level > 0) json["level"] = m.level;
  if (m.taken == Taken::shock) json["frequency"] = m.frequencies, json["damping"] = m.damping;
  if (m.channel_class > 0) json["channel_class"] = m.channel_class;
  if (m.every > 0) json["every"] = m.every;
  return json;
}

Json make_definition(const StudyPlan& plan, const Shard& shard) {
  const Study& study = plan.study;
  Json json = Json::object();
  json["name"] = study.name;
  json["file"] = study.file;
  json["model"] = study.model_file;
  json["design"] = std::string(name_of(study.design));
  json["cases"] = static_cast<long>(plan.cases);
  json["seed"] = study.seed;
  if (shard.count > 1) json["shard"] = fmt::format("{}/{}", shard.place, shard.count);
  json["settings"] = Json::list();
  for (const Setting& setting : study.settings) json["settings"].push_back(Json(setting.path + "=" + setting.value));
  json["grid"] = Json::object();
  for (const GridAxis& axis : study.grid) json["grid"][axis.group] = axis.choices;
  json["vary"] = Json::object();
  for (const VariedPath& path : study.vary) json["vary"][path.path] = describe(path);
  json["correlations"] = Json::list();
  for (const Correlation& one : study.correlations)
    json["correlations"].push_back({{"first", one.first}, {"second", one.second}, {"value", one.value}});
  json["measures"] = Json::object();
  for (const StudyMeasure& measure : study.measures) json["measures"][measure.name] = describe(measure);
  json["limits"] = Json::list();
  for (std::size_t k = 0; k < study.limits.size(); ++k)
    json["limits"].push_back({{"measure", study.limits[k].measure},
                              {"what", study.limits[k].what},
                              {"text", study.limits[k].value.text},
                              {"value", plan.limits[k]}});
  json["stop_when"] = Json::list();
  for (const StopRule& rule : study.stop)
    json["stop_when"].push_back({{"measure", rule.measure}, {"ci_half_width", rule.half_width.text}});
  json["page"] = plan.page;
  return json;
}

/// Leaves as "vary.parameters.mass.sd" → "\"9 kg\"".
void flatten(const Json& json, const std::string& path, std::map<std::string, std::string>& leaves) {
  const auto below = [&](const std::string& name) { return path.empty() ? name : path + "." + name; };
  if (const auto* members = std::get_if<Json::Members>(&json.value())) {
    for (const Json::Member& member : *members) flatten(member.value, below(member.name), leaves);
  } else if (const auto* list = std::get_if<Json::List>(&json.value())) {
    for (std::size_t k = 0; k < list->size(); ++k) flatten((*list)[k], below(std::to_string(k + 1)), leaves);
  } else {
    leaves[path] = to_text(json);
  }
}

/// The file's place may be another one, what is only for people, and what the page judges by: cases do not know of it.
bool is_free(const std::string& path) {
  return path == "file" || path == "model" || path == "name" || path == "page" || path.starts_with("page.") || path == "limits" ||
         path.starts_with("limits.");
}

std::string find_differences_of_studies(const std::string& saved, const std::string& now) {
  std::map<std::string, std::string> old, fresh;
  flatten(read_json(saved), "", old);
  flatten(read_json(now), "", fresh);
  std::string text;
  int count = 0;
  const auto add = [&](const std::string& line) {
    if (++count <= most_lines) text += "\n  " + line;
  };
  for (const auto& [path, value] : old) {
    if (is_free(path)) continue;
    const auto found = fresh.find(path);
    if (found == fresh.end())
      add(fmt::format("{}: {} in the store, nothing now", path, value));
    else if (found->second != value)
      add(fmt::format("{}: {} in the store, {} now", path, value, found->second));
  }
  for (const auto& [path, value] : fresh)
    if (!is_free(path) && !old.contains(path)) add(fmt::format("{}: nothing in the store, {} now", path, value));
  if (count > most_lines) text += fmt::format("\n  and {} more", count - most_lines);
  return text;
}

/// Lines that say something, without the blanks at their ends.
std::vector<std::string> read_lines(const std::string& text) {
  std::vector<std::string> lines;
  for (const std::string_view line : split(text, '\n')) {
    const std::size_t first = line.find_first_not_of(" \r"), last = line.find_last_not_of(" \r");
    if (first != line.npos && line[first] != '#') lines.emplace_back(line.substr(0, last + 1));
  }
  return lines;
}

std::string find_differences_of_lines(const std::string& saved, const std::string& now) {
  const std::vector<std::string> old = read_lines(saved), fresh = read_lines(now);
  if (old == fresh) return "";
  std::string text;
  int count = 0;
  const auto add = [&](const std::vector<std::string>& from, const std::vector<std::string>& to, const char* where) {
    const std::set<std::string> known(to.begin(), to.end());
    for (const std::string& line : from)
      if (!known.contains(line) && ++count <= most_lines) text += fmt::format("\n  {}: {}", where, shown(line));
  };
  add(old, fresh, "in the store");
  add(fresh, old, "now");
  if (count == 0) text += "\n  the order of its lines";
  if (count > most_lines) text += fmt::format("\n  and {} more", count - most_lines);
  return text;
}

/// What a controller in C does, the model does not tell: a line for each, its name and a sum over its bytes [Fowler Noll Vo n.d.].
std::string describe_libraries(const std::set<std::string>& files) {
  std::string text;
  for (const std::string& file : files) {
    std::ifstream in(file, std::ios::binary);
    std::uint64_t sum = 0xcbf29ce484222325;
    for (std::istreambuf_iterator<char> at(in), end; at != end; ++at)
      sum = (sum ^ static_cast<unsigned char>(*at)) * 0x100000001b3;
    text += fmt::format("{} {:016x}\n", std::filesystem::path(file).filename().string(), sum);
  }
  return text;
}

std::string text_of(const StudyStore::About& about, const char* what) {
  const auto found = about.texts.find(what);
  return found == about.texts.end() ? std::string() : found->second;
}

}  // namespace

StudyStore::About make_about(const StudyPlan& plan, const Shard& shard) {
  StudyStore::About about;
  about.texts["program"] = name_of_program();
  about.texts["definition"] = to_text(make_definition(plan, shard), 1);
  about.texts["study"] = plan.study.text;
  about.texts["model"] = plan.study.model_text;
  if (!plan.libraries.empty()) about.texts["libraries"] = describe_libraries(plan.libraries);
  about.inputs = plan.inputs;
  about.measures = plan.measures;
  for (const StudyCell& cell : plan.cells) about.cells.push_back({cell.name, cell.model_text});
  return about;
}

std::string find_other(const StudyStore::About& store, const StudyStore::About& now) {
  if (text_of(store, "program") != text_of(now, "program"))
    return fmt::format("another program would not give the same bits: {} in the store, {} now", text_of(store, "program"),
                       text_of(now, "program"));
  return find_other_study(store, now);
}

std::string find_other_study(const StudyStore::About& store, const StudyStore::About& now) {
  if (const std::string d = find_differences_of_studies(text_of(store, "definition"), text_of(now, "definition")); !d.empty())
    return "the study is another one:" + d;
  if (const std::string d = find_differences_of_lines(text_of(store, "model"), text_of(now, "model")); !d.empty())
    return "the model is another one:" + d;
  if (const std::string d = find_differences_of_lines(text_of(store, "libraries"), text_of(now, "libraries")); !d.empty())
    return "a controller's library is another one, by the sum over its bytes:" + d;
  for (std::size_t c = 0; c < now.cells.size() && c < store.cells.size(); ++c)
    if (const std::string d = find_differences_of_lines(store.cells[c].model, now.cells[c].model); !d.empty())
      return "the model has become another one by a file that it reads:" + d;
  return "";
}

}  // namespace pintle
