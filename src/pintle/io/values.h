#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/io/item.h"

/// Values of the file. Each function returns nothing after it has said why.
namespace pintle {

inline constexpr double largest_angle = 1e6;  // [rad] that a file may give: beyond, an angle has lost its digits

/// The SI value; `unit` gives the dimension.
std::optional<double> read_quantity(const Item& item, std::string_view unit);
/// `[0, 0, 1]`; also what `--set gravity.z=…` makes where there was no vector: elements that were not set are zero.
std::optional<Vec3<double>> read_vector(const Item& item, std::string_view unit);
bool is_set_vector(const Node& node);
/// A vector of some length, stored as it was given.
std::optional<Vec3<double>> read_direction(const Item& item);
std::optional<bool> read_flag(const Item& item);
/// Text, or a word: plain yes, no, on, off and 12:30 are refused, since programs differ about them.
std::optional<std::string> read_text(const Item& item);
/// One of a few words. `later` ones belong to the format, but are not read yet.
std::optional<std::string> read_choice(const Item& item, const std::vector<std::string_view>& choices,
                                       const std::vector<std::string_view>& later = {});
/// The name of a part of this kind; a body may be "world" if `world_too`.
std::optional<std::string> read_reference(const Item& item, PartKind kind, bool world_too = false);
/// The same for a name that was read by other means; says so if it is none.
bool is_reference(const Item& item, const std::string& name, PartKind kind, bool world_too = false);

}  // namespace pintle
