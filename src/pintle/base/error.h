#pragma once
#include <stdexcept>
#include <string>
#include <vector>

namespace pintle {

/// A user's mistake: one sentence that names the thing, the value and the way out.
/// `where` is the place in the user's words: "four_bar.yaml:12:9: joints.crank.axis", or a path alone.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& sentence) : std::runtime_error(sentence) {}
  Error(const std::string& where, const std::string& sentence) : std::runtime_error(where + ": " + sentence) {}
};

}  // namespace pintle
