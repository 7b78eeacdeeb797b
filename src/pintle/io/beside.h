#pragma once
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "pintle/io/item.h"

namespace pintle {

/// A file that stands beside the model's.
struct FileBeside {
  std::string name;  // as it is written
  std::filesystem::path path;
  std::ifstream stream;
};

/// Its name counts from the folder of the model file. Nothing after a mistake.
std::optional<FileBeside> open_beside(const Item& item);

}  // namespace pintle
