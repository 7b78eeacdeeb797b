#pragma once
#include <array>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/io/context.h"
#include "pintle/io/item.h"

namespace pintle {

/// Sections with parts in them, which a `repeat` group can have as well.
enum class Section : std::uint8_t {
  bodies,
  points,
  joints,
  constraints,
  forces,
  surfaces,
  contacts,
  controllers,
  initial,
  events,
  signals,
  measures
};
inline constexpr std::array<std::string_view, 12> section_names{"bodies",  "points",   "joints",   "constraints",
                                                                "forces",  "surfaces", "contacts", "controllers",
                                                                "initial", "events",   "signals",  "measures"};
constexpr std::string_view name_of(Section section) { return section_names[static_cast<std::size_t>(section)]; }
std::optional<Section> find_section(std::string_view name);
/// Nothing for a section whose entries have no name of their own in the model.
std::optional<PartKind> kind_of(Section section);

/// One part as the file describes it.
struct PartSource {
  std::string name;          // complete: upper3
  const Node::Entry* entry;  // of the file, or of a copy that a setting has changed
  const Context* context;    // null outside of groups
  bool changed = false;      // by a setting of its own
};

/// All parts of the file, those of groups written out: first those outside of groups, then group by group, instance by
/// instance.
class PartList {
 public:
  const std::deque<Group>& groups() const { return groups_; }
  std::vector<PartSource>& of(Section section) { return sections_[static_cast<std::size_t>(section)]; }
  const std::vector<PartSource>& of(Section section) const { return sections_[static_cast<std::size_t>(section)]; }
  const PartSource* find(Section section, std::string_view name) const;

  Item make_item(Reading& reading, Section section, const PartSource& part) const;
  static std::string path_of(Section section, const PartSource& part);

  Group& add_group(Group group) { return groups_.emplace_back(std::move(group)); }
  Context& add_context(Context context) { return contexts_.emplace_back(std::move(context)); }
  /// An entry of its own for the part, so that a setting can change it and nothing else; a new one if there is none.
  Node::Entry& own_entry(Section section, const std::string& name, const Mark& mark);
  std::size_t size() const;

 private:
  std::deque<Group> groups_;
  std::deque<Context> contexts_;
  std::deque<Node::Entry> changed_;
  std::array<std::vector<PartSource>, section_names.size()> sections_;
};

}  // namespace pintle
