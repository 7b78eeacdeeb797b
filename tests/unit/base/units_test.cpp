#include "pintle/base/units.h"

#include <doctest/doctest.h>

#include <cmath>

#include "pintle/base/error.h"

using namespace pintle;

namespace {

struct Row {
  std::string_view text;
  double value;
  Dimension dimension;
};
constexpr Dimension mass{1, 0, 0}, length{0, 1, 0}, duration{0, 0, 1}, velocity{0, 1, -1}, force{1, 1, -2}, energy{1, 2, -2},
    pure{};
constexpr double pi = 3.141592653589793;

const Row good[] = {
    {"3", 3, pure},
    {"-3.5", -3.5, pure},
    {"+2", 2, pure},
    {".5", 0.5, pure},
    {"5.", 5, pure},
    {"1e-3", 1e-3, pure},
    {"1E3", 1000, pure},
    {"0", 0, pure},
    {"0.25", 0.25, pure},
    {"65 deg", 65 * pi / 180, pure},
    {"65deg", 65 * pi / 180, pure},
    {"180 deg", pi, pure},
    {"2 rad", 2, pure},
    {"3 mrad", 0.003, pure},
    {"5 %", 0.05, pure},
    {"5%", 0.05, pure},
    {"60 rpm", 2 * pi, {0, 0, -1}},
    {"2 rad/s", 2, {0, 0, -1}},
    {"2 Hz", 2, {0, 0, -1}},
    {"2 1/s", 2, {0, 0, -1}},
    {"2 s^-1", 2, {0, 0, -1}},
    {"3 kg", 3, mass},
    {"3 g", 0.003, mass},
    {"3 mg", 3e-6, mass},
    {"3 t", 3000, mass},
    {"1 slug", 14.593902937206364, mass},
    {"5.5 mm", 0.0055, length},
    {"7 cm", 0.07, length},
    {"2 km", 2000, length},
    {"3 um", 3e-6, length},
    {"3 µm", 3e-6, length},
    {"1 in", 0.0254, length},
    {"1 ft", 0.3048, length},
    {"1 mi", 1609.344, length},
    {"2 min", 120, duration},
    {"2 h", 7200, duration},
    {"2 ms", 0.002, duration},
    {"36 km/h", 10, velocity},
    {"-3.5 m/s^2", -3.5, {0, 1, -2}},
    {"2 g0", 19.6133, {0, 1, -2}},
    {"1 lbf", 4.4482216152605, force},
    {"5 daN", 50, force},
    {"2kN*m", 2000, energy},
    {"2.1 kN*m/rad", 2100, energy},
    {"2 kJ", 2000, energy},
    {"2 kN/mm", 2e6, {1, 0, -2}},
    {"3 N*m*s/rad", 3, {1, 2, -1}},
    {"1 bar", 1e5, {1, -1, -2}},
    {"1 hPa", 100, {1, -1, -2}},
    {"2 MW", 2e6, {1, 2, -3}},
    {"7860 kg/m^3", 7860, {1, -3, 0}},
    {"1e4 1/m", 1e4, {0, -1, 0}},
    {"1 m/s/s", 1, {0, 1, -2}},
};

struct Bad {
  std::string_view text, unit, sentence;
};
const Bad bad[] = {
    {"3 m", "kg", "3 m is a length; give a mass, for example 3 kg"},
    {"3 m", "rad", "3 m is a length; give an angle, for example 3 deg"},
    {"3 kg", "1", "3 kg is a mass; give a pure number, for example 3"},
    {"50 deg", "m", "50 deg is an angle or a pure number; give a length, for example 50 m"},
    {"3 N/m", "N*m/rad", "3 N/m is a stiffness in N/m; give a stiffness in N*m/rad, for example 3 N*m/rad"},
    {"3 N*m", "N/m", "3 N*m is a moment or an energy; give a stiffness in N/m, for example 3 N/m"},
    {"2 m^5", "kg", "2 m^5 is a quantity in m^5; give a mass, for example 2 kg"},
    {"2 kg*m^3/s^2", "kg", "2 kg*m^3/s^2 is a quantity in kg*m^3/s^2; give a mass, for example 2 kg"},
    {"2 Hz", "rad/s", "2 Hz counts turns; give the rate in rad/s, deg/s or rpm (1 Hz is 60 rpm)"},
    {"2 Hz", "s", "2 Hz is a frequency; give a time, for example 2 s"},
    {"heavy", "kg", "\"heavy\" is no number; give a mass, for example 1 kg"},
    {"", "kg", "\"\" is no number; give a mass, for example 1 kg"},
    {".nan", "kg", ".nan is not finite; give a mass, for example 1 kg"},
    {"-.inf", "rad", "-.inf is not finite; give an angle, for example 1 deg"},
    {"1e999", "kg", "1e999 is too large for a number; the largest is about 1e308"},
    {"1e308 km", "m", "1e308 km is too large for a number"},
    {"010", "kg", "010 begins with a zero, which some programs read as base eight; leave the zero out"},
    {"3 kq", "kg", "3 kq: there is no unit kq; units are kg, m, s, N, deg and the like, for example kN*m/rad"},
    {"3 KG", "kg", "3 KG: there is no unit KG; write 3 kg"},
    {"3 Nm", "N*m", "3 Nm: there is no unit Nm; write 3 N*m"},
    {"3 m2", "m^2", "3 m2: there is no unit m2; write 3 m^2"},
    {"3 seconds", "s", "3 seconds: there is no unit seconds; write 3 s"},
    {"3°", "rad", "3°: there is no unit °; write 3 deg"},
    {"1,5", "1", "1,5: a comma in a number; write a decimal point"},
    {"3  kg", "kg", "3  kg: more than one blank before the unit; write one, or none"},
    {"3 kN m", "N*m", "3 kN m: a unit has no blanks inside; write 3 kN*m"},
    {"3 kN*", "N", "3 kN*: the unit kN* is not complete; write for example kN*m/rad"},
    {"3 m^x", "m", "3 m^x: a power is a whole number from -9 to 9; write for example m^2 or s^-1"},
    {"3 m^22", "m", "3 m^22: a power is a whole number from -9 to 9; write for example m^2 or s^-1"},
    {"3 m+s", "m", "3 m+s: the unit m+s cannot be read from +s; write for example kN*m/rad"},
    {"0x10", "1", "0x10: there is no unit x10; units are kg, m, s, N, deg and the like, for example kN*m/rad"},
    {"1_000", "1", "1_000: there is no unit _000; units are kg, m, s, N, deg and the like, for example kN*m/rad"},
};

}  // namespace

