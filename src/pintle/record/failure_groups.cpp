#include "pintle/record/failure_groups.h"

#include <algorithm>
#include <functional>

namespace pintle {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_of_name(char c) { return is_digit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Of "-1.5e-09", "inf", "nan" at the start of the text; 0: there is no number.
std::size_t length_of_number(std::string_view text) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  for (const std::string_view word : {"inf", "nan"})
    if (text.substr(at).starts_with(word) && (at + 3 == text.size() || !is_of_name(text[at + 3]))) return at + 3;
  const auto skip_digits = [&] {
    const std::size_t begin = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    return at > begin;
  };
  if (!skip_digits()) return 0;
  if (at + 1 < text.size() && text[at] == '.' && is_digit(text[at + 1])) ++at, skip_digits();
  const std::size_t whole = at;
  if (at < text.size() && text[at] == 'e') {
    ++at;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    if (!skip_digits()) at = whole;
  }
  return at;
}

}  // namespace

std::string mask_numbers(std::string_view reason) {
  std::string masked;
  for (std::size_t at = 0; at < reason.size();) {
    const bool in_name = at > 0 && is_of_name(reason[at - 1]);
    const std::size_t length = in_name ? 0 : length_of_number(reason.substr(at));
    if (length > 0) {
      masked += '#';
      at += length;
    } else {
      masked += reason[at++];
    }
  }
  return masked;
}

void FailureGroups::add(std::uint64_t number, const std::string& reason) {
  const auto [place, is_new] = places_.try_emplace(mask_numbers(reason), groups_.size());
  if (is_new) groups_.push_back({reason, 0, number});
  ++groups_[place->second].count;
}

std::vector<FailureGroup> FailureGroups::list() const {
  std::vector<FailureGroup> sorted = groups_;
  std::ranges::stable_sort(sorted, std::greater(), &FailureGroup::count);
  return sorted;
}

}  // namespace pintle
