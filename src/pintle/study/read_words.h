#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "pintle/io/reader.h"

namespace pintle {

/// The text of a value in braces and brackets, as it was written: for a setting of the model.
std::string write_flow(const Node& node);

/// A whole number within bounds; nothing after it has said why.
std::optional<std::uint64_t> read_whole(const Item& item, std::uint64_t least, std::uint64_t most);

}  // namespace pintle
