#include <fmt/core.h>

#include <array>
#include <string>

#include "pintle/io/members.h"

/// The keys of events. What stands in `do` is told by the actions themselves.
namespace pintle::schema {
namespace {

using enum Form;

/// "joint or joint.direction": what stands behind the word of an action; empty: nothing, or a map.
template <class Kind>
std::string_view target_of() {
  if constexpr (requires { Kind::acts_on; })
    return Kind::acts_on;
  else if constexpr (requires { Kind::target; })
    return Kind::target.names;
  else
    return {};
}

/// "lock, unlock: joint or joint.direction; …". Those with one sort of target that stand side by side are told together.
const std::string& told_actions() {
  static const std::string text = [] {
    std::string all;
    std::string_view before;
    ActionKinds::for_each([&]<class Kind>(std::type_identity<Kind>) {
      const std::string_view target = target_of<Kind>();
      const bool along = !target.empty() && target == before;
      if (along) all.resize(all.size() - before.size() - 2);
      if (!all.empty()) all += along ? ", " : "; ";
      for (bool first = true; std::string_view word : Kind::words) {
        all += fmt::format("{}{}", first ? "" : ", ", word);
        first = false;
      }
      if (!target.empty()) all += fmt::format(": {}", target);
      before = target;
    });
    return all + ". [] only logs";
  }();
  return text;
}

const std::array<Key, 8>& event_keys() {
  static const std::array<Key, 8> keys{{
      {"when", condition, "", "when: time >= 1 s", "fires when this becomes true, also if it is true as it is armed"},
      {"do", actions, "", "do: [lock: elbow]", told_actions()},
      {"after", name, "", "", "armed once this event has fired"},
      {"for", quantity, "s", "", "the condition must have held for so long"},
      {"once", flag, "", "", "default true"},
      {"rearm", flag, "", "", "the opposite of `once`"},
      {"active", flag, "", "", "default true; else it is never armed"},
      {"if", condition, "", "", drops},
  }};
  return keys;
}

}  // namespace

const Schema event = event_keys();

void add_action_schemas(std::vector<NamedSchema>& list) {
  ActionKinds::for_each([&]<class Kind>(std::type_identity<Kind>) {
    if constexpr (Described<Kind>) {
      static const std::string title = fmt::format("The action `{}`", Kind::words[0]);
      list.push_back({Kind::words[0], title, &PartKeys<Kind>::schema});
    }
  });
}

}  // namespace pintle::schema
