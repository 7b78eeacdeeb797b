#include "pintle/record/checkpoint.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <vector>

#include "pintle/base/archive.h"
#include "pintle/base/error.h"
#include "pintle/record/output_file.h"

namespace pintle {
namespace {

constexpr std::string_view head = "pintle checkpoint 1\n";

/// FNV-1a: a bit that flips or a byte that is missing changes it.
std::uint64_t calc_sum(std::string_view bytes) {
  std::uint64_t sum = 0xcbf29ce484222325;
  for (const char byte : bytes) sum = (sum ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  return sum;
}

void archive_fields(Archive& archive, Checkpoint& c) { archive("checkpoint", c.program, c.model, c.t, c.until, c.memory); }

/// Lines of a resolved model by their paths, in the order of the file.
struct Line {
  std::string path, value;
};

/// What stands between commas outside of quotes and brackets.
std::vector<std::string_view> split_members(std::string_view inside) {
  std::vector<std::string_view> members;
  int depth = 0;
  bool quoted = false;
  std::size_t from = 0;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const char c = inside[i];
    if (quoted) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      --depth;
    } else if (c == ',' && depth == 0) {
      members.push_back(inside.substr(from, i - from));
      from = std::min(inside.find_first_not_of(' ', i + 1), inside.size());
    }
  }
  members.push_back(inside.substr(from));
  return members;
}

/// A value by its path; of a map in braces each of its members.
void add_values(const std::string& path, std::string_view value, std::vector<Line>& lines) {
  if (value.size() < 3 || value.front() != '{' || value.back() != '}') return void(lines.push_back({path, std::string(value)}));
  for (const std::string_view member : split_members(value.substr(1, value.size() - 2))) {
    const std::size_t quote = member.starts_with('"') ? member.find('"', 1) : 0;  // no key has a quote in it
    const std::size_t colon = member.find(": ", std::min(quote, member.size()));
    if (colon == member.npos)
      lines.push_back({path, std::string(member)});
    else
      add_values(fmt::format("{}.{}", path, member.substr(0, colon)), member.substr(colon + 2), lines);
  }
}

std::vector<Line> read_lines(const std::string& text) {
  std::vector<Line> lines;
  std::vector<std::pair<std::size_t, std::string>> open;  // indents and keys above
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    const std::size_t indent = line.find_first_not_of(' ');
    if (indent == std::string::npos) continue;
    const std::size_t colon = std::min(line.find(':', indent), line.size());
    while (!open.empty() && open.back().first >= indent) open.pop_back();
    std::string path;
    for (const auto& [depth, key] : open) path += key + ".";
    const std::string key = line.substr(indent, colon - indent);
    open.emplace_back(indent, key);
    const std::size_t value = line.find_first_not_of(' ', std::min(colon + 1, line.size()));
    add_values(path + key, value == std::string::npos ? "" : std::string_view(line).substr(value), lines);
  }
  return lines;
}

/// At most so much of a long value, from `start`, with dots for what is left out.
std::string cut(std::string_view value, std::size_t start) {
  constexpr std::size_t longest = 60;
  const auto is_inside = [&](std::size_t at) { return at < value.size() && (value[at] & 0xc0) == 0x80; };  // a character
  std::size_t end = start + std::min(longest, value.size() - start);
  while (start > 0 && is_inside(start)) --start;
  while (end > start && is_inside(end)) --end;
  return fmt::format("{}{}{}", start > 0 ? "…" : "", value.substr(start, end - start), end < value.size() ? "…" : "");
}

/// Where two values part, with a little of what is before that.
std::string show_parting(std::string_view saved, std::string_view now) {
  constexpr std::size_t before = 20, short_enough = 60;
  const auto parting = static_cast<std::size_t>(std::ranges::mismatch(saved, now).in1 - saved.begin());
  const bool whole = std::max(saved.size(), now.size()) <= short_enough || parting <= before;
  const std::size_t start = whole ? 0 : parting - before;
  return fmt::format("{} in the checkpoint, {} now", cut(saved, start), cut(now, start));
}

constexpr const char* level() {
#if !defined(__x86_64__)
  return "another processor";
#elif defined(__AVX512F__) && defined(__AVX512DQ__)
  return "x86-64-v4";
#elif defined(__AVX2__) && defined(__FMA__)
  return "x86-64-v3";
#elif defined(__SSE4_2__)
  return "x86-64-v2";
#else
  return "x86-64";
#endif
}

}  // namespace

std::string name_of_program() {
#if defined(__OPTIMIZE__)
  constexpr const char* how = "optimized";
#else
  constexpr const char* how = "not optimized";
#endif
  return fmt::format("pintle {}, {}, compiler {}, {}", PINTLE_VERSION, level(), __VERSION__, how);
}

void write_checkpoint(const std::filesystem::path& file, Checkpoint checkpoint) {
  Archive archive;
  archive_fields(archive, checkpoint);
  const std::uint64_t sum = calc_sum(archive.bytes());
  std::string text(head);
  text.append(reinterpret_cast<const char*>(&sum), sizeof sum);
  text += archive.bytes();
  write_whole(file, text, true);
}

Checkpoint read_checkpoint(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw Error(file.string(), "there is no checkpoint; a run leaves one with --checkpoint, and where Ctrl-C ends it");
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const auto damaged = [&](const std::string& why) {
    return Error(file.string(), "the checkpoint is damaged (" + why + "); run the model again");
  };
  std::uint64_t sum = 0;
  if (!text.starts_with(head)) throw damaged("its first line is not that of a checkpoint");
  if (text.size() < head.size() + sizeof sum) throw damaged("it ends too early");
  std::memcpy(&sum, text.data() + head.size(), sizeof sum);
  const std::string_view body = std::string_view(text).substr(head.size() + sizeof sum);
  if (calc_sum(body) != sum) throw damaged("its bytes do not add up");
  Checkpoint checkpoint;
  try {
    Archive archive(body);
    archive_fields(archive, checkpoint);
    archive.finish();
  } catch (const Error& why) {
    throw damaged(why.what());
  }
  return checkpoint;
}

std::string find_differences(const std::string& saved, const std::string& now) {
  constexpr int most = 8;
  const std::vector<Line> before = read_lines(saved), after = read_lines(now);
  std::map<std::string, std::string> old, fresh;
  for (const Line& line : before) old.emplace(line.path, line.value);
  for (const Line& line : after) fresh.emplace(line.path, line.value);
  std::string text;
  int count = 0;
  const auto add = [&](const std::string& line) {
    if (++count <= most) text += "\n  " + line;
  };
  for (const auto& [path, value] : before) {
    const auto found = fresh.find(path);
    if (found == fresh.end())
      add(fmt::format("{}: {} in the checkpoint, nothing now", path, cut(value, 0)));
    else if (found->second != value)
      add(fmt::format("{}: {}", path, show_parting(value, found->second)));
  }
  for (const auto& [path, value] : after)
    if (!old.contains(path)) add(fmt::format("{}: nothing in the checkpoint, {} now", path, cut(value, 0)));
  if (count == 0 && saved != now) add("the order of its parts");
  if (count > most) text += fmt::format("\n  and {} more", count - most);
  return text;
}

}  // namespace pintle
