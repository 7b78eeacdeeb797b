#include "pintle/io/source.h"

#include <doctest/doctest.h>

using namespace pintle;

TEST_CASE("a place is told by line and character") {
  const Source source{"m.yaml", "a: 1\nä: ö x\r\nz", true};
  CHECK(source.where({0, 0, 3}) == "m.yaml:1:4");
  CHECK(source.where({0, 1, 7}) == "m.yaml:2:6");
  CHECK(source.where({0, 2, 0}) == "m.yaml:3:1");
  CHECK(source.where({0, 9, 9}) == "m.yaml:10:1");  // beyond the end
  CHECK(Source{"--set a=b", "b", false}.where({1, 0, 0}) == "--set a=b");
}

TEST_CASE("tabs, control characters and bytes that are not UTF-8 are found before YAML is") {
  const auto find = [](std::string_view text) {
    const auto problems = find_text_problems(text, 0);
    return problems.empty() ? std::string() : problems[0].sentence;
  };
  CHECK(find("a: ü€😀\r\n") == "");
  CHECK(find("a:\tb") == "a tab; indent and separate with blanks");
  CHECK(find(std::string_view("a\0b", 3)) == "this is no text; give a model file in YAML");
  CHECK(find("\xff\xfep\0i\0") == "the file is UTF-16; save it as UTF-8");
  for (std::string_view bad : {"\xff", "\xc0\xaf", "\xe2\x82", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x80"})
    CHECK(find(bad).ends_with("save the file as UTF-8"));
}
