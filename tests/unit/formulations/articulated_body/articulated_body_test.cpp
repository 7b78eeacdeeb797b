#include "pintle/formulations/articulated_body/articulated_body.h"

#include <doctest/doctest.h>

#include <vector>

#include "pintle/io/reader.h"
#include "pintle/simulate/random_state.h"
#include "pintle/system/make_system.h"
#include "unit/formulations/articulated_body/dense.h"

namespace pintle::tests {
namespace {

using Kernel64 = ArticulatedBody<double>;

Model draw_model(int bodies, std::uint64_t seed, bool contacts = false) {
  Model model = make_random_tree({.bodies = bodies, .seed = seed, .springs = true, .dampers = true});
  Random random(seed);
  if (contacts) add_contacts(model, random, 3);
  return model;
}

/// docs/notation.md: per kind, the largest difference over the largest value, as far as the condition allows.
double difference(const Eigen::VectorXd& got, const Eigen::VectorXd& expected, int kind) {
  double most = 0, size = 1e-3;
  for (Eigen::Index b = 6; b < expected.size(); b += 6) {
    const Eigen::Index at = b + 3 * kind;
    most = std::fmax(most, (got.segment<3>(at) - expected.segment<3>(at)).norm());
    size = std::fmax(size, expected.segment<3>(at).norm());
  }
  return most / size;
}
double tolerance(const Dense& dense) { return 1e-9 * std::fmax(1, 1e-6 * dense.condition()); }

Eigen::VectorXd accelerations_of(const Bench& bench, const View<double>& view) {
  Eigen::VectorXd out = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(6 * bench.system.body_count()));
  for (int b = 1; b < bench.system.body_count(); ++b)
    out.segment<6>(6 * b) << to_eigen(view.state.X_WB[b].R * view.A_WB[b].w), to_eigen(view.A_WB[b].v);
  return out;
}

void check_accelerations(const Bench& bench) {
  Kernel64 kernel(bench.system, bench.plan(Coordinates::joint), bench.p);
  std::vector<double> y(static_cast<std::size_t>(kernel.size())), ydot = y;
  kernel.load(bench.state, y);
  View<double> view = make_view<double>(bench.system);
  kernel.update_view(0, y, {.accelerations = true}, view);
  const Dense dense(bench);
  const Eigen::VectorXd expected = dense.calc_accelerations(), got = accelerations_of(bench, view);
  for (const int kind : {0, 1}) CHECK(difference(got, expected, kind) < tolerance(dense));
  for (int b = 1; b < bench.system.body_count(); ++b) {  // and the state it was computed at
    const Eigen::Vector3d w = to_eigen(view.state.X_WB[b].R * view.state.V_WB[b].w), v = to_eigen(view.state.V_WB[b].v);
    CHECK((w - dense.velocity().segment<3>(6 * b)).norm() < 1e-12 * (1 + w.norm()) * bench.system.body_count());
    CHECK((v - dense.velocity().segment<3>(6 * b + 3)).norm() < 1e-12 * (1 + v.norm()) * bench.system.body_count());
  }

  // Joint accelerations: u̇ itself; of a locked ball the angular acceleration in M's axes, tried in the contract suite.
  const Eigen::VectorXd rates = dense.calc_speed_rates();
  const double size = 1 + rates.norm();
  for (int k = 0; k < dense.count(); ++k) {
    const auto [i, d] = dense.speeds()[k];
    const JointIndex j = dense.tree().links[i].joint;
    if (!j.exists() || (bench.system.joint(j).type.ball && !is_translation(d) &&
                        !is_quaternion(bench.system.joint(j).type, bench.structure.free_directions(j))))
      continue;
    const double found = (is_translation(d) ? view.displacement_acceleration[j.i] : view.angle_acceleration[j.i])[axis_of(d)];
    CHECK(std::fabs(found - rates[k]) < tolerance(dense) * size);
  }
}

}  // namespace

TEST_CASE("articulated body: accelerations are those of the dense equations, to 1e-9, for random trees of every joint") {
  for (const int bodies : {1, 2, 3, 5, 9, 20})
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      CAPTURE(bodies);
      CAPTURE(seed);
      Bench bench(draw_model(bodies, 1000 * seed + static_cast<std::uint64_t>(bodies), seed % 3 == 0));
      Random random(seed);
      bench.draw_state(random);
      check_accelerations(bench);
    }
}

TEST_CASE("articulated body: the same with directions locked at any value, one or two rotations of a ball among them") {
  for (const int bodies : {1, 2, 4, 8, 15})
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
      CAPTURE(bodies);
      CAPTURE(seed);
      Bench bench(draw_model(bodies, 2000 * seed + static_cast<std::uint64_t>(bodies)));
      Random random(seed);
      bench.lock(random, seed % 2 ? 0.3 : 0.7);
      bench.draw_state(random);
      check_accelerations(bench);
    }
}

