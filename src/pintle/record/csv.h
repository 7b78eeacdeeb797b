#pragma once
#include <string_view>
#include <vector>

namespace pintle {

/// The cells of one line of a file of ours: no cell holds a comma or a quotation mark.
void split_cells(std::string_view line, std::vector<std::string_view>& cells);

/// The number in a cell, also "nan" and "inf"; false if it is none.
bool read_cell(std::string_view cell, double& x);

/// Takes the next line off the text, without its end; false if there is none. A last line without an end counts.
bool take_line(std::string_view& text, std::string_view& line);

}  // namespace pintle
