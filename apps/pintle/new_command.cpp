#include "new_command.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "exit_code.h"
#include "pintle/io/words.h"
#include "pintle/record/output_file.h"
#include "templates.h"
#include "terminal.h"

namespace pintle {
namespace {

constexpr std::string_view count_lines[] = {"\n  n: ", "\n  legs: "};  // parameters that --n sets

/// The first line, without its mark.
std::string_view what_of(const Template& kind) {
  const std::string_view line = kind.text.substr(0, kind.text.find('\n'));
  return line.substr(std::min(line.size(), line.find_first_not_of("# ")));
}

/// Where the number stands that --n sets.
std::optional<std::size_t> find_count(const Template& kind) {
  for (const std::string_view line : count_lines)
    if (const std::size_t found = kind.text.find(line); found != std::string_view::npos) return found + line.size();
  return {};
}

std::string list_kinds() {
  std::string out = "pintle new KIND [FILE] writes a model to start from:\n";
  for (const Template& kind : templates())
    out += labelled(fmt::format("  {}", kind.name), fmt::format("{}{}", what_of(kind), find_count(kind) ? " (--n N)" : ""), 19,
                    text_width());
  return out;
}

std::string with_n(const Template& kind, int n) {
  std::string text(kind.text);
  const std::size_t start = *find_count(kind);
  return text.replace(start, text.find_first_not_of("0123456789", start) - start, std::to_string(n));
}

int refuse(const std::string& sentence) {
  complain(sentence);
  return exit_bad_command_line;
}

}  // namespace

int make_new(const NewCommand& c) {
  if (c.kind.empty()) return print_out(list_kinds()) ? exit_good : exit_run_failed;
  const auto kind = std::ranges::find(templates(), c.kind, &Template::name);
  if (kind == templates().end()) {
    std::vector<std::string_view> known;
    for (const Template& one : templates()) known.push_back(one.name);
    return refuse(fmt::format("new: there is no '{}'; {}", c.kind, suggest(c.kind, known, "")));
  }
  if (c.n > 0 && !find_count(*kind)) return refuse(fmt::format("--n: {} has no number of parts to set; leave it out", c.kind));
  const std::string text = c.n > 0 ? with_n(*kind, c.n) : std::string(kind->text);
  if (c.file.empty()) return print_out(text) ? exit_good : exit_run_failed;
  if (!c.force && std::filesystem::exists(c.file))
    return refuse(fmt::format("{}: the file exists; give another name, or --force to replace it", c.file));
  try {
    write_whole(c.file, text);
    return exit_good;
  } catch (const WriteError& problem) {
    complain(problem.what());
    return exit_run_failed;
  }
}

}  // namespace pintle
