#include "pintle/io/part_names.h"

#include <fmt/core.h>

#include <algorithm>

#include "pintle/io/named_values.h"
#include "pintle/io/parts/functions.h"
#include "pintle/io/parts/sections.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

constexpr Section with_names[] = {Section::bodies,  Section::points,     Section::joints,   Section::constraints,
                                  Section::forces,  Section::surfaces,   Section::contacts, Section::events,
                                  Section::signals, Section::controllers};

/// Whether the name can be; says so if not.
bool check_name(const Item& item, const PartSource& part, PartKind kind) {
  const Reading& reading = item.reading();
  const std::string& name = part.name;
  const std::string made = part.context ? fmt::format("{} (from {} in {})", name, item.key(), part.context->group->path) : name;
  if (is_torn(name)) {
    item.mistake_at_name(torn_sentence);
  } else if (!is_name(name)) {
    item.mistake_at_name(fmt::format("\"{}\" is no name; use letters, digits and _, beginning with a letter", shown(name)));
  } else if (is_reserved(name)) {
    item.mistake_at_name(fmt::format("\"{}\" is a word of its own in model files; choose another name", name));
  } else if (const auto other = reading.names.find(name)) {
    item.mistake_at_name(
        part.context || other->kind == kind
            ? fmt::format("there is {} {} already; names are unique among all parts, so rename one", a_part(other->kind), made)
            : fmt::format("there is also {} of this name; names are unique among all parts, so rename one", a_part(other->kind)));
  } else if (kind == PartKind::signal && reading.parameters->has(name)) {
    item.mistake_at_name("there is also a parameter of this name; rename one");
  } else {
    return true;
  }
  return false;
}

void mark_words(const Node& node, NamedValues& parameters) {
  if (node.is_scalar()) parameters.mark_used(node.text);
  for (const Node& item : node.items) mark_words(item, parameters);
  for (const Node::Entry& entry : node.entries) mark_words(entry.value, parameters);
}

}  // namespace

namespace {

/// The signals of parts whose kind decides about them.
std::vector<NameTable::Entry::Row> find_rows(Section section, const Item& item) {
  if (section == Section::constraints) return find_constraint_rows(item);
  if (section == Section::forces) return find_force_rows(item);
  if (section == Section::contacts) return contact_rows();
  return {};
}

}  // namespace

void collect_names(Reading& reading, PartList& parts) {
  reading.names.add({"world", {PartKind::body, 0}, {}, {}});
  std::unordered_set<const Node*> bad;  // a mistake in one instance is one in all
  for (Section section : with_names) {
    const PartKind kind = *kind_of(section);
    int index = kind == PartKind::body ? 1 : 0;
    for (const PartSource& part : parts.of(section)) {
      if (reading.has_enough()) return;
      if (bad.contains(&part.entry->value)) continue;
      const std::size_t before = reading.mistakes.size();
      const Item item = parts.make_item(reading, section, part);
      const Node::Entry* type = section == Section::joints ? part.entry->value.find("type") : nullptr;
      const auto its_type = type ? read_joint_type(item.entry(*type)) : std::nullopt;
      if (its_type) reading.types.emplace(part.name, *its_type);
      if (check_name(item, part, kind))
        reading.names.add({part.name,
                           {kind, index++},
                           its_type.value_or(JointType()),
                           section == Section::signals ? "1" : "",
                           find_rows(section, item)});
      if (section == Section::signals) reading.signals->add(part.name, item);
      if (reading.mistakes.size() > before && part.context) bad.insert(&part.entry->value);
    }
  }
}

void mark_unread_words(const Node& root, Reading& reading, const PartList& parts) {
  NamedValues& parameters = *reading.parameters;
  if (const Node::Entry* variants = root.find("variants")) mark_words(variants->value, parameters);
  if (!reading.dropped.empty() || std::ranges::any_of(parts.groups(), [](const Group& g) { return g.suffixes.empty(); }))
    for (const Node::Entry& entry : root.entries)
      if (find_section(entry.key) || entry.key == "repeat") mark_words(entry.value, parameters);
  for (const PartSource& part : parts.of(Section::controllers)) mark_words(part.entry->value, parameters);
}

}  // namespace pintle