TEST_CASE("a quantity is its number times its unit, in SI") {
  for (const Row& row : good) {
    CAPTURE(row.text);
    const Quantity quantity = parse_quantity(row.text);
    CHECK(quantity.value == doctest::Approx(row.value).epsilon(4e-16));  // two roundings: up, down
    CHECK(quantity.dimension == row.dimension);
  }
}

TEST_CASE("decimal prefixes round once: 5.5 mm is the number nearest to 0.0055") {
  CHECK(parse_quantity("5.5 mm").value == 0.0055);
  CHECK(parse_quantity("0.7 ms").value == 0.0007);
  CHECK(parse_quantity("7 %").value == 0.07);
  CHECK(parse_quantity("3.3 kN").value == 3300);
}

TEST_CASE("a bare number is SI for every dimension") {
  CHECK(parse_quantity("3", "kg") == 3);
  CHECK(parse_quantity("-1e-3", "N*m*s/rad") == -1e-3);
  CHECK(parse_quantity("2", "rad/s") == 2);
  CHECK(parse_quantity("3").bare);
  CHECK_FALSE(parse_quantity("3 rad").bare);
}

TEST_CASE("a number too small is zero, with its sign") {
  CHECK(parse_quantity("1e-400").value == 0);
  CHECK(std::signbit(parse_quantity("-1e-400").value));
  CHECK(parse_quantity("0." + std::string(400, '0') + "1").value == 0);
  CHECK_THROWS(parse_quantity("1" + std::string(400, '0')));
  CHECK(parse_quantity("1" + std::string(400, '0') + "e-400").value == 1);
}

TEST_CASE("a quantity that cannot be gets one sentence with the value and the way out") {
  for (const Bad& row : bad) {
    std::string sentence;
    try {
      parse_quantity(row.text, row.unit);
    } catch (const Error& error) {
      sentence = error.what();
    }
    CHECK(sentence == row.sentence);
  }
}

TEST_CASE("dimensions have names") {
  CHECK(describe(mass) == "a mass");
  CHECK(describe(Dimension{1, 0, -2}) == "a stiffness in N/m");
  CHECK(describe(Dimension{1, 2, 0}) == "a moment of inertia");
  CHECK(describe(Dimension{0, -1, 1}) == "a quantity in s/m");
  CHECK(describe(Dimension{0, -1, -1}) == "a quantity in 1/m/s");
  CHECK(describe("rad") == "an angle");
  CHECK(describe("N*m/rad") == "a stiffness in N*m/rad");
  CHECK(describe("s/m") == "a quantity in s/m");
}

TEST_CASE("a unit goes on over * and / as long as known units follow") {
  struct Start {
    std::string_view text;
    std::size_t length;
  };
  const Start starts[] = {
      {"m", 1},          {"kN*m/rad", 8}, {"m/s^2)", 5}, {"s^-1*x", 4}, {"m*sqrt(2)", 1}, {"deg / legs", 3},
      {"rad/s*time", 5}, {"N*m_1", 1},    {"N*m.x", 1},  {"N*m[2]", 1}, {"min(a, b)", 0}, {"m(2)", 0},
      {"m2", 0},         {"m_1", 0},      {"x", 0},      {"", 0},       {"*m", 0},        {" m", 0},
      {"1/s", 3},        {"1/x", 0},      {"%*2", 1},    {"% + 1", 1},  {"m^x", 1},       {"m^2.5", 1},
      {"m^-x", 1},       {"m/s/", 3},     {"g0*t", 4},   {"µm + 1", 3}, {"m.", 1},        {"kg*m^2/s^2", 10},
      {"and x", 0},      {"m**2", 1},
  };
  for (const Start& start : starts) {
    CAPTURE(start.text);
    CHECK(unit_length(start.text) == start.length);
  }
}

TEST_CASE("a dimension has a unit that reads back as this dimension") {
  for (int kg = -2; kg <= 2; ++kg)
    for (int m = -3; m <= 3; ++m)
      for (int s = -3; s <= 3; ++s) CHECK(parse_unit(unit_of({kg, m, s})).dimension == Dimension{kg, m, s});
  CHECK(unit_of(force) == "N");
  CHECK(unit_of(pure) == "1");
}
