#include "pintle/closure/idle_drives.h"

#include <doctest/doctest.h>

#include "pintle/base/error.h"
#include "pintle/closure/assemble.h"
#include "pintle/io/reader.h"
#include "pintle/system/make_system.h"

using namespace pintle;

namespace {

/// A four-bar in the plane, closed in its reference configuration: one freedom.
const std::string four_bar = R"(pintle: 1
bodies:
  crank: {mass: 1, inertia: [0.01, 0.01, 0.01], at: [0, 0.1, 0]}
  coupler: {mass: 1, inertia: [0.01, 0.01, 0.01], at: [0.2, 0.25, 0]}
  rocker: {mass: 1, inertia: [0.01, 0.01, 0.01], at: [0.4, 0.15, 0]}
joints:
  a: {type: hinge, between: [world, crank], at: [0, 0, 0]}
  b: {type: hinge, between: [crank, coupler], at: [0, 0.2, 0]}
  c: {type: hinge, between: [coupler, rocker], at: [0.4, 0.3, 0]}
  d: {type: hinge, between: [world, rocker], at: [0.4, 0, 0]}
)";
const std::string ramp = "{rate: =3 rad/s^2*time}";

std::vector<std::string> find(const std::vector<Setting>& settings, std::string_view text = four_bar) {
  const System system = make_system(read_model_text(text, "m.yaml", settings));
  const Structure structure = make_structure(system);
  const State<double> state = make_start(system, system.nominal, structure);
  std::vector<std::string> texts;
  for (const IdleDrive& idle : find_idle_drives(system, system.nominal, structure, state))
    texts.push_back(idle_text(system, idle));
  return texts;
}

}  // namespace

TEST_CASE("as many drives as freedoms: none is idle") {
  CHECK(find({}).empty());
  CHECK(find({{"joints.a.driven", ramp}}).empty());
  CHECK(find({{"joints.c.driven", ramp}}).empty());
  const std::string tree =
      "pintle: 1\nbodies: {x: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}, y: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0]}}\n"
      "joints:\n  p: {type: hinge, between: [world, x], driven: {rate: 1}}\n"
      "  q: {type: hinge, between: [x, y], driven: {rate: 1}}\n";
  CHECK(find({}, tree).empty());
}

TEST_CASE("of two drives on one freedom the second is idle, and the first is named with it") {
  const auto texts = find({{"joints.a.driven", ramp}, {"joints.d.driven", ramp}});
  REQUIRE(texts.size() == 1);
  CHECK(texts[0] == "d is driven, and so is a, which moves it already");
}

TEST_CASE("a drive beside a row that drives velocities is idle too") {
  const auto texts = find({{"joints.a.driven", ramp},
                           {"constraints.spin",
                            "{type: velocity, body: rocker, at: {rocker: [0, 0, 0]}, rows: {z: {angular: [0, 0, 1], value: =1 "
                            "rad/s^2*time}}}"}});
  REQUIRE(texts.size() == 1);
  CHECK(texts[0] == "a is driven, and the constraint spin moves it already");
}

TEST_CASE("drives of two mechanisms are no matter of each other") {
  std::string two = four_bar;
  for (const char* line : {"  e: {type: slider, between: [world, block], at: [5, 0, 0], driven: {velocity: =1 m/s^2*time}}\n"})
    two += line;
  two.insert(two.find("joints:"), "  block: {mass: 1, inertia: [1, 1, 1], at: [5, 0, 0]}\n");
  CHECK(find({{"joints.a.driven", ramp}}, two).empty());
  const auto texts = find({{"joints.a.driven", ramp}, {"joints.c.driven", ramp}}, two);
  REQUIRE(texts.size() == 1);
  CHECK(texts[0] == "c is driven, and so is a, which moves it already");
}

TEST_CASE("drives that ask for different starts are named where the loop does not close") {
  try {
    find({{"joints.a.driven", "{angle: =0.1 rad + 1 rad/s*time}"}, {"joints.d.driven", "{angle: =0.5 rad + 1 rad/s*time}"}});
    FAIL("it closed");
  } catch (const Error& error) {
    CHECK(std::string(error.what()).find("d is driven, and so is a, which moves it already; take one of them out") !=
          std::string::npos);
  }
}
