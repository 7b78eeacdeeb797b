#include "pintle/io/parts/foretell.h"

#include <fmt/core.h>

#include <algorithm>

#include "pintle/base/error.h"
#include "pintle/io/parts/set_values.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

/// visit(item of the action's target, word) for every action of every event.
template <class Visit>
void for_each_action(Reading& reading, const PartList& parts, Visit&& visit) {
  for (const PartSource& part : parts.of(Section::events)) {
    const Item event = parts.make_item(reading, Section::events, part);
    const Node::Entry* actions = part.entry->value.is_map() ? part.entry->value.find("do") : nullptr;
    if (!actions || !actions->value.is_list()) continue;
    const Item list = event.entry(*actions);
    for (std::size_t i = 0; i < actions->value.items.size(); ++i)
      if (const Item action = list.element(i); action.node().is_map())
        for (const Node::Entry& entry : action.node().entries) visit(action.entry(entry), entry.key);
  }
}

void note_release(const Item& item, Reading& reading) {
  if (!item.node().is_scalar()) return;
  const auto [name, direction] = split_direction(item.node().text);
  const auto found = find_direction(direction);
  try {
    const std::string joint = resolve_name(reading, item.context(), name);
    if (found) reading.released[joint] = reading.released[joint].with(*found);
  } catch (const Error&) {
    return;  // read_action() says so
  }
}

void note_stage(const Item& item, Reading& reading) {
  const std::string& name = item.node().text;
  if (item.node().is_scalar() && std::ranges::find(reading.stages, name) == reading.stages.end()) reading.stages.push_back(name);
}

/// The scalar at the end of a path; null if there is none.
Node* find_scalar(Node* node, std::span<const std::string_view> keys) {
  for (const std::string_view key : keys) {
    if (node->is_map()) {
      Node::Entry* const entry = node->find(key);
      node = entry ? &entry->value : nullptr;
    } else if (node->is_list() && node->items.size() == 3 && !key.empty() && key.size() <= 2 && key.front() == key.back()) {
      const std::size_t axis = std::string_view("xyz").find(key[0]);
      node = axis == std::string_view::npos ? nullptr : &node->items[axis];
    } else {
      node = nullptr;
    }
    if (!node) return nullptr;
  }
  return node->is_scalar() ? node : nullptr;
}

/// A number of the file at a path becomes an input. A parameter is one already.
void note_setting(const Item& at, const std::string& path, Node& root, PartList& parts) {
  const auto keys = split(path, '.');
  Reading& reading = at.reading();
  if (keys.size() == 1 || keys[0] == "parameters") reading.set_parameters.emplace(keys.back());
  if (keys.size() == 1 || keys[0] == "parameters" || reading.settable.contains(path)) return;
  const auto section = find_section(keys[0]);
  Node* node = nullptr;
  const Context* context = nullptr;
  if (section && keys.size() > 2)
    if (const PartSource* part = parts.find(*section, keys[1])) {
      context = part->context;
      node = find_scalar(&parts.own_entry(*section, std::string(keys[1]), {}).value, std::span(keys).subspan(2));
    }
  if (!section) node = find_scalar(&root, keys);
  if (!node) {
    at.mistake_at_name(fmt::format(
        "{} is no number of this file; give it a value where the part is described, then it can be set", shown(path)));
    return;
  }
  if (node->input.empty()) node->is_set = true;  // else it is a number of its own in every case
  node->input = path;
  reading.settable[path] = {node->text, context};
}

/// Those of an active controller.
template <class Visit>
void for_each_controlled(Reading& reading, const PartList& parts, Visit&& visit) {
  for (const PartSource& part : parts.of(Section::controllers)) {
    const Node& node = part.entry->value;
    const Node::Entry* const active = node.is_map() ? node.find("active") : nullptr;
    if (!node.is_map() || (active && active->value.text == "false")) continue;
    const Item controller = parts.make_item(reading, Section::controllers, part);
    if (const Node::Entry* set = node.find("set"); set && set->value.is_map())
      for (const SetValue& value : find_set_values(controller.entry(*set))) visit(value.item, value.path);
    if (const Node::Entry* outputs = node.find("outputs"); outputs && outputs->value.is_list())
      for (std::size_t i = 0; i < outputs->value.items.size(); ++i) {
        const Item output = controller.entry(*outputs).element(i);
        if (output.node().is_scalar()) visit(output, find_own_path(reading, output.context(), output.node().text));
      }
  }
}

}  // namespace

void foretell_actions(Node& root, PartList& parts, Reading& reading) {
  std::vector<SetValue> settings;  // afterwards, because they change parts
  for_each_action(reading, parts, [&](const Item& item, std::string_view word) {
    if (word == "release") note_release(item, reading);
    if (word == "stage") note_stage(item, reading);
    if (word == "set" && item.node().is_map())
      for (SetValue& value : find_set_values(item)) settings.push_back(std::move(value));
  });
  for_each_controlled(reading, parts, [&](const Item& item, const std::string& path) { settings.push_back({path, item}); });
  for (const SetValue& one : settings) note_setting(one.item, one.path, root, parts);
}

}  // namespace pintle
