#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "pintle/io/reader.h"

namespace pintle {

/// Where the files may stand that a model names, for tables, heights and particles.
enum class FilesOfModel : std::uint8_t { anywhere, below };  // below: beside the model's own, or deeper

/// read_model_text() for those who run what may come from anywhere.
Model read_model_text(std::string_view text, std::string_view name, const std::vector<Setting>& settings,
                      const std::vector<Variant>& variants, ReadNotes* notes, FilesOfModel files);

}  // namespace pintle
