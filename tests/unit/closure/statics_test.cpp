#include "pintle/closure/statics.h"

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <cmath>

#include "pintle/base/random.h"
#include "pintle/closure/assemble.h"
#include "pintle/system/make_system.h"
#include "support/random_loops.h"
#include "unit/system/parts.h"

namespace pintle {
namespace {

using parts::make_body;
using parts::make_joint;
using parts::points;

/// A door of 20 kg, 0.8 m wide, on hinges 1 m above and 1 m below its mass centre.
Model make_door() {
  Model m;
  m.gravity = {0, 0, -9.81};
  m.bodies = {make_body("door", 20, {7, 8, 1})};
  m.joints = {make_joint("low", "hinge", "world", "door"), make_joint("high", "hinge", "world", "door")};
  m.joints[0].at = points("world", {0, 0, -1}, "door", {-0.4, 0, -1});
  m.joints[1].at = points("world", {0, 0, 1}, "door", {-0.4, 0, 1});
  for (JointPart& joint : m.joints) joint.axis = Vec3<double>{0, 0, 1};
  return m;
}

struct Held {
  System system;
  Structure structure;
  State<double> state;
  Statics statics;

  explicit Held(const Model& model)
      : system(make_system(model)),
        structure(make_structure(system)),
        state(make_start(system, system.nominal, structure)),
        statics(system, structure) {
    statics.update(system.nominal, state);
  }
};

/// G of body_rows.h, as a dense matrix: rows by bodies (force, moment/L).
Eigen::MatrixXd dense_rows(const Held& held) {
  BodyRows rows(held.system, held.structure);
  rows.update(held.system.nominal, held.state);
  Eigen::MatrixXd G = Eigen::MatrixXd::Zero(rows.row_count(), 6 * (held.system.body_count() - 1));
  for (const BodyRows::Group& group : rows.groups())
    for (int k = 0; k < group.rows; ++k)
      for (std::size_t e = 0; e < group.bodies.size(); ++e) {
        if (group.bodies[e] == world) continue;
        const Wrench<double>& on = rows.rows()[static_cast<std::size_t>(group.first + k)].on[e];
        for (int c = 0; c < 3; ++c) {
          G(group.first + k, 6 * (group.bodies[e].i - 1) + c) += on.f[c];
          G(group.first + k, 6 * (group.bodies[e].i - 1) + 3 + c) += on.n[c] / group.L;
        }
      }
  return G;
}

TEST_CASE("statics: a door on two hinges gives each of them half of its weight and equal and opposite side forces") {
  Held held(make_door());
  CHECK(held.statics.rows() == 10);
  CHECK(held.statics.redundant() == 5);
  CHECK(held.statics.freedoms() == 1);
  // One solution of equilibrium: the lower hinge carries everything.
  std::vector<Wrench<double>> reaction(2, Wrench<double>::zero());
  reaction[0] = {{0, -20 * 9.81 * 0.4, 0}, {0, 0, 20 * 9.81}};
  std::vector<double> none;
  held.statics.share(reaction, none);
  CHECK(reaction[0].f.z == doctest::Approx(20 * 9.81 / 2).epsilon(1e-12));
  CHECK(reaction[1].f.z == doctest::Approx(20 * 9.81 / 2).epsilon(1e-12));
  CHECK(reaction[0].f.x == doctest::Approx(-reaction[1].f.x).epsilon(1e-12));
  CHECK(reaction[0].n.y == doctest::Approx(reaction[1].n.y).epsilon(1e-12));
  const double moment = reaction[0].n.y + reaction[1].n.y + (reaction[1].f.x - reaction[0].f.x);
  CHECK(moment == doctest::Approx(-20 * 9.81 * 0.4).epsilon(1e-12));  // about the middle of the hinge line
  const Uniqueness uniqueness = held.statics.judge_uniqueness();
  CHECK(uniqueness.joints[0].load == 0b011111);  // all but the moment about the hinge line, which no hinge carries
  CHECK(uniqueness.joints[1].load == 0b011111);
}

TEST_CASE("statics: one hinge alone is unique, and sharing leaves it as it is") {
  Model model = make_door();
  model.joints.pop_back();
  Held held(model);
  CHECK(held.statics.redundant() == 0);
  const Uniqueness uniqueness = held.statics.judge_uniqueness();
  CHECK_FALSE(uniqueness.joints[0].any());
}

TEST_CASE("statics: a planar loop of spatial hinges has three redundant rows; forces in the plane are unique") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CAPTURE(seed);
    Held held(make_random_loops({.bodies = 3, .closings = 1, .kind = LoopKind::planar, .seed = seed, .laws = false}));
    CHECK(held.statics.redundant() == 3);
    CHECK(held.statics.freedoms() == 1);
    for (const NotUnique& joint : held.statics.judge_uniqueness().joints) CHECK(joint.load == 0b011100);  // fz, mx, my
  }
}

