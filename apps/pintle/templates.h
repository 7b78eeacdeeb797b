#pragma once
#include <span>
#include <string_view>

namespace pintle {

/// A model file to start from: templates/<name>.yaml, built into the program. Its first line is a comment that says what
/// it is.
struct Template {
  std::string_view name, text;
};
std::span<const Template> templates();

}  // namespace pintle
