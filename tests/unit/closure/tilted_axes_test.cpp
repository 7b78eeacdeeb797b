#include "pintle/closure/tilted_axes.h"

#include <doctest/doctest.h>

#include <numbers>

#include "pintle/base/error.h"
#include "pintle/closure/assemble.h"
#include "pintle/io/reader.h"
#include "pintle/system/make_system.h"

using namespace pintle;

namespace {

/// A four-bar of hinges along z; the points are on the bodies, so that the reference configuration is open.
constexpr std::string_view four_bar = R"(pintle: 1
bodies:
  crank: {mass: 1, inertia: [0.01, 0.01, 0.01]}
  coupler: {mass: 1, inertia: [0.01, 0.01, 0.01]}
  rocker: {mass: 1, inertia: [0.01, 0.01, 0.01]}
joints:
  a: {type: hinge, between: [world, crank], at: {world: [0, 0, 0], crank: [-0.05, 0, 0]}, axis: [0, 0, 1]}
  b: {type: hinge, between: [crank, coupler], at: {crank: [0.05, 0, 0], coupler: [-0.2, 0, 0]}, axis: [0, 0, 1]}
  d: {type: hinge, between: [world, rocker], at: {world: [0.35, 0, 0], rocker: [-0.15, 0, 0]}, axis: [0, 0, 1]}
  c: {type: hinge, between: [coupler, rocker], at: {coupler: [0.2, 0, 0], rocker: [0.15, 0, 0]}, axis: [0, 0, 1]}
initial: {a: {angle: 1}, d: {angle: {guess: 2}}}
)";

constexpr std::string_view slider_crank = R"(pintle: 1
bodies:
  crank: {mass: 1, inertia: [0.01, 0.01, 0.01], at: [0.05, 0, 0]}
  rod: {mass: 1, inertia: [0.01, 0.01, 0.01], at: [0.2, 0, 0]}
  piston: {mass: 1, inertia: [0.01, 0.01, 0.01], at: [0.3, 0, 0]}
joints:
  shaft: {type: hinge, between: [world, crank], at: [0, 0, 0], axis: [0, 0, 1]}
  pin: {type: hinge, between: [crank, rod], at: [0.1, 0, 0], axis: [0, 0, 1]}
  wrist: {type: hinge, between: [rod, piston], at: [0.3, 0, 0], axis: [0, 0, 1]}
  bore: {type: slider, between: [world, piston], at: [0.3, 0, 0], axis: [1, 0, 0]}
)";

System make(std::string_view text, const std::vector<Setting>& settings = {}) {
  return make_system(read_model_text(text, "m.yaml", settings));
}
std::vector<TiltedAxis> find(const System& system) { return find_tilted_axes(system, system.nominal, make_structure(system)); }

std::string assembly_sentence(const System& system) {
  try {
    make_start(system, system.nominal, make_structure(system));
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("planar loops with parallel hinges have no tilted axis") {
  CHECK(find(make(four_bar)).empty());
  CHECK(find(make(slider_crank)).empty());
  CHECK(find(make(four_bar, {{"joints.c.axis", "[0, 0, -2]"}})).empty());  // the other sense is as parallel
}

TEST_CASE("whichever hinge of a four-bar is tilted, it is the one that is named, with both axes and the angle") {
  for (const std::string name : {"a", "b", "c", "d"}) {
    CAPTURE(name);
    const System system = make(four_bar, {{"joints." + name + ".axis", "[0, 0.1, 1]"}});
    const auto tilted = find(system);
    REQUIRE(tilted.size() == 1);
    CHECK(system.joint(tilted[0].joint).name == name);
    CHECK(tilted[0].tilt == doctest::Approx(0.0996686524911620));  // atan 0.1
    CHECK(
        tilt_text(system, tilted[0]).starts_with(name + " turns about [0, 0.0995, 0.995], 5.71 deg off the axis [0, 0, 1] of "));
    CHECK(assembly_sentence(system).find(tilt_text(system, tilted[0])) != std::string::npos);
  }
}

TEST_CASE("of two hinges of a door that are not parallel the second is named") {
  const System system = make(
      "pintle: 1\nbodies: {door: {mass: 30, inertia: [10, 12, 2], at: [0.45, 0, 0.6]}}\njoints:\n"
      "  upper: {type: hinge, between: [world, door], at: [0, 0, 1.8]}\n"
      "  lower: {type: hinge, between: [world, door], at: [0, 0, 0.2], axis: [0.01, 0, 1]}\ninitial: {upper: {rate: 1}}\n");
  const auto tilted = find(system);
  REQUIRE(tilted.size() == 1);
  CHECK(tilt_text(system, tilted[0]) == "lower turns about [0.01, 0, 1], 0.573 deg off the axis [0, 0, 1] of upper in its loop");
  CHECK(assembly_sentence(system).find("the rates do not fit") != std::string::npos);
  CHECK(assembly_sentence(system).find(tilt_text(system, tilted[0])) != std::string::npos);
}

TEST_CASE("a slider that leaves the plane of its hinges is named") {
  const System system = make(slider_crank, {{"joints.bore.axis", "[1, 0, 0.02]"}});
  const auto tilted = find(system);
  REQUIRE(tilted.size() == 1);
  CHECK(tilt_text(system, tilted[0]) ==
        "bore slides along [0.9998, 0, 0.02], 1.15 deg out of the plane of its loop, whose hinges shaft, pin, wrist turn about "
        "[0, 0, 1]");
}

TEST_CASE("spatial loops are not judged: balls in them, or hinges without a common axis") {
  CHECK(find(make(four_bar, {{"joints.c.type", "ball"}, {"joints.a.axis", "[0, 0.1, 1]"}})).empty());
  CHECK(find(make(four_bar, {{"joints.a.axis", "[0, 1, 0]"}, {"joints.b.axis", "[1, 0, 0]"}})).empty());
}

TEST_CASE("a hinge that fits in place and not in direction is off by its axes") {
  const System system = make(four_bar, {{"joints.c.type", "[rz]"},
                                        {"joints.b.type", "ball"},
                                        {"joints.d.axis", "[0, 0.1, 1]"},
                                        {"initial.d", "{angle: 2}"},
                                        {"initial.a", "{angle: 1}"}});
  const std::string sentence = assembly_sentence(system);
  CHECK(sentence.find("(its axis is [") != std::string::npos);
  CHECK(sentence.find("] on coupler and [") != std::string::npos);
}
