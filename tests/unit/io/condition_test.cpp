#include "pintle/io/condition.h"

#include <doctest/doctest.h>

using namespace pintle;

namespace {

const JointTypes& joints() {
  static const JointTypes table{{"elbow", *find_joint_type("hinge")},
                                {"strut", *find_joint_type("cylindrical")},
                                {"neck", *find_joint_type("ball")},
                                {"base", *find_joint_type("free")}};
  return table;
}

struct Row {
  std::string_view text, signal;
  Comparison comparison;
  double value;
};
const Row good[] = {
    {"time >= 0.7 s", "time", Comparison::greater_equal, 0.7},
    {"time>1 min", "time", Comparison::greater, 60},
    {"elbow.angle < 1", "elbow.angle", Comparison::less, 1},
    {"elbow.rate.rz<=-2 rad/s", "elbow.rate", Comparison::less_equal, -2},
    {"strut.displacement.tz > 3 mm", "strut.displacement.tz", Comparison::greater, 0.003},
    {"strut.rate.rz > 30 rpm", "strut.rate.rz", Comparison::greater, 3.141592653589793},
    {"base.velocity.tx < 0", "base.velocity.tx", Comparison::less, 0},
};

struct BadRow {
  std::string_view text, sentence;
};
const BadRow bad[] = {
    {"neck.angle.rx > 1", "neck has no angle; a ball turns by a quaternion; use another joint's signal"},
    {"strut.angle > 1", "strut moves in several directions; write strut.angle.rz"},
    {"base.velocity > 1", "base moves in several directions; write base.velocity.tx, ty or tz"},
    {"strut.angle.rx > 1", "strut has no free direction rx of this kind; write strut.angle.rz"},
    {"elbow.velocity > 1", "elbow has no velocity; no direction of this kind is free"},
    {"= time > 1", "\"= time > 1\" begins with =, which a condition does without; take it out"},
    {"not elbow.angle > 1",
     "\"not elbow.angle > 1\" has `not`, which is not read yet; compare one signal with one value, for example time >= 1 s, or "
     "elbow.angle < 30 deg"},
    {"system.energy.kinetic < 2 J",
     "events on system.energy.kinetic are not read yet; use time or a joint's angle, rate, displacement or velocity"},
    {"time > 1 s > 2", "1 s > 2: a unit has no blanks inside; write products with *, for example kN*m"},
    {"elbow.angle > ten", "\"ten\" is no number; give an angle, for example 1 deg"},
    {"", "\"\" compares nothing; write a comparison, for example time >= 1 s, or elbow.angle < 30 deg"},
};

}  // namespace

TEST_CASE("a condition compares time or a joint's coordinate with a quantity") {
  for (const Row& row : good) {
    CAPTURE(row.text);
    const Condition condition = parse_condition(row.text, joints());
    CHECK(condition.signal == row.signal);
    CHECK(condition.comparison == row.comparison);
    CHECK(condition.value == doctest::Approx(row.value).epsilon(1e-15));  // one rounding of the unit
  }
}

TEST_CASE("a condition that cannot be is refused in one sentence") {
  for (const BadRow& row : bad) {
    std::string sentence;
    try {
      parse_condition(row.text, joints());
    } catch (const Error& error) {
      sentence = error.what();
    }
    CHECK(sentence == row.sentence);
  }
}