TEST_CASE("articulated body: each joint alone, forwards and reversed, on the world and on a floating base") {
  std::vector<JointType> types;
  for (const std::string_view name : joint_type_names()) types.push_back(*find_joint_type(name));
  using enum Direction;
  for (const auto& list :
       std::vector<std::vector<Direction>>{{rx, tz}, {ry, rx}, {rz, ry, rx}, {tx, ry, rz}, {tz, tx}, {ry, tx, rx}})
    types.push_back(make_joint_type(list));
  Random random(5);
  for (const JointType& type : types)
    for (const bool floats : {false, true})
      for (const bool reversed : {false, true}) {
        CAPTURE(type.name);
        CAPTURE(type.free.bits);
        CAPTURE(floats);
        CAPTURE(reversed);
        Model model;
        model.gravity = draw_vector(random, 5);
        const auto add = [&](const std::string& name, const std::string& on, const JointType& by, bool turned_round) {
          BodyPart body{.name = name, .mass = random.uniform(0.5, 3), .inertia = {}, .at = {}, .rotation = draw_rotation(random)};
          body.inertia = draw_inertia(random, body.mass);
          model.bodies.push_back(body);
          if (on.empty()) return;
          JointPart joint;
          joint.name = "to_" + name;
          joint.type = by;
          joint.parent = turned_round ? name : on;
          joint.child = turned_round ? on : name;
          joint.at = std::array<PointOn, 2>{PointOn{joint.parent, draw_vector(random, 0.3)},
                                            PointOn{joint.child, draw_vector(random, 0.3)}};
          joint.axis = draw_vector(random);
          if (type.name == "universal" && by.name == type.name)
            joint.second_axis = cross(Vec3<double>(*joint.axis), draw_vector(random));
          model.joints.push_back(joint);
        };
        add("base", floats ? "" : "world", *find_joint_type("hinge"), false);
        add("middle", "base", type, reversed);
        add("outer", "middle", *find_joint_type("hinge"), false);
        add("branch", "middle", *find_joint_type("hinge"), true);
        Bench bench(model);
        for (int n = 0; n < 4; ++n) {
          bench.draw_state(random);
          check_accelerations(bench);
        }
        bench.lock(random, 0.5);
        bench.draw_state(random);
        check_accelerations(bench);
      }
}

TEST_CASE("articulated body: numbers changed and read again give the bits of a fresh kernel, joint frames included") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    Bench bench(draw_model(10, seed, true));
    Random random(seed);
    bench.lock(random, 0.2);
    bench.draw_state(random);
    const auto plan = bench.plan(Coordinates::joint);
    Kernel64 kernel(bench.system, plan, bench.p);
    std::vector<double> y(static_cast<std::size_t>(kernel.size())),
        ydot = y, fresh_ydot = y, fresh_y = y, power(count_accounts(bench.system)), fresh_power(count_accounts(bench.system));
    kernel.load(bench.state, y);
    kernel.update_rates(0, y, ydot, power);
    const std::vector<double> before = ydot;
    for (int b = 1; b < bench.system.body_count(); ++b) bench.p[bench.system.bodies[b].mass] *= 1.3;
    for (const JointRecord& joint : bench.system.joints)
      for (int k = 9; k < 12; ++k) bench.p.value[static_cast<std::size_t>(joint.X_PF.i + k)] += 0.1 * random.normal();
    for (const JointLaw& law : bench.system.laws) {
      bench.p.value[static_cast<std::size_t>(law.stiffness.i + 1)] *= 2;
      bench.p.value[static_cast<std::size_t>(law.damping.i + 1)] += 1;
      bench.p[law.rest] += 0.1;
      bench.p[law.effort] += 0.2;
    }
    bench.p.value[static_cast<std::size_t>(bench.system.gravity.i)] += 2;
    kernel.update_parameters();
    kernel.update_rates(0, y, ydot, power);
    Kernel64 fresh(bench.system, plan, bench.p);
    fresh.load(bench.state, fresh_y);
    // A floating base is loaded from its pose, the rest from joint coordinates: y is the same.
    REQUIRE(fresh_y == y);
    fresh.update_rates(0, fresh_y, fresh_ydot, fresh_power);
    CHECK(ydot == fresh_ydot);
    CHECK(power == fresh_power);
    CHECK(ydot != before);
  }
}

/// The kernel keeps where segments are. Whatever it was asked for in between, a place that it comes back to gives the same bits.
TEST_CASE("articulated-body: a place that was just looked at has the rates of one that is new, to the bit") {
  const Model model = read_model(PINTLE_SOURCE_DIR "/models/lander.yaml", {}, {});
  const System system = make_system(model);
  const Structure structure = make_structure(system);
  const auto plan = std::make_shared<const Plan>(make_plan(system, structure, Coordinates::joint));
  const auto fresh = [&] { return std::make_unique<ArticulatedBody<double>>(system, plan, system.nominal); };
  const auto kernel = fresh();
  const auto n = static_cast<std::size_t>(kernel->size());
  View<double> view = make_view<double>(system);
  const auto rates_of = [&](Kernel<double>& one, const std::vector<double>& y) {
    std::vector<double> k(n), power(static_cast<std::size_t>(one.accounts()));
    one.update_rates(0.1, y, k, power);
    k.insert(k.end(), power.begin(), power.end());
    return k;
  };
  Random random(7);
  for (int draw = 0; draw < 3; ++draw) {
    std::vector<double> y(n);
    kernel->load(make_random_state(system, system.nominal, *plan, random), y);
    const std::vector<double> expected = rates_of(*fresh(), y);
    CHECK(rates_of(*kernel, y) == expected);
    CHECK(rates_of(*kernel, y) == expected);
    kernel->update_view(0.1, y, {.state = true, .accelerations = true, .loads = true}, view);
    CHECK(rates_of(*kernel, y) == expected);
    State<double> state = view.state;
    kernel->store(0.1, y, state);
    kernel->update_jump({}, state);  // which moves all to rest
    CHECK(rates_of(*kernel, y) == expected);
    std::vector<double> slower = y;
    slower[n - 40] *= 0.5;
    CHECK(rates_of(*kernel, slower) == rates_of(*fresh(), slower));
    CHECK(rates_of(*kernel, y) == expected);
  }
}

}  // namespace pintle::tests
