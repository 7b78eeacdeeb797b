#include <fmt/format.h>

#include <algorithm>

#include "pintle/io/condition.h"
#include "pintle/io/sections.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

constexpr std::string_view later_actions[] = {"release",    "break", "close", "impulse", "start",
                                              "stop_force", "set",   "stage", "stop"};

bool is_later(std::string_view action) {
  return std::find(std::begin(later_actions), std::end(later_actions), action) != std::end(later_actions);
}

/// `joint` or `joint.direction`; the direction must be free.
std::optional<LockAction> read_lock(const Item& item) {
  if (!item.is_scalar("a joint or one of its directions, for example elbow or wrist.rx")) return std::nullopt;
  const std::string& text = item.node().text;
  const std::size_t dot = text.find('.');
  LockAction action{.lock = item.key() == "lock", .joint = text.substr(0, dot), .direction = std::nullopt};
  if (!is_reference(item, action.joint, PartKind::joint)) return std::nullopt;
  const auto type = item.reading().joint_types.find(action.joint);
  if (type == item.reading().joint_types.end()) return std::nullopt;
  std::vector<std::string_view> names;
  for (Direction d : all_directions)
    if (type->second.free.has(d)) names.push_back(name_of(d));
  if (names.empty()) {
    item.mistake(fmt::format("{} is a weld and has nothing to lock; name a joint that moves", action.joint));
    return std::nullopt;
  }
  if (dot == std::string::npos) return action;
  action.direction = find_direction(std::string_view(text).substr(dot + 1));
  if (action.direction && type->second.free.has(*action.direction)) return action;
  item.mistake(fmt::format("{} does not move in the direction \"{}\"; write {}.{}", action.joint, shown(text.substr(dot + 1)),
                           action.joint, join_or(names)));
  return std::nullopt;
}

std::optional<LockAction> read_action(const Item& item) {
  if (!item.is_usable()) return std::nullopt;
  if (item.node().is_scalar() && is_later(item.node().text)) {
    item.mistake(fmt::format("the action `{}` is not read yet; lock and unlock are", item.node().text));
    return std::nullopt;
  }
  if (!item.is_map("an action, for example lock: elbow")) return std::nullopt;
  const auto entries = read_entries(item);
  if (entries.size() != 1) {
    item.mistake(fmt::format("{} actions in one element; write each as one of the list, for example [lock: hip, lock: knee]",
                             entries.size()));
    return std::nullopt;
  }
  const std::string& key = entries[0].key();
  if (key == "lock" || key == "unlock") return read_lock(entries[0]);
  entries[0].mistake_at_name(is_later(key) ? fmt::format("the action `{}` is not read yet; lock and unlock are", key)
                                           : fmt::format("there is no such action; {}", suggest(key, {"lock", "unlock"}, "")));
  return std::nullopt;
}

void read_when(const Item& item, EventPart& event) {
  if (!item.is_scalar("a comparison, for example time >= 1 s")) return;
  event.when = item.node().text;
  const Reading& reading = item.reading();
  const std::string word = event.when.substr(0, event.when.find_first_of(". "));
  if (reading.find_part(word) == PartKind::joint && !reading.joint_types.contains(word)) return;  // its type is the mistake
  try {
    const Condition condition = parse_condition(event.when, reading.joint_types);
    event.signal = condition.signal;
    event.comparison = condition.comparison;
    event.value = condition.value;
  } catch (const Error& error) {
    item.mistake(one_line(error.what()));
  }
}

bool read_rearm(const Fields& fields) {
  const auto once = fields.flag("once"), rearm = fields.flag("rearm");
  if (once && rearm && *once == *rearm)
    fields.find("rearm")->mistake_at_name(fmt::format("is {} as `once` is, and they are opposites; keep one of them", *rearm));
  return rearm ? *rearm : once ? !*once : false;
}

EventPart read_event(const Item& item) {
  EventPart event;
  event.name = item.key();
  const Fields fields(item, schema::event, "{when: time >= 1 s, do: [lock: elbow]}");
  if (!fields) return event;
  const auto when = fields.find("when"), actions = fields.find("do");
  if (when) read_when(*when, event);
  if (actions && actions->is_list("a list of actions, for example [lock: elbow]"))
    for (std::size_t i = 0; i < actions->node().items.size(); ++i)
      if (const auto action = read_action(actions->element(i))) event.actions.push_back(*action);
  event.rearm = read_rearm(fields);
  return event;
}

}  // namespace

void read_events(const Item& section) {
  for (const Item& entry : read_entries(section)) section.reading().model.events.push_back(read_event(entry));
}

}  // namespace pintle
