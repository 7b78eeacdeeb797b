#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "pintle/model/makers.h"
#include "pintle/system/make_system.h"
#include "unit/system/parts.h"

namespace pintle {
namespace {

std::vector<std::string> names_of(const std::vector<Signal>& signals) {
  std::vector<std::string> names;
  for (const Signal& signal : signals) names.push_back(signal.name);
  return names;
}

using Names = std::vector<std::string>;

System make_example() {
  Model model = parts::make_seven_bodies();
  model.forces.of<PointForce>().push_back({"wind", {PointOn{"flag", {0, 0, 0}}}, {{1, 0, 0}, {}}});
  model.forces.of<PointSpring>().push_back({"rope", parts::points("world", {0, 0, 0}, "flag", {0, 0, 0}), {{1, 0, 0}, 0}});
  return make_system(model);
}

}  // namespace

TEST_CASE("signals: a bare body means its motion, a bare joint its coordinates, rates and accelerations") {
  const System system = make_example();
  CHECK(names_of(find_signals(system.names, "arm")) ==
        Names{"arm.position.x", "arm.position.y", "arm.position.z", "arm.orientation.w", "arm.orientation.x", "arm.orientation.y",
              "arm.orientation.z", "arm.velocity.x", "arm.velocity.y", "arm.velocity.z", "arm.angular_velocity.x",
              "arm.angular_velocity.y", "arm.angular_velocity.z", "arm.acceleration.x", "arm.acceleration.y",
              "arm.acceleration.z", "arm.angular_acceleration.x", "arm.angular_acceleration.y", "arm.angular_acceleration.z"});
  CHECK(names_of(find_signals(system.names, "hook")) == Names{"hook.angle", "hook.rate", "hook.acceleration"});
  CHECK(names_of(find_signals(system.names, "post")) == Names{"post.displacement.tz", "post.angle.rz", "post.velocity.tz",
                                                              "post.rate.rz", "post.acceleration.tz", "post.acceleration.rz"});
  CHECK(names_of(find_signals(system.names, "socket")) ==
        Names{"socket.orientation.w", "socket.orientation.x", "socket.orientation.y", "socket.orientation.z", "socket.rate.rx",
              "socket.rate.ry", "socket.rate.rz", "socket.acceleration.rx", "socket.acceleration.ry", "socket.acceleration.rz"});
  CHECK(names_of(find_signals(system.names, "rope")) == Names{"rope.force", "rope.power"});
  CHECK(find_signals(system.names, "rope.power")[0].index == 1);  // after the one point force
}

TEST_CASE("signals: a prefix ends at a dot, and an exact name means one signal") {
  const System system = make_example();
  CHECK(names_of(find_signals(system.names, "system.energy")) ==
        Names{"system.energy.kinetic", "system.energy.potential", "system.energy.total", "system.energy.dissipated"});
  CHECK(names_of(find_signals(system.names, "cross.reaction")) == Names{"cross.reaction.tx", "cross.reaction.ty",
                                                                        "cross.reaction.tz", "cross.reaction.rx",
                                                                        "cross.reaction.ry", "cross.reaction.rz"});
  CHECK(names_of(find_signals(system.names, "post.angle")) == Names{"post.angle.rz"});
  CHECK(find_signals(system.names, "cross.load").size() == 12);
  CHECK(find_signals(system.names, "arm.velocity").size() == 3);  // not velocity.norm
  for (const char* nothing : {"arm.velo", "arm.", "arms", "", ".", "world", "world.position.x", "hook.angle.x",
                              "hook.displacement", "arm.velocity.x.y", "nobody.angle"})
    CHECK_MESSAGE(find_signals(system.names, nothing).empty(), nothing);
}

TEST_CASE("signals: full names reach norms, constrained directions and a hinge's angle with its direction") {
  const System system = make_example();
  const auto one = [&](const char* name) {
    const auto found = find_signals(system.names, name);
    REQUIRE_MESSAGE(found.size() == 1, name);
    CHECK(found[0].name == name);
    return found[0];
  };
  CHECK(one("hook.angle.rz").component == one("hook.angle").component);
  CHECK(one("hook.displacement.tx").component == 0);
  CHECK(one("socket.displacement.tx").unit == "m");
  CHECK(one("socket.angle.ry").unit == "rad");
  CHECK(one("socket.rate.norm").component == angular_norm_component);
  CHECK(one("arm.acceleration.norm").component == norm_component);
  CHECK(one("system.angular_momentum.norm").unit == "kg*m^2/s");
  CHECK(one("time").unit == "s");
}

TEST_CASE("signals: units are SI, pure numbers are 1") {
  const System system = make_example();
  const auto unit_of = [&](const char* name) { return find_signals(system.names, name).at(0).unit; };
  CHECK(unit_of("arm.orientation.w") == "1");
  CHECK(unit_of("arm.angular_acceleration.x") == "rad/s^2");
  CHECK(unit_of("post.velocity.tz") == "m/s");
  CHECK(unit_of("post.acceleration.rz") == "rad/s^2");
  CHECK(unit_of("post.load.bending") == "N*m");
  CHECK(unit_of("post.load.radial") == "N");
  CHECK(unit_of("post.impulse.mz") == "N*m*s");
  CHECK(unit_of("system.momentum.x") == "kg*m/s");
  CHECK(unit_of("system.freedoms") == "1");
}

TEST_CASE("signals: the list holds every signal once, and each is found again by its name") {
  const System system = make_example();
  const std::vector<Signal> all = make_signals(system.names);
  std::set<std::string> names;
  for (const Signal& signal : all) {
    CHECK(names.insert(signal.name).second);
    const auto found = find_signals(system.names, signal.name);
    REQUIRE_MESSAGE(found.size() == 1, signal.name);
    CHECK(found[0].kind == signal.kind);
    CHECK(found[0].index == signal.index);
    CHECK(found[0].component == signal.component);
  }
}

TEST_CASE("signals: by default bodies, joint coordinates and energies are recorded") {
  const System system = make_system(make_chain(2));
  const Names names = names_of(default_signals(system.names));
  CHECK(names.size() == 2 * 19 + 2 * 3 + 4);
  CHECK(names.front() == "link1.position.x");
  CHECK(names.back() == "system.energy.dissipated");
  CHECK(std::ranges::find(names, "pin2.rate") != names.end());
}

}  // namespace pintle
