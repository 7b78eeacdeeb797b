#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "pintle/model/model.h"

/// Pieces of YAML that every reader of YAML takes for the same values.
namespace pintle {

/// A text in double quotes, as YAML and JSON read it.
std::string write_text(std::string_view text);
/// y and n are true and false to some.
std::string write_name(const std::string& name);
/// "3.0 kg"; a bare number has no unit.
std::string write_quantity(double value, const Dimension& dimension, bool bare);
std::string write_vector(const Vec3<double>& v);
std::string write_rotation(const Rotation& rotation);

/// A map in braces, key by key; what is not there is left out.
class Braces {
 public:
  Braces& add(std::string_view key, const std::string& value);
  Braces& add(std::string_view key, const Number& value);
  Braces& add(std::string_view key, const Vector& value);
  /// Under `rotate` or `quaternion`.
  Braces& add(const std::optional<Rotation>& value);
  template <class T>
  Braces& add(std::string_view key, const std::optional<T>& value) {
    return value ? add(key, *value) : *this;
  }
  std::string str() const { return "{" + text_ + "}"; }

 private:
  std::string text_;
};

}  // namespace pintle
