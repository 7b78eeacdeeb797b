#include "pintle/io/variants.h"

#include <fmt/core.h>

#include <algorithm>

#include "pintle/io/values.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

std::vector<std::string_view> keys_of(const Node& map) {
  std::vector<std::string_view> keys;
  for (const Node::Entry& entry : map.entries) keys.push_back(entry.key);
  return keys;
}

/// Groups, choices and paths: their form, chosen or not.
bool check_groups(const Item& groups) {
  constexpr std::string_view wanted = "values by path, for example {parameters.mass: 3 kg}; {} changes nothing";
  if (!groups.is_map("groups of choices, for example legs: {soft: {}, stiff: {parameters.k: 10 kN/m}}")) return false;
  bool good = true;
  for (const Item& group : read_entries(groups)) {
    if (!group.is_map("choices, for example soft: {}, stiff: {parameters.k: 10 kN/m}")) return false;
    for (const Item& choice : read_entries(group)) {
      good = choice.is_map(wanted) && is_usable_throughout(choice) && good;
    }
  }
  return good;
}

std::vector<MarkedChoice> read_choose(const Item& top) {
  std::vector<MarkedChoice> choices;
  const Node::Entry* choose = top.node().find("choose");
  if (!choose || !top.entry(*choose).is_map("a choice for each group, for example {legs: stiff}")) return choices;
  for (const Item& entry : read_entries(top.entry(*choose)))
    if (const auto choice = read_text(entry)) choices.push_back({entry.key(), *choice, entry.node().mark, entry.path()});
  return choices;
}

}  // namespace

std::vector<PathValue> choose_variants(const Item& top, const std::vector<MarkedChoice>& given) {
  Reading& reading = top.reading();
  std::vector<MarkedChoice> choices = read_choose(top);
  for (const MarkedChoice& choice : given) {
    const auto other = std::ranges::find(choices, choice.group, &MarkedChoice::group);
    if (other == choices.end())
      choices.push_back(choice);
    else
      *other = choice;
  }
  const Node::Entry* variants = top.node().find("variants");
  if (variants && !check_groups(top.entry(*variants))) return {};
  const Node none;
  const Node& groups = variants ? variants->value : none;
  std::vector<PathValue> values;
  for (const MarkedChoice& choice : choices) {
    const Node::Entry* group = groups.find(choice.group);
    const Node::Entry* found = group ? group->value.find(choice.choice) : nullptr;
    if (!group)
      reading.add_mistake(choice.mark, choice.path,
                          fmt::format("`variants` has no group \"{}\"; {}", shown(choice.group),
                                      suggest(choice.group, keys_of(groups), "describe it there first")));
    else if (!found)
      reading.add_mistake(choice.mark, choice.path,
                          fmt::format("{} has no choice \"{}\"; {}", choice.group, shown(choice.choice),
                                      suggest(choice.choice, keys_of(group->value), "describe it first")));
    for (std::size_t i = 0; found && i < found->value.entries.size(); ++i) {
      const Node::Entry& entry = found->value.entries[i];
      const std::string path = fmt::format("variants.{}.{}", choice.group, choice.choice);
      values.push_back({entry.key, entry.value, entry.mark, join_path(path, entry.key)});
    }
  }
  return values;
}

}  // namespace pintle
