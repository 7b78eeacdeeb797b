#include "support/mutate.h"

#include <array>
#include <cctype>
#include <vector>

namespace pintle {
namespace {

int place_in(const std::string& text, Random& random) { return random.integer(static_cast<int>(text.size()) + 1); }

struct Range {
  std::size_t first, size;
};

/// Runs of characters that values are made of.
std::vector<Range> find_values(const std::string& text) {
  std::vector<Range> values;
  for (std::size_t i = 0; i < text.size();) {
    const auto inside = [&](std::size_t k) {
      const auto c = static_cast<unsigned char>(text[k]);
      return std::isalnum(c) || c == '.' || c == '-' || c == '_' || c == '=';
    };
    std::size_t end = i;
    while (end < text.size() && inside(end)) ++end;
    if (end > i) values.push_back({i, end - i});
    i = end + 1;
  }
  return values;
}

void swap_values(std::string& text, Random& random) {
  const std::vector<Range> values = find_values(text);
  if (values.size() < 2) return;
  Range a = values[static_cast<std::size_t>(random.integer(static_cast<int>(values.size())))];
  Range b = values[static_cast<std::size_t>(random.integer(static_cast<int>(values.size())))];
  if (a.first > b.first) std::swap(a, b);
  if (a.first + a.size > b.first) return;
  const std::string first = text.substr(a.first, a.size), second = text.substr(b.first, b.size);
  text.replace(b.first, b.size, first);
  text.replace(a.first, a.size, second);
}

void spoil_value(std::string& text, Random& random) {
  constexpr std::array<const char*, 16> odd{"1e30",  "-1",   "0",     "1e-30", "nan",  "null", "[]",     "{}",
                                            "99999", "=1/0", "=time", "1e400", "true", "~",    "'text'", "=sqrt(-1)"};
  const std::vector<Range> values = find_values(text);
  if (values.empty()) return;
  const Range value = values[static_cast<std::size_t>(random.integer(static_cast<int>(values.size())))];
  text.replace(value.first, value.size, odd[static_cast<std::size_t>(random.integer(static_cast<int>(odd.size())))]);
}

void damage(std::string& text, Random& random) {
  const auto at = static_cast<std::size_t>(place_in(text, random));
  const bool inside = at < text.size();
  switch (random.integer(7)) {
    case 0: text.resize(at); break;
    case 1:
      if (inside) text[at] = static_cast<char>(text[at] ^ (1 << random.integer(8)));
      break;
    case 2: text.erase(at, static_cast<std::size_t>(1 + random.integer(8))); break;
    case 3: text.insert(at, text.substr(at, static_cast<std::size_t>(1 + random.integer(40)))); break;
    case 4:
      if (inside) text[at] = static_cast<char>(random.integer(256));
      break;
    case 5: swap_values(text, random); break;
    default: spoil_value(text, random);
  }
}

}  // namespace

std::string make_damaged(const std::string& text, Random& random) {
  std::string damaged = text;
  for (int count = 1 + random.integer(4); count > 0; --count) damage(damaged, random);
  return damaged;
}

}  // namespace pintle
