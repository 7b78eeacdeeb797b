#include "pintle/record/series_file.h"

#include <doctest/doctest.h>

#include <fstream>

#include "pintle/base/error.h"
#include "temp_folder.h"

using namespace pintle;

namespace {

std::filesystem::path write(const TempFolder& folder, const char* text) {
  std::filesystem::create_directories(folder.path);
  std::ofstream(folder.path / "series.csv") << text;
  return folder.path / "series.csv";
}

}  // namespace

TEST_CASE("series: names, units and the columns asked for, in that order") {
  TempFolder folder;
  const auto file = write(folder, "time [s],a.angle [rad],a.load.force [N]\n0,1,10\n0.5,2,20\n1,3,-inf\n");
  const auto columns = read_series_columns(file);
  REQUIRE(columns.size() == 3);
  CHECK(columns[2].name == "a.load.force");
  CHECK(columns[2].unit == "N");
  const SeriesCurves read = read_series_curves(file, {2, 1});
  CHECK(read.rows == 3);
  CHECK(read.damaged == 0);
  CHECK(read.last_time == 1);
  REQUIRE(read.curves[0].size() == 2);  // what is not finite is left out
  CHECK(read.curves[0][1].value == 20);
  CHECK(read.curves[1][2].value == 3);
}

TEST_CASE("series: a torn row is left out and counted, the rest stays") {
  TempFolder folder;
  const auto file = write(folder, "time [s],a.angle [rad]\n0,1\n0.5,x\n0.6\n1,3\n1.5,");
  const SeriesCurves read = read_series_curves(file, {1});
  CHECK(read.damaged == 3);
  CHECK(read.curves[0].size() == 2);
}

TEST_CASE("series: what is no such file is a sentence") {
  TempFolder folder;
  CHECK_THROWS_AS(read_series_columns(folder.path / "nothing.csv"), Error);
  CHECK_THROWS_AS(read_series_columns(write(folder, "")), Error);
  CHECK_THROWS_AS(read_series_columns(write(folder, "a [1],time [s]\n")), Error);
  CHECK_THROWS_AS(read_series_columns(write(folder, "time,a\n")), Error);
}
