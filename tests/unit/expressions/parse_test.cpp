#include "pintle/expressions/parse.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "pintle/base/error.h"
#include "pintle/base/random.h"
#include "unit/expressions/small_scope.h"

using namespace pintle;
using tests::Reader;

namespace {

constexpr Dimension length{0, 1, 0}, rate{0, 0, -1}, force{1, 1, -2}, pure{};
constexpr double pi = 3.141592653589793;

struct Value {
  std::string_view text;
  double value;
};
const Value values[] = {
    // from weak to strong
    {"1 + 2*3", 7},
    {"(1 + 2)*3", 9},
    {"7 - 2 - 1", 4},
    {"12/2/3", 2},
    {"12/2*3", 18},
    {"-2^2", -4},
    {"(-2)^2", 4},
    {"2^-1", 0.5},
    {"2^3^2", 512},
    {"2*-3", -6},
    {"1 - -1", 2},
    {"--2", 2},
    {"1 + 1 < 3 and 2 > 1", 1},
    {"true or true and false", 1},
    {"not false and false", 0},
    {"not (false and false)", 1},
    {"not 1 > 2", 1},
    {"1 <= 1 and 1 >= 1 and 1 == 1", 1},
    {"true == (1 < 2)", 1},
    // numbers and units
    {"1e-3", 1e-3},
    {".5", 0.5},
    {"5.", 5},
    {"3 mm", 0.003},
    {"3mm", 0.003},
    {"360 deg / n", pi / 3},
    {"0.75 m*sqrt(0.5)", 0.75 * std::sqrt(0.5)},
    {"2 kN*m/rad*3", 6000},
    {"mass*1.315 m/s^2", 5.26},
    {"2 1/s", 2},
    {"2*m", 16},
    {"2 kg + m", 10},
    {"3 N*w", 1.5},
    {"5 %*2", 0.1},
    {"3 min", 180},
    {"3 min*2", 360},
    {"min(3 min, 1 h)", 180},
    {"2 m^2", 2},
    {"(2 m)^2", 4},
    {"2 rad^n", 64},
    // words
    {"pi", pi},
    {"n > 3", 1},
    {"if(n > 3, w, 2 m)", 0.5},
    {"max(1, 5, 3)", 5},
    {"min(w, 2 m)", 0.5},
    {"abs(-w)", 0.5},
    {"sqrt(w^2)", 0.5},
    {"exp(0) + log(1)", 1},
    {"exp(-1000) + 1/exp(1000)", 0},
    {"log(exp(705))", 705},
    {"asin(1) + acos(1)", pi / 2},
    {"atan2(1 m, w)", std::atan2(2, 1)},
    {"tan(45 deg)", 1},
    {"sin(30 deg)", 0.5},
    {"cos(pi)", -1},
    {"gain(0.5)", 2},
    {"ramp(0.25 s)", 1},
    {"q[index] + q[1]", 40},
    {"q[n/2]", 30},
    {"foot.position.x == foot3.position.x", NAN},
};

struct WrittenShape {
  std::string_view text;
  Nature nature;
  Dimension dimension;
};
const WrittenShape shapes[] = {
    {"3", Nature::bare, pure},
    {"2*pi*n", Nature::bare, pure},
    {"sin(2)", Nature::bare, pure},
    {"n^2", Nature::bare, pure},
    {"gain(2)", Nature::bare, pure},
    {"3 rad", Nature::quantity, pure},
    {"3 deg", Nature::quantity, pure},
    {"3 %", Nature::quantity, pure},
    {"2*3 deg", Nature::quantity, pure},
    {"sin(3 deg)", Nature::quantity, pure},
    {"w/w", Nature::quantity, pure},
    {"2*w", Nature::quantity, length},
    {"1/time", Nature::quantity, rate},
    {"1 + w", Nature::quantity, length},
    {"w - 1", Nature::quantity, length},
    {"max(0, w)", Nature::quantity, length},
    {"if(n > 3, 0, w)", Nature::quantity, length},
    {"if(n > 3, 0, 1)", Nature::bare, pure},
    {"atan2(1, w)", Nature::quantity, pure},
    {"atan2(1, 2)", Nature::bare, pure},
    {"k*w", Nature::quantity, force},
    {"w^2/w", Nature::quantity, length},
    {"w^-1", Nature::quantity, {0, -1, 0}},
    {"sqrt(w^4)", Nature::quantity, {0, 2, 0}},
    {"sqrt(k/mass)", Nature::quantity, rate},
    {"abs(w)", Nature::quantity, length},
    {"share^0.5", Nature::quantity, pure},
    {"ramp(time)", Nature::quantity, rate},
    {"ramp(2)", Nature::quantity, rate},
    {"q[2]", Nature::quantity, length},
    {"w > 1", Nature::logic, pure},
    {"not foot.touching", Nature::logic, pure},
    {"foot.flag and foot.touching", Nature::logic, pure},
    {"if(foot.touching, foot.flag, false)", Nature::logic, pure},
    {"foot.touching == 1", Nature::logic, pure},
    {"distance(tip, lander)", Nature::quantity, length},
    {"count(all.foot.touching)", Nature::bare, pure},
    {"any(all.foot.flag)", Nature::logic, pure},
    {"sum(all.foot.force)", Nature::quantity, force},
    {"time*1 s", Nature::quantity, {0, 0, 2}},
};

struct Resolved {
  std::string_view text, resolved;
};
const Resolved written[] = {
    {"2*w  + w", "2*w  + w"},
    {"foot.force > 3 N", "foot3.force > 3 N"},
    {"before.foot.force", "foot2.force"},
    {"index", "3"},
    {"side", "-1"},
    {"(index - 0.5)*1 m", "(3 - 0.5)*1 m"},
    {"side^2", "(-1)^2"},
    {"2*side*w", "2*(-1)*w"},
    {"px^2", "(0.5 m)^2"},
    {"px*m", "(0.5 m)*m"},
    {"1/px", "1/(0.5 m)"},
    {"abs(px)", "abs(0.5 m)"},
    {"max(px, w)", "max(0.5 m, w)"},
    {"q[index]*2", "q[3]*2"},
    {"q[index + 4 - n]", "q[1]"},
    {"count(all.foot.touching) < n",
     "(if(foot1.touching, 1, 0) + if(foot2.touching, 1, 0) + if(foot3.touching, 1, 0) + if(foot4.touching, 1, 0)) < n"},
    {"any(all.pair.touching)", "(foot1.touching or foot2.touching)"},
    {"not all_of(all.pair.touching)", "not (foot1.touching and foot2.touching)"},
    {"2*sum(all.pair.force)", "2*(foot1.force + foot2.force)"},
    {"sum(all.pair.force - 1 N)", "((foot1.force - 1 N) + (foot2.force - 1 N))"},
    {"max(all.pair.force)/(mass*1.315 m/s^2)", "max(foot1.force, foot2.force)/(mass*1.315 m/s^2)"},
    {"min(all.pair.force, k*w)", "min(foot1.force, foot2.force, k*w)"},
    {"any(all.pair.force > index*foot.force)", "((foot1.force > 3*foot3.force) or (foot2.force > 3*foot3.force))"},
    {"max(max(all.pair.force), min(all.pair.force))", "max(max(foot1.force, foot2.force), min(foot1.force, foot2.force))"},
    {"distance(foot, lander)", "distance(foot3, lander)"},
    {"distance(tip, lander) + px", "distance(tip, lander) + (0.5 m)"},
    {"min(distance(all.pair, before.foot))", "min(distance(foot1, foot2), distance(foot2, foot2))"},
    {"distance(tip, base)", "sqrt((tip.position.x - (0 m))^2 + (tip.position.y - (0 m))^2 + (tip.position.z - (0 m))^2)"},
};

}  // namespace

