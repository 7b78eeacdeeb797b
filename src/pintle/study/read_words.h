#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pintle/io/item.h"

namespace pintle {

/// The text of a value in braces and brackets, as it was written: for a setting of the model.
std::string write_flow(const Node& node);

/// A whole number within bounds; nothing after it has said why.
std::optional<std::uint64_t> read_whole(const Item& item, std::uint64_t least, std::uint64_t most);

/// A quantity of this unit in SI. A study has no parameters, so that no expression is read in its place.
std::optional<double> read_si(const Item& item, std::string_view unit);

}  // namespace pintle
