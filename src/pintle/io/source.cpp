#include "pintle/io/source.h"

#include <fmt/core.h>

#include <algorithm>

namespace pintle {
namespace {

bool is_continuation(char c) { return (c & 0xc0) == 0x80; }

/// Bytes of the UTF-8 character at `i`; 0 if it is none [Unicode 15, table 3-7].
std::size_t calc_character_size(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t k) { return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0u; };
  const auto follows = [&](std::size_t k) { return (byte(k) & 0xc0) == 0x80; };
  const unsigned a = byte(0), b = byte(1);
  if (a < 0x80) return 1;
  if (a >= 0xc2 && a <= 0xdf) return follows(1) ? 2 : 0;
  if (a >= 0xe0 && a <= 0xef) {
    const bool overlong = a == 0xe0 && b < 0xa0, surrogate = a == 0xed && b > 0x9f;
    return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (a >= 0xf0 && a <= 0xf4) {
    const bool overlong = a == 0xf0 && b < 0x90, beyond = a == 0xf4 && b > 0x8f;
    return follows(1) && follows(2) && follows(3) && !overlong && !beyond ? 4 : 0;
  }
  return 0;
}

}  // namespace

std::size_t Source::offset(const Mark& mark) const {
  std::size_t start = text.starts_with("\xef\xbb\xbf") ? 3 : 0;  // a byte-order mark has no column
  for (int line = 0; line < mark.line; ++line) {
    const std::size_t end = text.find('\n', start);
    if (end == std::string::npos) return text.size();
    start = end + 1;
  }
  return std::min(text.size(), start + static_cast<std::size_t>(mark.column));
}

std::string Source::where(const Mark& mark) const {
  if (!has_lines) return name;
  int column = 1;
  for (std::size_t i = offset({mark.source, mark.line, 0}), end = offset(mark); i < end; ++i)
    if (!is_continuation(text[i])) ++column;
  return fmt::format("{}:{}:{}", name, mark.line + 1, column);
}

std::vector<TextProblem> find_text_problems(std::string_view text, int source) {
  std::vector<TextProblem> problems;
  Mark mark{source, 0, 0};
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) return {{mark, "the file is UTF-16; save it as UTF-8"}};
  if (text.substr(0, 1000).find('\0') != text.npos) return {{mark, "this is no text; give a model file in YAML"}};
  bool tab = false, control = false;
  for (std::size_t i = text.starts_with("\xef\xbb\xbf") ? 3 : 0; i < text.size();) {
    const std::size_t size = calc_character_size(text, i);
    const auto c = static_cast<unsigned char>(text[i]);
    if (size == 0) {
      problems.push_back({mark, fmt::format("byte 0x{:02x} is not UTF-8; save the file as UTF-8", c)});
      return problems;
    }
    if (c == '\t' && !tab) problems.push_back({mark, "a tab; indent and separate with blanks"});
    tab |= c == '\t';
    const bool bad = (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f;
    if (bad && !control) problems.push_back({mark, fmt::format("a control character (0x{:02x}); take it out", c)});
    control |= bad;
    mark.column += static_cast<int>(size);
    if (c == '\n') mark = {source, mark.line + 1, 0};
    i += size;
  }
  return problems;
}

}  // namespace pintle
