#include "pintle/io/settings.h"

#include <doctest/doctest.h>

#include "pintle/io/writing/writer.h"
#include "unit/io/golden.h"

using namespace pintle;

namespace {

const std::string file =
    two_joints + "gravity: [0, 0, -9.81]\ninitial: {arm: {rotate: [rz: 1]}}\nrun: {until: 2 s, record: [arm]}\n";

Model set(const std::vector<Setting>& settings) { return read_model_text(file, "m.yaml", settings); }

struct Refused {
  Setting setting;
  std::string_view sentence;
};
const Refused refused[] = {
    {{"gravity.z", "3 m"}, "--set gravity.z=3 m: gravity.z: 3 m is a length; give an acceleration, for example 3 m/s^2"},
    {{"gravity.w", "3"}, "--set gravity.w=3: gravity is a list, and \"w\" is none of its elements; set the whole list"},
    {{"bodies.amr.mass", "3"}, "--set bodies.amr.mass=3: bodies has no \"amr\"; did you mean arm?"},
    {{"bodeis.arm.mass", "3"}, "--set bodeis.arm.mass=3: bodeis: unknown key; did you mean bodies?"},
    {{"bodies.arm.mas", "3"}, "--set bodies.arm.mas=3: bodies.arm.mas: unknown key; did you mean mass?"},
    {{"run.until.x", "3"}, "--set run.until.x=3: run.until is 2 s, and has no \"x\" inside; set it as a whole"},
    {{"run.until", ""}, "--set run.until=: run.until: has no value; give one, or take the key out"},
    {{"run..until", "1"}, "--set run..until=1: the path has an empty word; write names joined by dots, for example gravity.z"},
    {{"run", "{rtol: 1, rtol: 2}"}, "--set run={rtol: 1, rtol: 2}: run.rtol is given twice; keep one"},
    {{"run.record", "[arm"}, "--set run.record=[arm: the [ of line 1 has no ], or a comma is missing; close the bracket"},
    {{"name", "a\tb"}, "--set name=a b: a tab; indent and separate with blanks"},
};

}  // namespace

TEST_CASE("a setting changes an element of a vector, and makes the vector where there was none") {
  const Model model = set({{"gravity.x", "1 m/s^2"}, {"bodies.arm.inertia.yy", "1.5"}, {"bodies.leg.at.z", "20 cm"}});
  CHECK(model.gravity.x == 1);
  CHECK(model.gravity.z == -9.81);
  CHECK(model.bodies[0].inertia.yy == 1.5);
  CHECK(model.bodies[1].at->z == 0.2);
  CHECK(model.bodies[1].at->x == 0);
}

TEST_CASE("a product of inertia can be set although the file lists the moments only") {
  const Model model = set({{"bodies.arm.inertia.xy", "0.25"}});
  CHECK(model.bodies[0].inertia.xx == 1);
  CHECK(model.bodies[0].inertia.xy == 0.25);
}

TEST_CASE("maps merge, lists replace, and the last setting wins") {
  const Model model = set({{"run", "{rtol: 1e-5, until: 3}"}, {"run.record", "[leg, hip]"}, {"run.until", "4 s"}});
  CHECK(model.run.rtol == 1e-5);
  CHECK(model.run.until == 4);
  CHECK(model.run.record == std::vector<std::string>{"leg", "hip"});
}

TEST_CASE("a map of elements merges into a vector") {
  const Model model = set({{"gravity", "{y: 2}"}});
  CHECK(model.gravity.y == 2);
  CHECK(model.gravity.z == -9.81);
}

TEST_CASE("a quaternion takes the place of rotate, and rotate that of a quaternion") {
  const Model model = set({{"initial.arm.quaternion", R"({"w": 0.0, "x": 0.0, "y": 0.0, "z": 1.0})"}});
  CHECK(model.body_starts[0].rotation->z == 1);
  const Model back = set({{"initial.arm.quaternion", "{w: 0, x: 0, y: 0, z: 1}"}, {"initial.arm", "{rotate: []}"}});
  CHECK(back.body_starts[0].rotation->w == 1);
}

TEST_CASE("what the file does not have can be set: starts, run, a whole part") {
  const Model model = set({{"initial.hip.angle", "30 deg"}, {"run.dt", "1 ms"}, {"bodies.toe", "{mass: 1, inertia: [1, 1, 1]}"}});
  CHECK(model.joint_starts.size() == 1);
  CHECK(*model.run.dt == 0.001);
  CHECK(model.bodies.back().name == "toe");
}

TEST_CASE("a setting that cannot be is refused in one sentence that begins with the setting") {
  for (const Refused& row : refused) CHECK(read_sentences(file, {row.setting}) == row.sentence);
}

TEST_CASE("a setting is split at its first equals sign") {
  const Setting setting = parse_setting("events.e.when=time >= 1 s");
  CHECK(setting.path == "events.e.when");
  CHECK(setting.value == "time >= 1 s");
  CHECK_THROWS_WITH(parse_setting("gravity"), "--set gravity: is no PATH=VALUE; write for example --set gravity.z=-1.62");
}
