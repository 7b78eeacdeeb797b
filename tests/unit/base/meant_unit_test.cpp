#include "pintle/base/meant_unit.h"

#include <doctest/doctest.h>

#include "pintle/base/units.h"

using namespace pintle;

namespace {

struct Row {
  std::string_view text, number, wanted, way_out;
};

}  // namespace

TEST_CASE("what is written in pounds is offered as what belongs there: a mass in kg, a force in lbf") {
  const Row rows[] = {
      {"lb", "1", "kg", "write 0.45359237 kg"},
      {"lbs", "2", "kg", "write 0.90718474 kg"},
      {"lb", "2", "N", "write 2 lbf"},
      {"lb/in", "2", "N/m", "write 2 lbf/in"},
      {"ft-lb", "2", "N*m", "write 2 ft*lbf"},
      {"lb*ft^2", "1", "kg*m^2", "write 0.0421401101 kg*m^2"},  // 0.45359237 · 0.3048²
      {"lb", "2", "", "for a mass write 0.90718474 kg, for a force 2 lbf"},
      {"lb", "2", "m", "0.90718474 kg is a mass; give a length"},
  };
  for (const Row& row : rows) CHECK(suggest_unit(row.text, row.number, row.wanted) == row.way_out);
}

TEST_CASE("units that we leave to others have their value in ours") {
  const Row rows[] = {
      {"oz", "16", "kg", "write 0.45359237 kg"},
      {"kgf", "10", "N", "write 98.0665 N"},
      {"kgf", "10", "kg", "98.0665 N is a force; give a mass"},
      {"psi", "1", "Pa", "write 6894.75729 Pa"},
      {"rev", "2", "rad", "write 720 deg"},
      {"rev/s", "1", "rad/s", "write 360 deg/s"},
      {"rev/min", "60", "rad/s", "write 360 deg/s"},
      {"N*m/rev", "2", "N*m/rad", "write 0.318309886 N*m/rad"},  // 2/2π
      {"yd", "1", "m", "write 0.9144 m"},
      {"knots", "1", "m/s", "write 0.514444444 m/s"},
      {"kn", "1", "N", "write 1 kN"},
      {"days", "1", "s", "write 86400 s"},
      {"degC", "20", "rad", "a model has no temperatures; take it out"},
  };
  for (const Row& row : rows) CHECK(suggest_unit(row.text, row.number, row.wanted) == row.way_out);
}

TEST_CASE("other spellings of our units are put right as a whole") {
  const Row rows[] = {
      {"Nm/rad", "2", "N*m/rad", "write 2 N*m/rad"},
      {"N-m", "2", "N*m", "write 2 N*m"},
      {"N m", "2", "N*m", "write 2 N*m"},
      {"N·m", "2", "N*m", "write 2 N*m"},
      {"NM", "2", "N*m", "write 2 N*m"},
      {"Nmm", "2", "N*m", "write 2 N*mm"},
      {"Nms/rad", "2", "N*m*s/rad", "write 2 N*m*s/rad"},
      {"N*m/(rad/s)", "2", "N*m*s/rad", "write 2 N*m*s/rad"},
      {"kg m2", "1", "kg*m^2", "write 1 kg*m^2"},
      {"kgm^2", "1", "kg*m^2", "write 1 kg*m^2"},
      {"m/s²", "9.81", "m/s^2", "write 9.81 m/s^2"},
      {"m s^-2", "9.81", "m/s^2", "write 9.81 m/s^2"},
      {"m/s**2", "9.81", "m/s^2", "write 9.81 m/s^2"},
      {"G", "1", "m/s^2", "write 1 g0"},
      {"kgs", "2", "kg", "write 2 kg"},
      {"degs", "60", "rad", "write 60 deg"},
      {"rad/sec", "3", "rad/s", "write 3 rad/s"},
      {"hz", "3", "rad/s", "it counts turns; give rad/s, deg/s or rpm"},
      {"millimeters", "3", "m", "write 3 mm"},
      {"mph", "3", "m/s", "write 3 mi/h"},
      {"RPM", "3", "", "write 3 rpm"},
      {"Nm", "", "", "write N*m"},
  };
  for (const Row& row : rows) CHECK(suggest_unit(row.text, row.number, row.wanted) == row.way_out);
}

TEST_CASE("nothing is made up for what is near to no unit") {
  for (std::string_view text : {"kq", "xyz", "", "*", "m+s", "((((((((((m", "^2", "1", "//", "_000", "\xff\xfe"})
    CHECK(suggest_unit(text, "1", "m") == "");
}
