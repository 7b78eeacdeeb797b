#include <doctest/doctest.h>

#include "pintle/base/error.h"
#include "pintle/system/make_system.h"
#include "unit/system/parts.h"

namespace pintle {
namespace {

using parts::difference;

// Numbers from an independent program that reads the same rules; printed with 15 digits.
constexpr double printed = 1e-14;

struct ExpectedBody {
  const char* name;
  Vec3<double> p;
  Quaternion<double> q;
};
struct ExpectedJoint {
  const char* name;
  Vec3<double> p_PF;
  Quaternion<double> q_PF;
  Vec3<double> p_CM;
  Quaternion<double> q_CM;
};

}  // namespace

TEST_CASE("reference: seven bodies are placed as by an independent reading of the rules, to 1e-14") {
  const Model model = parts::make_seven_bodies();
  const Reference reference = make_reference(model);
  const ExpectedBody expected[] = {
      {"base", {0.4, -0.2, 0.3}, {0.958032579640456, 0.0369715856375703, -0.144792462830911, 0.244625879477739}},
      {"arm",
       {1.09360672813846, 0.229980949646583, 0.299680772946431},
       {0.934679762031661, 0.341184746682876, -0.0342326596789839, 0.0937807874283536}},
      {"fork", {1.5, 0.2, -0.1}, {1, 0, 0, 0}},
      {"tip", {1.61087926399386, 0.1, -0.0453596121425577}, {0.852524522059506, 0, 0.522687228930659, 0}},
      {"probe",
       {1.2228741240567, -0.158644233303847, 0.123837947561344},
       {0.936293363584199, -0.189796060978687, 0.289629477625516, -0.0587108016938265}},
      {"mast", {0, 1, 0.6}, {0.992197667229329, 0, 0, 0.124674733385228}},
      {"flag", {-0.1, 1, 1.2}, {1, 0, 0, 0}}};
  REQUIRE(reference.X_WB.size() == 8);
  CHECK(difference(reference.X_WB[0].p, {0, 0, 0}) == 0);
  for (std::size_t b = 1; b < 8; ++b) {
    INFO(expected[b - 1].name);
    CHECK(difference(reference.X_WB[b].p, expected[b - 1].p) < printed);
    CHECK(difference(to_quaternion(reference.X_WB[b].R), expected[b - 1].q) < printed);
  }
}

TEST_CASE("reference: joint frames of the seven bodies are those of an independent reading, to 1e-14") {
  const Model model = parts::make_seven_bodies();
  const Reference reference = make_reference(model);
  const ExpectedJoint expected[] = {
      {"swivel",
       {-0.5, 0, 0.2},
       {0.923879532511287, -0.38268343236509, 0, 0},
       {0.3, 0.1, 0},
       {0.978573205290782, -0.0833113879922324, 0.0923649405988984, -0.164080505441369}},
      {"cross",
       {-0.175443811828329, -0.394323008035718, -0.298440908558072},
       {0.177009980687845, -0.831596997337827, -0.524023837551943, -0.0501290178732225},
       {-0.5, -0.1, -0.1},
       {0.435938266580061, -0.666024360430896, -0.556738563179497, -0.23751116039592}},
      {"post",
       {0, 1, 0},
       {0.5, -0.5, -0.5, 0.5},
       {0, 0, -0.6},
       {0.558436200307278, -0.558436200307278, -0.433761466922051, 0.433761466922051}},
      {"slip",
       {0.2, 0.3, 0.1},
       {0.923879532511287, 0, 0, 0.38268343236509},
       {0, 0.4, 0.1},
       {0.787629956894744, -0.200023742820582, -0.482900032714077, 0.326247010277139}},
      {"socket",
       {0.1, 0.2, 0.3},
       {1, 0, 0, 0},
       {-0.3, 0, 0},
       {0.949598681373822, -0.131118409928989, -0.242472351690955, -0.149256375328664}},
      {"hook", {0.1, 0, 0}, {1, 0, 0, 0}, {0, 0, 0.6}, {0.992197667229329, 0, 0, -0.124674733385228}}};
  for (std::size_t j = 0; j < 6; ++j) {
    INFO(expected[j].name);
    CHECK(difference(reference.X_PF[j].p, expected[j].p_PF) < printed);
    CHECK(difference(to_quaternion(reference.X_PF[j].R), expected[j].q_PF) < printed);
    CHECK(difference(reference.X_CM[j].p, expected[j].p_CM) < printed);
    CHECK(difference(to_quaternion(reference.X_CM[j].R), expected[j].q_CM) < printed);
    const Pose<double> F = reference.X_WJ[j];
    CHECK(difference(cross(F.R.column(0), F.R.column(1)), F.R.column(2)) < 1e-15);
  }
}

TEST_CASE("reference: without x_axis, F's x is world x made perpendicular, or y where x is parallel to the axis") {
  Model model = parts::make_pendulum();
  const auto x_of = [&](const Vec3<double>& axis) {
    model.joints[0].axis = axis;
    return make_reference(model).X_WJ[0].R.column(0);
  };
  CHECK(difference(x_of({0, 0, 1}), {1, 0, 0}) == 0);
  CHECK(difference(x_of({0, -3, 0}), {1, 0, 0}) == 0);
  CHECK(difference(x_of({1, 0, 0}), {0, 1, 0}) == 0);
  CHECK(difference(x_of({-1, 5e-7, 0}), {5e-7, 1, 0}) < 1e-12);  // sine below 1e-6: y, made perpendicular
  CHECK(difference(x_of({-1, 5e-6, 0}), {5e-6, 1, 0}) < 1e-10);  // above it: x, which leaves y
  CHECK(difference(x_of({1, 0, -1}), {std::sqrt(0.5), 0, std::sqrt(0.5)}) < 1e-15);
}

TEST_CASE("reference: a floating body with `at` places its neighbours, else the first body sits at the origin") {
  Model model;
  model.bodies = {parts::make_body("a", 1, {1, 1, 1}), parts::make_body("b", 1, {1, 1, 1}), parts::make_body("c", 1, {1, 1, 1})};
  model.joints = {parts::make_joint("ab", "weld", "a", "b")};
  model.joints[0].at = parts::points("a", {1, 0, 0}, "b", {0, 2, 0});
  CHECK(difference(make_reference(model).X_WB[2].p, {1, -2, 0}) == 0);
  model.bodies[1].at = Vec3<double>{5, 5, 5};
  CHECK(difference(make_reference(model).X_WB[1].p, {4, 7, 5}) == 0);
  CHECK(difference(make_reference(model).X_WB[3].p, {0, 0, 0}) == 0);
}

TEST_CASE("reference: a joint with one world point places nobody, wherever it stands in the file") {
  Model model;
  model.bodies = {parts::make_body("upper", 1, {1, 1, 1}), parts::make_body("lower", 1, {1, 1, 1})};
  model.bodies[1].at = Vec3<double>{0, 0, -3};
  model.joints = {parts::make_joint("elbow", "ball", "upper", "lower"), parts::make_joint("shoulder", "ball", "world", "upper")};
  model.joints[0].at = Vec3<double>{0, 0, -2};
  model.joints[1].at = parts::points("world", {0, 0, 0}, "upper", {0, 0, 1});
  CHECK(difference(make_reference(model).X_WB[1].p, {0, 0, -1}) == 0);

  model.joints[1].at = Vec3<double>{0, 0, 0};
  CHECK_THROWS_WITH_AS(make_reference(model),
                       "bodies.upper: joint elbow cannot place it, because its point [0, 0, -2] is in the world; give the "
                       "body `at`, or the joint a point on each body, for example at: {upper: [0, 0, 0], lower: [0, 0, 0]}",
                       Error);
}

TEST_CASE("reference: mistakes in a joint's geometry are named with the way out") {
  Model model = parts::make_pendulum();
  SUBCASE("axis of no length") {
    model.joints[0].axis = Vec3<double>{0, 0, 0};
    CHECK_THROWS_WITH_AS(make_reference(model),
                         "joints.pin.axis: [0, 0, 0] has length 0; give a direction, for example [0, 0, 1]", Error);
  }
  SUBCASE("universal axes that are not perpendicular") {
    model.joints[0].type = *find_joint_type("universal");
    model.joints[0].second_axis = Vec3<double>{0, 1, 1};
    CHECK_THROWS_WITH_AS(make_reference(model), doctest::Contains("makes an angle of 45 deg with `axis`"), Error);
    model.joints[0].second_axis.reset();
    CHECK_THROWS_WITH_AS(make_reference(model), doctest::Contains("give `axis` and `second_axis`"), Error);
  }
  SUBCASE("x_axis and y parallel to the axis") {
    model.joints[0].x_axis = Vec3<double>{0, 2, 0};
    CHECK_THROWS_WITH_AS(make_reference(model), doctest::Contains("joints.pin.x_axis: is parallel to `axis`"), Error);
  }
  SUBCASE("a point on a third body") {
    model.joints[0].at = parts::points("world", {0, 0, 0}, "handle", {0, 0, 0});
    CHECK_THROWS_WITH_AS(make_reference(model),
                         doctest::Contains("has points on world and handle, the joint is between world and bar"), Error);
  }
  SUBCASE("both sides the same body") {
    model.joints[0].parent = "bar";
    CHECK_THROWS_WITH_AS(make_reference(model), doctest::Contains("both sides are bar"), Error);
  }
  SUBCASE("axes of a body that is not there") {
    model.joints[0].axes = "handle";
    CHECK_THROWS_WITH_AS(make_reference(model), doctest::Contains("joints.pin.axes: there is no handle in bodies"), Error);
  }
}

}  // namespace pintle
