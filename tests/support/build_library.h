#pragma once
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <cstdlib>
#include <filesystem>

namespace pintle {

/// A controller by the machine's C compiler, with every warning an error.
inline void build_library(const std::filesystem::path& source, const std::filesystem::path& library) {
  const std::string command = fmt::format("cc -std=c99 -Wall -Wextra -Wpedantic -Werror -shared -fPIC -I '{}/src' -o '{}' '{}'",
                                          PINTLE_SOURCE_DIR, library.string(), source.string());
  REQUIRE_MESSAGE(std::system(command.c_str()) == 0, command);
}

}  // namespace pintle
