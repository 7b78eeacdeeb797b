#include <doctest/doctest.h>

#include <numbers>

#include "pintle/io/writing/writer.h"
#include "pintle/model/signals/kinds.h"
#include "pintle/system/make_system.h"
#include "unit/io/golden.h"

using namespace pintle;

namespace {

const std::string all_kinds = R"yaml(pintle: 1
bodies: {arm: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}, leg: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 1]}}
joints: {hip: {type: hinge, between: [world, arm]}, knee: {type: cylindrical, between: [arm, leg]}}
parameters: {l: 2 m, w: 3 rad/s}
functions: {pull: {of: time, points: [[0 s, 1 m], [1 s, 2 m], [2 s, 1 m]], interpolate: cubic}}
constraints:
  rod: {type: distance, at: {leg: [0, 0, 1], world: [1, 0, 0]}, length: =2*l}
  winch: {type: distance, at: {arm: [0, 0, 1], leg: [0, 1, 0]}, length: =pull(time) + l, active: false}
  table: {type: point-on-plane, at: {world: [0, 0, 1], leg: [0, 0, 0]}, normal: [0, 3, 4], axes: arm}
  guide: {type: relative-rotation, between: [arm, leg], axis: [0, 0, 2], axes: world}
  thread: {type: screw, joint: knee, pitch: 5 mm}
  wheels: {type: gear, joints: [hip, knee.rz], ratio: -2}
  rack: {type: gear, joints: [hip, knee.tz], ratio: 3 mm/rad}
  pinion: {type: gear, joints: [knee.tz, hip], ratio: 3 rad/mm}
  skate:
    type: velocity
    body: leg
    at: {leg: [0, 0.1, 0]}
    axes: arm
    rows:
      side: {linear: [=-sin(leg.yaw), =cos(leg.yaw), 0], angular: [0, 0, 20 cm], value: =l/1 s*sin(w*time)}
      turn: {angular: [0, 0, 1], value: =w}
  foot: {type: velocity, body: leg, at: [0.1, 0, 0], rows: {x: {linear: [1, 0, 0]}}}
)yaml";

template <class Kind>
const Kind& kind_of(const Model& model, std::string_view name) {
  for (const ConstraintPart& part : model.constraints)
    if (part.name == name) return std::get<Kind>(part.kind);
  throw Error("no such constraint");
}

}  // namespace

TEST_CASE("constraints of all six types are read as docs/format.md section 2 says") {
  ReadNotes notes;
  const Model model = read_model_text(all_kinds, "m.yaml", {}, {}, &notes);
  CHECK(notes.warnings.empty());
  REQUIRE(model.constraints.size() == 10);
  const auto& rod = kind_of<DistancePart>(model, "rod");
  CHECK(rod.at[0].body == "leg");
  CHECK(rod.at[1].body == "world");
  CHECK(rod.length == 4);
  CHECK_FALSE(model.graph.is_living(rod.length.expr));
  CHECK(model.graph.is_living(kind_of<DistancePart>(model, "winch").length.expr));
  CHECK_FALSE(model.constraints[1].active);
  CHECK(kind_of<PointOnPlanePart>(model, "table").normal.y == 3);
  CHECK(model.constraints[2].axes == "arm");
  CHECK(kind_of<RelativeRotationPart>(model, "guide").between == std::array<std::string, 2>{"arm", "leg"});
  CHECK_FALSE(model.constraints[3].axes);
  CHECK(kind_of<ScrewPart>(model, "thread").pitch == 0.005);
  const auto& wheels = kind_of<GearPart>(model, "wheels");
  CHECK(wheels.joints[0].joint == "hip");
  CHECK_FALSE(wheels.joints[0].direction);
  CHECK(*wheels.joints[1].direction == Direction::rz);
  CHECK(kind_of<GearPart>(model, "rack").ratio == 0.003);
  CHECK(kind_of<GearPart>(model, "pinion").ratio == 3000);
  const auto& skate = kind_of<VelocityPart>(model, "skate");
  CHECK(skate.axes == "arm");
  CHECK(skate.at.body == "leg");
  REQUIRE(skate.rows.size() == 2);
  CHECK(skate.rows[0].angular.z == 0.2);
  CHECK(skate.rows[1].linear.x == 0);
  CHECK(skate.rows[1].value == 3);
  CHECK(kind_of<VelocityPart>(model, "foot").at.body == "world");
}

