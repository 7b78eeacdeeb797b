#pragma once
#include <string>
#include <string_view>

namespace pintle {

/// "hip, knee, ankle": the texts of a list with something between them.
template <class Texts>
std::string joined(const Texts& texts, std::string_view between = ", ") {
  std::string out;
  for (bool first = true; const auto& text : texts) {
    if (!first) out += between;
    out += text;
    first = false;
  }
  return out;
}

}  // namespace pintle
