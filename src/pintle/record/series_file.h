#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "pintle/record/envelope.h"

/// series.csv, read back: one header row `name [unit]`, then numbers.
namespace pintle {

struct SeriesColumn {
  std::string name, unit;
};

/// All columns, time first. Throws Error if the file cannot be read or is no such file.
std::vector<SeriesColumn> read_series_columns(const std::filesystem::path& file);

struct SeriesCurves {
  std::vector<std::vector<Envelope::Point>> curves;  // one per column asked for
  long rows = 0, damaged = 0;                        // damaged: not as many numbers as columns
  double last_time = 0;                              // [s]
};
/// The curves of some columns (0 is time), thinned for the eye; the file may be of any length. Throws Error likewise.
SeriesCurves read_series_curves(const std::filesystem::path& file, const std::vector<std::size_t>& columns);

}  // namespace pintle
