#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "pintle/io/context.h"
#include "pintle/io/parts/sections.h"
#include "pintle/io/parts/set_values.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

constexpr std::string_view example = "{when: foot.touching, set: {parameters.k: 2 kN/m}}";

/// Exactly one of `when` and `every`, and what goes with it.
bool check_keys(const Fields& fields) {
  const Item& item = fields.item();
  const auto lacks = [&](std::string_view key, std::string_view hint) {
    if (!fields.has(key)) item.mistake_at_name(fmt::format("{} is missing; give it, for example {}", key, hint));
    return !fields.has(key);
  };
  const auto stands_beside = [&](std::string_view key, std::string_view other, std::string_view way_out) {
    if (fields.has(key)) fields.find(key)->mistake_at_name(fmt::format("stands beside `{}`; {}", other, way_out));
    return fields.has(key);
  };
  if (!fields.has("when") && !fields.has("every")) {
    item.mistake_at_name("neither when nor every; give one, for example when: foot.touching, or every: 10 ms");
    return false;
  }
  if (fields.has("when") && fields.has("every")) {
    stands_beside("when", "every", "keep one; what is sampled may depend on a condition, =if(foot.touching, a, b)");
    return false;
  }
  if (fields.has("when")) {
    for (const std::string_view key : {"library", "inputs", "outputs"})
      if (stands_beside(key, "when", "a library is sampled; give `every` in place of it")) return false;
    return !lacks("set", "set: {parameters.k: 2 kN/m}");
  }
  if (stands_beside("otherwise", "every", "what is sampled is held up to the next sample; take it out")) return false;
  if (!fields.has("library")) {
    for (const std::string_view key : {"inputs", "outputs"})
      if (fields.has(key)) {
        fields.find(key)->mistake_at_name("belongs to a `library`; give one, or `set` with expressions of signals");
        return false;
      }
    return !lacks("set", "set: {parameters.push: =-20 N*m*s*elbow.rate}");
  }
  if (stands_beside("set", "library", "the library sets its `outputs`; keep one of them")) return false;
  return !lacks("inputs", "inputs: [elbow.angle, elbow.rate]") && !lacks("outputs", "outputs: [parameters.push]");
}

bool is_new(const Item& item, const ControllerPart& controller, const std::string& path) {
  const auto short_name = [](std::string_view name) {
    constexpr std::string_view section = "parameters.";
    return name.starts_with(section) ? name.substr(section.size()) : name;
  };
  const auto is_same = [&](const ControllerPart::Output& output) { return short_name(output.path) == short_name(path); };
  if (std::ranges::none_of(controller.outputs, is_same)) return true;
  item.mistake(fmt::format("{} is set twice by this controller; keep one", path));
  return false;
}

void read_when(const Item& item, ControllerPart& controller) {
  const auto parsed = read_condition(item, Field::observed);
  if (!parsed) return;
  controller.when = item.context() ? parsed->text : item.node().text;
  controller.condition = parsed->meaning.expr;
  note_text(item.reading().model, parsed->meaning, {}, parsed->text);
}

void read_set(const Item& item, ControllerPart& controller) {
  if (!item.is_map("values by path, for example {parameters.k: 2 kN/m}")) return;
  for (const SetValue& one : find_set_values(item)) {
    auto value = read_set_value(one, controller.every ? Field::observed : Field::fixed);
    if (!value || !is_new(one.item, controller, one.path)) continue;
    Graph& graph = item.reading().model.graph;
    if (controller.every && !value->expr.exists()) value = Number(value->value, graph.constant(value->value));
    const std::string& text = one.item.node().text;
    controller.outputs.push_back({one.path, *value, text.starts_with('=') ? text.substr(1) : text});
  }
  if (item.node().entries.empty()) item.mistake("sets nothing; give a path and a value, or take it out");
}

void read_inputs(const Item& list, ControllerPart& controller) {
  if (!list.is_list("a list of signals, for example [elbow.angle, elbow.rate]")) return;
  for (std::size_t i = 0; i < list.node().items.size(); ++i) {
    const Item item = list.element(i);
    const auto parsed = read_any(item, Field::observed);
    if (!parsed) continue;
    note_text(item.reading().model, parsed->meaning, parsed->meaning.dimension, parsed->text);
    controller.inputs.push_back({parsed->meaning.expr, parsed->text});
  }
}

void read_outputs(const Item& list, ControllerPart& controller) {
  if (!list.is_list("a list of paths or parameters, for example [parameters.push]")) return;
  for (std::size_t i = 0; i < list.node().items.size(); ++i) {
    const Item item = list.element(i);
    const auto text = read_text(item);
    if (!text) continue;
    const std::string path = find_own_path(item.reading(), item.context(), *text);
    if (check_settable(item, path) && is_new(item, controller, path)) controller.outputs.push_back({path, {}, {}});
  }
  if (list.node().items.empty()) list.mistake("sets nothing; give a path or a parameter, or take the controller out");
}

}  // namespace

void read_controller(const Item& item, const std::string& name) {
  const Fields fields(item, schema::controller, example);
  if (!fields || !is_usable_throughout(item)) return;
  const bool active = fields.flag("active").value_or(true);
  if (!check_keys(fields)) return;
  ControllerPart controller;
  controller.name = name;
  if (const auto when = fields.find("when")) read_when(*when, controller);
  controller.keeps = fields.word("otherwise").value_or("restore") == "keep";
  if (fields.has("every")) controller.every = fields.positive("every").value_or(1.0);
  if (!active) return;  // what it would set is not prepared for it
  if (const auto library = fields.text("library"))
    controller.library =
        std::filesystem::absolute(std::filesystem::path(item.reading().folder) / *library).lexically_normal().string();
  if (const auto set = fields.find("set")) read_set(*set, controller);
  if (const auto inputs = fields.find("inputs")) read_inputs(*inputs, controller);
  if (const auto outputs = fields.find("outputs")) read_outputs(*outputs, controller);
  item.reading().model.controllers.push_back(std::move(controller));
}

}  // namespace pintle
