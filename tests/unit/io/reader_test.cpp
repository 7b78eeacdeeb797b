#include <doctest/doctest.h>

#include <filesystem>

#include "unit/io/golden.h"

using namespace pintle;

const Golden bad_files[] = {
    {"", "m.yaml:1:1: the file is empty; a model begins with `pintle: 1` and has `bodies`"},
    {"5", "m.yaml:1:1: this is no model; a model begins with `pintle: 1` and has `bodies`"},
    {"- 1\n- 2\n", "m.yaml:1:1: this is no model; a model begins with `pintle: 1` and has `bodies`"},
    {"pintle: 2\nbodies: {a: {mass: 1, inertia: [1, 1, 1]}}",
     "m.yaml:1:9: pintle: version 2 of the format is not known; this program reads `pintle: 1`"},
    {"bodies: {a: {mass: 1, inertia: [1, 1, 1]}}", "m.yaml:1:1: pintle is missing; give it, for example pintle: 1"},
    {"pintle: 1\n", "m.yaml:1:1: bodies is missing; give it, for example bodies: {ball: {mass: 1 kg, inertia: [0.1, 0.1, 0.1]}}"},
    {"pintle: 1\nbodies: {}\n", "m.yaml:2:1: bodies: is empty; describe at least one body"},
    {"pintle: 1\nbodies: [a, b]\n",
     "m.yaml:2:9: bodies: a list where keys with values are expected; give parts by their names, for example arm: {…}"},
    {"pintle_study: 1\nmodel: x.yaml\n",
     "m.yaml:1:1: this is a study file; run it by `pintle study`, or give the model that it names"},
    {"pintle: 1\n---\npintle: 1\n", "m.yaml:2:1: a second document begins here; one file holds one model"},
    {"pintle: 1\nbodies:\n\tarm: {mass: 1}\n", "m.yaml:3:1: a tab; indent and separate with blanks"},
    {"pintle: 1\nname: \"open\nbodies: {}\n", "m.yaml:2:7: a quotation without its end; close the quotes"},
    {"pintle: 1\nname: a§\a\n", "m.yaml:2:9: a control character (0x07); take it out"},
    {"pintle: 1\nbodies: {arm: {mass: 1\n", "m.yaml:3:1: the { of line 2 has no }, or a comma is missing; close the bracket"},
    {"pintle: 1\nbodies: {arm: [1, 2}\n", "m.yaml:2:20: a closing bracket without an opening one; take it out"},
    {"pintle: 1\nname: a: b\n",
     "m.yaml:2:8: a second colon, or wrong indentation; write one `key: value` to a line, or put the text in quotes"},
    {"pintle: 1\n  name: x\n",
     "m.yaml:2:7: a second colon, or wrong indentation; write one `key: value` to a line, or put the text in quotes"},
    {"pintle: 1\nbodies: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
     "m.yaml:2:25: more than 32 levels of nesting; no model needs them"},
    {"pintle: 1\nbodies:\n  arm: &a {mass: 1, inertia: [1, 1, 1]}\n  leg: *a\n",
     "m.yaml:3:8: bodies.arm: anchors (&name) are not read; take the anchor out\nm.yaml:4:8: bodies.leg: aliases (*name) are not "
     "read; write the value out"},
    {"pintle: 1\nbodies:\n  arm:\n    <<: {mass: 1}\n    inertia: [1, 1, 1]\n",
     "m.yaml:4:5: bodies.arm.<<: merge keys (<<) are not read; write the values out"},
    {"pintle: 1\nbodies: {world: {mass: 1, inertia: [1, 1, 1]}}\n",
     R"(m.yaml:2:10: bodies.world: "world" is a word of its own in model files; choose another name)"},
    {"pintle: 1\nbodies: {on: {mass: 1, inertia: [1, 1, 1]}}\n",
     R"(m.yaml:2:10: bodies.on: "on" is a word of its own in model files; choose another name)"},
    {"pintle: 1\nbodies: {a-b: {mass: 1, inertia: [1, 1, 1]}}\n",
     R"(m.yaml:2:10: bodies.a-b: "a-b" is no name; use letters, digits and _, beginning with a letter)"},
    {"pintle: 1\nbodies: {1a: {mass: 1, inertia: [1, 1, 1]}}\n",
     R"(m.yaml:2:10: bodies.1a: "1a" is no name; use letters, digits and _, beginning with a letter)"},
    {"pintle: 1\nbodies: {[1]: {mass: 1}}\n", "m.yaml:2:10: a key that is no word; write `key: value`"},
};

