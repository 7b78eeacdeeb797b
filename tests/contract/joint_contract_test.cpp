#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <numbers>
#include <string>
#include <vector>

#include "pintle/joints/rows.h"
#include "unit/math/draw.h"
#include "unit/math/to_eigen.h"

/// What every joint must fulfil: the eight names and lists of a user's own, each with every set of its directions locked
/// at some value, at displaced and turned states between two moving bodies. Seeds are the numbers in Random(…).
namespace pintle::tests {
namespace {

using enum Direction;

/// A type with some of its directions locked.
struct Case {
  std::string name;
  JointType type;
  DirectionSet free;

  bool has_rotation(int axis) const { return free.has(static_cast<Direction>(3 + axis)); }
  int rotations() const { return __builtin_popcount(free.bits >> 3); }
};

/// A ball that is not whole moves by its sequence.
JointType moving_type(const Case& c) { return c.type.ball && !is_quaternion(c.type, c.free) ? as_sequence(c.type) : c.type; }

std::vector<JointType> make_types() {
  std::vector<JointType> types;
  for (const std::string_view name : joint_type_names()) types.push_back(*find_joint_type(name));
  const std::vector<std::vector<Direction>> lists{{rx, tz}, {ry, rx},     {rz, ry, rx}, {tx, ry, rz}, {ry},
                                                  {tx, ty}, {rz, rx, ry}, {ry, rz, rx}, {rx, rz},     {tz, ty, tx, rz, ry},
                                                  {rz, rx}, {ty, rx},     {rx, ry, rz}, {rz, tx},     {tx, ty, tz, ry, rx, rz}};
  for (const auto& list : lists) types.push_back(make_joint_type(list));
  return types;
}

/// Every type under every set of locks.
std::vector<Case> make_cases() {
  std::vector<Case> cases;
  for (const JointType& type : make_types())
    for (int bits = 63; bits >= 0; --bits) {
      const DirectionSet free{static_cast<std::uint8_t>(bits)};
      if ((free.bits & type.free.bits) != free.bits) continue;
      std::string name = type.name + ": free";
      for (Direction d : all_directions)
        if (free.has(d)) name += " " + std::string(name_of(d));
      cases.push_back({name + (free == type.free ? "" : ", the rest locked"), type, free});
    }
  return cases;
}

/// A state of the joint: every direction of the type at some value, also the locked ones; rates of the free ones. The middle
/// angle of a sequence keeps 20 degrees off its singularity; angles of 1000 rad have many turns behind them.
JointCoordinates<double> draw_state(const Case& c, Random& random, double largest_angle) {
  JointCoordinates<double> q;
  for (Direction d : all_directions) {
    if (!c.type.free.has(d)) continue;
    const int k = axis_of(d);
    if (is_translation(d)) {
      q.displacement[k] = random.normal();
      q.velocity[k] = c.free.has(d) ? random.normal() : 0;
      continue;
    }
    constexpr double turn = 2 * std::numbers::pi;
    q.angle[k] = random.uniform(-largest_angle, largest_angle);
    if (k == c.type.sequence[1]) q.angle[k] = turn * std::round(q.angle[k] / turn) + random.uniform(-1.2, 1.2);
    q.rate[k] = c.free.has(d) ? random.normal() : 0;
  }
  if (is_quaternion(c.type, c.free)) q.rotation = draw_rotation(random);
  return q;
}

/// The same state in the coordinates of the type: a locked ball's are a quaternion and ω in M's axes.
JointCoordinates<double> as_type(const Case& c, const JointCoordinates<double>& q) {
  if (!c.type.ball || is_quaternion(c.type, c.free)) return q;
  const JointType list = moving_type(c);
  const Mat3<double> R = calc_pose(list, q).R;
  JointCoordinates<double> out = q;
  out.rotation = to_quaternion(R);
  out.rate = transpose_times(R, calc_velocity(list, q).w);
  return out;
}

/// The state as it moves on, with second derivatives a and alpha.
JointCoordinates<Dual> moving(const JointCoordinates<double>& q, const Vec3<double>& a, const Vec3<double>& alpha) {
  JointCoordinates<Dual> x;
  x.displacement = seeded(q.displacement, q.velocity);
  x.angle = seeded(q.angle, q.rate);
  x.rotation = seeded(q.rotation, calc_rate(q.rotation, q.rate));
  x.velocity = seeded(q.velocity, a);
  x.rate = seeded(q.rate, alpha);
  return x;
}

/// A body in motion, world axes.
struct Body {
  Mat3<double> R;
  Vec3<double> p, w, v, alpha, a;
};
Body draw_body(Random& random) {
  const Pose<double> X = draw_pose(random);
  const Vec3<double> w = draw_vector(random), v = draw_vector(random), alpha = draw_vector(random), a = draw_vector(random);
  return {X.R, X.p, w, v, alpha, a};
}

/// Where the joint sits on its two bodies.
struct Mounting {
  Pose<double> X_AF, X_BM;
};

/// The child that goes with a parent, a state of the joint and its rates.
Body place_child(const JointType& type, const JointCoordinates<double>& q, const Mounting& on, const Body& A) {
  const Motion<double> V_FM = calc_velocity(type, q);
  const Pose<double> X_WF = Pose<double>{A.R, A.p} * on.X_AF, X_WM = X_WF * calc_pose(type, q), X_WB = X_WM * inverse(on.X_BM);
  Body B{X_WB.R, X_WB.p, A.w + X_WF.R * V_FM.w, {}, Vec3<double>::zero(), Vec3<double>::zero()};
  B.v = A.v + cross(A.w, X_WM.p - A.p) + X_WF.R * V_FM.v + cross(B.w, B.p - X_WM.p);
  return B;
}

/// Two bodies as they move on.
JointEnds<Dual> moving_ends(const Mounting& on, const Body& A, const Body& B) {
  const auto turning = [](const Body& X) {
    const Quaternion<double> q = to_quaternion(X.R);
    return to_matrix(seeded(q, calc_rate(q, transpose_times(X.R, X.w))));
  };
  const auto constant = [](const Pose<double>& X) {
    const auto dual = [](const Vec3<double>& v) { return seeded(v, Vec3<double>::zero()); };
    return Pose<Dual>{Mat3<Dual>::from_columns(dual(X.R.column(0)), dual(X.R.column(1)), dual(X.R.column(2))), dual(X.p)};
  };
  const Pose<Dual> X_WF = Pose<Dual>{turning(A), seeded(A.p, A.v)} * constant(on.X_AF);
  const Pose<Dual> X_WM = Pose<Dual>{turning(B), seeded(B.p, B.v)} * constant(on.X_BM);
  return {seeded(A.p, A.v),     seeded(B.p, B.v), seeded(A.v, A.a), seeded(B.v, B.a), seeded(A.w, A.alpha),
          seeded(B.w, B.alpha), X_WF.R,           X_WM.R,           X_WF.p,           X_WM.p};
}
JointEnds<double> calc_ends(const Mounting& on, const Body& A, const Body& B) {
  const Pose<double> X_WF = Pose<double>{A.R, A.p} * on.X_AF, X_WM = Pose<double>{B.R, B.p} * on.X_BM;
  return {A.p, B.p, A.v, B.v, A.w, B.w, X_WF.R, X_WM.R, X_WF.p, X_WM.p};
}

/// The free axes P as relative motions of M (angular above linear) in F's axes, one column per free direction.
Eigen::MatrixXd calc_free_motions(const Case& c, const JointCoordinates<double>& q) {
  const JointType type = moving_type(c);
  Eigen::MatrixXd P(6, c.free.count());
  int column = 0;
  for (Direction d : all_directions) {
    if (!c.free.has(d)) continue;
    JointCoordinates<double> one = q;
    one.velocity = one.rate = Vec3<double>::zero();
    one.rate_of(d) = 1;
    const Motion<double> V = calc_velocity(type, one);
    P.col(column++) << to_eigen(V.w), to_eigen(V.v);
  }
  return P;
}

/// Calls check(case, state, random) for all cases at zero, at ordinary and at large angles.
template <class Check>
void for_all(std::uint64_t seed, Check&& check) {
  Random random(seed);
  for (const Case& c : make_cases()) {
    CAPTURE(c.name);
    for (const double largest : {0.0, 3.0, 1000.0}) {
      CAPTURE(largest);
      JointCoordinates<double> q = draw_state(c, random, largest);
      if (largest == 0) q.displacement = q.angle = Vec3<double>::zero(), q.rotation = Quaternion<double>::identity();
      check(c, q, random);
    }
  }
}

constexpr double few_roundings = 1e-13;  // of numbers of size 1 to 10

}  // namespace

TEST_CASE("every joint: velocity and acceleration of M in F are the derivatives of its pose") {
  for_all(1, [](const Case& c, const JointCoordinates<double>& q, Random& random) {
    const JointType type = moving_type(c);
    Vec3<double> a = draw_vector(random), alpha = draw_vector(random);
    for (int k = 0; k < 3; ++k) {
      if (!c.free.has(static_cast<Direction>(k))) a[k] = 0;
      if (!c.has_rotation(k)) alpha[k] = 0;
    }
    const JointCoordinates<Dual> x = moving(q, a, alpha);
    const Pose<Dual> X = calc_pose(type, x);
    const Motion<double> V = calc_velocity(type, q);
    CHECK(distance(slope_of(X.p), V.v) < few_roundings);
    CHECK(distance(spin_of(value_of(X.R), slope_of(X.R)), V.w) < few_roundings);
    const Motion<Dual> Vdot = calc_velocity(type, x);
    CHECK(distance(slope_of(Vdot.v), a) < few_roundings);
    CHECK(distance(slope_of(Vdot.w), calc_rotation_axes(type, q) * alpha + calc_rotation_bias(type, q)) < few_roundings);
  });
}

TEST_CASE("every joint: as many rows as freedoms are missing, and they vanish on poses and velocities made from coordinates") {
  for_all(2, [](const Case& c, const JointCoordinates<double>& q, Random& random) {
    const JointRows rows = make_rows(c.type, c.free, as_type(c, q));
    CHECK(rows.count == 6 - c.free.count());
    const Mounting on{draw_pose(random), draw_pose(random)};
    const Body A = draw_body(random), B = place_child(moving_type(c), q, on, A);
    for (int i = 0; i < rows.count; ++i) {
      const RowValue<double> row = calc_row(rows.row[static_cast<std::size_t>(i)], calc_ends(on, A, B));
      CHECK(std::fabs(row.g) < few_roundings);
      CHECK(std::fabs(row.gdot) < few_roundings);
      const double sum = dot(row.force, B.v - A.v) + dot(row.moment_B, B.w) - dot(row.moment_A, A.w);
      CHECK(std::fabs(sum - row.gdot) < few_roundings);
    }
  });
}

TEST_CASE("every joint: ġ and g̈ = G V̇ − γ are the derivatives of g along any motion of the two bodies, on the rows or off them") {
  for_all(3, [](const Case& c, const JointCoordinates<double>& q, Random& random) {
    const JointRows rows = make_rows(c.type, c.free, as_type(c, q));
    const Mounting on{draw_pose(random), draw_pose(random)};
    const Body A = draw_body(random);
    Body on_rows = place_child(moving_type(c), q, on, A);
    on_rows.alpha = draw_vector(random);
    on_rows.a = draw_vector(random);
    for (const Body& B : {on_rows, draw_body(random)})
      for (int i = 0; i < rows.count; ++i) {
        const RowValue<Dual> x = calc_row(rows.row[static_cast<std::size_t>(i)], moving_ends(on, A, B));
        CHECK(std::fabs(x.g.slope - x.gdot.value) < few_roundings * 10);
        const double gddot = dot(value_of(x.force), B.a - A.a) + dot(value_of(x.moment_B), B.alpha) -
                             dot(value_of(x.moment_A), A.alpha) - x.gamma.value;
        CHECK(std::fabs(x.gdot.slope - gddot) < few_roundings * 100);  // squares of velocities up to 5 times arms up to 5
      }
  });
}

TEST_CASE("every joint: the rows annihilate the free axes, P ⊥ D, and both together span all six motions") {
  for_all(4, [](const Case& c, const JointCoordinates<double>& q, Random& random) {
    const JointRows rows = make_rows(c.type, c.free, as_type(c, q));
    const Mounting on{draw_pose(random), draw_pose(random)};
    const Body A = draw_body(random), B = place_child(moving_type(c), q, on, A);
    const JointEnds<double> ends = calc_ends(on, A, B);
    const Eigen::MatrixXd P = calc_free_motions(c, q);
    Eigen::MatrixXd D(6, rows.count), all(6, 6);
    for (int i = 0; i < rows.count; ++i) {
      const RowValue<double> row = calc_row(rows.row[static_cast<std::size_t>(i)], ends);
      const Vec3<double> moment_M = row.moment_B - cross(ends.p_WM - ends.p_B, row.force);
      D.col(i) << to_eigen(transpose_times(ends.R_WF, moment_M)), to_eigen(transpose_times(ends.R_WF, row.force));
    }
    if (D.cols() > 0 && P.cols() > 0) CHECK((D.transpose() * P).norm() < few_roundings);
    REQUIRE(P.cols() + D.cols() == 6);
    all << P, D;
    CHECK(Eigen::JacobiSVD<Eigen::MatrixXd>(all).singularValues()(5) > 0.2);  // 20° off the singularity: sine 0.36
  });
}

TEST_CASE("every joint: coordinates → pose → coordinates is the identity; turns are counted, held values stay to the bit") {
  for_all(5, [](const Case& c, const JointCoordinates<double>& moved, Random& random) {
    const JointCoordinates<double> q = as_type(c, moved);
    JointCoordinates<double> held = q;  // what was remembered from a moment ago
    for (int k = 0; k < 3; ++k) {
      if (c.free.has(static_cast<Direction>(k))) held.displacement[k] = random.normal();
      if (c.has_rotation(k)) held.angle[k] += c.rotations() == 3 ? random.uniform(-0.4, 0.4) : random.uniform(-3, 3);
    }
    held.velocity = held.rate = Vec3<double>::zero();
    if (c.type.ball)
      held.rotation =
          random.chance(0.5) ? q.rotation : Quaternion<double>{-q.rotation.w, -q.rotation.x, -q.rotation.y, -q.rotation.z};
    const JointType type = moving_type(c);
    const JointCoordinates<double> found =
        calc_coordinates(c.type, c.free, held, calc_pose(type, moved), calc_velocity(type, moved));
    CHECK(distance(found.displacement, q.displacement) == 0);
    CHECK(distance(found.velocity, q.velocity) == 0);
    CHECK(distance(found.rate, q.rate) < 10 * few_roundings);  // axes 20° from parallel
    if (c.type.ball) {
      CHECK(distance(to_matrix(found.rotation), calc_pose(type, moved).R) < few_roundings);
      CHECK(distance(found.rotation, held.rotation) < few_roundings);  // the sign it had
      return;
    }
    CHECK(distance(found.angle, q.angle) < 10 * few_roundings);  // 1000 rad has 1e-13 itself
    for (int k = 0; k < 3; ++k)
      if (!c.has_rotation(k)) CHECK(found.angle[k] == held.angle[k]);
  });
}

// A middle angle beyond a quarter turn has a twin, (α + π, π − β, γ + π): what was remembered decides.
TEST_CASE("three rotations in sequence: a middle angle beyond 90 degrees is found again next to the remembered one") {
  Random random(6);
  for (const JointType& type : make_types()) {
    if (type.ball || (type.free.bits >> 3) != 7) continue;
    for (int n = 0; n < 200; ++n) {
      JointCoordinates<double> q;
      for (int k = 0; k < 3; ++k) {
        q.angle[k] = random.uniform(-20, 20);
        q.rate[k] = random.normal();
      }
      if (std::fabs(std::cos(q.angle[type.sequence[1]])) < 0.3) continue;
      JointCoordinates<double> held = q;
      for (int k = 0; k < 3; ++k) held.angle[k] += random.uniform(-0.2, 0.2);
      const JointCoordinates<double> found = calc_coordinates(type, type.free, held, calc_pose(type, q), calc_velocity(type, q));
      REQUIRE(distance(found.angle, q.angle) < 1e-12);
      REQUIRE(distance(found.rate, q.rate) < 1e-12);
    }
  }
}

TEST_CASE("every joint: the wrench of efforts does the power Σ τ q̇ on free motions and none on the others") {
  for_all(7, [](const Case& c, const JointCoordinates<double>& q, Random& random) {
    const JointType type = moving_type(c);
    const Vec3<double> force = draw_vector(random), moment = draw_vector(random);  // also on what is not free: not asked for
    const Wrench<double> wrench = calc_effort_wrench(type, c.free, q, force, moment);
    Eigen::Matrix<double, 6, 1> w;
    w << to_eigen(wrench.n), to_eigen(wrench.f);
    const Eigen::MatrixXd P = calc_free_motions(c, q);
    int column = 0;
    for (Direction d : all_directions)
      if (c.free.has(d))
        CHECK(std::fabs(P.col(column++).dot(w) - (is_translation(d) ? force : moment)[axis_of(d)]) < 10 * few_roundings);
    if (P.cols() == 0) {
      CHECK(w.norm() == 0);
    } else {
      const Eigen::MatrixXd complement = Eigen::FullPivLU<Eigen::MatrixXd>(P.transpose()).kernel();
      if (P.cols() < 6) CHECK((complement.transpose() * w).norm() < 100 * few_roundings);  // τ up to 20 near-parallel axes
    }
  });
}

TEST_CASE("ball: the quaternion found from poses is continuous over many turns, and so is the angle of a hinge") {
  for (const char* name : {"ball", "free", "hinge"}) {
    const JointType type = *find_joint_type(name);
    JointCoordinates<double> held;
    for (int k = 0; k <= 3000; ++k) {
      const double angle = -0.01 * k;  // five turns
      const Pose<double> X{rotation_about(2, angle), Vec3<double>::zero()};
      const JointCoordinates<double> q = calc_coordinates(type, type.free, held, X, {{0, 0, -1}, Vec3<double>::zero()});
      if (type.ball) {
        REQUIRE(distance(q.rotation, held.rotation) < 0.006);
        REQUIRE(distance(q.rotation, {std::cos(angle / 2), 0, 0, std::sin(angle / 2)}) < 1e-13);
      } else {
        REQUIRE(std::fabs(q.angle.z - angle) < 1e-13);
      }
      REQUIRE(std::fabs(q.rate.z + 1) < 1e-14);
      held = q;
    }
  }
}

}  // namespace pintle::tests
