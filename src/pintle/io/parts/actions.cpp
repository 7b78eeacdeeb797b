#include "pintle/io/parts/actions.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "pintle/base/joined.h"
#include "pintle/io/context.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"
#include "pintle/io/writing/braces.h"

namespace pintle {
namespace {

constexpr std::array<std::string_view, 8> later{"release", "break", "close", "impulse", "start", "stop_force", "set", "stage"};

bool is_later(std::string_view word) { return std::ranges::find(later, word) != later.end(); }

// ---- what the kinds act on: one pair of functions for each -----------------------------------------------------------
/// `joint` or `joint.direction`; the direction must be free.
std::optional<LockAction> read_target(const Item& item, LockAction action) {
  if (!item.is_scalar("a joint or one of its directions, for example elbow or wrist.rx")) return std::nullopt;
  const auto [name, direction] = split_direction(item.node().text);
  const auto joint = find_reference(item, name, PartKind::joint);
  if (!joint) return std::nullopt;
  action.lock = item.key() == LockAction::words[0];
  action.joint = *joint;
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
std::string write_target(const LockAction& action) {
  return action.direction ? fmt::format("{}.{}", action.joint, name_of(*action.direction)) : write_name(action.joint);
}

// ---- all kinds -------------------------------------------------------------------------------------------------------
template <class Kind>
constexpr bool stands_alone = Kind::example.empty();

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

std::string not_yet(std::string_view word) {
  std::vector<std::string_view> words = all_words();
  const std::string_view last = words.back();
  words.pop_back();
  return fmt::format("the action `{}` is not read yet; {} and {} are", word, joined(words), last);
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
    item.mistake(is_later(item.node().text) ? not_yet(item.node().text)
                                            : fmt::format("there is no action \"{}\"; {}", shown(item.node().text),
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
  if (!known)
    entry.mistake_at_name(is_later(entry.key())
                              ? not_yet(entry.key())
                              : fmt::format("there is no such action; {}", suggest(entry.key(), all_words(), "")));
  return action;
}

std::string write_action(const Action& action) {
  return std::visit(
      []<class Kind>(const Kind& one) -> std::string {
        if constexpr (stands_alone<Kind>)
          return std::string(one.word());
        else
          return fmt::format("{}: {}", one.word(), write_target(one));
      },
      action);
}

std::span<const std::string_view> later_actions() { return later; }

}  // namespace pintle
