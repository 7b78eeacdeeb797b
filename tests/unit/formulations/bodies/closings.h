#pragma once
#include <numbers>

#include "unit/formulations/bodies/mechanisms.h"

/// Closes random trees in the state they are in: joints with both frames at one place, constraints that hold there.
namespace pintle::body_tests {

inline Pose<double> calc_pose(const Bench& bench, int b) { return bench.state.X_WB[static_cast<std::size_t>(b)]; }

/// A joint of any type whose frames are at X_WF now: all coordinates zero.
inline void add_joint_here(Bench& bench, const JointType& type, int a, int b, const Pose<double>& X_WF) {
  SlotMaker slots{bench.system.nominal.value};
  const std::string name = "loop" + std::to_string(bench.system.joint_count());
  bench.system.joints.push_back({name, type, BodyIndex(a), BodyIndex(b), slots.put(inverse(calc_pose(bench, a)) * X_WF),
                                 slots.put(inverse(calc_pose(bench, b)) * X_WF), true});
  bench.system.start.joints.emplace_back();
  bench.system.start.given.emplace_back();
  bench.state.joints.emplace_back();
}

inline void add_constraint(Bench& bench, ConstraintKind kind, std::vector<BodyIndex> bodies, std::vector<bool> angular,
                           std::vector<CoordinateOf> reads = {}) {
  ConstraintRecord record;
  record.name = "constraint" + std::to_string(bench.system.constraints.size());
  record.kind = std::move(kind);
  record.bodies = std::move(bodies);
  record.reads = std::move(reads);
  for (std::size_t r = 0; r < angular.size(); ++r) record.rows.push_back("row" + std::to_string(r));
  record.angular = std::move(angular);
  record.first = bench.system.multipliers;
  bench.system.multipliers += record.row_count();
  bench.system.constraints.push_back(std::move(record));
}

/// Two different bodies, the world among them.
inline std::pair<int, int> random_pair(Random& random, const Bench& bench) {
  const int n = bench.system.body_count(), a = random.integer(n);
  return {a, (a + 1 + random.integer(n - 1)) % n};
}
inline Pose<double> random_pose(Random& random) { return {to_matrix(random_rotation(random)), random_vector(random)}; }

inline void add_random_joint(Random& random, Bench& bench) {
  static const char* const names[] = {"hinge", "ball", "slider", "weld", "universal", "cylindrical", "planar"};
  const auto [a, b] = random_pair(random, bench);
  add_joint_here(bench, *find_joint_type(names[random.integer(7)]), a, b, random_pose(random));
}

/// A joint with this direction free, away from zero, and no other rotation; none: −1.
inline int find_joint_with(const Bench& bench, Direction d, int from = 0) {
  for (int j = from; j < bench.system.joint_count(); ++j) {
    const JointType& type = bench.system.joint(JointIndex(j)).type;
    int rotations = 0;
    for (int k = 3; k < 6; ++k) rotations += type.free.has(static_cast<Direction>(k));
    const JointCoordinates<double>& q = bench.state.joints[static_cast<std::size_t>(j)];
    const double value = q.value_of(d);
    if (!type.ball && type.free.has(d) && rotations <= 1 && value != 0) return j;
  }
  return -1;
}
inline JointCoordinate coordinate_of(const Bench& bench, int j, Direction d) {
  const JointRecord& joint = bench.system.joint(JointIndex(j));
  return {joint.X_PF, joint.X_CM, axis_of(d), is_translation(d)};
}
inline double value_of(const Bench& bench, int j, Direction d) {
  const JointCoordinates<double>& q = bench.state.joints[static_cast<std::size_t>(j)];
  return q.value_of(d);
}

inline void add_distance(Random& random, Bench& bench) {
  const auto [a, b] = random_pair(random, bench);
  const Vec3<double> P = random_vector(random), Q = random_vector(random);
  SlotMaker slots{bench.system.nominal.value};
  const Distance rod{slots.put(P), slots.put(Q), slots.put(norm(calc_pose(bench, b) * Q - calc_pose(bench, a) * P)), -1};
  add_constraint(bench, rod, {BodyIndex(a), BodyIndex(b)}, {false});
}
inline void add_point_in_plane(Random& random, Bench& bench) {
  const auto [a, b] = random_pair(random, bench);
  const Vec3<double> Q = random_vector(random), n = to_matrix(random_rotation(random)).column(0);
  SlotMaker slots{bench.system.nominal.value};
  const Vec3<double> Q_A = inverse(calc_pose(bench, a)) * (calc_pose(bench, b) * Q), u = random_vector(random);
  const PointInPlane kind{slots.put(Q_A + u - dot(n, u) * n), slots.put(Q), slots.put(n)};
  add_constraint(bench, kind, {BodyIndex(a), BodyIndex(b)}, {false});
}
inline void add_relative_rotation(Random& random, Bench& bench) {
  const auto [a, b] = random_pair(random, bench);
  SlotMaker slots{bench.system.nominal.value};
  add_constraint(bench, RelativeRotation{slots.put(to_matrix(random_rotation(random)).column(1))}, {BodyIndex(a), BodyIndex(b)},
                 {true});
}
/// A knife edge, a rolling disc or a speed told: axes of the world, of the body itself or of another.
inline void add_velocity_rows(Random& random, Bench& bench) {
  const int body = 1 + random.integer(bench.system.body_count() - 1), kind = random.integer(3);
  const int axes = kind == 0 ? 0 : kind == 1 ? body : random.integer(bench.system.body_count());
  SlotMaker slots{bench.system.nominal.value};
  const Slot3 p_BP = slots.put(random_vector(random));
  VelocityRows rows(p_BP, kind == 0, slots.put(Pose<double>::identity()));
  std::vector<bool> angular;
  const int count = random.integer(bench.plan->tree.links[1].joint.exists() ? 1 : 3) + 1;  // a floating tree can be told much
  for (int r = 0; r < count; ++r) {
    rows.list.push_back({slots.put(random_vector(random)), slots.put(random_vector(random)), slots.put(random.normal()), -1});
    angular.push_back(false);
  }
  add_constraint(bench, rows, {BodyIndex(body), BodyIndex(axes)}, angular);
}
inline void add_gear(Bench& bench) {
  const Direction d = Direction::rz;
  const int i = find_joint_with(bench, d), j = i < 0 ? -1 : find_joint_with(bench, d, i + 1);
  if (j < 0) return;
  SlotMaker slots{bench.system.nominal.value};
  const JointRecord &first = bench.system.joint(JointIndex(i)), &second = bench.system.joint(JointIndex(j));
  const Gear gear{coordinate_of(bench, i, d), coordinate_of(bench, j, d),
                  slots.put(value_of(bench, j, d) / value_of(bench, i, d))};
  add_constraint(bench, gear, {first.parent, first.child, second.parent, second.child}, {true},
                 {{JointIndex(i), d}, {JointIndex(j), d}});
}
inline void add_screw(Bench& bench) {
  for (int j = 0; j < bench.system.joint_count(); ++j) {
    const JointRecord& joint = bench.system.joint(JointIndex(j));
    if (!(joint.type.free == find_joint_type("cylindrical")->free) || value_of(bench, j, Direction::rz) == 0) continue;
    SlotMaker slots{bench.system.nominal.value};
    const Screw screw{coordinate_of(bench, j, Direction::tz), coordinate_of(bench, j, Direction::rz),
                      slots.put(2 * std::numbers::pi * value_of(bench, j, Direction::tz) / value_of(bench, j, Direction::rz))};
    add_constraint(bench, screw, {joint.parent, joint.child}, {false},
                   {{JointIndex(j), Direction::tz}, {JointIndex(j), Direction::rz}});
    return;
  }
}

/// A loop joint once more, in line with it: what it holds is held already.
inline void add_twin(Bench& bench, int j) {
  const JointRecord joint = bench.system.joint(JointIndex(j));
  const Pose<double> X_WF = calc_pose(bench, joint.parent.i) * bench.system.nominal[joint.X_PF];
  add_joint_here(bench, joint.type, joint.parent.i, joint.child.i, {X_WF.R, X_WF.p + 0.7 * X_WF.R.column(2)});
}

/// The kernel of what was added, the state kept, its velocities brought onto the rows.
inline void rebuild(Bench& bench, Stabilization stabilization = Stabilization::projection) {
  bench.structure = make_structure(bench.system);
  bench.plan = std::make_shared<const Plan>(make_plan(bench.system, bench.structure, Coordinates::body));
  bench.kernel = bench.make(bench.system, bench.plan, bench.system.nominal);
  bench.kernel->set_stabilization(stabilization);
  bench.kernel->update_jump({}, bench.state);
}

}  // namespace pintle::body_tests
