#pragma once
#include <optional>

#include "pintle/io/item.h"

/// Expressions of the file. Each function returns nothing after it has said why.
namespace pintle {

/// What an expression may read.
enum class Field : std::uint8_t {
  fixed,       // parameters
  structural,  // parameters, which from then on decide what exists: a new value needs a new reading
  force,       // also time, the age of its element, and signals that do not depend on forces in turn
  driven,      // parameters and time
  placed,      // also time, and signals that are positions
  height,      // parameters, time, and the places x and y on a surface
  observed     // also time and all signals: conditions, signals, measures
};

/// A scalar that begins with =. A Parsed of the dimension of `unit`, or of any if it is empty.
std::optional<Parsed> read_expression(const Item& item, std::string_view unit, Field field);
/// `when`, `if`, `of`: true or false, without = or with it.
std::optional<Parsed> read_condition(const Item& item, Field field);
/// An expression without = or with it, of any dimension.
std::optional<Parsed> read_any(const Item& item, Field field);

/// Says why a text is no number: by `why`, or, if it is an expression, that these begin with =.
void refuse_number(const Item& item, Field field, std::string_view why);

/// How to write an expression in a file, in a place of this dimension. One node can be both `2 N/s*time` and
/// `2 N*m/s*time`: the first text counts under its number, and the first of each dimension under a number below zero.
void note_text(Model& model, const Meaning& meaning, const Dimension& dimension, const std::string& text);
std::string find_text(const Model& model, Expr expr, const Dimension& dimension);

}  // namespace pintle
