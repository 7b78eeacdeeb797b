#include "pintle/report/projection.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace pintle;

namespace {

/// One body whose mass centre is seen at these places.
Picture make_path(const std::vector<Vec3<double>>& places, const Vec3<double>& up = {0, 0, 1}) {
  Picture picture;
  picture.up = up;
  picture.bodies = {"body"};
  for (const Vec3<double>& p : places)
    picture.snapshots.push_back(
        {0, "", {{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z), 1, 0, 0, 0}}, {}});
  return picture;
}

}  // namespace

TEST_CASE("projection: a motion in a vertical plane is seen from the side, up is up") {
  const Projection view = choose_projection(make_path({{0, 0, 0}, {1, 1, -1}, {2, 2, 0}}));
  CHECK(view.upward.z == 1);
  CHECK(view.right.x == doctest::Approx(std::sqrt(0.5)));
  CHECK(view.right.y == doctest::Approx(std::sqrt(0.5)));
  const Projection turned = choose_projection(make_path({{0, 0, 0}, {1, -1, 0}, {2, 0, 0}}, {0, 1, 0}));
  CHECK(turned.upward.y == 1);
  CHECK(turned.right.x == doctest::Approx(1));
}

TEST_CASE("projection: a level motion is seen from above") {
  const Projection view = choose_projection(make_path({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}));
  CHECK(view.words == "seen from above");
  CHECK(dot(view.upward, Vec3<double>{0, 0, 1}) == doctest::Approx(0));
}

TEST_CASE("projection: a motion in space is seen obliquely, with level and upright told apart") {
  const Projection view = choose_projection(make_path({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}}));
  CHECK(view.words == "seen obliquely from above");
  CHECK(view.upward.z > 0.9);
  CHECK(dot(view.right, view.upward) == doctest::Approx(0));
  CHECK(view.right.z == doctest::Approx(0));
}

TEST_CASE("projection: nothing that moves, and nothing at all, have a view") {
  CHECK(choose_projection(make_path({{1, 2, 3}})).right.x == 1);
  CHECK(choose_projection(Picture{}).upward.z == 1);
}

TEST_CASE("corners: a hexagonal prism is as wide across flats as told, and a turned outline turns") {
  const auto corners = find_corners({"body", Outline::Kind::prism, {6, 1.5, 0.9}});
  REQUIRE(corners.size() == 12);
  double widest = 0;
  for (const auto& c : corners) widest = std::max(widest, c.x);
  CHECK(widest == doctest::Approx(0.75));
  CHECK(corners[0].z == doctest::Approx(-0.45));
  const Quaternion<double> quarter{std::sqrt(0.5), 0, std::sqrt(0.5), 0};  // about y: z becomes x
  for (const auto& c : find_corners({"body", Outline::Kind::cylinder, {0.1, 2, 0}, quarter}))
    CHECK(std::abs(c.x) == doctest::Approx(1));
}
