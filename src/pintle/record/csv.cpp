#include "pintle/record/csv.h"

#include <charconv>

namespace pintle {

void split_cells(std::string_view line, std::vector<std::string_view>& cells) {
  cells.clear();
  if (line.ends_with('\r')) line.remove_suffix(1);
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = line.find(',');
    cells.push_back(line.substr(0, end));
    if (end != std::string_view::npos) line.remove_prefix(end + 1);
  }
}

bool read_cell(std::string_view cell, double& x) {
  const auto [end, problem] = std::from_chars(cell.data(), cell.data() + cell.size(), x);
  return problem == std::errc() && end == cell.data() + cell.size();
}

bool take_line(std::string_view& text, std::string_view& line) {
  if (text.empty()) return false;
  const std::size_t end = text.find('\n');
  line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return true;
}

}  // namespace pintle
