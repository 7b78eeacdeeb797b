#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace pintle {

/// True if `name` fits `pattern`, in which `*` stands for any text and `?` for any character.
bool fits_pattern(std::string_view pattern, std::string_view name);

/// The places in `names` that `wish` means, in their order: the signal of that name; else all that begin with it up to a dot
/// (`elbow`, `system.energy`); with `*` and `?`, all that fit, whole or up to a dot; `all.hip.load.force` means hip1, hip2, …:
/// `hip` and anything up to the dot. Empty if there is none.
std::vector<std::size_t> select_signals(const std::vector<std::string>& names, std::string_view wish);

/// The names that a wish nearly met, at most `most`, the nearest first.
std::vector<std::string> find_near_names(const std::vector<std::string>& names, std::string_view wish, std::size_t most);

}  // namespace pintle
