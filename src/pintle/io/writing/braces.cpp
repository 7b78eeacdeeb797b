#include "pintle/io/writing/braces.h"

#include <fmt/core.h>

#include "pintle/io/writing/writer.h"

namespace pintle {

std::string write_text(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      out += fmt::format("\\{}", c);
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      out += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    else
      out += c;
  }
  return out + "\"";
}

std::string write_name(const std::string& name) {
  return name == "y" || name == "n" || name == "Y" || name == "N" ? write_text(name) : name;
}

std::string write_number(double x) {
  std::string text = fmt::format("{}", x);
  const std::size_t exponent = text.find('e');
  if (text.find('.') == text.npos) text.insert(exponent == text.npos ? text.size() : exponent, ".0");
  return text;
}

std::string write_quantity(double value, const Dimension& dimension, bool bare) {
  if (bare) return write_number(value);
  return fmt::format("{} {}", write_number(value), dimension == Dimension{} ? "rad" : unit_of(dimension));
}

std::string write_vector(const Vec3<double>& v) {
  return fmt::format("[{}, {}, {}]", write_number(v.x), write_number(v.y), write_number(v.z));
}

std::string write_rotation(const Rotation& rotation) {
  if (rotation.turns.empty())
    return Braces().add("w", rotation.w).add("x", rotation.x).add("y", rotation.y).add("z", rotation.z).str();
  std::string turns;
  for (const Rotation::Turn& turn : rotation.turns)
    turns += fmt::format("{}r{}: {}", turns.empty() ? "" : ", ", "xyz"[turn.axis], write_number(turn.angle));
  return "[" + turns + "]";
}

Braces& Braces::add(std::string_view key, const std::string& value) {
  text_ += fmt::format("{}{}: {}", text_.empty() ? "" : ", ", key, value);
  return *this;
}
Braces& Braces::add(std::string_view key, const Number& value) { return add(key, write_number(value.value)); }
Braces& Braces::add(std::string_view key, const Vector& value) { return add(key, write_vector(value)); }
Braces& Braces::add(const std::optional<Rotation>& value) {
  return value ? add(value->turns.empty() ? "quaternion" : "rotate", write_rotation(*value)) : *this;
}

}  // namespace pintle
