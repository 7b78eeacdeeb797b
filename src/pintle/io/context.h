#pragma once
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/io/reading.h"

namespace pintle {

/// A `repeat` group: parts that are there once for each suffix.
struct Group {
  std::string name, path;                                       // "leg", "repeat.leg"
  std::vector<std::string> suffixes;                            // "1", "2", … or the names of the rows of `over`
  std::map<std::string, PartKind, std::less<>> own;             // its parts, without suffix
  std::map<std::string, std::string, std::less<>> first, last;  // what before.link, next.link mean at the ends
};

/// One instance of a group, which gives names a meaning of their own. Parts outside of groups have none.
struct Context {
  const Group* group = nullptr;
  int place = 0;                       // among the instances, from 0
  std::unique_ptr<NamedValues> words;  // parameters of the group and of the row
  int instance = no_instance;          // in the model, if the group is turned

  Context();
  Context(Context&&) noexcept;
  ~Context();
  const std::string& suffix() const { return group->suffixes[place]; }
};

/// In the model; no_instance outside of groups that turn.
inline int instance_of(const Context* context) { return context ? context->instance : no_instance; }

/// What a name means where it stands: "link" is this instance's link3, else the outer link; "before.link.angle" is
/// "link2.angle". What follows the part's name stays as it is. Throws Error with a sentence.
std::string resolve_name(const Reading& reading, const Context* context, std::string_view text);

/// "wrist" and "rx" of "wrist.rx"; "before.wrist" and "rx" of "before.wrist.rx"; the second is empty if there is no direction.
std::pair<std::string_view, std::string_view> split_direction(std::string_view text);

/// The parts that `all.hip` means, in their order. Throws Error if no group has such a part.
std::vector<std::string> resolve_all(const Reading& reading, std::string_view part);

/// Names of this kind that can stand in a place, for suggestions: short ones first. Not all, if there are very many.
std::vector<std::string_view> find_candidates(const Reading& reading, const Context* context, PartKind kind);

/// "a joint", "an event".
std::string a_part(PartKind kind);

}  // namespace pintle
