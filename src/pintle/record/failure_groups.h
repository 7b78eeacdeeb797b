#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pintle {

/// Cases of a study that failed for one reason.
struct FailureGroup {
  std::string reason;                  // as the first of them tells it
  std::uint64_t count = 0, first = 0;  // how many cases, and one of them
};

/// A reason without its numbers, "mass: # kg is not above zero": what cases were given differs, and what is wrong with it does not.
/// Digits of a name, of hip1 or t_2, stay: they say which part it is.
std::string mask_numbers(std::string_view reason);

/// One in twenty: what the other cases say is hardly what the study asks.
inline bool is_alarming(std::uint64_t failed, std::uint64_t all) { return failed > 0 && 20 * failed >= all; }

/// Puts cases that failed together by their reasons, whatever the numbers in them.
class FailureGroups {
 public:
  void add(std::uint64_t number, const std::string& reason);
  /// Most frequent first, then those that came first.
  std::vector<FailureGroup> list() const;

 private:
  std::map<std::string, std::size_t> places_;  // by masked reason
  std::vector<FailureGroup> groups_;
};

}  // namespace pintle
