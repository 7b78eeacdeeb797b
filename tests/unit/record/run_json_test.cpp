#include "pintle/record/run_json.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "pintle/closure/assemble.h"
#include "pintle/system/make_system.h"

using namespace pintle;
using Json = nlohmann::json;

namespace {

/// A trunk of joints of every kind, each carrying one body, at rest but for what a test sets.
Model make_model() {
  Model model;
  model.name = "every kind";
  std::string parent = "world";
  for (const char* type : {"weld", "hinge", "slider", "cylindrical", "ball", "free"}) {
    const std::string name = std::string(type) + "_body";
    model.bodies.push_back({.name = name, .mass = 1, .inertia = Sym3<double>{1, 0, 0, 1, 0, 1}, .at = {}, .rotation = {}});
    JointPart joint;
    joint.name = std::string(type) + "_joint";
    joint.type = *find_joint_type(type);
    joint.parent = parent;
    joint.child = name;
    joint.at = std::array<PointOn, 2>{PointOn{parent, Vec3<double>::zero()}, PointOn{name, Vec3<double>::zero()}};
    if (joint.type.name != "ball" && joint.type.name != "free" && joint.type.name != "weld") joint.axis = Vec3<double>{0, 0, 1};
    model.joints.push_back(joint);
    parent = name;
  }
  return model;
}

State<double> make_start(const System& system) {
  const Plan plan = make_plan(system, make_structure(system), Coordinates::joint);
  return make_state(system, system.nominal, plan.tree);
}

Json event_json(const System& system, const EventLog& log) { return Json::parse(make_event_line(system, system.nominal, log)); }

std::vector<std::string> keys_of(const Json& json) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  return keys;
}

}  // namespace

TEST_CASE("event line: it has the shape of the design, with an entry per direction and joint") {
  const System system = make_system(make_model());
  EventLog log;
  log.time = 0.5;
  log.event = "latch";
  log.cause = "time >= 0.5 s";
  log.actions = {"lock hinge_joint", "lock slider_joint"};
  log.freedoms_before = 13;
  log.freedoms_after = 11;
  log.kinetic_before = 2;
  log.kinetic_after = 1;
  log.before = log.after = make_start(system);
  log.before.joints[1].rate.z = 3;
  log.before.joints[3].velocity.z = 4;
  log.jump.impulse.assign(6, Wrench<double>{{4, 5, 6}, {1, 2, 3}});
  const std::string line = make_event_line(system, system.nominal, log);
  CHECK(line.find('\n') == std::string::npos);
  const Json json = Json::parse(line);
  CHECK(nlohmann::ordered_json::parse(line).begin().key() == "time");
  CHECK(json["actions"] == Json({"lock hinge_joint", "lock slider_joint"}));
  CHECK(json["freedoms"] == Json({{"before", 13}, {"after", 11}}));
  CHECK(json["kinetic_energy"]["after"] == 1.0);
  CHECK(json["linear_momentum"]["before"].size() == 3);
  CHECK(json["applied"] == Json::array());
  CHECK(json["impulses"].size() == 6);
  CHECK(json["impulses"]["ball_joint"] == Json({{"fx", 1.}, {"fy", 2.}, {"fz", 3.}, {"mx", 4.}, {"my", 5.}, {"mz", 6.}}));
  CHECK(json["bodies"].size() == 6);
  CHECK(keys_of(json["bodies"]["weld_body"]) ==
        std::vector<std::string>{"angular_velocity", "orientation", "position", "velocity"});
  const Json& joints = json["joints"];
  CHECK(joints["weld_joint"] == Json::object());
  CHECK(joints["hinge_joint"] == Json({{"rate", {{"before", 3.}, {"after", 0.}}}}));
  CHECK(keys_of(joints["slider_joint"]) == std::vector<std::string>{"velocity"});
  CHECK(joints["cylindrical_joint"]["tz"]["velocity"]["before"] == 4.0);
  CHECK(keys_of(joints["cylindrical_joint"]) == std::vector<std::string>{"rz", "tz"});
  CHECK(keys_of(joints["ball_joint"]) == std::vector<std::string>{"angular_velocity", "orientation"});
  CHECK(keys_of(joints["free_joint"]) == std::vector<std::string>{"angular_velocity", "orientation", "tx", "ty", "tz"});
}