TEST_CASE("statics: rank, uniqueness and the shortest multipliers are those of a dense decomposition") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    const LoopKind kind = seed % 3 == 0 ? LoopKind::any : seed % 3 == 1 ? LoopKind::planar : LoopKind::doors;
    Held held(make_random_loops({.bodies = 6, .closings = 2, .kind = kind, .seed = seed, .laws = false}));
    const Eigen::MatrixXd G = dense_rows(held);
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> Gt(G.transpose());
    Gt.setThreshold(1e-9);
    CHECK(held.statics.rank() == Gt.rank());
    Random random(seed);
    std::vector<Wrench<double>> reaction(held.system.joints.size(), Wrench<double>::zero());
    BodyRows rows(held.system, held.structure);
    rows.update(held.system.nominal, held.state);
    Eigen::VectorXd lambda(G.rows());
    for (int i = 0; i < lambda.size(); ++i) lambda(i) = random.normal();
    const Eigen::VectorXd shortest = Gt.solve(G.transpose() * lambda);
    std::vector<Wrench<double>> expected = reaction;
    std::vector<double> multiplier(static_cast<std::size_t>(held.system.multipliers), 0.0), expected_multiplier = multiplier;
    for (const BodyRows::Group& group : rows.groups())
      for (int k = 0; k < group.rows; ++k) {
        if (group.constraint.exists()) {
          const auto i =
              static_cast<std::size_t>(held.system.constraints[static_cast<std::size_t>(group.constraint.i)].first + k);
          multiplier[i] = rows.scale(group.first + k) * lambda(group.first + k);
          expected_multiplier[i] = rows.scale(group.first + k) * shortest(group.first + k);
          continue;
        }
        const auto j = static_cast<std::size_t>(group.joint.i);
        const JointRecord& joint = held.system.joint(group.joint);
        const Mat3<double> R_WF = held.state.X_WB[static_cast<std::size_t>(joint.parent.i)].R * held.system.nominal[joint.X_PF].R;
        const Vec3<double> axis = transpose_times(R_WF, rows.axes(group)[static_cast<std::size_t>(k)]);
        const bool force = k < group.forces;
        const double scale = force ? 1 : group.L;
        (force ? reaction[j].f : reaction[j].n) += (scale * lambda(group.first + k)) * axis;
        (force ? expected[j].f : expected[j].n) += (scale * shortest(group.first + k)) * axis;
      }
    held.statics.share(reaction, multiplier);
    for (std::size_t j = 0; j < reaction.size(); ++j) {
      CHECK(norm(reaction[j].f - expected[j].f) < 1e-9);
      CHECK(norm(reaction[j].n - expected[j].n) < 1e-9);
    }
    for (std::size_t i = 0; i < multiplier.size(); ++i) CHECK(std::fabs(multiplier[i] - expected_multiplier[i]) < 1e-9);
  }
}

}  // namespace
}  // namespace pintle
