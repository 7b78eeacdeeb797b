#include "pintle/io/places.h"

#include <fmt/core.h>

#include <charconv>

#include "pintle/io/words.h"

namespace pintle {
namespace {

/// "do[2]" as "do" and 2; without brackets 0.
std::pair<std::string_view, std::size_t> split_index(std::string_view word) {
  const std::size_t bracket = word.find('[');
  std::size_t index = 0;
  if (bracket != word.npos) std::from_chars(word.data() + bracket + 1, word.data() + word.size(), index);
  return {word.substr(0, bracket), index};
}

/// The child of a node under "axis", "do[1]", "z"; null if there is none.
const Node* find_child(const Node& node, std::string_view word) {
  const auto [key, index] = split_index(word);
  const Node* child = nullptr;
  if (const Node::Entry* entry = node.find(key)) child = &entry->value;
  const std::size_t axis = key.empty() ? key.npos : std::string_view("xyz").find(key[0]);
  if (!child && node.is_list() && node.items.size() == 3 && axis != key.npos) child = &node.items[axis];
  if (child && index >= 1 && index <= child->items.size()) child = &child->items[index - 1];
  return child;
}

}  // namespace

const Mark* ReadNotes::Places::find(std::string_view path) const {
  const auto words = split(path, '.');
  const Node* node = find_child(root, words[0]);
  const Mark* mark = node ? &node->mark : nullptr;
  std::size_t next = 1;
  if (const auto section = find_section(words[0]); section && words.size() > 1)
    if (const PartSource* part = parts->find(*section, words[1])) {
      node = &part->entry->value;
      mark = &node->mark;
      next = 2;
    }
  for (; node && next < words.size(); ++next) {
    node = find_child(*node, words[next]);
    if (node) mark = &node->mark;
  }
  return mark;
}

ReadNotes::ReadNotes() = default;
ReadNotes::~ReadNotes() = default;
ReadNotes::ReadNotes(ReadNotes&&) noexcept = default;
ReadNotes& ReadNotes::operator=(ReadNotes&&) noexcept = default;

std::string ReadNotes::where(std::string_view path) const {
  if (!places_) return std::string(path);
  const Mark* mark = places_->find(path);
  if (!mark) return fmt::format("{}: {}", places_->sources[0].name, path);
  return fmt::format("{}: {}", places_->sources[mark->source].where(*mark), path);
}

}  // namespace pintle
