#include "pintle/report/drawing.h"

#include <doctest/doctest.h>

using namespace pintle;

namespace {

Picture::Snapshot at(double t, const char* event = "") { return {t, event, {{static_cast<float>(t), 0, 0, 1, 0, 0, 0}}, {}}; }

std::size_t count(const std::string& text, const char* what) {
  std::size_t n = 0;
  for (std::size_t k = text.find(what); k != std::string::npos; k = text.find(what, k + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("drawing: joints, contacts, ground, names and a scale, with what the user wrote escaped") {
  Picture picture;
  picture.bodies = {"a<b"};
  picture.body_count = 1;
  picture.joints = {{"hip", {Picture::the_world, {0, 0, 1}}, {0, {0, 0, 0.5}}}};
  picture.contacts = {{"toe", {0, {0, 0, -0.5}}}};
  picture.planes = {{{0, 0, -0.6}, {0, 0, 1}}};
  picture.outlines = {{"a<b", Outline::Kind::box, {0.1, 0.1, 1}}};
  for (double t : {0.0, 0.5, 1.0}) {
    picture.snapshots.push_back(at(t));
    picture.snapshots.back().touching = {t > 0};
  }
  const std::string html = make_drawings(picture);
  CHECK(count(html, "<figure") == 3);
  CHECK(count(html, "class=\"joint\"") == 3);
  CHECK(count(html, "class=\"touch\"") == 2);
  CHECK(count(html, "class=\"ground\"") == 3);
  CHECK(count(html, ">a&lt;b</text>") == 1);
  CHECK(count(html, "a<b") == 0);
  CHECK(count(html, " m</text>") == 3);
  CHECK(count(html, "nan") == 0);
  CHECK(count(html, "inf") == 0);
}

TEST_CASE("drawing: a body that falls far is followed, and a mechanism without size is no disaster") {
  Picture picture;
  picture.bodies = {"stone"};
  picture.body_count = 1;
  picture.outlines = {{"stone", Outline::Kind::sphere, {0.1, 0, 0}}};
  picture.snapshots = {at(0), at(50), at(100)};
  CHECK(make_drawings(picture).find("the window goes along") != std::string::npos);
  picture.outlines.clear();
  const std::string dot = make_drawings(picture);
  CHECK(count(dot, "nan") == 0);
  CHECK(count(dot, "inf") == 0);
  CHECK(make_drawings({}).empty());
}
