#include "pintle/io/settings.h"

#include <fmt/core.h>

#include <algorithm>

#include "pintle/io/schema/schema.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

std::vector<std::string> split_path(const std::string& path) {
  const auto parts = split(path, '.');
  const std::vector<std::string> keys(parts.begin(), parts.end());
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
    node.made = true;
  }
  if (node.is_list()) {
    const int element = find_element(key);
    if (node.items.size() == 3 && element >= 0) return node.items[element];
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

/// The new value, which remembers what it replaces: a number without unit takes its dimension from there.
void replace(const Node& value, Node& node) {
  auto old = node.is_scalar() ? std::make_shared<const Node>(std::move(node)) : nullptr;
  node = value;
  node.replaced = std::move(old);
}

/// A number that stays as it is, and may be another one in every case.
void mark_input(const std::string& path, const Node& value, Node& node) {
  if (!node.is_scalar())
    throw Error(
        fmt::format("{} is no number of the file that cases could vary; give it a value there, or name one that has", path));
  node.input = value.input;
}

void merge(const std::string& path, const Node& value, Node& node) {
  if (value.kind == Node::Kind::null && !value.input.empty()) return mark_input(path, value, node);
  const bool elements =
      node.is_list() && value.is_map() && !value.entries.empty() &&
      std::all_of(value.entries.begin(), value.entries.end(), [](const Node::Entry& e) { return find_element(e.key) >= 0; });
  if (!value.is_map() || !(node.is_map() || elements)) {
    replace(value, node);
    return;
  }
  for (const Node::Entry& entry : value.entries) {
    if (value.find(entry.key) != &entry) throw Error(fmt::format("{}.{} is given twice; keep one", path, shown(entry.key)));
    merge(fmt::format("{}.{}", path, entry.key), entry.value, reach(entry.key, path, entry.mark, node));
  }
}

/// Goes on from `node`, which stands at `so_far`, along keys[first], keys[first + 1], …
void apply(const std::vector<std::string>& keys, std::size_t first, std::string so_far, const Node& value, Node* node) {
  for (std::size_t i = first; i < keys.size(); ++i) {
    node = &reach(keys[i], so_far.empty() ? "the file" : so_far, value.mark, *node);
    so_far = so_far.empty() ? keys[i] : so_far + "." + keys[i];
  }
  merge(so_far, value, *node);
}

[[noreturn]] void fail_no_part(const std::vector<std::string>& keys, const std::vector<std::string_view>& known) {
  throw Error(fmt::format("{} has no \"{}\"; {}", keys[0], shown(keys[1]), suggest(keys[1], known, "describe it in the file")));
}

/// A name without its section: `mass` for parameters.mass. Throws Error.
void check_first(const std::string& first, const Node& root) {
  if (std::ranges::any_of(schema::top, [&](const Key& key) { return key.name == first; })) return;
  for (const Node::Entry& section : root.entries)
    if (section.value.find(first))
      throw Error(
          fmt::format("there is no \"{}\" at the top of the file; did you mean {}.{}?", shown(first), section.key, first));
}

}  // namespace

bool apply_setting(const PathValue& setting, Node& root) {
  const auto keys = split_path(setting.path);
  check_first(keys[0], root);
  const auto section = keys.size() > 1 ? find_section(keys[0]) : std::nullopt;
  const Node::Entry* parts = section ? root.find(keys[0]) : nullptr;
  const bool is_new = section && !(parts && parts->value.find(keys[1]));
  if (is_new && root.find("repeat")) return false;
  if (is_new && keys.size() > 2 && section != Section::initial) {
    std::vector<std::string_view> known;
    if (parts)
      for (const Node::Entry& entry : parts->value.entries) known.push_back(entry.key);
    fail_no_part(keys, known);
  }
  apply(keys, 0, "", setting.value, &root);
  return true;
}

void apply_to_instance(const PathValue& setting, PartList& parts) {
  const auto keys = split_path(setting.path);
  const Section section = *find_section(keys[0]);
  if (keys.size() > 2 && section != Section::initial && !parts.find(section, keys[1])) {
    std::vector<std::string_view> known;
    for (const PartSource& part : parts.of(section)) known.push_back(part.name);
    fail_no_part(keys, known);
  }
  Node::Entry& entry = parts.own_entry(section, keys[1], setting.value.mark);
  apply(keys, 2, keys[0] + "." + keys[1], setting.value, &entry.value);
}

}  // namespace pintle
