#pragma once
#include <string>
#include <string_view>
#include <vector>

/// Small tools for sentences that people read.
namespace pintle {

/// A text in one line: control characters become blanks.
std::string one_line(std::string_view text);

/// A user's text in one line, cut if it is long.
std::string shown(std::string_view text);

/// The candidate that `word` was probably meant to be: by edit distance, by what others call it (`end` for `until`), or as its
/// beginning; empty if none is near.
std::string find_nearest(std::string_view word, const std::vector<std::string_view>& candidates);

/// "did you mean elbow?", or "known are hip, knee", or "write torque" where there is but one, or `otherwise`
/// where there is none.
std::string suggest(std::string_view word, const std::vector<std::string_view>& candidates, std::string_view otherwise);

std::vector<std::string_view> split(std::string_view text, char separator);

/// "1 name", "3 names"
std::string counted(std::size_t count, std::string_view noun);

/// "tx, ty or rz"
std::string join_or(const std::vector<std::string_view>& words);

}  // namespace pintle