TEST_CASE("a ball's rate is that of M in F, in M's axes, whatever its coordinates are") {
  const System system = make_system(make_model());
  EventLog log;
  log.before = log.after = make_start(system);
  const int child = system.joints[4].child.i;
  const auto c = static_cast<std::size_t>(child);
  // The child is turned by 90° about z and spins about the world's x: in its own axes, which are M's, that is −y.
  log.after.X_WB[c].R = Mat3<double>{0, -1, 0, 1, 0, 0, 0, 0, 1};
  log.after.V_WB[c].w = {0, -2, 0};
  const Json ball = event_json(system, log)["joints"]["ball_joint"];
  CHECK(ball["orientation"]["w"].get<double>() == doctest::Approx(std::sqrt(0.5)));
  CHECK(ball["orientation"]["z"].get<double>() == doctest::Approx(std::sqrt(0.5)));
  CHECK(ball["angular_velocity"]["after"][1].get<double>() == doctest::Approx(-2));
  CHECK(ball["angular_velocity"]["before"] == Json({0., 0., 0.}));
}

TEST_CASE("summary: numbers come back to the bit, and what is not finite is null") {
  const System system = make_system(make_model());
  RunSummary summary;
  summary.status = Status::failed;
  summary.time = 0.1;
  summary.message = "a \"quoted\" sentence\n";
  summary.balance_error = std::numeric_limits<double>::quiet_NaN();
  summary.energy_final = std::numeric_limits<double>::infinity();
  summary.energy_initial = 1.0 / 3;
  summary.final = make_start(system);
  summary.final.joints[1].angle.z = 7;
  const Json json = Json::parse(make_summary_text(system, system.nominal, summary, MomentumDrift{1e-15, 2e-15}));
  CHECK(json["status"] == "failed");
  CHECK(json["message"] == "a \"quoted\" sentence\n");
  CHECK(json["energy"]["balance_error"].is_null());
  CHECK(json["energy"]["final"].is_null());
  CHECK(json["energy"]["initial"].get<double>() == 1.0 / 3);
  CHECK(json["counters"].size() == 7);
  CHECK(json["momentum"]["angular_drift"] == 2e-15);
  CHECK(json["final"]["joints"]["hinge_joint"] == Json({{"angle", 7.}, {"rate", 0.}}));
  CHECK(json["final"]["joints"]["slider_joint"] == Json({{"displacement", 0.}, {"velocity", 0.}}));
  CHECK(json["final"]["joints"]["cylindrical_joint"]["rz"] == Json({{"angle", 0.}, {"rate", 0.}}));
  CHECK(json["final"]["bodies"]["hinge_body"]["position"].size() == 3);
}

TEST_CASE("summary: a run that failed before its first instant has no final state, and is written all the same") {
  const System system = make_system(make_model());
  const Json json = Json::parse(make_summary_text(system, system.nominal, RunSummary{}, {}));
  CHECK(json["final"]["bodies"] == Json::object());
  CHECK(json["final"]["joints"] == Json::object());
  CHECK(!json.contains("momentum"));
}

TEST_CASE("manifest: what was asked, by whom, when, and how to read the files") {
  Manifest manifest;
  manifest.model_file = "a\xff.yaml";  // no UTF-8
  manifest.command = {"pintle", "run"};
  manifest.run.dt = 0.5;
  manifest.started = utc_now();
  const Json open = Json::parse(make_manifest_text(manifest));
  CHECK(open["times"]["finished"].is_null());
  CHECK(open["options"]["dt"] == 0.5);
  CHECK(open["options"]["max_step"].is_null());
  CHECK(open["conventions"].contains("units"));
  CHECK(open["host"].contains("processor"));
  CHECK(manifest.started.size() == 20);
}
