#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "pintle/base/index.h"
#include "pintle/model/model.h"

namespace pintle {

/// The kinds of parts that have a name. Point forces and point springs are both `forces`: springs count on from the
/// last point force, as in Structure::active.
enum class PartKind : std::uint8_t { body, joint, force, surface, contact, event };
/// The section of a file in which the parts of a kind stand: "bodies", "joints", …
std::string_view section_of(PartKind kind);

struct Part {
  PartKind kind;
  int index;  // in its list; bodies count from 1, the world is 0
};

/// Name → part. All kinds share one namespace (docs/format.md section 1); "world" is body 0.
class NameTable {
 public:
  /// Throws Error on a name that is not well formed, is taken, or is a word of the signals (`time`, `system`).
  void add(std::string_view name, Part part);
  std::optional<Part> find(std::string_view name) const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  std::unordered_map<std::string, Part, Hash, std::equal_to<>> parts_;
};

NameTable make_names(const Model& model);

/// The body or joint of that name; `where` is the place of the one who asks. Throws Error if there is none.
BodyIndex body_named(const NameTable& names, std::string_view name, const std::string& where);
JointIndex joint_named(const NameTable& names, std::string_view name, const std::string& where);

/// "joints.elbow"; the place in the user's words, for sentences of errors.
std::string where_of(PartKind kind, std::string_view name);

}  // namespace pintle
