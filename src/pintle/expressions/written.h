#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace pintle {

/// A text, and what stands in it in place of some of its parts: how an expression is written once its model is resolved.
class Written {
 public:
  explicit Written(std::string_view source) : source_(source) {}

  /// Parts are replaced from left to right; a part that holds earlier ones takes their place.
  void replace(std::size_t begin, std::size_t end, std::string by);
  /// As replace(), for a value: in parentheses where a neighbour could take hold of a piece of it, as in x^2 for x = 3 m.
  void replace_value(std::size_t begin, std::size_t end, const std::string& by);

  std::string text(std::size_t begin, std::size_t end) const;
  /// Forgets what was replaced from here on.
  void forget(std::size_t begin);

 private:
  struct Part {
    std::size_t begin, end;
    std::string by;
  };
  std::string_view source_;
  std::vector<Part> parts_;
};

/// A name, an element q[3], or a number without sign and unit: nothing can take hold of a piece of it.
bool is_plain(std::string_view text);
std::string in_parentheses(std::string_view text);

}  // namespace pintle
