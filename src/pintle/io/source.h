#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace pintle {

/// A place in what the user wrote. Source 0 is the file; source k the k-th `--set`. Line and column count from zero,
/// in bytes.
struct Mark {
  int source = 0, line = 0, column = 0;
};

/// A text with a name: the file, or one `--set`.
struct Source {
  std::string name;  // "four_bar.yaml", or "--set gravity.z=3 m"
  std::string text;
  bool has_lines = true;  // a setting is one line: its name is place enough

  /// "four_bar.yaml:12:9", line and column from one, the column in characters.
  std::string where(const Mark& mark) const;
  /// Where a mark points to in `text`.
  std::size_t offset(const Mark& mark) const;
};

struct TextProblem {
  Mark mark;
  std::string sentence;
};

/// What is wrong with a text before anybody asks what it means: tabs, control characters, bytes that are not UTF-8.
/// At most one problem of a kind.
std::vector<TextProblem> find_text_problems(std::string_view text, int source);

}  // namespace pintle
