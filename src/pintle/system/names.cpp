#include "pintle/system/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pintle/base/error.h"

namespace pintle {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_well_formed(std::string_view name) {
  const auto allowed = [](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; };
  return !name.empty() && is_letter(name.front()) && std::ranges::all_of(name, allowed);
}

Part part_named(const NameTable& names, PartKind kind, std::string_view name, const std::string& where) {
  const auto part = names.find(name);
  if (part && part->kind == kind) return *part;
  const std::string_view section = section_of(kind);
  if (part) throw Error(where, fmt::format("{} is one of the {}, not of the {}", name, section_of(part->kind), section));
  throw Error(where, fmt::format("there is no {} in {}; add it there or mend the name", name, section));
}

}  // namespace

std::string_view section_of(PartKind kind) {
  constexpr std::array<std::string_view, 6> sections{"bodies", "joints", "forces", "surfaces", "contacts", "events"};
  return sections[static_cast<std::size_t>(kind)];
}

std::string where_of(PartKind kind, std::string_view name) { return fmt::format("{}.{}", section_of(kind), name); }

void NameTable::add(std::string_view name, Part part) {
  const std::string where = where_of(part.kind, name);
  if (!is_well_formed(name)) throw Error(where, fmt::format("'{}' is no name; take a letter, then letters, digits and _", name));
  if (name == "time" || name == "system" || name == "all" || (name == "world" && part.index != 0))
    throw Error(where, fmt::format("the name {} has a meaning of its own; take another", name));
  const auto [found, is_new] = parts_.try_emplace(std::string(name), part);
  if (!is_new)
    throw Error(where, fmt::format("the name is taken by {}; parts of all kinds share one namespace: rename one of them",
                                   where_of(found->second.kind, name)));
}

std::optional<Part> NameTable::find(std::string_view name) const {
  const auto found = parts_.find(name);
  if (found == parts_.end()) return std::nullopt;
  return found->second;
}

NameTable make_names(const Model& model) {
  NameTable names;
  names.add("world", {PartKind::body, 0});
  const auto add_all = [&](const auto& parts, PartKind kind, int first) {
    for (const auto& part : parts) names.add(part.name, {kind, first++});
  };
  add_all(model.bodies, PartKind::body, 1);
  add_all(model.joints, PartKind::joint, 0);
  add_all(model.point_forces, PartKind::force, 0);
  add_all(model.point_springs, PartKind::force, static_cast<int>(model.point_forces.size()));
  add_all(model.surfaces, PartKind::surface, 0);
  add_all(model.contacts, PartKind::contact, 0);
  add_all(model.events, PartKind::event, 0);
  return names;
}

BodyIndex body_named(const NameTable& names, std::string_view name, const std::string& where) {
  return BodyIndex(part_named(names, PartKind::body, name, where).index);
}

JointIndex joint_named(const NameTable& names, std::string_view name, const std::string& where) {
  return JointIndex(part_named(names, PartKind::joint, name, where).index);
}

}  // namespace pintle
