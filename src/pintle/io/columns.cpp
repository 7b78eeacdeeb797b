#include "pintle/io/columns.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "pintle/base/error.h"
#include "pintle/io/beside.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

constexpr std::size_t most_lines_of_file = 1'000'000, longest_line = 1000;

std::string_view trim(std::string_view text) {
  while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
  while (text.ends_with(' ') || text.ends_with('\t') || text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split_cells(std::string_view line) {
  auto cells = split(line, line.find(';') == line.npos ? ',' : ';');
  for (std::string_view& cell : cells) cell = trim(cell);
  return cells;
}

}  // namespace

std::string ColumnFile::where(std::size_t row) const { return fmt::format("line {} of {}", lines_[row], shown(name_)); }

void ColumnFile::read_header(std::string_view line, std::span<const ColumnKind> kinds) {
  place_.assign(kinds.size(), -1);
  up_.assign(kinds.size(), 1);
  down_ = up_;
  numbers_.resize(kinds.size());
  texts_.resize(kinds.size());
  std::vector<std::string_view> names;
  for (const ColumnKind& kind : kinds) names.push_back(kind.name);
  const auto cells = split_cells(line);
  columns_ = cells.size();
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const std::size_t bracket = cells[c].find('[');
    const std::string_view name = trim(cells[c].substr(0, bracket));
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) throw Error(fmt::format("there is no column {}; {}", shown(name), suggest(name, names, "")));
    const auto k = static_cast<std::size_t>(found - names.begin());
    if (place_[k] >= 0) throw Error(fmt::format("has the column {} twice; keep one of them", name));
    place_[k] = static_cast<int>(c);
    if (bracket == cells[c].npos) continue;
    const std::string_view unit = cells[c].substr(bracket + 1, cells[c].find(']') - bracket - 1);
    const Unit given = parse_unit(unit);
    if (given.dimension != parse_unit(kinds[k].unit).dimension)
      throw Error(fmt::format("column {} is in {}; give a unit such as {}", name, shown(unit), kinds[k].unit));
    up_[k] = given.up;
    down_[k] = given.down;
  }
  for (std::size_t k = 0; k < kinds.size(); ++k)
    if (kinds[k].required && place_[k] < 0)
      throw Error(fmt::format("has no column {}; the first line names the columns, for example {}{}", kinds[k].name,
                              kinds[k].name, kinds[k].unit == "1" ? "" : fmt::format(" [{}]", kinds[k].unit)));
}

void ColumnFile::read_row(std::string_view line, std::span<const ColumnKind> kinds) {
  const auto cells = split_cells(line);
  if (cells.size() != columns_)
    throw Error(
        fmt::format("{} in a file of {}; give one for each", counted(cells.size(), "value"), counted(columns_, "column")));
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (place_[k] < 0) continue;
    const std::string_view cell = cells[static_cast<std::size_t>(place_[k])];
    if (kinds[k].unit == "text") {
      texts_[k].emplace_back(cell);
      continue;
    }
    if (!is_quantity(cell) || number_length(cell) != cell.size())
      throw Error(fmt::format("{} is {}, which is no finite number; units stand in the first line", kinds[k].name,
                              cell.empty() ? "empty" : fmt::format("\"{}\"", shown(cell))));
    numbers_[k].push_back(parse_quantity(cell).value * up_[k] / down_[k]);
  }
}

std::optional<ColumnFile> ColumnFile::read(const Item& item, std::span<const ColumnKind> kinds) {
  auto beside = open_beside(item);
  if (!beside) return std::nullopt;
  ColumnFile file;
  file.name_ = beside->name;
  file.path_ = std::filesystem::absolute(beside->path).lexically_normal().string();
  std::string line;
  std::size_t number = 0;
  try {
    while (std::getline(beside->stream, line)) {
      ++number;
      const std::string_view text = trim(line);
      if (text.empty() || text.starts_with('#')) continue;
      if (text.size() > longest_line) throw Error("the line is too long; give one value for each column");
      if (file.columns_ == 0) {
        file.read_header(text, kinds);
        continue;
      }
      file.read_row(text, kinds);
      file.lines_.push_back(number);
      if (file.rows() > most_lines_of_file) throw Error(fmt::format("more than {} rows; give fewer", most_lines_of_file));
    }
  } catch (const Error& error) {
    item.mistake(beside->tell(number, error.what()));
    return std::nullopt;
  }
  if (file.rows() > 0) return file;
  item.mistake(
      fmt::format("{} has no rows; give a first line with the names of columns, and rows below it", shown(beside->name)));
  return std::nullopt;
}

}  // namespace pintle
