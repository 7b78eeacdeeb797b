#include "pintle/io/parts/functions.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "unit/io/golden.h"

using namespace pintle;

TEST_CASE("a table has the dimensions of its columns, and expressions call it") {
  const Model model =
      read_model_text(two_joints +
                          "parameters: {T: 0.5 s}\n"
                          "functions:\n  spin: {of: time, points: [[0 s, 0 rpm], [=T, 300 rpm]], outside: extrapolate}\n"
                          "  pure: {points: [[0, 1], [1, 3], [2, 5], [3, 7]], interpolate: cubic}\n"
                          "forces: {f: {at: {arm: [0, 0, 0]}, force: [=1 N*s*spin(time), =1 N*pure(2), 0]}}\n",
                      "m.yaml");
  REQUIRE(model.functions.size() == 2);
  const FunctionPart &spin = model.functions[0], &pure = model.functions[1];
  CHECK(spin.x == Dimension{0, 0, 1});
  CHECK(spin.y == Dimension{0, 0, -1});
  CHECK_FALSE(spin.bare_y);
  CHECK(spin.of == "time");
  CHECK(pure.bare_y);
  CHECK(model.graph.tables()[static_cast<std::size_t>(spin.table)].x[1] == 0.5);
  CHECK(model.graph.tables()[static_cast<std::size_t>(spin.table)].outside == Outside::extrapolate);
  CHECK(model.parameters[0].structural);  // a table is made once
  CHECK(model.graph.is_living(model.forces.of<PointForce>()[0].law.force.x.expr));
  CHECK(model.forces.of<PointForce>()[0].law.force.y.value == doctest::Approx(5));
}

TEST_CASE("a table may lie in a file beside the model") {
  const auto folder = std::filesystem::temp_directory_path() / "pintle_functions_test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "ramp.csv") << "time, speed\n# comment\n0 s, 0 rpm\n\n0.5, 300 rpm\r\n";
  std::ofstream(folder / "m.yaml") << two_bodies + "functions: {ramp: {of: time, file: ramp.csv}}\n";
  const Model model = read_model(folder / "m.yaml");
  const Table& table = model.graph.tables()[static_cast<std::size_t>(model.functions[0].table)];
  REQUIRE(table.x.size() == 2);
  CHECK(table.x[1] == 0.5);
  CHECK(table.y[1] == doctest::Approx(31.41592653589793));
  std::filesystem::remove_all(folder);
}
