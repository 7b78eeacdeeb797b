#include "pintle/io/item.h"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_map>

#include "pintle/io/words.h"

namespace pintle {
namespace {

std::string_view name_of(Node::Kind kind) {
  switch (kind) {
    case Node::Kind::list: return "a list";
    case Node::Kind::map: return "a map";
    default: return "a single value";
  }
}

/// yaml-cpp writes !!float as tag:yaml.org,2002:float.
std::string shown_tag(std::string_view tag) {
  constexpr std::string_view standard = "tag:yaml.org,2002:";
  return tag.starts_with(standard) ? "!!" + shown(tag.substr(standard.size())) : shown(tag);
}

}  // namespace

Item Item::element(std::size_t i) const {
  const Node& node = node_->items[i];
  return {*reading_, node, fmt::format("{}[{}]", path_, i + 1), "", node.mark, context_};
}

Item Item::element(std::size_t i, std::string_view name) const {
  const Node& node = node_->items[i];
  return {*reading_, node, join_path(path_, name), std::string(name), node.mark, context_};
}

bool Item::is_usable() const {
  const std::size_t before = reading_->mistakes.size();
  if (node_->kind == Node::Kind::alias) mistake("aliases (*name) are not read; write the value out");
  if (node_->anchored) mistake("anchors (&name) are not read; take the anchor out");
  if (!node_->tag.empty()) mistake(fmt::format("the tag {} is not read; take it out", shown_tag(node_->tag)));
  if (node_->kind == Node::Kind::null)
    reading_->add_mistake(node_->mark.source > 0 ? node_->mark : name_, path_,
                          is_torn(key_) ? torn_sentence : "has no value; give one, or take the key out");
  return reading_->mistakes.size() == before && node_->kind != Node::Kind::null && node_->kind != Node::Kind::alias;
}

bool Item::is_list(std::string_view wanted) const {
  if (!is_usable()) return false;
  if (!node_->is_list()) mistake(fmt::format("{} where a list is expected; give {}", name_of(node_->kind), wanted));
  return node_->is_list();
}

bool Item::is_map(std::string_view wanted) const {
  if (!is_usable()) return false;
  if (!node_->is_map()) mistake(fmt::format("{} where keys with values are expected; give {}", name_of(node_->kind), wanted));
  return node_->is_map();
}

bool Item::is_scalar(std::string_view wanted) const {
  if (!is_usable()) return false;
  if (!node_->is_scalar()) mistake(fmt::format("{} where a single value is expected; give {}", name_of(node_->kind), wanted));
  return node_->is_scalar();
}

std::vector<Item> read_entries(const Item& map) {
  std::vector<Item> items;
  std::unordered_map<std::string_view, int> first_lines;
  for (const Node::Entry& entry : map.node().entries) {
    const Item item = map.entry(entry);
    const auto [first, is_new] = first_lines.emplace(entry.key, entry.mark.line + 1);
    if (entry.key == "<<")
      item.mistake_at_name("merge keys (<<) are not read; write the values out");
    else if (!is_new)
      item.mistake_at_name(fmt::format("stands here a second time, first in line {}; keep one", first->second));
    else
      items.push_back(item);
  }
  return items;
}

bool is_usable_throughout(const Item& item) {
  bool good = item.is_usable();
  for (std::size_t i = 0; i < item.node().items.size(); ++i) good = is_usable_throughout(item.element(i)) && good;
  const std::size_t before = item.reading().mistakes.size();
  for (const Item& entry : read_entries(item)) good = is_usable_throughout(entry) && good;
  return good && item.reading().mistakes.size() == before;
}

bool is_torn(std::string_view text) {
  return std::count(text.begin(), text.end(), '(') != std::count(text.begin(), text.end(), ')');
}

}  // namespace pintle