TEST_CASE("an expression has the value that its operators, units and words give it") {
  Reader reader;
  for (const Value& row : values) {
    CAPTURE(row.text);
    if (std::isnan(row.value))
      CHECK(std::isnan(reader.value(row.text)));
    else
      CHECK(reader.value(row.text) == doctest::Approx(row.value).epsilon(1e-15));
  }
}

TEST_CASE("a number in an expression has the digits that it has as a plain quantity") {
  Reader reader;
  for (const std::string_view text : {"5.5 mm", "7 %", "65 deg", "2.1 kN*m/rad", "0.1", "300 rpm"})
    CHECK(reader.value(text) == parse_quantity(text).value);
}

TEST_CASE("bare numbers take the dimension of what they meet; all else has its own") {
  Reader reader;
  for (const WrittenShape& row : shapes) {
    CAPTURE(row.text);
    const Meaning meaning = reader.read(row.text).meaning;
    CHECK(meaning.nature == row.nature);
    CHECK(meaning.dimension == row.dimension);
  }
}

TEST_CASE("a field takes a bare number or its own dimension") {
  Reader reader;
  const auto field = [&](std::string_view text, std::string_view unit) {
    const Meaning meaning = parse_expression(text, unit, reader.graph, reader.scope).meaning;
    CHECK(meaning.nature == Nature::quantity);
    CHECK(meaning.dimension == parse_unit(unit).dimension);
    return reader.graph.value(meaning.expr);
  };
  CHECK(field("2*n", "kg") == 12);
  CHECK(field("2*mass", "kg") == 8);
  CHECK(field("180 deg", "rad") == doctest::Approx(pi));
  CHECK(field("w/w", "rad") == 1);
  CHECK(field("2 rad/s", "rad/s") == 2);
  CHECK(field("60 rpm", "rad/s") == doctest::Approx(2 * pi));
  CHECK(field("share", "1") == 0.25);
}

