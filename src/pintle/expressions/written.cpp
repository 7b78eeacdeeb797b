#include "pintle/expressions/written.h"

#include <fmt/core.h>

#include <utility>

namespace pintle {
namespace {

/// Whether what stands between `before` and `after` is a whole argument, index or expression.
bool is_alone(std::string_view before, std::string_view after) {
  const std::size_t left = before.find_last_not_of(' '), right = after.find_first_not_of(' ');
  const bool left_open = left == before.npos || before[left] == '(' || before[left] == ',' || before[left] == '[';
  const bool right_open = right == after.npos || after[right] == ')' || after[right] == ',' || after[right] == ']';
  return left_open && right_open;
}

}  // namespace

bool is_plain(std::string_view text) {
  constexpr std::string_view inside = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.";
  const std::size_t end = text.find_first_not_of(inside);
  if (end == text.npos || end == 0) return !text.empty() && end != 0;
  const std::size_t close = text.find_first_not_of("0123456789", end + 1);
  return text[end] == '[' && close == text.size() - 1 && text[close] == ']';
}

std::string in_parentheses(std::string_view text) { return is_plain(text) ? std::string(text) : fmt::format("({})", text); }

void Written::replace(std::size_t begin, std::size_t end, std::string by) {
  forget(begin);
  parts_.push_back({begin, end, std::move(by)});
}

void Written::replace_value(std::size_t begin, std::size_t end, const std::string& by) {
  replace(begin, end, is_alone(source_.substr(0, begin), source_.substr(end)) ? by : in_parentheses(by));
}

std::string Written::text(std::size_t begin, std::size_t end) const {
  std::string out;
  for (const Part& part : parts_) {
    if (part.begin < begin || part.end > end) continue;
    out += source_.substr(begin, part.begin - begin);
    out += part.by;
    begin = part.end;
  }
  out += source_.substr(begin, end - begin);
  return out;
}

void Written::forget(std::size_t begin) {
  while (!parts_.empty() && parts_.back().begin >= begin) parts_.pop_back();
}

}  // namespace pintle
