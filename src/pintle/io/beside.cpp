#include "pintle/io/beside.h"

#include <fmt/core.h>

#include "pintle/io/values.h"
#include "pintle/io/words.h"

namespace pintle {

std::optional<FileBeside> open_beside(const Item& item) {
  const auto name = read_text(item);
  if (!name) return std::nullopt;
  FileBeside file{*name, std::filesystem::path(item.reading().folder) / *name, {}};
  file.stream.open(file.path, std::ios::binary);
  std::error_code ignored;
  if (file.stream && !std::filesystem::is_directory(file.path, ignored)) return file;
  item.mistake(fmt::format("{} cannot be opened; check the name, which counts from the folder of the model file", shown(*name)));
  return std::nullopt;
}

}  // namespace pintle
