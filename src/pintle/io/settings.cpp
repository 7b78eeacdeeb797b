#include "pintle/io/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pintle/io/words.h"

namespace pintle {
namespace {

constexpr std::array<std::string_view, 6> part_sections{"bodies", "joints", "forces", "surfaces", "contacts", "events"};

std::vector<std::string> split_path(const std::string& path) {
  std::vector<std::string> keys(1);
  for (char c : path) {
    if (c == '.')
      keys.emplace_back();
    else
      keys.back() += c;
  }
  if (std::any_of(keys.begin(), keys.end(), [](const std::string& key) { return key.empty(); }))
    throw Error("the path has an empty word; write names joined by dots, for example gravity.z");
  return keys;
}

/// The place of x y z, or xx yy zz, in a list of three; -1 for other words.
int find_element(std::string_view key) {
  if (key.empty() || key.size() > 2 || key.front() != key.back()) return -1;
  const std::size_t axis = std::string_view("xyz").find(key[0]);
  return axis == std::string_view::npos ? -1 : static_cast<int>(axis);
}

/// [a, b, c] as {xx: a, yy: b, zz: c}, so that xy can be set.
void open_inertia(Node& list) {
  constexpr std::string_view keys[] = {"xx", "yy", "zz"};
  for (std::size_t i = 0; i < 3; ++i) {
    const Mark mark = list.items[i].mark;
    list.entries.push_back({std::string(keys[i]), mark, std::move(list.items[i])});
  }
  list.items.clear();
  list.kind = Node::Kind::map;
}

bool is_product_of_inertia(std::string_view key) { return key == "xy" || key == "xz" || key == "yz"; }

/// The child of `node` under `key`, made if it is not there.
Node& reach(const std::string& key, const std::string& path, const Mark& mark, Node& node) {
  if (node.kind == Node::Kind::null) {
    node = Node();
    node.kind = Node::Kind::map;
    node.mark = mark;
  }
  if (node.is_list()) {
    const int element = find_element(key);
    if (node.items.size() == 3 && element >= 0) return node.items[static_cast<std::size_t>(element)];
    if (node.items.size() != 3 || !is_product_of_inertia(key))
      throw Error(fmt::format("{} is a list, and \"{}\" is none of its elements; set the whole list", path, shown(key)));
    open_inertia(node);
  }
  if (!node.is_map())
    throw Error(fmt::format("{} is {}, and has no \"{}\" inside; set it as a whole", path, shown(node.text), shown(key)));
  if (key == "rotate" || key == "quaternion")
    std::erase_if(node.entries,
                  [&](const Node::Entry& entry) { return entry.key == (key == "rotate" ? "quaternion" : "rotate"); });
  if (Node::Entry* entry = node.find(key)) return entry->value;
  node.entries.push_back({key, mark, Node()});
  node.entries.back().value.mark = mark;
  return node.entries.back().value;
}

void merge(const std::string& path, const Node& value, Node& node) {
  const bool elements =
      node.is_list() && value.is_map() && !value.entries.empty() &&
      std::all_of(value.entries.begin(), value.entries.end(), [](const Node::Entry& e) { return find_element(e.key) >= 0; });
  if (!value.is_map() || !(node.is_map() || elements)) {
    node = value;
    return;
  }
  for (const Node::Entry& entry : value.entries) {
    if (value.find(entry.key) != &entry) throw Error(fmt::format("{}.{} is given twice; keep one", path, shown(entry.key)));
    merge(fmt::format("{}.{}", path, entry.key), entry.value, reach(entry.key, path, entry.mark, node));
  }
}

}  // namespace

void apply_setting(const std::string& path, const Node& value, Node& root) {
  const auto keys = split_path(path);
  Node* node = &root;
  std::string so_far;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const bool is_part = i == 1 && std::find(part_sections.begin(), part_sections.end(), keys[0]) != part_sections.end();
    if (is_part && keys.size() > 2 && !node->find(keys[1])) {
      std::vector<std::string_view> known;
      for (const Node::Entry& entry : node->entries) known.push_back(entry.key);
      throw Error(
          fmt::format("{} has no \"{}\"; {}", keys[0], shown(keys[1]), suggest(keys[1], known, "describe it in the file")));
    }
    node = &reach(keys[i], so_far.empty() ? "the file" : so_far, value.mark, *node);
    so_far = so_far.empty() ? keys[i] : so_far + "." + keys[i];
  }
  merge(so_far, value, *node);
}

}  // namespace pintle
