#include "pintle/record/picture_json.h"

#include <doctest/doctest.h>

#include <limits>
#include <nlohmann/json.hpp>

using namespace pintle;

namespace {

Picture make_picture() {
  Picture p;
  p.up = {0, 1, 0};
  p.has_gravity = true;
  p.body_count = 2;
  p.bodies = {"upper \"arm\"", "lower"};
  p.joints = {{"hip", {Picture::the_world, {1, 2, 3}}, {0, {0, 0, 0.5}}},
              {"knee", {0, {0, 0, -0.5}}, {Picture::not_kept, {0, 0, 0}}}};
  p.springs = {{"coil", {0, {1, 0, 0}}, {1, {0, 1, 0}}}};
  p.contacts = {{"toe", {1, {0, 0, -1}}}};
  p.planes = {{{0, 0, 0}, {0, 0, 1}}};
  p.outlines = {{"lower", Outline::Kind::prism, {6, 1.5, 0.9}, {1, 0, 0, 0}, false}};
  p.snapshots = {{0.1, "latch", {{1, 2, 3, 1, 0, 0, 0}, {0.1F, 0, 0, 0, 1, 0, 0}}, {true}}};
  p.traces = {{1, {{0, 1, 2, 3}, {0.1F, 1, 2, 4}}}};
  return p;
}

}  // namespace

TEST_CASE("picture.json: what is written comes back, to the bit") {
  const std::vector<Panel> panels{
      {"Angles", "rad", "the first 1", {{"hip.angle", {{0, 1.0 / 3}, {0.1, 2}}}, {"knee.angle", {{0, -1}, {0.1, 0}}}}}};
  const std::string text = make_picture_text(make_picture(), panels, 0.7);
  const auto json = nlohmann::json::parse(text);
  CHECK(json["times"].size() == 1);  // both curves share them
  const auto file = read_picture_text(text);
  REQUIRE(file);
  CHECK(file->length == 0.7);
  CHECK(make_picture_text(file->picture, file->panels, file->length) == text);
  CHECK(file->picture.bodies[0] == "upper \"arm\"");
  CHECK(file->picture.joints[1].b.body == Picture::not_kept);
  CHECK(file->panels[0].curves[0].points[0].value == 1.0 / 3);
  CHECK(file->picture.snapshots[0].touching[0]);
}

TEST_CASE("picture.json: what is not finite is null and comes back as no number") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto file = read_picture_text(make_picture_text({}, {{"a", "1", "", {{"x.y", {{0, nan}}}}}}, 1));
  REQUIRE(file);
  CHECK(file->panels[0].curves[0].points[0].value != file->panels[0].curves[0].points[0].value);
}

TEST_CASE("picture.json: a damaged text is no picture, and no disaster") {
  const std::string text = make_picture_text(make_picture(), {}, 1);
  CHECK(!read_picture_text(""));
  CHECK(!read_picture_text("[1, 2"));
  CHECK(!read_picture_text("{}"));
  CHECK(!read_picture_text(text.substr(0, text.size() / 2)));
  nlohmann::json json = nlohmann::json::parse(text);
  json["snapshots"][0]["poses"].erase(0);
  CHECK(!read_picture_text(json.dump()));
  json = nlohmann::json::parse(text);
  json["joints"][0]["child"]["body"] = "nobody";
  CHECK(!read_picture_text(json.dump()));
}
