#pragma once
#include <fmt/core.h>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/io/item.h"
#include "pintle/io/words.h"

namespace pintle {

/// What a list of pairs is called in sentences.
struct PairWords {
  std::string_view first;    // "argument"
  std::string_view rows;     // "points"
  std::string_view example;  // "pairs of argument and value, for example [[0 s, 1 N], [1 s, 2 N]]"
};

/// `[[x, y], …]` with rising x, at most 100,000 rows; x(item) and y(item) read an element, or return nothing after they
/// have said why.
template <class Value, class ReadX, class ReadY>
std::optional<std::vector<std::pair<Value, Value>>> read_pairs(const Item& list, const PairWords& words, ReadX&& x, ReadY&& y) {
  constexpr std::size_t most = 100'000;
  if (!list.is_list(words.example)) return std::nullopt;
  const std::size_t count = list.node().items.size();
  if (count > most) {
    list.mistake(fmt::format("a table of {} {}; give at most {}", count, words.rows, most));
    return std::nullopt;
  }
  std::vector<std::pair<Value, Value>> pairs;
  for (std::size_t i = 0; i < count; ++i) {
    const Item row = list.element(i);
    if (!row.is_list(words.example)) return std::nullopt;
    if (row.node().items.size() != 2) {
      row.mistake(fmt::format("{} in a row; give {}", counted(row.node().items.size(), "element"), words.example));
      return std::nullopt;
    }
    const std::optional<Value> a = x(row.element(0)), b = y(row.element(1));
    if (!a || !b) return std::nullopt;
    if (!pairs.empty() && !(static_cast<double>(*a) > static_cast<double>(pairs.back().first))) {
      row.mistake(fmt::format("{} does not come after the {} before it; list the {} with rising {}s",
                              shown(row.node().items[0].text), words.first, words.rows, words.first));
      return std::nullopt;
    }
    pairs.emplace_back(*a, *b);
  }
  return pairs;
}

}  // namespace pintle
