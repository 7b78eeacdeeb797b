#include "pintle/model/names.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "pintle/base/check.h"
#include "pintle/base/error.h"
#include "pintle/model/constraint_rules.h"

namespace pintle {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

Part part_named(const NameTable& names, PartKind kind, std::string_view name, const std::string& where) {
  const auto part = names.find(name);
  if (part && part->kind == kind) return *part;
  const std::string_view section = section_of(kind);
  if (part) throw Error(where, fmt::format("{} is one of the {}, not of the {}", name, section_of(part->kind), section));
  throw Error(where, fmt::format("there is no {} in {}; add it there or mend the name", name, section));
}

using Rows = std::vector<NameTable::Entry::Row>;

/// The rows of a constraint. A force holds what is a length, a moment what is an angle.
template <class Form>
Rows rows_of(const Form&, const Model&) {
  return rows_of_form<Form>();
}
Rows rows_of(const GearPart& gear, const Model& model) {
  const auto joint = std::ranges::find(model.joints, gear.joints[1].joint, &JointPart::name);
  const auto direction =
      joint == model.joints.end() ? std::nullopt : find_geared_direction(joint->type, gear.joints[1].direction);
  return {{"reaction", direction && is_translation(*direction) ? "N" : "N*m"}};
}
Rows rows_of(const VelocityPart& velocity, const Model&) {
  Rows rows;
  for (const VelocityRow& row : velocity.rows) rows.push_back({"reaction." + row.name, has_linear_part(row) ? "N" : "N*m"});
  return rows;
}

}  // namespace

std::vector<NameTable::Entry::Row> make_rows(std::span<const ElementSignal> signals) {
  Rows rows;
  for (const ElementSignal& signal : signals)
    rows.push_back({std::string(signal.name), std::string(signal.unit), signal.is_flag, signal.is_length, signal.title});
  return rows;
}

std::vector<NameTable::Entry::Row> contact_rows() {
  Rows rows;
  ContactKinds::for_each([&]<class Kind>(std::type_identity<Kind>) { rows = make_rows(Kind::signals); });
  return rows;
}

bool is_name(std::string_view text) {
  const auto allowed = [](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; };
  return !text.empty() && is_letter(text.front()) && std::ranges::all_of(text, allowed);
}

bool is_reserved(std::string_view name) {
  constexpr std::array<std::string_view, 6> format_words{"world", "time", "system", "all", "before", "next"};
  constexpr std::array<std::string_view, 7> yaml_words{"yes", "no", "on", "off", "true", "false", "null"};
  std::string low(name);
  for (char& c : low) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return std::ranges::find(format_words, name) != format_words.end() || std::ranges::find(yaml_words, low) != yaml_words.end();
}

std::string_view section_of(PartKind kind) {
  constexpr std::array<std::string_view, 10> sections{"bodies",   "points",   "joints", "constraints", "forces",
                                                      "surfaces", "contacts", "events", "signals",     "controllers"};
  return sections[static_cast<std::size_t>(kind)];
}

static constexpr std::array<std::string_view, 10> part_names{"body",    "point",   "joint", "constraint", "force",
                                                             "surface", "contact", "event", "signal",     "controller"};
std::string_view name_of(PartKind kind) { return part_names[static_cast<std::size_t>(kind)]; }
PartKind part_kind_named(std::string_view name) {
  const auto found = std::ranges::find(part_names, name);
  PINTLE_CHECK(found != part_names.end(), "a kind of part that nobody knows");
  return static_cast<PartKind>(found - part_names.begin());
}

std::string where_of(PartKind kind, std::string_view name) { return fmt::format("{}.{}", section_of(kind), name); }

void NameTable::add(Entry entry) {
  const std::string& name = entry.name;
  const Part part = entry.part;
  const bool is_world = part.kind == PartKind::body && part.index == 0;
  if (!is_name(name))
    throw Error(where_of(part.kind, name), fmt::format("'{}' is no name; take a letter, then letters, digits and _", name));
  if (is_reserved(name) && !is_world)
    throw Error(where_of(part.kind, name), fmt::format("the name {} has a meaning of its own; take another", name));
  const auto [found, is_new] = places_.try_emplace(name, static_cast<int>(entries_.size()));
  if (!is_new)
    throw Error(where_of(part.kind, name),
                fmt::format("the name is taken by {}; parts of all kinds share one namespace: rename one of them",
                            where_of(entries_[found->second].part.kind, name)));
  entries_.push_back(std::move(entry));
}

const NameTable::Entry* NameTable::find_entry(std::string_view name) const {
  const auto found = places_.find(name);
  return found == places_.end() ? nullptr : &entries_[found->second];
}

std::optional<Part> NameTable::find(std::string_view name) const {
  const Entry* entry = find_entry(name);
  return entry ? std::optional(entry->part) : std::nullopt;
}

std::vector<std::string_view> NameTable::names_of(PartKind kind) const {
  std::vector<std::string_view> names;
  for (const Entry& entry : entries_)
    if (entry.part.kind == kind && entry.name != "world") names.push_back(entry.name);
  return names;
}

NameTable make_names(const Model& model) {
  NameTable names;
  NameTable::Entry all_around;
  all_around.name = "world";
  names.add(all_around);
  const auto make = [](const std::string& name, PartKind kind, int index) -> NameTable::Entry {
    NameTable::Entry entry;
    entry.name = name;
    entry.part = {kind, index};
    return entry;
  };
  const auto add_all = [&](const auto& parts, PartKind kind, int first) {
    for (const auto& part : parts) names.add(make(part.name, kind, first++));
  };
  add_all(model.bodies, PartKind::body, 1);
  add_all(model.points, PartKind::point, 0);
  for (int j = 0; const JointPart& joint : model.joints) {
    NameTable::Entry entry = make(joint.name, PartKind::joint, j++);
    entry.type = joint.type;
    names.add(std::move(entry));
  }
  for (int c = 0; const ConstraintPart& constraint : model.constraints) {
    NameTable::Entry entry = make(constraint.name, PartKind::constraint, c++);
    entry.rows = std::visit([&](const auto& kind) { return rows_of(kind, model); }, constraint.kind);
    names.add(std::move(entry));
  }
  for (int c = 0; const ContactPart& contact : model.contacts) {
    NameTable::Entry entry = make(contact.name, PartKind::contact, c++);
    entry.rows = contact_rows();
    names.add(std::move(entry));
  }
  int force = 0;
  model.forces.for_each([&]<class Kind>(const ForcePart<Kind>& part) {
    NameTable::Entry entry = make(part.name, PartKind::force, force++);
    entry.rows = make_rows(Kind::signals);
    names.add(std::move(entry));
  });
  add_all(model.surfaces, PartKind::surface, 0);
  add_all(model.events, PartKind::event, 0);
  for (int i = 0; const SignalPart& signal : model.signals) {
    NameTable::Entry entry = make(signal.name, PartKind::signal, i++);
    entry.unit = signal.unit;
    names.add(std::move(entry));
  }
  add_all(model.controllers, PartKind::controller, 0);
  return names;
}

BodyIndex body_named(const NameTable& names, std::string_view name, const std::string& where) {
  return BodyIndex(part_named(names, PartKind::body, name, where).index);
}

JointIndex joint_named(const NameTable& names, std::string_view name, const std::string& where) {
  return JointIndex(part_named(names, PartKind::joint, name, where).index);
}

}  // namespace pintle
