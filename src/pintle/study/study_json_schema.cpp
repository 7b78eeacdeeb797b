#include "pintle/study/study_json_schema.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "pintle/base/check.h"
#include "pintle/base/json.h"
#include "pintle/io/words.h"
#include "pintle/study/study_schema.h"

namespace pintle {
namespace {

Json scalar() { return {{"type", Json::list({"number", "string"})}}; }

Json list_of(Json element) { return {{"type", "array"}, {"items", std::move(element)}}; }

Json map_of(Json value) { return {{"type", "object"}, {"additionalProperties", std::move(value)}}; }

/// Words; those that are numbers as YAML reads them too.
Json one_of_words(std::string_view words) {
  Json list = Json::list();
  for (const std::string_view word : split(words, '|')) {
    long number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error == std::errc() && end == word.data() + word.size()) list.push_back(number);
    list.push_back(word);
  }
  return {{"enum", list}};
}

Json make_map(Schema keys);

/// What a section has under each of its names.
Json make_part(std::string_view section) {
  if (section == "measures") return make_map(study_schema::measure);
  if (section == "limits") return make_map(study_schema::limit);
  if (section == "stop_when") return make_map(study_schema::stop);
  PINTLE_CHECK(section == "vary", "a section of a study without a form");
  Json kinds = Json::object();
  for (const std::string_view kind : study_schema::distributions()) kinds[kind] = make_map(study_schema::find_distribution(kind));
  return {{"type", "object"}, {"properties", kinds}, {"additionalProperties", false}, {"minProperties", 1}, {"maxProperties", 1}};
}

Json make_row(std::string_view section) {
  if (section == "correlations") return make_map(study_schema::correlation);
  if (section == "published") return make_map(study_schema::published);
  if (section == "rows") return make_map(study_schema::published_row);
  PINTLE_CHECK(section == "figures", "a list of a study without a form");
  return make_map(study_schema::figure);
}

Json make_form(const Key& key) {
  if (key.name == "frequency") return {{"anyOf", Json::list({scalar(), list_of(scalar()), make_map(study_schema::frequencies)})}};
  switch (key.form) {
    case Form::version: return {{"const", 1}};
    case Form::word: return one_of_words(key.unit);
    case Form::whole: return {{"type", "integer"}, {"minimum", 0}};
    case Form::settings: return {{"type", "object"}};
    case Form::choices: return map_of(list_of(scalar()));
    case Form::parts: return map_of(make_part(key.name));
    case Form::rows: return list_of(make_row(key.name));
    case Form::values: return map_of(scalar());
    case Form::signal_list: return {{"anyOf", Json::list({scalar(), list_of(scalar())})}};
    case Form::two_names: return {{"type", "array"}, {"items", {{"type", "string"}}}, {"minItems", 2}, {"maxItems", 2}};
    case Form::point_list: return {{"type", "array"}};
    case Form::expression: return {{"type", Json::list({"string", "boolean", "number"})}};
    default: return scalar();
  }
}

Json make_map(Schema keys) {
  Json properties = Json::object(), required = Json::list();
  for (const Key& key : keys) {
    Json form = make_form(key);
    if (!key.says.empty()) form["description"] = key.says;
    properties[key.name] = std::move(form);
    if (key.required()) required.push_back(key.name);
  }
  Json map{{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
  if (!required.values().empty()) map["required"] = required;
  return map;
}

}  // namespace

std::string make_study_json_schema() {
  Json root{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Pintle study file"}};
  root.update(make_map(study_schema::top));
  return to_text(root, 2) + "\n";
}

}  // namespace pintle
