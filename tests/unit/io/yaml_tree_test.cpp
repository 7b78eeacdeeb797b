#include "pintle/io/yaml_tree.h"

#include <doctest/doctest.h>

using namespace pintle;

namespace {

Node parse(std::string_view text) { return parse_yaml({"m.yaml", std::string(text), true}, 0); }

std::string find_problem(std::string_view text) {
  try {
    parse(text);
  } catch (const YamlProblem& problem) {
    return problem.sentence;
  }
  return "";
}

}  // namespace

TEST_CASE("the tree keeps duplicate keys, with the place of each") {
  const Node root = parse("a: 1\nb: {c: 2, c: 3}\n");
  const Node& b = root.find("b")->value;
  REQUIRE(b.entries.size() == 2);
  CHECK(b.entries[1].key == "c");
  CHECK(b.entries[1].mark.line == 1);
  CHECK(b.entries[1].mark.column == 10);
  CHECK(b.find("c")->value.text == "2");
}

TEST_CASE("the tree tells quoted from plain, and keeps tags and anchors") {
  const Node root = parse("a: 'yes'\nb: yes\nc: !x\nd: &k 1\ne: *k\nf: !!int 3\ng: |\n  text\nh:\n");
  CHECK_FALSE(root.find("a")->value.plain);
  CHECK(root.find("b")->value.plain);
  CHECK(root.find("c")->value.tag == "!x");
  CHECK(root.find("d")->value.anchored);
  CHECK(root.find("e")->value.kind == Node::Kind::alias);
  CHECK(root.find("f")->value.tag == "tag:yaml.org,2002:int");
  CHECK(root.find("g")->value.text == "text\n");
  CHECK(root.find("h")->value.kind == Node::Kind::null);
}

TEST_CASE("a list may hold pairs, as in [rz: 30 deg, ry: 10 deg]") {
  const Node root = parse("[rz: 30 deg, ry: 10 deg]");
  REQUIRE(root.items.size() == 2);
  CHECK(root.items[1].entries[0].key == "ry");
  CHECK(root.items[1].entries[0].value.text == "10 deg");
}

TEST_CASE("a quotation that never ends is found, one that ends is not") {
  const std::string open = "a quotation without its end; close the quotes";
  CHECK(find_problem("a: \"b") == open);
  CHECK(find_problem("a: 'b''") == open);
  CHECK(find_problem("a: \"b\\\"\n") == open);
  CHECK(find_problem("a: 'b'''") == "");
  CHECK(find_problem("a: \"b\\\\\"\n") == "");
  CHECK(find_problem("a: b\"\n") == "");
}
