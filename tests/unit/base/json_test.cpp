#include "pintle/base/json.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "pintle/base/error.h"

namespace pintle {

TEST_CASE("JSON: braces become the text that they look like, members in the order of their adding") {
  Json json{{"name", "elbow"}, {"between", {"upper", "lower"}}, {"axis", {0.0, -0.5, 1.0}}, {"count", 3}, {"free", true}};
  json["stop"] = nullptr;
  json["list"].push_back(1u);
  json["list"].push_back(Json::object());
  json["one"] = Json{{"angle", 1e-5}};
  json["name"] = "knee";
  CHECK(to_text(json) == R"({"name":"knee","between":["upper","lower"],"axis":[0.0,-0.5,1.0],"count":3,"free":true,"stop":null,)"
                         R"("list":[1,{}],"one":{"angle":1e-05}})");
  CHECK(to_text(Json{{"a", Json::list()}, {"b", {1, 2}}}, 1) == "{\n \"a\": [],\n \"b\": [\n  1,\n  2\n ]\n}");
}

TEST_CASE("JSON: numbers come back to the bit, texts to the byte, and what is not finite as NaN") {
  const double nan = std::numeric_limits<double>::quiet_NaN(), huge = std::numeric_limits<double>::infinity();
  const std::string text = "\"µ\"\n\t\\ \x01";
  const Json json{{"third", 1.0 / 3},
                  {"least", 5e-324},
                  {"zero", -0.0},
                  {"nan", nan},
                  {"huge", huge},
                  {"text", text},
                  {"seed", std::numeric_limits<unsigned long>::max()},
                  {"whole", -7}};
  const Json back = read_json(to_text(json));
  CHECK(back.at("third").number() == 1.0 / 3);
  CHECK(back.at("least").number() == 5e-324);
  CHECK(std::signbit(back.at("zero").number()));
  CHECK(std::isnan(back.at("nan").number_or_nan()));
  CHECK(back.at("huge").is_null());
  CHECK(back.at("text").text() == text);
  CHECK(back.at("whole").whole() == -7);
  CHECK(back.at("whole").number() == -7);
  CHECK(to_text(back) == to_text(json));
}

TEST_CASE("JSON: bytes that are no UTF-8 do not keep a file from being written") {
  CHECK(to_text(Json("a\xff")) == "\"a\xef\xbf\xbd\"");
}

TEST_CASE("JSON: a value that is asked for what it is not is an error, never a guess") {
  const Json json = read_json(R"({"a": [1, "x"], "b": 1.5})");
  CHECK(json.find("c") == nullptr);
  CHECK_THROWS_AS(json.at("c"), Error);
  CHECK_THROWS_AS(json.at("a").at(2), Error);
  CHECK_THROWS_AS(json.at("a").at("x"), Error);
  CHECK_THROWS_AS(json.at("a").texts(), Error);
  CHECK_THROWS_AS(json.at("b").whole(), Error);
  CHECK_THROWS_AS(json.at("b").text(), Error);
  CHECK_THROWS_AS(json.number(), Error);
}

TEST_CASE("JSON: a text that is damaged is an error") {
  for (const char* text : {"", "{", "[1, 2", "{\"a\" 1}", "nul", "1 2", "\"\xff\""}) {
    CAPTURE(text);
    CHECK_THROWS_AS(read_json(text), Error);
  }
  CHECK_THROWS_AS(read_json(std::string(100'000, '[') + std::string(100'000, ']')), Error);
}

}  // namespace pintle
