#include "pintle/io/beside.h"

#include <fmt/core.h>

#include "pintle/io/values.h"
#include "pintle/io/words.h"

namespace pintle {

bool leads_below(const std::string& name) {
  const std::filesystem::path path = std::filesystem::path(name).lexically_normal();
  return !path.is_absolute() && (path.empty() || *path.begin() != "..");
}

std::string FileBeside::tell(std::size_t line, const std::string& why) const {
  const std::string where = fmt::format("line {} of {}", line, shown(name));
  return leads_below(name)
             ? fmt::format("{}: {}", where, one_line(why))
             : fmt::format("{} is none of what is wanted here; put the file beside the model's to learn why", where);
}

std::optional<FileBeside> open_beside(const Item& item) {
  const auto name = read_text(item);
  if (!name) return std::nullopt;
  if (item.reading().files == FilesOfModel::below && !leads_below(*name)) {
    item.mistake(fmt::format("{} is not in the folder of the model; a study reads what stands beside its model, or below it",
                             shown(*name)));
    return std::nullopt;
  }
  FileBeside file{*name, std::filesystem::path(item.reading().folder) / *name, {}};
  file.stream.open(file.path, std::ios::binary);
  std::error_code ignored;
  if (file.stream && !std::filesystem::is_directory(file.path, ignored)) return file;
  item.mistake(fmt::format("{} cannot be opened; check the name, which counts from the folder of the model file", shown(*name)));
  return std::nullopt;
}

}  // namespace pintle
