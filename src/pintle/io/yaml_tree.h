#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/io/source.h"

/// YAML as it was written. yaml-cpp's own nodes forget duplicate keys, tags of empty values and where a key stood; so
/// its events build this tree, which forgets nothing and judges nothing.
namespace pintle {

struct Node {
  enum class Kind { null, scalar, list, map, alias };

  struct Entry;

  Kind kind = Kind::null;
  Mark mark;
  std::string text;                      // of a scalar
  bool plain = true;                     // a scalar without quotes
  bool anchored = false;                 // has a &name
  bool made = false;                     // a map that a path has made: the z of `gravity.z` where there was no gravity
  std::string tag;                       // explicit, "!x"; else empty
  std::string input;                     // the path of an input of cases that stands here; else empty
  bool is_set = false;                   // while a run goes on: the input counts from then on, before that what is written here
  std::vector<Node> items;               // of a list
  std::vector<Entry> entries;            // of a map, in file order, duplicates too
  std::shared_ptr<const Node> replaced;  // what stood here before a variant or a setting

  bool is_scalar() const { return kind == Kind::scalar; }
  bool is_list() const { return kind == Kind::list; }
  bool is_map() const { return kind == Kind::map; }
  /// The first entry with this key; null if there is none.
  const Entry* find(std::string_view key) const;
  Entry* find(std::string_view key);
};

struct Node::Entry {
  std::string key;
  Mark mark;  // of the key
  Node value;
};

/// The text is no YAML, or nothing that we read.
struct YamlProblem {
  Mark mark;
  std::string sentence;
};

/// Builds the tree of one document. Nesting is bounded, so no text can exhaust the stack. Throws YamlProblem.
Node parse_yaml(const Source& source, int source_index);

}  // namespace pintle
