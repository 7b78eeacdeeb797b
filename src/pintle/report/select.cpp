#include "pintle/report/select.h"

#include <algorithm>
#include <numeric>

namespace pintle {
namespace {

constexpr std::size_t longest_compared = 80;

bool begins_with_part(std::string_view name, std::string_view part) {
  return name.starts_with(part) && (name.size() == part.size() || name[part.size()] == '.');
}

template <class Fits>
std::vector<std::size_t> find_all(const std::vector<std::string>& names, Fits fits) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (fits(std::string_view(names[i]))) found.push_back(i);
  return found;
}

/// `hip.load.force` of `all.hip.load.force` against `hip2.load.force`: the first part may go on up to its dot.
bool fits_family(std::string_view wish, std::string_view name) {
  const std::string_view part = wish.substr(0, wish.find('.')), rest = wish.substr(part.size());
  if (part.empty() || !name.starts_with(part)) return false;
  const std::size_t dot = std::min(name.find('.'), name.size());
  return rest.empty() || begins_with_part(name.substr(dot), rest) || fits_pattern(rest, name.substr(dot));
}

/// Insertions, deletions and replacements from one text to the other.
int calc_distance(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int corner = row[0];
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int next = std::min({row[j] + 1, row[j - 1] + 1, corner + (a[i - 1] == b[j - 1] ? 0 : 1)});
      corner = row[j];
      row[j] = next;
    }
  }
  return row.back();
}

}  // namespace

bool fits_pattern(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0, star = std::string_view::npos, resume = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::vector<std::size_t> select_signals(const std::vector<std::string>& names, std::string_view wish) {
  if (const auto at = std::ranges::find(names, wish); at != names.end()) return {static_cast<std::size_t>(at - names.begin())};
  if (wish.empty()) return {};
  std::vector<std::size_t> found = find_all(names, [&](std::string_view name) { return begins_with_part(name, wish); });
  if (found.empty() && wish.starts_with("all."))
    found = find_all(names, [&](std::string_view name) { return fits_family(wish.substr(4), name); });
  if (found.empty() && wish.find_first_of("*?") != std::string_view::npos) {
    const std::string longer = std::string(wish) + ".*";
    found = find_all(names, [&](std::string_view name) { return fits_pattern(wish, name) || fits_pattern(longer, name); });
  }
  return found;
}

/// Compared with the whole names and with their beginnings, so that `elbw` finds elbow.angle.
std::vector<std::string> find_near_names(const std::vector<std::string>& names, std::string_view wish, std::size_t most) {
  std::vector<std::pair<int, std::string>> near;
  const int far = std::max(2, static_cast<int>(wish.size()) / 3);
  wish = wish.substr(0, longest_compared);
  for (const std::string& name : names) {
    std::string_view whole = name;
    int best = far + 1;
    std::string_view nearest;
    for (std::size_t end = whole.find('.');; end = whole.find('.', end + 1)) {
      const std::string_view part = whole.substr(0, end);
      const int distance = part.size() > longest_compared ? far + 1 : calc_distance(wish, part);
      if (distance < best) {
        best = distance;
        nearest = part;
      }
      if (end == std::string_view::npos) break;
    }
    if (best <= far) near.emplace_back(best, nearest);
  }
  std::ranges::stable_sort(near, {}, &std::pair<int, std::string>::first);
  std::vector<std::string> out;
  for (const auto& [distance, name] : near)
    if (out.size() < most && std::ranges::find(out, name) == out.end()) out.push_back(name);
  return out;
}

}  // namespace pintle
