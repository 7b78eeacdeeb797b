#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/io/expression.h"

/// Values of the file. Each function returns nothing after it has said why.
namespace pintle {

inline constexpr double largest_angle = 1e6;  // [rad] that a file may give: beyond, an angle has lost its digits

/// The SI value, or an expression with it; `unit` gives the dimension.
std::optional<Number> read_number(const Item& item, std::string_view unit, Field field = Field::fixed);
/// `[0, 0, 1]`; also what `--set gravity.z=…` makes where there was no vector: elements that were not set are zero.
std::optional<Vector> read_vector(const Item& item, std::string_view unit, Field field = Field::fixed);
bool is_set_vector(const Node& node);
/// A vector of some length, stored as it was given.
std::optional<Vector> read_direction(const Item& item);
std::optional<bool> read_flag(const Item& item);
/// Text, or a word: plain yes, no, on, off and 12:30 are refused, since programs differ about them.
std::optional<std::string> read_text(const Item& item);
bool is_ambiguous(const Item& item);
/// One of a few words. `later` ones belong to the format, but are not read yet.
std::optional<std::string> read_choice(const Item& item, const std::vector<std::string_view>& choices,
                                       const std::vector<std::string_view>& later = {});
/// The complete name of a part of this kind; a body may be "world" if `world_too`.
std::optional<std::string> read_reference(const Item& item, PartKind kind, bool world_too = false);
/// The same for a name that was read by other means; says so if it is none.
std::optional<std::string> find_reference(const Item& item, std::string_view name, PartKind kind, bool world_too = false);

/// Warns if a stiffness or damping is below zero; the consequence goes on after "-2 N/m is negative: ".
void warn_of_negative(const Item& item, const std::optional<Number>& number, std::string_view consequence);
inline constexpr std::string_view negative_stiffness = "the spring pushes away from its rest",
                                  negative_damping = "it drives the motion instead of damping it";

/// "-2 kg", and for an expression "=a - b (-2)".
std::string shown_value(const Item& item, const Number& number);

}  // namespace pintle
