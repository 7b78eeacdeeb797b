#include "pintle/simulate/row_grid.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace pintle;

namespace {

std::vector<double> all_rows(RowGrid grid) {
  std::vector<double> rows;
  for (; std::isfinite(grid.next()); grid.advance()) rows.push_back(grid.next());
  return rows;
}

}  // namespace

TEST_CASE("row grid: times are multiples, not sums, and the last row is at the end") {
  const auto rows = all_rows(RowGrid(0.01, 10));
  REQUIRE(rows.size() == 1001);
  for (int k = 0; k < 1000; ++k) CHECK(rows[k] == k * 0.01);
  CHECK(rows.back() == 10);
}

TEST_CASE("row grid: an end off the grid gets a row of its own") {
  CHECK(all_rows(RowGrid(0.4, 1)) == std::vector<double>{0, 0.4, 0.8, 1});
  CHECK(all_rows(RowGrid(2, 1)) == std::vector<double>{0, 1});
}

TEST_CASE("row grid: without an interval there is the first row and the last, and a run of no length has one") {
  CHECK(all_rows(RowGrid(0, 3)) == std::vector<double>{0, 3});
  CHECK(all_rows(RowGrid(0.1, 0)) == std::vector<double>{0});
  CHECK(all_rows(RowGrid(0, 0)) == std::vector<double>{0});
}

TEST_CASE("row grid: an event's rows stand for the grid's row at the same instant, also where rounding differs") {
  RowGrid grid(0.01, 1);
  while (grid.next() < 0.7 - grid.slack()) grid.advance();
  CHECK(grid.next() == 70 * 0.01);  // 0.7000000000000001
  grid.skip(0.7);
  CHECK(grid.next() == 71 * 0.01);
}

TEST_CASE("row grid: only an event at the end takes the place of the last row") {
  RowGrid grid(0.1, 1);
  grid.skip(1 - 1e-12);
  CHECK(grid.next() == 1);
  grid.skip(1);
  CHECK(std::isinf(grid.next()));
}
