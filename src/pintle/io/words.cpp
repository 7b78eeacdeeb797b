#include "pintle/io/words.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

namespace pintle {
namespace {

constexpr std::size_t longest_shown = 60, longest_compared = 40;

/// What other programs, and other people, call it; the first that can stand in a place is meant.
constexpr std::pair<std::string_view, std::string_view> other_words[] = {
    {"body", "bodies"},
    {"link", "bodies"},
    {"links", "bodies"},
    {"connections", "joints"},
    {"params", "parameters"},
    {"variables", "parameters"},
    {"constants", "parameters"},
    {"start", "initial"},
    {"initial_conditions", "initial"},
    {"simulation", "run"},
    {"settings", "run"},
    {"solver", "integrator"},
    {"solver", "run"},
    {"method", "integrator"},
    {"sensors", "signals"},
    {"output", "record"},
    {"outputs", "record"},
    {"end", "until"},
    {"t_end", "until"},
    {"end_time", "until"},
    {"stop_time", "until"},
    {"duration", "until"},
    {"duration", "for"},
    {"step", "dt"},
    {"time_step", "dt"},
    {"output_step", "output_every"},
    {"dt_out", "output_every"},
    {"tolerance", "rtol"},
    {"parent", "between"},
    {"child", "between"},
    {"bodies", "between"},
    {"position", "at"},
    {"position", "angle"},
    {"position", "displacement"},
    {"pos", "at"},
    {"point", "at"},
    {"origin", "at"},
    {"location", "at"},
    {"com", "at"},
    {"body", "at"},
    {"rotation", "rotate"},
    {"orientation", "rotate"},
    {"direction", "axis"},
    {"stiffness", "spring"},
    {"damping", "spring"},
    {"damper", "damping"},
    {"damper", "spring"},
    {"k", "stiffness"},
    {"c", "damping"},
    {"rest_length", "free_length"},
    {"natural_length", "free_length"},
    {"speed", "velocity"},
    {"speed", "rate"},
    {"velocity", "rate"},
    {"velocity", "angular_velocity"},
    {"rate", "velocity"},
    {"rate", "angular_velocity"},
    {"angle", "displacement"},
    {"angle", "rotate"},
    {"displacement", "angle"},
    {"torque", "moment"},
    {"moment", "torque"},
    {"if", "when"},
    {"at", "when"},
    {"time", "when"},
    {"condition", "when"},
    {"trigger", "when"},
    {"then", "do"},
    {"action", "do"},
    {"actions", "do"},
    {"average", "mean"},
    {"last", "final"},
    {"ground", "world"},
    {"earth", "world"},
    {"base", "world"},
    {"frame", "world"},
    {"pin", "hinge"},
    {"pivot", "hinge"},
    {"rotational", "hinge"},
    {"translational", "slider"},
};

int difference(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b)) ? 0 : 1;
}

/// Insertions, deletions, replacements and swaps of neighbours that turn a into b; case does not count.
int calc_edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + difference(a[i - 1], b[j - 1])});
      if (i > 1 && j > 1 && !difference(a[i - 1], b[j - 2]) && !difference(a[i - 2], b[j - 1]))
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::string one_line(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  return out;
}

std::string shown(std::string_view text) {
  if (text.size() <= longest_shown) return one_line(text);
  std::size_t n = longest_shown - 3;
  while (n > 0 && (text[n] & 0xc0) == 0x80) --n;  // not inside a character
  return one_line(text.substr(0, n)) + "…";
}

std::string find_nearest(std::string_view word, const std::vector<std::string_view>& candidates) {
  if (word.size() > longest_compared) return {};
  int best = std::max(1, static_cast<int>(word.size()) / 3) + 1;
  std::string_view nearest;
  for (std::string_view candidate : candidates) {
    const auto difference_in_size =
        static_cast<int>(std::max(candidate.size(), word.size()) - std::min(candidate.size(), word.size()));
    if (difference_in_size >= best) continue;
    const int distance = calc_edit_distance(word, candidate);
    if (distance < best && distance < static_cast<int>(candidate.size())) {
      best = distance;
      nearest = candidate;
    }
  }
  if (!nearest.empty()) return std::string(nearest);
  const auto is_candidate = [&](std::string_view text) { return std::ranges::find(candidates, text) != candidates.end(); };
  for (const auto& [other, ours] : other_words)
    if (other == word && is_candidate(ours)) return std::string(ours);
  const auto begins = [](std::string_view text, std::string_view with) { return with.size() > 2 && text.starts_with(with); };
  for (std::string_view candidate : candidates)
    if (begins(word, candidate) || begins(candidate, word)) return std::string(candidate);
  return {};
}

std::string suggest(std::string_view word, const std::vector<std::string_view>& candidates, std::string_view otherwise) {
  if (const std::string nearest = find_nearest(word, candidates); !nearest.empty())
    return fmt::format("did you mean {}?", nearest);
  if (candidates.empty()) return std::string(otherwise);
  if (candidates.size() == 1) return fmt::format("write {}", candidates[0]);
  std::string list = "known are";
  for (std::size_t i = 0; i < candidates.size() && i < 12; ++i) list += fmt::format("{} {}", i ? "," : "", candidates[i]);
  return list + (candidates.size() > 12 ? ", …" : "");
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t start = 0;;) {
    const std::size_t end = text.find(separator, start);
    parts.push_back(text.substr(start, end - start));
    if (end == text.npos) return parts;
    start = end + 1;
  }
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string join_or(const std::vector<std::string_view>& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i)
    out += fmt::format("{}{}", i == 0 ? "" : i + 1 == words.size() ? " or " : ", ", words[i]);
  return out;
}

}  // namespace pintle
