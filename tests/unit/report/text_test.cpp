#include "pintle/report/text.h"

#include <doctest/doctest.h>

#include <limits>

using namespace pintle;

TEST_CASE("short numbers: four digits, grouped thousands, powers of ten beyond, a real minus") {
  CHECK(short_number(0) == "0");
  CHECK(short_number(1.5) == "1.5");
  CHECK(short_number(-0.123456) == "−0.1235");
  CHECK(short_number(9999.6) == "10\u202f000");
  CHECK(short_number(1234567) == "1.23e6");
  CHECK(short_number(123456) == "123\u202f456");
  CHECK(short_number(2.34e-9, 2) == "2.3e-9");
  CHECK(short_number(std::numeric_limits<double>::quiet_NaN()) == "–");
  CHECK(html_number(-1.5e-9, 2) == "−1.5\u00a0×\u00a010<sup>−9</sup>");
}

TEST_CASE("numbers of a column keep their zeros, and rounding is told as such") {
  CHECK(table_number(116, 1e-9) == "116.0");
  CHECK(table_number(-0.3, 1e-9) == "−0.3000");
  CHECK(table_number(1e-12, 1e-9) == "≈ 0");
  CHECK(table_number(0, 1e-9) == "0");
}

TEST_CASE("what a user wrote can close no tag and no script") {
  CHECK(escape_html("<b a=\"1\">&'") == "&lt;b a=&quot;1&quot;&gt;&amp;&#39;");
  CHECK(escape_script("{\"a\":\"</script>\"}") == "{\"a\":\"\\u003c/script>\"}");
}

TEST_CASE("units and durations as people write them") {
  CHECK(pretty_unit("N*m") == "N·m");
  CHECK(pretty_unit("m/s^2") == "m/s²");
  CHECK(pretty_unit("1") == "");
  CHECK(duration_text(0.0123) == "0.0123 s");
  CHECK(duration_text(200) == "3 min 20 s");
  CHECK(duration_text(7500) == "2 h 5 min");
  CHECK(count_text(1, "joint") == "1 joint");
  CHECK(count_text(12340, "step") == "12\u202f340 steps");
}
