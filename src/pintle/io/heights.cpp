#include <fmt/core.h>

#include "pintle/base/error.h"
#include "pintle/io/beside.h"
#include "pintle/io/described.h"
#include "pintle/io/words.h"

/// Rows of heights: of a file, or as the model file gives them.
namespace pintle::detail {
namespace {

constexpr std::size_t most_heights = 4'000'000;

/// Rows as they come; all have as many columns as the first.
class RowsOfHeights {
 public:
  /// Throws Error.
  void add(const std::vector<double>& row) {
    if (rows_ > 0 && static_cast<int>(row.size()) != columns_)
      throw Error(fmt::format("has {}, and those before it {}; give each row as many", counted(row.size(), "height"), columns_));
    columns_ = static_cast<int>(row.size());
    ++rows_;
    all_.insert(all_.end(), row.begin(), row.end());
    if (all_.size() > most_heights) throw Error(fmt::format("more than {} heights; give fewer", most_heights));
  }
  /// Throws Error.
  Heights make() {
    if (rows_ < 2 || columns_ < 2)
      throw Error(fmt::format("{} of {}; a ground needs two rows and two columns at least",
                              counted(static_cast<std::size_t>(rows_), "row"),
                              counted(static_cast<std::size_t>(columns_), "height")));
    return std::make_shared<const HeightGrid>(HeightGrid::make(columns_, rows_, std::move(all_)));
  }

 private:
  int columns_ = 0, rows_ = 0;
  std::vector<double> all_;
};

/// [m]. Throws Error.
double parse_height(std::string_view text) {
  const Quantity quantity = parse_quantity(text);
  if (!quantity.bare && quantity.dimension != parse_unit("m").dimension)
    throw Error(fmt::format("{} is {}, and a height is a length", shown(text), describe(quantity.dimension)));
  return quantity.value;
}

/// Cells of a line, between commas, semicolons, blanks or tabs.
std::vector<double> parse_row(std::string_view line) {
  std::vector<double> row;
  const std::string_view between = line.find(';') != line.npos ? ";" : line.find(',') != line.npos ? "," : " \t";
  while (!line.empty()) {
    const std::size_t end = std::min(line.find_first_of(between), line.size());
    std::string_view cell = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    while (cell.starts_with(' ')) cell.remove_prefix(1);
    while (cell.ends_with(' ')) cell.remove_suffix(1);
    if (!cell.empty()) row.push_back(parse_height(cell));
  }
  return row;
}

Heights read_file(const Item& item) {
  auto beside = open_beside(item);
  if (!beside) return nullptr;
  RowsOfHeights rows;
  std::string line;
  std::size_t number = 0;
  try {
    while (std::getline(beside->stream, line)) {
      ++number;
      while (line.ends_with('\r') || line.ends_with(' ')) line.pop_back();
      if (!line.empty() && !line.starts_with('#')) rows.add(parse_row(line));
    }
  } catch (const Error& error) {
    item.mistake(beside->tell(number, error.what()));
    return nullptr;
  }
  try {
    return rows.make();
  } catch (const Error& error) {
    item.mistake(fmt::format("{}: {}", shown(beside->name), one_line(error.what())));
    return nullptr;
  }
}

}  // namespace

Heights read_heights(const Item& item) {
  if (!item.node().is_list()) return read_file(item);
  RowsOfHeights rows;
  for (std::size_t j = 0; j < item.node().items.size(); ++j) {
    const Item line = item.element(j);
    if (!line.node().is_list()) {
      line.mistake("is no row of heights, for example [0, 0.1, 0.2]");
      return nullptr;
    }
    std::vector<double> row;
    for (std::size_t i = 0; i < line.node().items.size(); ++i) {
      const auto number = read_number(line.element(i), "m", Field::structural);
      if (!number) return nullptr;
      row.push_back(*number);
    }
    try {
      rows.add(row);
    } catch (const Error& error) {
      line.mistake(one_line(error.what()));
      return nullptr;
    }
  }
  try {
    return rows.make();
  } catch (const Error& error) {
    item.mistake(one_line(error.what()));
    return nullptr;
  }
}

std::string write_heights(const HeightGrid& grid) {
  std::string out;
  for (int j = 0; j < grid.rows; ++j) {
    out += out.empty() ? "[[" : "], [";
    for (int i = 0; i < grid.columns; ++i) {
      const double h =
          grid.heights[static_cast<std::size_t>(j) * static_cast<std::size_t>(grid.columns) + static_cast<std::size_t>(i)];
      out += fmt::format("{}{}", i > 0 ? ", " : "", write_quantity(h, Dimension{}, true));
    }
  }
  return out + "]]";
}

}  // namespace pintle::detail
