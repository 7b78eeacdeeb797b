#include "pintle/record/csv.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace pintle;

TEST_CASE("csv: cells, also empty ones, and no trace of a line end") {
  std::vector<std::string_view> cells;
  split_cells("a,,b\r", cells);
  CHECK(cells == std::vector<std::string_view>{"a", "", "b"});
  split_cells("", cells);
  CHECK(cells.size() == 1);
}

TEST_CASE("csv: numbers come back to the bit, and what is none is refused") {
  double x = 0;
  CHECK((read_cell("0.1", x) && x == 0.1));
  CHECK((read_cell("-1.7976931348623157e+308", x) && x == -1.7976931348623157e+308));
  CHECK((read_cell("nan", x) && std::isnan(x)));
  CHECK((read_cell("-inf", x) && x < -1e308));
  CHECK(!read_cell("", x));
  CHECK(!read_cell("1 ", x));
  CHECK(!read_cell("one", x));
}

TEST_CASE("csv: lines one by one, the last one with or without an end") {
  std::string_view text = "a\nb", line;
  CHECK((take_line(text, line) && line == "a"));
  CHECK((take_line(text, line) && line == "b"));
  CHECK(!take_line(text, line));
}
