#include <doctest/doctest.h>

#include "pintle/base/error.h"
#include "pintle/closure/assemble.h"
#include "pintle/system/make_system.h"
#include "unit/system/parts.h"

namespace pintle {
namespace {

using parts::difference;

struct Expected {
  const char* name;
  Vec3<double> p;
  Quaternion<double> q;
  Vec3<double> v, w;
};

State<double> make_start_state(const System& system) {
  return make_state(system, system.nominal, make_plan(system, make_structure(system), Coordinates::joint).tree);
}

}  // namespace

TEST_CASE("start: seven moving bodies stand and move as by an independent reading of the rules, to 1e-13") {
  const System system = make_system(parts::make_seven_bodies());
  const State<double> state = make_start_state(system);
  const Expected expected[] = {{"base",
                                {1, 2, 3},
                                {0.993760669165504, 0.0997086508721388, 0.0497294816014604, 0.00498959122946195},
                                {0.5, -1, 0.25},
                                {0.1, 0.2, -0.3}},
                               {"arm",
                                {1.65612077944693, 1.81499826023513, 2.71013697394869},
                                {0.838210624445658, 0.303541525153295, -0.0237146104507103, -0.452441276659417},
                                {0.813151293773777, -0.514217482071532, -0.0326150523665461},
                                {-0.0961750225870686, 1.07769384938029, 0.6994673993469}},
                               {"fork",
                                {1.78916086876287, 1.82223361081762, 2.04033494292853},
                                {0.900831983436235, -0.193618395841705, 0.34810917342096, -0.172724224676793},
                                {0.806023852021819, 0.0804530155312608, 0.105263756485712},
                                {0.896878134918446, -0.468799767765267, 1.4960938370291}},
                               {"tip",
                                {2.15927551287844, 1.66577997402177, 1.6267725017158},
                                {0.625323382571845, 0.00106404659186027, 0.748864191357085, 0.219481110615139},
                                {1.17351632241401, 0.809200462734548, 0.623911079756648},
                                {-1.7266537101137, 0.360885741608364, 0.549654166475781}},
                               {"probe",
                                {2.25022687184059, 1.36520197200859, 1.60440165017813},
                                {0.572599297605533, 0.0722750857281895, 0.381036416001732, 0.722300218776921},
                                {1.63933691929438, 0.637605979955087, 0.624931507495772},
                                {-0.342142267548103, 1.25109442225135, 0.973723011211998}},
                               {"mast",
                                {0.25, 1.59126983799308, 0.101980285740145},
                                {0.758874634022247, -0.63919128646511, 0.0803176683984071, 0.095356495781468},
                                {-0.5, -0.0305940857220434, 0.177380951397923},
                                {0.290673726513193, -0.0742211877763569, 0}},
                               {"flag",
                                {0.17460977456567, 2.19370628949695, 0.139217844848943},
                                {0.716241581004679, -0.603281961284747, -0.225980759663979, -0.268293811128842},
                                {-0.368602680256242, -0.0161376310153263, 0.209525332253025},
                                {0.226170676302991, 0.197095979615637, -2}}};
  for (std::size_t b = 1; b < 8; ++b) {
    INFO(expected[b - 1].name);
    CHECK(difference(state.X_WB[b].p, expected[b - 1].p) < 1e-13);
    CHECK(difference(state.q_WB[b], expected[b - 1].q) < 1e-13);
    CHECK(difference(state.V_WB[b].v, expected[b - 1].v) < 1e-13);
    CHECK(difference(state.V_WB[b].w, expected[b - 1].w) < 1e-13);
  }
}

TEST_CASE("start: joint values are exact, turns are kept, and what is not given is zero") {
  const System system = make_system(parts::make_seven_bodies());
  CHECK(system.start.joints[5].angle.z == 7);  // more than a turn
  CHECK(system.start.joints[5].rate.z == 2);
  CHECK(system.start.joints[2].displacement.z == -0.25);
  CHECK(system.start.joints[1].angle.z == 0);
  CHECK(difference(system.start.joints[4].rate, {0.3, -0.6, 0.9}) == 0);
  CHECK(difference(system.start.joints[4].rotation, parts::rotated({{0, 0.4}, {2, -1.2}})) < 1e-15);
}

TEST_CASE("start: a body that hangs on a joint has no start of its own") {
  Model model = parts::make_pendulum();
  model.body_starts.push_back({"bar", {}, {}, Vec3<double>{1, 0, 0}, {}});
  CHECK_THROWS_WITH_AS(make_system(model),
                       "initial.bar: bar hangs on joint pin; give the joint's coordinates instead, under initial.pin", Error);
}

TEST_CASE("start: what a joint cannot do is refused with its free directions") {
  Model model = parts::make_pendulum();
  SUBCASE("a direction that the type constrains") {
    model.joint_starts = {parts::start_of("pin", Direction::tx, 0.1, 0)};
    CHECK_THROWS_WITH_AS(make_system(model), "initial.pin: joint pin (hinge) does not move in tx; its free directions: rz",
                         Error);
  }
  SUBCASE("a rotation in space for a hinge") {
    JointStart start;
    start.joint = "pin";
    start.angular_velocity = Vec3<double>{0, 0, 1};
    model.joint_starts = {start};
    CHECK_THROWS_WITH_AS(make_system(model), doctest::Contains("joint pin (hinge) has no free rotation in space"), Error);
  }
  SUBCASE("an angle for a ball") {
    model.joints[0].type = *find_joint_type("ball");
    model.joint_starts = {parts::start_of("pin", Direction::rx, 0.1, 0)};
    CHECK_THROWS_WITH_AS(make_system(model), doctest::Contains("has no single angles; give `rotate` or `quaternion`"), Error);
  }
  SUBCASE("twice") {
    model.joint_starts = {parts::start_of("pin", Direction::rz, 0.1, 0), parts::start_of("pin", Direction::rz, 0.2, 0)};
    CHECK_THROWS_WITH_AS(make_system(model), "initial.pin: is given twice; give it once", Error);
  }
  SUBCASE("a name that is not there, or of another kind") {
    model.joint_starts = {parts::start_of("pim", Direction::rz, 0.1, 0)};
    CHECK_THROWS_WITH_AS(make_system(model), "initial.pim: there is no pim in joints; add it there or mend the name", Error);
    model.joint_starts = {parts::start_of("bar", Direction::rz, 0.1, 0)};
    CHECK_THROWS_WITH_AS(make_system(model), "initial.bar: bar is one of the bodies, not of the joints", Error);
  }
}

}  // namespace pintle
