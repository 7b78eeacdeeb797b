#include "pintle/study/read_words.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "pintle/base/error.h"
#include "pintle/base/units.h"
#include "pintle/io/item.h"
#include "pintle/io/words.h"

namespace pintle {

std::string write_flow(const Node& node) {
  std::string out;
  const auto quoted = [](const std::string& text) {
    std::string q = "\"";
    for (const char c : text) q += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    return q + "\"";
  };
  if (node.is_list()) {
    for (const Node& item : node.items) out += (out.empty() ? "" : ", ") + write_flow(item);
    return "[" + out + "]";
  }
  if (node.is_map()) {
    for (const Node::Entry& entry : node.entries)
      out += (out.empty() ? "" : ", ") + quoted(entry.key) + ": " + write_flow(entry.value);
    return "{" + out + "}";
  }
  const bool is_plain = node.plain && node.text.find_first_of(",[]{}:#&*!|>'\"%@`") == std::string::npos;
  return is_plain ? node.text : quoted(node.text);
}

std::optional<std::uint64_t> read_whole(const Item& item, std::uint64_t least, std::uint64_t most) {
  if (!item.is_scalar("a whole number")) return std::nullopt;
  const std::string& text = item.node().text;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc() && end == text.data() + text.size() && (text == "0" || text[0] != '0');
  if (is_number && value >= least && value <= most) return value;
  item.mistake(fmt::format("\"{}\" is no whole number from {} to {}; give one, for example {}", shown(text), least, most,
                           std::max<std::uint64_t>(least, 100)));
  return std::nullopt;
}

std::optional<double> read_si(const Item& item, std::string_view unit) try {
  if (!item.is_scalar("a quantity")) return std::nullopt;
  return parse_quantity(item.node().text, unit);
} catch (const Error& error) {
  item.mistake(error.what());
  return std::nullopt;
}

}  // namespace pintle
