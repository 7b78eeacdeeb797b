#pragma once
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "pintle/io/item.h"

namespace pintle {

/// True if a name that is written in a file leads to one that stands beside or below it.
bool leads_below(const std::string& name);

/// A file that a model names, most often beside its own.
struct FileBeside {
  std::string name;  // as it is written
  std::filesystem::path path;
  std::ifstream stream;

  /// What is wrong with a line. A model may come from anywhere, and name whatever file: of one that does not stand beside it, no
  /// sentence tells what is in it.
  std::string tell(std::size_t line, const std::string& why) const;
};

/// Its name counts from the folder of the model file; it has to lead below that, if whoever reads the model says so. Nothing after a
/// mistake.
std::optional<FileBeside> open_beside(const Item& item);

}  // namespace pintle
