#include "pintle/io/context.h"

#include <fmt/core.h>

#include "pintle/base/error.h"
#include "pintle/io/named_values.h"
#include "pintle/io/part_list.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

constexpr std::size_t most_candidates = 2000;

/// "link" of "link.angle", and ".angle".
std::pair<std::string_view, std::string_view> split_first(std::string_view text) {
  const std::size_t dot = text.find('.');
  return dot == text.npos ? std::pair(text, std::string_view()) : std::pair(text.substr(0, dot), text.substr(dot));
}

std::vector<std::string_view> own_names(const Group& group) {
  std::vector<std::string_view> names;
  for (const auto& [name, kind] : group.own) names.push_back(name);
  return names;
}

/// before.link or next.link, and what follows.
std::string resolve_neighbour(const Context* context, std::string_view side, std::string_view rest) {
  if (!context)
    throw Error(fmt::format("`{}` has a meaning inside `repeat` only; write the complete name, for example link3", side));
  if (rest.size() < 2) throw Error(fmt::format("`{}` of what? write for example {}.link", side, side));
  const auto [part, after] = split_first(rest.substr(1));
  const Group& group = *context->group;
  const bool before = side == "before";
  const int place = context->place + (before ? -1 : 1);
  if (!group.own.contains(part))
    throw Error(
        fmt::format("{} has no part \"{}\"; {}", group.path, shown(part), suggest(part, own_names(group), "take it out")));
  if (place >= 0 && place < static_cast<int>(group.suffixes.size()))
    return std::string(part).append(group.suffixes[place]).append(after);
  const auto& ends = before ? group.first : group.last;
  const auto end = ends.find(fmt::format("{}.{}", side, part));
  if (end != ends.end()) return fmt::format("{}{}", end->second, after);
  throw Error(
      fmt::format("{}.{} does not exist for the {} instance; say in {} what it means there, for example {}: {{{}.{}: world}}",
                  side, part, before ? "first" : "last", group.path, before ? "first" : "last", side, part));
}

}  // namespace

Context::Context() = default;
Context::Context(Context&&) noexcept = default;
Context::~Context() = default;

std::string resolve_name(const Reading& reading, const Context* context, std::string_view text) {
  const auto [part, rest] = split_first(text);
  if (part == "before" || part == "next") return resolve_neighbour(context, part, rest);
  if (part == "all")
    throw Error(fmt::format("{} stands for several parts; use it within count, any, all_of, sum, min or max", shown(text)));
  if (!context || !context->group->own.contains(part)) return std::string(text);
  std::string own = std::string(part).append(context->suffix());
  const bool outer = !reading.names.find(own) && reading.names.find(part);
  return outer ? std::string(text) : own.append(rest);
}

std::pair<std::string_view, std::string_view> split_direction(std::string_view text) {
  const std::size_t neighbour = text.starts_with("before.") || text.starts_with("next.") ? text.find('.') + 1 : 0;
  const std::size_t dot = text.find('.', neighbour);
  return dot == text.npos ? std::pair(text, std::string_view()) : std::pair(text.substr(0, dot), text.substr(dot + 1));
}

std::vector<std::string> resolve_all(const Reading& reading, std::string_view part) {
  std::vector<std::string> names;
  bool found = false;
  for (const Group& group : reading.parts->groups()) {
    if (!group.own.contains(part)) continue;
    found = true;
    for (const std::string& suffix : group.suffixes)
      if (std::string name = std::string(part).append(suffix); reading.names.find(name)) names.push_back(std::move(name));
  }
  if (found) return names;
  std::vector<std::string_view> known;
  for (const Group& group : reading.parts->groups())
    for (std::string_view name : own_names(group)) known.push_back(name);
  throw Error(fmt::format("all.{}: no group of `repeat` has a part \"{}\"; {}", shown(part), shown(part),
                          suggest(part, known, "write the parts out")));
}

std::string a_part(PartKind kind) { return fmt::format("{} {}", kind == PartKind::event ? "an" : "a", name_of(kind)); }

std::vector<std::string_view> find_candidates(const Reading& reading, const Context* context, PartKind kind) {
  std::vector<std::string_view> names;
  if (context)
    for (const auto& [name, its_kind] : context->group->own)
      if (its_kind == kind) names.push_back(name);
  for (const NameTable::Entry& entry : reading.names.entries())
    if (entry.part.kind == kind && entry.name != "world" && names.size() < most_candidates) names.push_back(entry.name);
  return names;
}

}  // namespace pintle
