#include "pintle/record/series_file.h"

#include <cmath>
#include <fstream>

#include "pintle/base/error.h"
#include "pintle/record/csv.h"

namespace pintle {
namespace {

std::ifstream open_series(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw Error(file.string(), "the file cannot be read");
  return in;
}

std::vector<SeriesColumn> take_header(std::ifstream& in, const std::filesystem::path& file) {
  std::string line;
  std::getline(in, line);
  std::vector<std::string_view> cells;
  split_cells(line, cells);
  std::vector<SeriesColumn> columns;
  for (std::string_view cell : cells) {
    const std::size_t at = cell.find(" [");
    if (at == std::string_view::npos || !cell.ends_with(']'))
      throw Error(file.string(), "its first line does not read `name [unit],…`");
    columns.push_back({std::string(cell.substr(0, at)), std::string(cell.substr(at + 2, cell.size() - at - 3))});
  }
  if (columns.front().name != "time") throw Error(file.string(), "its first column is not time");
  return columns;
}

}  // namespace

std::vector<SeriesColumn> read_series_columns(const std::filesystem::path& file) {
  std::ifstream in = open_series(file);
  return take_header(in, file);
}

SeriesCurves read_series_curves(const std::filesystem::path& file, const std::vector<std::size_t>& columns) {
  std::ifstream in = open_series(file);
  const std::size_t width = take_header(in, file).size();
  SeriesCurves result;
  std::vector<Envelope> envelopes(columns.size());
  std::vector<std::string_view> cells;
  for (std::string line; std::getline(in, line);) {
    split_cells(line, cells);
    double t = 0;
    const bool whole = cells.size() == width && read_cell(cells[0], t) && (result.rows == 0 || t >= result.last_time);
    if (!whole) {
      ++result.damaged;
      continue;
    }
    ++result.rows;
    result.last_time = t;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      double x = std::numeric_limits<double>::quiet_NaN();
      if (columns[k] < cells.size() && !read_cell(cells[columns[k]], x)) ++result.damaged;
      envelopes[k].add(t, x);
    }
  }
  for (const Envelope& envelope : envelopes) result.curves.push_back(envelope.points());
  return result;
}

}  // namespace pintle