TEST_CASE("a condition may begin with =, and a pure signal is true or false") {
  Reader reader;
  const auto condition = [&](std::string_view text) {
    const Parsed parsed = parse_condition_expression(text, reader.graph, reader.scope);
    CHECK(parsed.meaning.nature == Nature::logic);
    return parsed;
  };
  CHECK(reader.graph.value(condition("=index > 1").meaning.expr) == 1);
  CHECK(condition("=index > 1").text == "3 > 1");
  CHECK(condition("foot.flag").text == "foot3.flag");
  CHECK(reader.graph.value(condition("false").meaning.expr) == 0);
}

TEST_CASE("a > b is b < a, and expressions that are the same are one node") {
  Reader reader;
  const auto node = [&](std::string_view text) { return reader.read(text).meaning.expr; };
  CHECK(node("w > 1 m") == node("1 < w"));
  CHECK(node("w >= 1 m") == node("1000 mm <= w"));
  CHECK(node("w + px") == node("px + w"));
  CHECK(node("w^2") == node("w*w"));
  CHECK(node("distance(tip, lander)") ==
        node("sqrt((tip.position.x - lander.position.x)^2 + (tip.position.y - lander.position.y)^2 + "
             "(tip.position.z - lander.position.z)^2)"));
}

TEST_CASE("a resolved text names instances and values, and means the same") {
  Reader reader;
  for (const Resolved& row : written) {
    CAPTURE(row.text);
    const Parsed parsed = reader.read(row.text);
    CHECK(parsed.text == row.resolved);
    const Parsed again = reader.read(parsed.text);
    CHECK(again.meaning.expr == parsed.meaning.expr);
    CHECK(again.meaning.nature == parsed.meaning.nature);
    CHECK(again.text == parsed.text);
  }
}

TEST_CASE("1/2 m is warned of: it is read as 1/(2 m)") {
  Reader reader;
  const auto warnings = [&](std::string_view text) { return reader.read(text).warnings; };
  CHECK(warnings("1/2 m") == std::vector<std::string>{"1/2 m is read as 1/(2 m); write (1/2)*1 m or 0.5 m"});
  CHECK(warnings("3 + 1/3 kg^-1") == std::vector<std::string>{"1/3 kg^-1 is read as 1/(3 kg^-1); write (1/3)*1 kg^-1"});
  for (const std::string_view text : {"(1/2)*1 m", "1/(2 m)", "1 m/2 s", "n/2 s", "1/2", "50/390*k", "1/w"})
    CHECK(warnings(text).empty());
  CHECK(warnings("sum(all.pair.force*1/2 + 1/2 N^-1)").size() == 1);  // once, not once for each instance
}

TEST_CASE("nesting and length are bounded") {
  Reader reader;
  const auto repeated = [](std::string_view part, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += part;
    return text;
  };
  const std::string deep = "nested more than 64 deep; give parts of it names, as parameters or signals";
  CHECK(reader.value(repeated("(", 64) + "1" + repeated(")", 64)) == 1);
  CHECK(reader.sentence(repeated("(", 65) + "1" + repeated(")", 65)) == deep);
  CHECK(reader.value(repeated("abs(", 64) + "1" + repeated(")", 64)) == 1);
  for (const std::string_view part : {"(", "-", "not ", "2^", "sin(", "q[", "max(1, ", "sum(all.foot.force + ", "if(true, "})
    CHECK(reader.sentence(repeated(part, 400)) == deep);
  CHECK(reader.value(repeated("1+", 4000) + "1") == 4001);  // long is not deep
  CHECK(reader.sentence(repeated("1+", 5000) + "1") ==
        "10001 characters; an expression has at most 10000, so give parts of it names, as parameters or signals");
}

TEST_CASE("whatever is written gets a value or a sentence") {
  constexpr std::uint64_t seed = 2113;
  MESSAGE("seed " << seed);
  constexpr std::string_view words[] = {"1",
                                        "2.5",
                                        " ",
                                        "m",
                                        " kg",
                                        "w",
                                        "n",
                                        "time",
                                        "+",
                                        "-",
                                        "*",
                                        "/",
                                        "^",
                                        "(",
                                        ")",
                                        "[",
                                        "]",
                                        ",",
                                        "<",
                                        "==",
                                        "=",
                                        "and ",
                                        "or ",
                                        "not",
                                        "sin(",
                                        "if(",
                                        "max(",
                                        "sum(",
                                        "all.foot.force",
                                        "foot.touching",
                                        "q[",
                                        ".",
                                        "e5",
                                        "%",
                                        "°",
                                        "distance(",
                                        "pi",
                                        "ramp(",
                                        "true",
                                        "\xff",
                                        "count(",
                                        "px"};
  Random random(seed);
  Reader reader;
  int good = 0;
  for (int k = 0; k < 20'000; ++k) {
    std::string text;
    for (int i = random.integer(12); i >= 0; --i) text += words[random.integer(static_cast<int>(std::size(words)))];
    try {
      const Parsed parsed = reader.read(text);
      ++good;
      CHECK(reader.read(parsed.text).meaning.expr == parsed.meaning.expr);
    } catch (const Error& error) {
      CHECK(std::string(error.what()).size() > 5);
    }
  }
  CHECK(good > 100);
}
