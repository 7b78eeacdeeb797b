#include "pintle/io/words.h"

#include <doctest/doctest.h>

using namespace pintle;

TEST_CASE("the nearest word is found for slips of the finger, and none for other words") {
  CHECK(find_nearest("inertai", {"mass", "inertia", "at"}) == "inertia");
  CHECK(find_nearest("Mass", {"mass", "inertia"}) == "mass");
  CHECK(find_nearest("elbwo", {"elbow", "shoulder"}) == "elbow");
  CHECK(find_nearest("colour", {"mass", "inertia", "at"}) == "");
  CHECK(find_nearest("x", {"at"}) == "");
  CHECK(find_nearest(std::string(1000, 'a'), {"a"}) == "");
}

TEST_CASE("a suggestion says what is known where nothing is near") {
  CHECK(suggest("colour", {"mass", "at"}, "take it out") == "known are mass, at");
  CHECK(suggest("colour", {"torque"}, "take it out") == "write torque");
  CHECK(suggest("colour", {}, "take it out") == "take it out");
  CHECK(join_or({"tx"}) == "tx");
  CHECK(join_or({"tx", "ty", "rz"}) == "tx, ty or rz");
  CHECK(counted(1, "name") == "1 name");
  CHECK(counted(0, "name") == "0 names");
}

TEST_CASE("a user's text is shown in one line, cut between characters") {
  CHECK(shown("a\nb\tc") == "a b c");
  CHECK(shown(std::string(100, 'x')) == std::string(57, 'x') + "…");
  CHECK(shown(std::string(56, 'x') + "ééééééé") == std::string(56, 'x') + "…");
}