const Golden not_strict[] = {
    {"mass: .nan, inertia: [1, 1, 1]", "m.yaml:2:22: bodies.arm.mass: .nan is not finite; give a mass, for example 1 kg"},
    {"mass: 1e999, inertia: [1, 1, 1]",
     "m.yaml:2:22: bodies.arm.mass: 1e999 is too large for a number; the largest is about 1e308"},
    {"mass: 010, inertia: [1, 1, 1]",
     "m.yaml:2:22: bodies.arm.mass: 010 begins with a zero, which some programs read as base eight; leave the zero out"},
    {"mass: 12:30, inertia: [1, 1, 1]",
     "m.yaml:2:22: bodies.arm.mass: 12:30 is a number to base sixty for some programs; write for example 12.5 h, or put text in "
     "quotes"},
    {"mass: yes, inertia: [1, 1, 1]",
     R"(m.yaml:2:22: bodies.arm.mass: "yes" is true or false to some programs and a word to others; write true or false, or put the word in quotes)"},
    {"mass: , inertia: [1, 1, 1]", "m.yaml:2:16: bodies.arm.mass: has no value; give one, or take the key out"},
    {"mass: ~, inertia: [1, 1, 1]", "m.yaml:2:16: bodies.arm.mass: has no value; give one, or take the key out"},
    {"mass: 1, mass: 2, inertia: [1, 1, 1]",
     "m.yaml:2:25: bodies.arm.mass: stands here a second time, first in line 2; keep one"},
    {"mas: 1, inertia: [1, 1, 1]", "m.yaml:2:16: bodies.arm.mas: unknown key; did you mean mass?"},
    {"inertia: [1, 1, 1]", "m.yaml:2:10: bodies.arm: mass is missing; give it, for example mass: 3 kg"},
    {"mass: &m 1, inertia: [1, 1, 1]", "m.yaml:2:22: bodies.arm.mass: anchors (&name) are not read; take the anchor out"},
    {"mass: *m, inertia: [1, 1, 1]", "m.yaml:2:22: aliases (*name) are not read; write the value out"},
    {"mass: !!float 1, inertia: [1, 1, 1]", "m.yaml:2:22: bodies.arm.mass: the tag !!float is not read; take it out"},
    {"mass: !x, inertia: [1, 1, 1]", "m.yaml:2:22: bodies.arm.mass: the tag !x is not read; take it out"},
};

const Golden bad_tops[] = {
    {"gravity: 9.81",
     "m.yaml:3:10: gravity: a single value where a list is expected; give three elements, for example [0, 0, -9.81]"},
    {"gravity: [0, 0, -9.81 m/s]",
     "m.yaml:3:17: gravity.z: -9.81 m/s is a velocity; give an acceleration, for example -9.81 m/s^2"},
    {"gravity: [0, 0, -9.81, 0]", "m.yaml:3:10: gravity: 4 elements; a vector has three, for example [0, 0, -9.81]"},
    {"gravity: [0, 0, 9,81]", "m.yaml:3:10: gravity: 4 elements; a vector has three, for example [0, 0, -9.81]"},
    {"gravty: [0, 0, -9.81]", "m.yaml:3:1: gravty: unknown key; did you mean gravity?"},
    {"name: yes",
     R"(m.yaml:3:7: name: "yes" is true or false to some programs and a word to others; write true or false, or put the word in quotes)"},
    {"name: 12:30",
     "m.yaml:3:7: name: 12:30 is a number to base sixty for some programs; write for example 12.5 h, or put text in quotes"},
    {"name: [a]", "m.yaml:3:7: name: a list where a single value is expected; give a text"},
};

TEST_CASE("what is no model is refused in one sentence") {
  for (const Golden& golden : bad_files) check(golden, std::string(golden.text));
}
TEST_CASE("what YAML readers differ about is refused in one sentence") {
  for (const Golden& golden : not_strict) check(golden, in_body(golden.text));
}
TEST_CASE("the keys at the top are checked") {
  for (const Golden& golden : bad_tops) check(golden, two_bodies + std::string(golden.text) + "\n");
}

