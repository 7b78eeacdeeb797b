#include "pintle/joints/direction.h"

#include <doctest/doctest.h>

#include <map>

#include "pintle/base/error.h"

using namespace pintle;
using enum Direction;

namespace {

DirectionSet set_of(std::initializer_list<Direction> list) {
  DirectionSet set;
  for (Direction d : list) set = set.with(d);
  return set;
}

}  // namespace

TEST_CASE("joint types: the names free what the format says") {
  const std::map<std::string_view, DirectionSet> expected{{"weld", {}},
                                                          {"hinge", set_of({rz})},
                                                          {"slider", set_of({tz})},
                                                          {"cylindrical", set_of({tz, rz})},
                                                          {"universal", set_of({rx, ry})},
                                                          {"ball", set_of({rx, ry, rz})},
                                                          {"planar", set_of({tx, ty, rz})},
                                                          {"free", set_of({tx, ty, tz, rx, ry, rz})}};
  CHECK(joint_type_names().size() == expected.size());
  for (const auto& [name, free] : expected) {
    const auto type = find_joint_type(name);
    REQUIRE(type.has_value());
    CHECK(type->name == name);
    CHECK(type->free == free);
    CHECK(type->freedoms() == free.count());
    CHECK(type->ball == (name == "ball" || name == "free"));
  }
  CHECK_FALSE(find_joint_type("").has_value());
}

TEST_CASE("joint types: what others call a type is that type, by our name") {
  const std::map<std::string_view, std::string_view> expected{
      {"fixed", "weld"}, {"revolute", "hinge"}, {"prismatic", "slider"}, {"spherical", "ball"}};
  CHECK(joint_type_synonyms().size() == expected.size());
  for (const auto& [theirs, ours] : expected) {
    const auto type = find_joint_type(theirs);
    REQUIRE(type.has_value());
    CHECK(type->name == ours);
  }
}

TEST_CASE("joint types: a universal joint alone is given by F's x and y") {
  for (const std::string_view name : joint_type_names()) CHECK(find_joint_type(name)->crossed == (name == "universal"));
}

TEST_CASE("joint types: rotations follow the listed order, translations do not; constrained rotations come after") {
  const auto sequence = [](const std::vector<Direction>& list) { return make_joint_type(list).sequence; };
  using Sequence = std::array<std::uint8_t, 3>;
  CHECK(sequence({rz, ry, rx}) == Sequence{2, 1, 0});
  CHECK(sequence({rz, tx, rx}) == Sequence{2, 0, 1});
  CHECK(sequence({ry}) == Sequence{1, 0, 2});
  CHECK(sequence({tz, ty}) == Sequence{0, 1, 2});
  CHECK(find_joint_type("universal")->sequence == Sequence{0, 1, 2});
  CHECK(find_joint_type("ball")->sequence == Sequence{0, 1, 2});
  CHECK(make_joint_type({tz, tx}).free == make_joint_type({tx, tz}).free);
  CHECK_FALSE(make_joint_type({rx, ry, rz}).ball);
}

TEST_CASE("joint types: a direction listed twice is an error that names it") {
  CHECK_THROWS_AS(make_joint_type({rx, rx}), Error);
  CHECK_THROWS_WITH_AS(make_joint_type({tz, rx, tz}), doctest::Contains("tz"), Error);
}

TEST_CASE("directions: names and sets") {
  for (Direction d : all_directions) {
    CHECK(find_direction(name_of(d)) == d);
    CHECK(is_translation(d) == (name_of(d)[0] == 't'));
    CHECK(axis_of(d) == name_of(d)[1] - 'x');
    CHECK_FALSE(DirectionSet{}.has(d));
    CHECK(DirectionSet{}.with(d).has(d));
    CHECK(DirectionSet{}.with(d).without(d) == DirectionSet{});
    CHECK(DirectionSet{}.with(d).with(d).count() == 1);
  }
  CHECK_FALSE(find_direction("rw").has_value());
  CHECK_FALSE(find_direction("r").has_value());
}
