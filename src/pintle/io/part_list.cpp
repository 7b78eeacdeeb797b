#include "pintle/io/part_list.h"

#include <algorithm>

#include "pintle/io/named_values.h"

namespace pintle {

std::optional<Section> find_section(std::string_view name) {
  const auto found = std::ranges::find(section_names, name);
  if (found == section_names.end()) return std::nullopt;
  return static_cast<Section>(found - section_names.begin());
}

std::optional<PartKind> kind_of(Section section) {
  switch (section) {
    case Section::bodies: return PartKind::body;
    case Section::points: return PartKind::point;
    case Section::joints: return PartKind::joint;
    case Section::constraints: return PartKind::constraint;
    case Section::forces: return PartKind::force;
    case Section::surfaces: return PartKind::surface;
    case Section::contacts: return PartKind::contact;
    case Section::events: return PartKind::event;
    case Section::signals: return PartKind::signal;
    case Section::controllers: return PartKind::controller;
    case Section::initial:
    case Section::measures: break;
  }
  return std::nullopt;
}

const PartSource* PartList::find(Section section, std::string_view name) const {
  const auto& parts = of(section);
  const auto found = std::ranges::find(parts, name, &PartSource::name);
  return found == parts.end() ? nullptr : &*found;
}

std::string PartList::path_of(Section section, const PartSource& part) {
  if (part.changed) return join_path(name_of(section), part.name);
  if (!part.context) return join_path(name_of(section), part.entry->key);
  return join_path(join_path(part.context->group->path, name_of(section)), part.entry->key);
}

Item PartList::make_item(Reading& reading, Section section, const PartSource& part) const {
  return {reading, part.entry->value, path_of(section, part), part.entry->key, part.entry->mark, part.context};
}

Node::Entry& PartList::own_entry(Section section, const std::string& name, const Mark& mark) {
  auto& parts = of(section);
  const auto found = std::ranges::find(parts, name, &PartSource::name);
  if (found == parts.end()) {
    changed_.push_back({name, mark, Node()});
    parts.push_back({name, &changed_.back(), nullptr, true});
  } else {
    changed_.push_back(*found->entry);
    found->entry = &changed_.back();
    found->changed = true;
  }
  return changed_.back();
}

std::size_t PartList::size() const {
  std::size_t sum = 0;
  for (const auto& parts : sections_) sum += parts.size();
  return sum;
}

}  // namespace pintle