TEST_CASE("every model in models/ is read without a mistake") {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PINTLE_SOURCE_DIR "/models")) {
    if (entry.path().extension() != ".yaml" || entry.path().stem().extension() == ".study") continue;
    CAPTURE(entry.path().string());
    CHECK_NOTHROW(read_model(entry.path()));
    ++count;
  }
  CHECK(count >= 6);
}

TEST_CASE("mistakes come in the order of the file, at most ten, and the rest is counted") {
  std::string file = "pintle: 1\nbodies:\n";
  for (int i = 0; i < 25; ++i) file += "  b" + std::to_string(i) + ": {mass: 1 m, inertia: [1, 1, 1]}\n";
  try {
    read_model_text(file, "m.yaml");
    FAIL("read without a mistake");
  } catch (const ReadError& error) {
    REQUIRE(error.sentences().size() == 10);
    CHECK(error.sentences()[9] == "m.yaml:12:14: bodies.b9.mass: 1 m is a length; give a mass, for example 1 kg");
    CHECK(error.more() == 15);
    CHECK(std::string(error.what()).ends_with("\n… and 15 more"));
  }
}

TEST_CASE("columns count characters, not bytes") {
  CHECK(read_sentences("pintle: 1\nbodies: {\"ärm\": {mass: 1, inertia: [1, 1, 1]}, leg: {mass: 1 m, inertia: [1, 1, 1]}}\n") ==
        "m.yaml:2:10: bodies.ärm: \"ärm\" is no name; use letters, digits and _, beginning with a letter\n"
        "m.yaml:2:60: bodies.leg.mass: 1 m is a length; give a mass, for example 1 kg");
  CHECK(read_sentences("\xef\xbb\xbfpintle: 2\nbodies: {}\n") ==  // a byte-order mark is no character
        "m.yaml:1:9: pintle: version 2 of the format is not known; this program reads `pintle: 1`");
}

TEST_CASE("whoever finds a mistake later can tell where the part was described") {
  ReadNotes notes;
  read_model_text(two_joints, "m.yaml", {{"joints.hip.axis.x", "1"}}, {}, &notes);
  CHECK(notes.where("joints.knee.type") == "m.yaml:3:66: joints.knee.type");
  CHECK(notes.where("joints.knee.axis") == "m.yaml:3:59: joints.knee.axis");
  CHECK(notes.where("joints.hip.axis") == "--set joints.hip.axis.x=1: joints.hip.axis");
  CHECK(notes.where("nothing.of.this") == "m.yaml: nothing.of.this");
  CHECK(ReadNotes().where("a.b") == "a.b");
}

TEST_CASE("a file that is not there is one sentence") {
  CHECK_THROWS_WITH_AS(read_model("no/such.yaml"), "no/such.yaml: cannot be opened; check the name and the permissions",
                       ReadError);
  CHECK_THROWS_WITH_AS(read_model(PINTLE_SOURCE_DIR "/models"), PINTLE_SOURCE_DIR "/models: is a folder; give a file", ReadError);
}

TEST_CASE("nesting of any depth is a mistake, not a crash") {
  for (const char* opening : {"[", "{a: ", "- ", "? "}) {
    std::string file = "pintle: 1\nbodies: ";
    for (int i = 0; i < 10000; ++i) file += opening;
    CHECK(read_sentences(file) != "no mistake");
  }
}

TEST_CASE("a large file is read, names are found in it") {
  std::string file = "pintle: 1\nbodies:\n";
  const int n = 2000;
  for (int i = 0; i < n; ++i) file += "  b" + std::to_string(i) + ": {mass: 1, inertia: [1, 1, 1]}\n";
  file += "joints:\n";
  for (int i = 1; i < n; ++i)
    file +=
        "  j" + std::to_string(i) + ": {type: hinge, between: [b" + std::to_string(i - 1) + ", b" + std::to_string(i) + "]}\n";
  const Model model = read_model_text(file, "m.yaml");
  CHECK(model.bodies.size() == n);
  CHECK(model.joints.back().child == "b1999");
}
