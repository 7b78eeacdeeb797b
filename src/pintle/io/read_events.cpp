#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "pintle/base/error.h"
#include "pintle/io/context.h"
#include "pintle/io/part_list.h"
#include "pintle/io/sections.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

constexpr std::array<std::string_view, 8> later_actions{"release", "break",      "close", "impulse",
                                                        "start",   "stop_force", "set",   "stage"};

bool is_later(std::string_view action) { return std::ranges::find(later_actions, action) != later_actions.end(); }

/// `joint` or `joint.direction`; the direction must be free.
std::optional<Action> read_lock(const Item& item) {
  if (!item.is_scalar("a joint or one of its directions, for example elbow or wrist.rx")) return std::nullopt;
  const auto [name, direction] = split_direction(item.node().text);
  const auto joint = find_reference(item, name, PartKind::joint);
  if (!joint) return std::nullopt;
  LockAction action{.lock = item.key() == "lock", .joint = *joint, .direction = std::nullopt};
  const auto type = item.reading().types.find(action.joint);
  if (type == item.reading().types.end()) return std::nullopt;
  std::vector<std::string_view> names;
  for (Direction d : all_directions)
    if (type->second.free.has(d)) names.push_back(name_of(d));
  if (names.empty()) {
    item.mistake(fmt::format("{} is a weld and has nothing to lock; name a joint that moves", action.joint));
    return std::nullopt;
  }
  if (name.size() == item.node().text.size()) return action;
  action.direction = find_direction(direction);
  if (action.direction && type->second.free.has(*action.direction)) return action;
  item.mistake(fmt::format("{} does not move in the direction \"{}\"; write {}.{}", action.joint, shown(direction), action.joint,
                           join_or(names)));
  return std::nullopt;
}

std::optional<Action> read_action(const Item& item) {
  if (!item.is_usable()) return std::nullopt;
  if (item.node().is_scalar() && item.node().text == "stop") return StopAction();
  if (item.node().is_scalar())
    item.mistake(is_later(item.node().text)
                     ? fmt::format("the action `{}` is not read yet; lock, unlock and stop are", item.node().text)
                     : fmt::format("there is no action \"{}\"; {}", shown(item.node().text),
                                   suggest(item.node().text, {"lock: elbow", "unlock: elbow", "stop"}, "")));
  if (item.node().is_scalar() || !item.is_map("an action, for example lock: elbow")) return std::nullopt;
  const auto entries = read_entries(item);
  if (entries.size() != 1) {
    item.mistake(fmt::format("{} actions in one element; write each as one of the list, for example [lock: hip, lock: knee]",
                             entries.size()));
    return std::nullopt;
  }
  const std::string& key = entries[0].key();
  if (key == "lock" || key == "unlock") return read_lock(entries[0]);
  if (key == "stop")
    entries[0].mistake_at_name("stands alone; write [stop], and stop_force for a force");
  else
    entries[0].mistake_at_name(is_later(key)
                                   ? fmt::format("the action `{}` is not read yet; lock, unlock and stop are", key)
                                   : fmt::format("there is no such action; {}", suggest(key, {"lock", "unlock", "stop"}, "")));
  return std::nullopt;
}

void read_when(const Item& item, EventPart& event) {
  const auto parsed = read_condition(item, Field::observed);
  if (!parsed) return;
  event.when = item.context() ? parsed->text : item.node().text;
  event.condition = parsed->meaning.expr;
  note_text(item.reading().model, parsed->meaning, {}, parsed->text);
}

bool read_rearm(const Fields& fields) {
  const auto once = fields.flag("once"), rearm = fields.flag("rearm");
  if (once && rearm && *once == *rearm)
    fields.find("rearm")->mistake_at_name(fmt::format("is {} as `once` is, and they are opposites; keep one of them", *rearm));
  return rearm ? *rearm : once ? !*once : false;
}

}  // namespace

void read_event(const Item& item, const std::string& name) {
  EventPart event;
  event.name = name;
  const Fields fields(item, schema::event, "{when: time >= 1 s, do: [lock: elbow]}");
  if (!fields) return;
  const auto when = fields.find("when"), actions = fields.find("do"), after = fields.find("after");
  if (when) read_when(*when, event);
  if (actions && actions->is_list("a list of actions, for example [lock: elbow]"))
    for (std::size_t i = 0; i < actions->node().items.size(); ++i)
      if (const auto action = read_action(actions->element(i))) event.actions.push_back(*action);
  if (after) event.after = read_reference(*after, PartKind::event).value_or("");
  event.duration = fields.not_negative("for");
  event.rearm = read_rearm(fields);
  event.active = fields.flag("active").value_or(true);
  item.reading().model.events.push_back(std::move(event));
}

void check_event_order(Reading& reading) {
  std::unordered_map<std::string_view, const EventPart*> by_name;
  for (const EventPart& event : reading.model.events) by_name.emplace(event.name, &event);
  std::unordered_map<const EventPart*, const EventPart*> checked;  // event → the one whose check came along first
  for (const EventPart& event : reading.model.events) {
    for (const EventPart* next = &event; next && checked.emplace(next, &event).second;) {
      const auto found = by_name.find(next->after);
      next = found == by_name.end() ? nullptr : found->second;
      const auto seen = next ? checked.find(next) : checked.end();
      if (seen == checked.end() || seen->second != &event) continue;
      const PartSource& part = *reading.parts->find(Section::events, next->name);
      if (const Node::Entry* after = part.entry->value.find("after"))
        reading.parts->make_item(reading, Section::events, part)
            .entry(*after)
            .mistake(fmt::format("{} waits for itself, so it is never armed; take one `after` out", next->name));
    }
  }
}

}  // namespace pintle
