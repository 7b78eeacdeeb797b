#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pintle/base/index.h"
#include "pintle/model/model.h"

namespace pintle {

/// The kinds of parts that have a name. Forces are numbered through, kind by kind.
enum class PartKind : std::uint8_t { body, point, joint, constraint, force, surface, contact, event, signal, controller };
/// The section of a file in which the parts of a kind stand: "bodies", "joints", …
std::string_view section_of(PartKind kind);
/// One of them: "body", "joint", …
std::string_view name_of(PartKind kind);
PartKind part_kind_named(std::string_view name);

struct Part {
  PartKind kind = PartKind::body;
  int index = 0;  // in its list; bodies count from 1, the world is 0
};

/// Name → part. All kinds share one namespace (docs/format.md section 1); "world" is body 0. It knows as much of a part as
/// its signals depend on.
class NameTable {
 public:
  struct Entry {
    std::string name;
    Part part;
    JointType type;    // of a joint
    std::string unit;  // of a user's signal
    struct Row {
      std::string signal, unit;  // of a multiplier: "reaction", or "reaction.slip" of a row with a name
      bool is_flag = false, is_length = false;
      std::string_view title = {};  // of its picture
    };
    std::vector<Row> rows{};  // of a constraint, a force, a contact: its signals
  };

  /// Throws Error on a name that is not well formed, is taken, or is a word of the format (`time`, `system`).
  void add(Entry entry);
  const Entry* find_entry(std::string_view name) const;
  std::optional<Part> find(std::string_view name) const;
  /// In the order of their making.
  const std::vector<Entry>& entries() const { return entries_; }
  std::vector<std::string_view> names_of(PartKind kind) const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  std::vector<Entry> entries_;
  std::unordered_map<std::string, int, Hash, std::equal_to<>> places_;
};

/// What can be recorded of an element; of any contact.
std::vector<NameTable::Entry::Row> make_rows(std::span<const ElementSignal> signals);
std::vector<NameTable::Entry::Row> contact_rows();

/// The input that says whether a number which follows from others has a value of its own, that an event or a controller has set.
inline std::string name_of_switch(std::string_view path) { return std::string(path) + " is set"; }

/// A letter, then letters, digits and _.
bool is_name(std::string_view text);
/// A word of the format, or one that YAML readers take for true, false or null.
bool is_reserved(std::string_view name);

NameTable make_names(const Model& model);

/// The body or joint of that name; `where` is the place of the one who asks. Throws Error if there is none.
BodyIndex body_named(const NameTable& names, std::string_view name, const std::string& where);
JointIndex joint_named(const NameTable& names, std::string_view name, const std::string& where);

/// "joints.elbow"; the place in the user's words, for sentences of errors.
std::string where_of(PartKind kind, std::string_view name);

}  // namespace pintle
