#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/io/reading.h"

namespace pintle {

struct Context;

/// A node of the file with its path in the user's words. It knows how to complain.
class Item {
 public:
  Item(Reading& reading, const Node& node, std::string path, std::string key, const Mark& name, const Context* context = nullptr)
      : reading_(&reading), node_(&node), path_(std::move(path)), key_(std::move(key)), name_(name), context_(context) {}

  Reading& reading() const { return *reading_; }
  const Node& node() const { return *node_; }
  const std::string& path() const { return path_; }
  const std::string& key() const { return key_; }      // the last of the path, as written; empty for an element
  const Context* context() const { return context_; }  // the instance of a group that it describes; else null

  Item entry(const Node::Entry& entry) const {
    return {*reading_, entry.value, join_path(path_, entry.key), entry.key, entry.mark, context_};
  }
  Item element(std::size_t i) const;                         // "do[1]" is the first
  Item element(std::size_t i, std::string_view name) const;  // "gravity.z"

  /// At the value; at the key.
  void mistake(const std::string& sentence) const { reading_->add_mistake(node_->mark, path_, sentence); }
  void mistake_at_name(const std::string& sentence) const { reading_->add_mistake(name_, path_, sentence); }
  void warn(const std::string& sentence) const { reading_->add_warning(name_, path_, sentence); }

  /// A value that can be read at all: no null, anchor, alias or tag. If not, says so.
  bool is_usable() const;
  /// Usable and of this kind; `wanted` goes on as "give …": "a list of two bodies, for example [world, arm]".
  bool is_list(std::string_view wanted) const;
  bool is_map(std::string_view wanted) const;
  bool is_scalar(std::string_view wanted) const;

 private:
  Reading* reading_;
  const Node* node_;
  std::string path_, key_;
  Mark name_;
  const Context* context_;
};

/// Reports duplicate keys and `<<` of a map; the entries that are left, in file order.
std::vector<Item> read_entries(const Item& map);

/// Whether a value can be read at all, with all that is in it; for what nobody reads in detail. If not, says so.
bool is_usable_throughout(const Item& item);

/// A key or value that is half of an expression, torn at a comma inside { } or [ ]: one bracket is missing.
bool is_torn(std::string_view text);
inline constexpr const char* torn_sentence =
    "looks like a part of an expression: a bracket is missing, or a comma has torn it; put the whole expression in quotes";

}  // namespace pintle
