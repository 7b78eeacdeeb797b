#pragma once
#include "unit/formulations/articulated_body/bench.h"

/// Loops and constraints on a bench, made where the bodies are: they hold exactly there.
namespace pintle::tests {

/// A joint of this type between two bodies of the state, at random frames and coordinates, with springs if wanted.
inline JointIndex close_by_joint(Bench& bench, Random& random, const JointType& type, BodyIndex a, BodyIndex b, bool springs) {
  const JointIndex index(bench.system.joint_count());
  const JointCoordinates<double> q = draw_coordinates(type, DirectionSet{}, random);
  const Pose<double> X_CM = draw_pose(random, 0.3);
  const Pose<double> X_PF = inverse(bench.state.X_WB[a.i]) * bench.state.X_WB[b.i] * X_CM * inverse(calc_pose(type, q));
  SlotMaker slots{bench.p.value};
  bench.system.joints.push_back({"loop" + std::to_string(index.i), type, a, b, slots.put(X_PF), slots.put(X_CM)});
  for (Direction d : all_directions) {
    if (!springs || !type.free.has(d) || (type.ball && !is_translation(d))) continue;
    using Points = std::vector<std::pair<double, double>>;
    const SlotTable stiffness = slots.put(Points{{0, 20 * random.uniform(0.2, 1)}});
    const SlotTable damping = slots.put(Points{{0, random.uniform(0.2, 1)}});
    const Slot rest = slots.put(random.uniform(-0.5, 0.5)), effort = slots.put(random.uniform(-3, 3));
    bench.system.laws.push_back({index, d, stiffness, damping, rest, effort});
  }
  bench.state.joints.push_back(q);
  return index;
}

inline void close_by_distance(Bench& bench, Random& random, BodyIndex a, BodyIndex b) {
  SlotMaker slots{bench.p.value};
  const Vec3<double> p = draw_vector(random, 0.3), q = draw_vector(random, 0.3);
  Distance rod{slots.put(p), slots.put(q), {}};
  rod.L = slots.put(norm(bench.state.X_WB[b.i] * q - bench.state.X_WB[a.i] * p));
  ConstraintRecord record{"rod", rod, {a, b}, {}, {""}, {false}, bench.system.multipliers};
  bench.system.multipliers += 1;
  bench.system.constraints.push_back(record);
}

/// c·v + d·ω = told at a point of b, c and d fixed in the body.
inline void close_by_speed(Bench& bench, Random& random, BodyIndex b, double told) {
  SlotMaker slots{bench.p.value};
  const Slot3 p_BP = slots.put(draw_vector(random, 0.3));
  VelocityRows edge(p_BP, false, slots.put(Pose<double>::identity()));
  const Slot3 c = slots.put(draw_vector(random)), d = slots.put(draw_vector(random, 0.1));
  edge.list.push_back({c, d, slots.put(told)});
  ConstraintRecord record{"edge", edge, {b, b}, {}, {""}, {false}, bench.system.multipliers};
  bench.system.multipliers += 1;
  bench.system.constraints.push_back(record);
}

/// After the last closing: structure, and random rates of the tree, which the closings do not obey yet.
inline void finish(Bench& bench, Random& random) {
  bench.system.nominal = bench.p;
  bench.structure = make_structure(bench.system);
  const auto plan = bench.plan(Coordinates::joint);
  for (int j = 0; j < bench.system.joint_count(); ++j) {
    const JointType& type = bench.system.joint(JointIndex(j)).type;
    JointCoordinates<double>& q = bench.state.joints[j];
    q.velocity = q.rate = Vec3<double>::zero();
    for (Direction d : all_directions)
      if (type.free.has(d)) q.rate_of(d) = random.normal();
  }
  update_bodies(bench.system, bench.p, plan->tree, bench.state);
}

/// N parallelograms in a row in a plane through the origin, turned out of the axes: 2 N + 1 rods, 3 N + 2 hinges; `closed` is
/// what the tree does not need. With `wider` the bars are longer than the feet are apart: four-bars, whose angles are no linear
/// functions of each other.
inline Model make_parallelograms(int count, const Quaternion<double>& attitude, double angle, double wider = 0) {
  const Mat3<double> R = to_matrix(attitude);
  Model model;
  model.gravity = R * Vec3<double>{0, -9.81, 0};
  const auto add_rod = [&](const std::string& name, const Vec3<double>& from, const Vec3<double>& to) {
    const Vec3<double> along = to - from;
    const Sym3<double> I = turned(R, Sym3<double>{(along.y * along.y + 1e-3) / 12, -(along.x * along.y) / 12, 0,
                                                  (along.x * along.x + 1e-3) / 12, 0, (dot(along, along) + 1e-3) / 12});
    model.bodies.push_back({.name = name, .mass = 1, .inertia = I, .at = R * (0.5 * (from + to)), .rotation = {}});
  };
  const auto add_hinge = [&](const std::string& parent, const std::string& child, const Vec3<double>& at) {
    JointPart joint;
    joint.name = parent + "_" + child;
    joint.type = *find_joint_type("hinge");
    joint.parent = parent;
    joint.child = child;
    joint.at = R * at;
    joint.axis = R.column(2);
    model.joints.push_back(joint);
  };
  const auto foot = [](int k) { return Vec3<double>{double(k), 0, 0}; };
  const auto head = [&](int k) { return Vec3<double>{(1 + wider) * k + std::sin(angle), std::cos(angle), 0}; };
  for (int k = 0; k <= count; ++k) {
    add_rod("leg" + std::to_string(k), foot(k), head(k));
    add_hinge("world", "leg" + std::to_string(k), foot(k));
  }
  for (int k = 0; k < count; ++k) {
    add_rod("bar" + std::to_string(k), head(k), head(k + 1));
    add_hinge("leg" + std::to_string(k), "bar" + std::to_string(k), head(k));
    add_hinge("bar" + std::to_string(k), "leg" + std::to_string(k + 1), head(k + 1));
  }
  return model;
}

}  // namespace pintle::tests