TEST_CASE("multipliers of constraints are signals, by row where rows have names, in units of force or moment") {
  const Model model =
      read_model_text(all_kinds +
                          "events: {far: {when: rod.reaction > 3 N and skate.reaction.turn > 2 N*m, do: [stop]}}\n"
                          "measures: {pull: {of: rack.reaction/1 N, take: max}}\nrun: {record: [skate.reaction, rod, wheels]}\n",
                      "m.yaml");
  const NameTable names = make_names(model);
  const auto unit = [&](const char* name) { return find_signals(names, name).at(0).unit; };
  for (const char* name : {"rod", "winch", "table", "thread", "rack", "foot"}) CHECK(unit(name) == "N");
  for (const char* name : {"guide", "wheels", "pinion", "skate.reaction.turn"}) CHECK(unit(name) == "N*m");
  CHECK(unit("skate.reaction.side") == "N");
  CHECK(find_signals(names, "skate.reaction").size() == 2);
  CHECK(find_signals(names, "skate").size() == 2);
  int recorded = 0;
  for (const Signal& signal : default_signals(names)) recorded += signal.kind == signal_kind<signals::Multiplier>;
  CHECK(recorded == 11);  // every row is there unless `record` says otherwise
  CHECK(read_sentences(all_kinds + "forces: {f: {at: {arm: [0, 0, 0]}, force: [=rod.reaction, 0, 0]}}\n")
            .find("rod.reaction follows from the forces") != std::string::npos);
}

TEST_CASE("constraints are parts like others: they are set by path, dropped by `if`, repeated and turned") {
  const Model set = read_model_text(all_kinds, "m.yaml",
                                    {{"constraints.rod.length", "7 m"},
                                     {"constraints.rod.at.leg.z", "0.5"},
                                     {"constraints.skate.rows.turn.value", "2 rad/s"},
                                     {"constraints.table.active", "false"}});
  CHECK(kind_of<DistancePart>(set, "rod").length == 7);
  CHECK(kind_of<DistancePart>(set, "rod").at[0].p.z == 0.5);
  CHECK(kind_of<VelocityPart>(set, "skate").rows[1].value == 2);
  CHECK_FALSE(set.constraints[2].active);

  const std::string group = R"yaml(pintle: 1
bodies: {hub: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}
repeat:
  leg:
    count: 3
    turn: {about: [0, 0, 1], step: 120 deg}
    bodies: {rod: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0]}}
    joints: {hip: {type: hinge, between: [hub, rod], at: [0.5, 0, 0], axis: [0, 1, 0]}}
    constraints:
      tie: {if: index > 1, type: distance, at: {hub: [0, 0, 1], rod: [0, 0, 0]}, length: =1.5 m + 0.1 m*index}
      flat: {type: point-on-plane, at: {world: [0, 0, 0], rod: [0.5, 0, 0]}, normal: [1, 0, 0]}
      pair: {if: index > 1, type: gear, joints: [before.hip, hip.rz], ratio: 1}
run: {record: [all.tie.reaction]}
)yaml";
  const Model model = read_model_text(group, "m.yaml");
  REQUIRE(model.constraints.size() == 7);
  CHECK(model.constraints[0].name == "flat1");
  CHECK(kind_of<DistancePart>(model, "tie3").at[1].body == "rod3");
  CHECK(kind_of<GearPart>(model, "pair3").joints[0].joint == "hip2");
  CHECK(model.run.record == std::vector<std::string>{"tie2.reaction", "tie3.reaction"});
  const System system = make_system(make_flat(model));
  const auto& flat = std::get<PointInPlane>(system.constraints[2].kind);  // flat2, turned by 120°
  CHECK(system.constraints[2].name == "flat2");
  const double angle = 2 * std::numbers::pi / 3;
  CHECK(norm(system.nominal[flat.n_A] - Vec3<double>{std::cos(angle), std::sin(angle), 0}) < 1e-14);
}

TEST_CASE("constraints that were written read back, and make the same system") {
  const Model model = read_model_text(all_kinds, "m.yaml");
  const std::string text = write_model(model);
  CAPTURE(text);
  const Model back = read_model_text(text, "back.yaml");
  CHECK(write_model(back) == text);
  const System a = make_system(model), b = make_system(back);
  REQUIRE(a.multipliers == 11);
  CHECK(b.multipliers == 11);
  CHECK(a.nominal.value == b.nominal.value);
}
