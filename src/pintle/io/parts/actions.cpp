#include "pintle/io/parts/actions.h"

#include <fmt/core.h>

#include <algorithm>

#include "pintle/base/joined.h"
#include "pintle/io/context.h"
#include "pintle/io/members.h"
#include "pintle/io/parts/set_values.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"
#include "pintle/io/writing/braces.h"
#include "pintle/io/writing/write_parts.h"
#include "pintle/io/writing/writer.h"

namespace pintle {
namespace {

// ---- what kinds act on, as they say it: a part by its name, or a map of fields -----------------------------------------

template <class Kind>
  requires requires { Kind::target; }
std::optional<Kind> read_target(const Item& item, Kind action) {
  const auto name = read_reference(item, part_kind_named(Kind::target.names));
  if (!name) return std::nullopt;
  action.*Kind::target.member = *name;
  if constexpr (requires { action.take_word(item.key()); }) action.take_word(item.key());
  return action;
}
template <class Kind>
  requires requires { Kind::target; }
std::string write_target(const Kind& action) {
  return write_name(action.*Kind::target.member);
}

template <Described Kind>
std::optional<Kind> read_target(const Item& item, Kind action) {
  const Fields fields(item, PartKeys<Kind>::schema, Kind::example);
  if (!fields || !read_members(fields, action)) return std::nullopt;
  if constexpr (requires { Kind::acts; })
    if (std::ranges::none_of(Kind::acts, [&](std::string_view key) { return fields.has(key); }))
      item.mistake_at_name(fmt::format("does nothing; {}", Kind::idle));
  if constexpr (requires { action.instance; }) action.instance = instance_of(item.context());
  return action;
}
template <Described Kind>
std::string write_target(const Kind& action, ExpressionWriter& expressions) {
  Braces out;
  return write_members(out, action, expressions).str();
}

// ---- what the others act on: one pair of functions for each ------------------------------------------------------------

/// `joint` or `joint.direction`, and the type of the joint.
struct Target {
  std::string joint;
  std::string_view direction;  // as written; empty: none
  JointType type;
};
std::optional<Target> read_target(const Item& item, std::string_view text) {
  const auto [name, direction] = split_direction(text);
  const auto joint = find_reference(item, name, PartKind::joint);
  const auto type = joint ? item.reading().types.find(*joint) : item.reading().types.end();
  if (type == item.reading().types.end()) return std::nullopt;
  return Target{*joint, direction, type->second};
}

std::vector<std::string_view> names_of(DirectionSet set) {
  std::vector<std::string_view> names;
  for (Direction d : all_directions)
    if (set.has(d)) names.push_back(name_of(d));
  return names;
}

/// What an event may hold or let go: what the type leaves free, and what some event releases.
DirectionSet movable_of(const Reading& reading, const Target& target) {
  const auto released = reading.released.find(target.joint);
  return {static_cast<std::uint8_t>(target.type.free.bits | (released == reading.released.end() ? 0 : released->second.bits))};
}

/// The joint of a lock, and its direction, which must be one that moves.
bool read_locked(const Item& item, std::string_view text, LockAction& action) {
  const auto target = read_target(item, text);
  if (!target) return false;
  action.joint = target->joint;
  const DirectionSet movable = movable_of(item.reading(), *target);
  if (movable.count() == 0) {
    item.mistake(fmt::format("{} is a weld and has nothing to lock; name a joint that moves", action.joint));
    return false;
  }
  if (target->direction.empty()) return true;
  action.direction = find_direction(target->direction);
  if (action.direction && movable.has(*action.direction)) return true;
  item.mistake(fmt::format("{} does not move in the direction \"{}\"; write {}.{}", action.joint, shown(target->direction),
                           action.joint, join_or(names_of(movable))));
  return false;
}

/// `{joint: hip, stiffness: 2 kN*m/rad, damping: …}`. Its units are those of its directions.
std::optional<LockAction> read_latch(const Item& item, LockAction action) {
  const Node::Entry* joint = item.node().find("joint");
  const bool named = joint && joint->value.is_scalar();
  if (named && !read_locked(item.entry(*joint), joint->value.text, action)) return std::nullopt;
  const auto type = item.reading().types.find(action.joint);
  const DirectionSet free = action.direction                     ? DirectionSet{}.with(*action.direction)
                            : type == item.reading().types.end() ? DirectionSet{}
                                                                 : type->second.free;
  const bool slides = (free.bits & 7) != 0, turns = (free.bits & 56) != 0;
  const Fields fields(item, slides ? schema::translation_latch : schema::rotation_latch,
                      "a joint and a stiffness, for example {joint: hip, stiffness: 2 kN*m/rad}");
  if (!fields || !named) return std::nullopt;
  if (!action.lock) {
    item.mistake("a latch is unlocked by its joint alone; write for example unlock: hip");
    return std::nullopt;
  }
  if (slides && turns) {
    fields.find("joint")->mistake(fmt::format("{0} slides and turns, which one stiffness cannot hold; name a direction, {0}.{1}",
                                              action.joint, join_or(names_of(free))));
    return std::nullopt;
  }
  const auto stiffness = fields.positive("stiffness"), damping = fields.not_negative("damping");
  if (!stiffness) return std::nullopt;
  action.latch = LockAction::Latch{*stiffness, damping.value_or(Number())};
  return action;
}

std::optional<LockAction> read_target(const Item& item, LockAction action) {
  action.lock = item.key() == LockAction::words[0];
  if (item.node().is_map()) return read_latch(item, action);
  if (!item.is_scalar("a joint or one of its directions, for example elbow or wrist.rx")) return std::nullopt;
  return read_locked(item, item.node().text, action) ? std::optional(action) : std::nullopt;
}
std::string write_target(const LockAction& action, ExpressionWriter& expressions) {
  const std::string target = action.direction ? name_of_target(action.joint, &*action.direction) : write_name(action.joint);
  if (!action.latch) return target;
  return Braces()
      .add("joint", target)
      .add("stiffness", expressions.write_living(action.latch->stiffness))
      .add("damping", expressions.write_living(action.latch->damping))
      .str();
}

std::optional<ReleaseAction> read_target(const Item& item, ReleaseAction action) {
  if (!item.is_scalar("a direction of a joint, for example nose.tx")) return std::nullopt;
  const auto target = read_target(item, item.node().text);
  if (!target) return std::nullopt;
  action.joint = target->joint;
  const auto direction = find_direction(target->direction);
  const DirectionSet held{static_cast<std::uint8_t>(~target->type.free.bits & 63)};
  if (direction && held.has(*direction)) {
    action.direction = *direction;
    return action;
  }
  item.mistake(direction ? fmt::format("{0} moves in {1} by its type; write unlock: {0}.{1} if it is locked", action.joint,
                                       name_of(*direction))
                         : fmt::format("\"{}\" names no direction; write {}.{}", shown(item.node().text), action.joint,
                                       join_or(names_of(held))));
  return std::nullopt;
}
std::string write_target(const ReleaseAction& action) { return name_of_target(action.joint, &action.direction); }

/// The name of what holds, and may be let go: a joint or a constraint.
std::optional<std::string> read_holder(const Item& item) {
  std::optional<Part> found;
  try {
    found = item.reading().names.find(resolve_name(item.reading(), item.context(), item.node().text));
  } catch (const Error&) {  // it will be said
  }
  return read_reference(item, found && found->kind == PartKind::constraint ? PartKind::constraint : PartKind::joint);
}

std::optional<BreakAction> read_target(const Item& item, BreakAction action) {
  const auto joint = read_holder(item);
  if (!joint) return std::nullopt;
  action.joint = *joint;
  return action;
}
std::string write_target(const BreakAction& action) { return write_name(action.joint); }

std::optional<CloseAction> read_target(const Item& item, CloseAction action) {
  std::optional<Item> name(item);
  if (item.node().is_map()) {
    const Fields fields(item, schema::closing, "");
    name = fields.find("joint");
    action.project = fields.word("fit").has_value();
  }
  const auto joint = name ? read_holder(*name) : std::nullopt;
  if (!joint) return std::nullopt;
  action.joint = *joint;
  return action;
}
std::string write_target(const CloseAction& action) {
  if (!action.project) return write_name(action.joint);
  return Braces().add("joint", write_name(action.joint)).add("fit", std::string("project")).str();
}

std::optional<StageAction> read_target(const Item& item, StageAction action) {
  if (!item.is_scalar("a name, for example cruise")) return std::nullopt;
  action.name = item.node().text;
  if (is_name(action.name)) return action;
  item.mistake(fmt::format("\"{}\" is no name; use letters, digits and _, beginning with a letter", shown(action.name)));
  return std::nullopt;
}
std::string write_target(const StageAction& action) { return write_name(action.name); }

std::optional<SetAction> read_target(const Item& item, SetAction action) {
  if (!item.is_map("values by path, for example {parameters.k: 2 kN/m}")) return std::nullopt;
  bool good = true;
  for (const SetValue& one : find_set_values(item)) {
    const auto value = read_set_value(one, Field::fixed);
    good = good && value;
    const std::string& text = one.item.node().text;
    if (value) action.values.push_back({one.path, *value, text.starts_with('=') ? text.substr(1) : text});
  }
  if (good && action.values.empty()) item.mistake("sets nothing; give a path and a value, or take it out");
  return good && !action.values.empty() ? std::optional(action) : std::nullopt;
}
std::string write_target(const SetAction& action, ExpressionWriter& expressions) {
  Braces out;
  for (const SetAction::Value& one : action.values) out.add(write_text(one.path), expressions.write_living(one.value));
  return out.str();
}

// ---- all kinds -------------------------------------------------------------------------------------------------------
template <class Kind>
constexpr bool stands_alone = Kind::form == ActionForm::alone;

/// visit(type_identity<Kind>(), word) for every word of every kind.
template <class Visit>
void for_each_word(Visit&& visit) {
  ActionKinds::for_each([&]<class Kind>(std::type_identity<Kind> kind) {
    for (std::string_view word : Kind::words) visit(kind, word);
  });
}

std::vector<std::string_view> all_words() {
  std::vector<std::string_view> words;
  for_each_word([&](auto, std::string_view word) { words.push_back(word); });
  return words;
}

/// `stop`, or a word that lacks what it acts on.
std::optional<Action> read_word(const Item& item) {
  std::optional<Action> action;
  std::vector<std::string> forms;
  for_each_word([&]<class Kind>(std::type_identity<Kind>, std::string_view word) {
    if constexpr (stands_alone<Kind>)
      if (item.node().text == word) action = Kind();
    forms.push_back(stands_alone<Kind> ? std::string(word) : fmt::format("{}: {}", word, Kind::example));
  });
  if (!action)
    item.mistake(fmt::format("there is no action \"{}\"; {}", shown(item.node().text),
                             suggest(item.node().text, {forms.begin(), forms.end()}, "")));
  return action;
}

}  // namespace

std::optional<Action> read_action(const Item& item) {
  if (!item.is_usable()) return std::nullopt;
  if (item.node().is_scalar()) return read_word(item);
  if (!item.is_map("an action, for example lock: elbow")) return std::nullopt;
  const auto entries = read_entries(item);
  if (entries.size() != 1) {
    item.mistake(fmt::format("{} actions in one element; write each as one of the list, for example [lock: hip, lock: knee]",
                             entries.size()));
    return std::nullopt;
  }
  const Item& entry = entries[0];
  bool known = false;
  std::optional<Action> action;
  for_each_word([&]<class Kind>(std::type_identity<Kind>, std::string_view word) {
    if (entry.key() != word) return;
    known = true;
    if constexpr (stands_alone<Kind>)
      entry.mistake_at_name(
          fmt::format("stands alone; write [{}]{}", word, word == "stop" ? ", and stop_force for a force" : ""));
    else if (const auto read = read_target(entry, Kind{}))
      action = *read;
  });
  if (!known) entry.mistake_at_name(fmt::format("there is no such action; {}", suggest(entry.key(), all_words(), "")));
  return action;
}

std::string write_action(const Action& action, ExpressionWriter& expressions) {
  return std::visit(
      [&]<class Kind>(const Kind& one) -> std::string {
        if constexpr (stands_alone<Kind>)
          return std::string(one.word());
        else if constexpr (requires { write_target(one, expressions); })
          return fmt::format("{}: {}", one.word(), write_target(one, expressions));
        else
          return fmt::format("{}: {}", one.word(), write_target(one));
      },
      action);
}

}  // namespace pintle
