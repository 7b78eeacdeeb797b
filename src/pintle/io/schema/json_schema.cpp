#include "pintle/io/schema/json_schema.h"

#include <fmt/core.h>

#include "pintle/base/check.h"
#include "pintle/base/json.h"
#include "pintle/io/parts/actions.h"
#include "pintle/io/schema/schema.h"
#include "pintle/io/words.h"
#include "pintle/joints/direction.h"

namespace pintle {
namespace {

constexpr const char* name_pattern = "^[A-Za-z][A-Za-z0-9_]*$";

Json reference(std::string_view name) { return {{"$ref", fmt::format("#/$defs/{}", name)}}; }

Json reference(const Schema* keys) {
  for (const NamedSchema& named : schema::all())
    if (named.keys == keys) return reference(named.name);
  PINTLE_CHECK(false, "a table of keys is missing in schema::all");
  return {};
}

Json any_of(std::vector<Json> forms) { return {{"anyOf", std::move(forms)}}; }

Json list_of(const Json& element, int least, int most) {
  return {{"type", "array"}, {"items", element}, {"minItems", least}, {"maxItems", most}};
}

Json list_of(const Json& element) { return {{"type", "array"}, {"items", element}}; }

Json map_of(const Json& value, const char* names = nullptr) {
  Json map{{"type", "object"}};
  if (names) map["propertyNames"] = {{"pattern", names}};
  map["additionalProperties"] = value;
  return map;
}

Json string_of(std::string_view words) {
  Json list = Json::list();
  for (std::string_view word : split(words, '|')) list.push_back(word);
  return {{"enum", list}};
}

/// {rx: …, tz: …}
Json by_direction(const Schema* rotation, const Schema* translation) {
  Json properties;
  for (Direction d : all_directions) properties[std::string(name_of(d))] = reference(is_translation(d) ? translation : rotation);
  return {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}, {"minProperties", 1}};
}

Json make_joint_type() {
  Json names = Json::list();
  for (std::string_view name : joint_type_names()) names.push_back(name);
  for (std::string_view name : joint_type_synonyms()) names.push_back(name);
  Json list = list_of(string_of("tx|ty|tz|rx|ry|rz"));
  list["uniqueItems"] = true;
  return any_of({{{"enum", names}}, list});
}

Json make_turns() {
  Json turn{{"type", "object"}, {"properties", Json::object()}, {"additionalProperties", false}};
  for (const char* axis : {"rx", "ry", "rz"}) turn["properties"][axis] = reference("quantity");
  turn["maxProperties"] = 1;
  turn["minProperties"] = 1;
  return list_of(turn);
}

Json make_actions() {
  Json action{{"type", "object"}, {"properties", Json::object()}, {"additionalProperties", false}};
  std::vector<Json> forms;
  ActionKinds::for_each([&]<class Kind>(std::type_identity<Kind>) {
    for (std::string_view word : Kind::words) switch (Kind::form) {
        case ActionForm::alone: forms.push_back({{"const", word}}); break;
        case ActionForm::name: action["properties"][std::string(word)] = {{"type", "string"}}; break;
        case ActionForm::map: action["properties"][std::string(word)] = {{"type", "object"}}; break;
        case ActionForm::name_or_map:
          action["properties"][std::string(word)] = any_of({{{"type", "string"}}, {{"type", "object"}}});
          break;
      }
  });
  action["maxProperties"] = 1;
  action["minProperties"] = 1;
  forms.push_back(action);
  return list_of(any_of(std::move(forms)));
}

Json make_starts() {
  return map_of(
      any_of({reference(&schema::body_start), reference(&schema::ball_start), reference(&schema::rotation_start),
              reference(&schema::translation_start), by_direction(&schema::rotation_start, &schema::translation_start)}));
}

Json make_form(const Key& key) {
  const Json quantity = reference("quantity"), vector = reference("vector"), text{{"type", Json::list({"string", "number"})}};
  switch (key.form) {
    case Form::quantity:
    case Form::living:
    case Form::whole: return quantity;
    case Form::guessed: return any_of({quantity, reference(key.keys)});
    case Form::vector:
    case Form::living_vector: return vector;
    case Form::living_any: return any_of({quantity, vector});
    case Form::table: return any_of({quantity, list_of(list_of(quantity, 2, 2))});
    case Form::point_list: return list_of(list_of(quantity, 2, 2));
    case Form::heights: return any_of({text, list_of(list_of(quantity))});
    case Form::text:
    case Form::expression: return text;
    case Form::flag: return {{"type", "boolean"}};
    case Form::word: return string_of(key.unit);
    case Form::name: return {{"type", "string"}};
    case Form::condition: return {{"type", Json::list({"string", "boolean", "number"})}};
    case Form::map: return reference(key.keys);
    case Form::parts:
      return map_of(key.others ? any_of({reference(key.keys), reference(key.others)}) : reference(key.keys), name_pattern);
    case Form::law: return any_of({reference(key.keys), reference(key.others), by_direction(key.keys, key.others)});
    case Form::values: return map_of(reference("value"), name_pattern);
    case Form::version: return {{"const", 1}};
    case Form::inertia: return any_of({vector, reference(key.keys)});
    case Form::rotation: return make_turns();
    case Form::points: return reference("points");
    case Form::joint_point: return any_of({vector, reference("points")});
    case Form::joint_type: return make_joint_type();
    case Form::two_names: return list_of({{"type", "string"}}, 2, 2);
    case Form::locked: return any_of({{{"type", "boolean"}}, list_of(string_of("tx|ty|tz|rx|ry|rz"))});
    case Form::actions: return make_actions();
    case Form::signal_list: return list_of({{"type", "string"}});
    case Form::starts: return make_starts();
    case Form::rows: return map_of(map_of(reference("value"), name_pattern), "^[A-Za-z0-9_]+$");
    case Form::ends:
    case Form::choices: return map_of({{"type", "string"}});
    case Form::variants: return map_of(map_of({{"type", "object"}}));
    case Form::settings: return {{"type", "object"}};
    case Form::later: break;
  }
  return Json::object();
}

std::string describe_key(const Key& key) {
  const bool has_unit = !key.unit.empty() && key.unit != "1" && key.form != Form::word;
  std::string text(key.form == Form::later ? "not read yet: " : "");
  text += key.says;
  return has_unit ? fmt::format("{}{}[{}]", text, text.empty() ? "" : " ", key.unit) : text;
}

Json make_map(const Schema& keys) {
  Json map{{"type", "object"}, {"properties", Json::object()}, {"additionalProperties", false}};
  Json required = Json::list();
  for (const Key& key : keys) {
    Json form = make_form(key);
    if (const std::string says = describe_key(key); !says.empty()) form["description"] = says;
    map["properties"][std::string(key.name)] = std::move(form);
    if (key.required()) required.push_back(key.name);
  }
  if (!required.values().empty()) map["required"] = required;
  return map;
}

}  // namespace

std::string make_json_schema() {
  Json root{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Pintle model file"}};
  root.update(reference(&schema::top));
  Json& defs = root["$defs"];
  defs["quantity"] = {{"description", "a number in SI units, a number with its unit (65 deg), or an expression (=2*k)"},
                      {"type", Json::list({"number", "string"})}};
  defs["vector"] = list_of(reference("quantity"), 3, 3);
  defs["value"] = any_of({reference("quantity"), list_of(reference("quantity"))});
  defs["points"] = map_of(any_of(
      {reference("vector"), {{"const", "current"}, {"description", "where the other point is when the joint is closed"}}}));
  for (const NamedSchema& named : schema::all()) {
    defs[std::string(named.name)] = make_map(*named.keys);
    defs[std::string(named.name)]["title"] = named.title;
  }
  return to_text(root, 2) + "\n";
}

}  // namespace pintle
