#include <doctest/doctest.h>

#include <array>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "pintle/constraints/distance.h"
#include "pintle/constraints/gear.h"
#include "pintle/constraints/point_in_plane.h"
#include "pintle/constraints/relative_rotation.h"
#include "pintle/constraints/screw.h"
#include "pintle/constraints/velocity_rows.h"
#include "pintle/joints/motion.h"
#include "unit/math/draw.h"

/// What every kind of constraint must fulfil, at displaced and turned states between bodies that move and are accelerated
/// anyhow, with points and axes off every axis, and with values that live. Seeds are the numbers in Random(…).
namespace pintle::tests {
namespace {

constexpr int samples = 50;

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

/// The same as it moves on, for a dual scalar; as it is, for a double.
template <class T>
struct Seen {
  Mat3<T> R;
  Vec3<T> p, w, v;
  End<T> end() const { return {R, p, w, v}; }
};
template <class T>
Seen<T> see(const Body& b);
template <>
Seen<double> see<double>(const Body& b) {
  return {b.R, b.p, b.w, b.v};
}
template <>
Seen<Dual> see<Dual>(const Body& b) {
  const Quaternion<double> q = to_quaternion(b.R);
  return {to_matrix(seeded(q, calc_rate(q, transpose_times(b.R, b.w)))), seeded(b.p, b.v), seeded(b.w, b.alpha),
          seeded(b.v, b.a)};
}

/// A function of time: its value and two derivatives.
struct Jet {
  double value = 0, rate = 0, second = 0;
};
template <class T>
T level(const Jet& jet, int k);
template <>
double level<double>(const Jet& jet, int k) {
  return k == 0 ? jet.value : k == 1 ? jet.rate : jet.second;
}
template <>
Dual level<Dual>(const Jet& jet, int k) {
  return k == 0 ? Dual(jet.value, jet.rate) : k == 1 ? Dual(jet.rate, jet.second) : Dual(jet.second);
}

/// A direction of a joint that a constraint reads, with the ends that it is between.
struct Read {
  JointCoordinate of;
  std::size_t a, b;
  double turns;  // what its angle counts beyond (−π, π]
};

/// d = n·(p_M − p_F); θ from an axis of F and one of M across n.
template <class T>
T calc_coordinate(const Read& read, const Parameters<T>& p, const std::vector<Seen<T>>& bodies) {
  const Seen<T>&A = bodies[read.a], &B = bodies[read.b];
  const Pose<T> X_WF = Pose<T>{A.R, A.p} * p[read.of.X_AF], X_WM = Pose<T>{B.R, B.p} * p[read.of.X_BM];
  if (read.of.slides) return dot(X_WF.R.column(read.of.axis), X_WM.p - X_WF.p);
  const Vec3<T> x = X_WF.R.column((read.of.axis + 1) % 3), y = X_WF.R.column((read.of.axis + 2) % 3),
                u = X_WM.R.column((read.of.axis + 1) % 3);
  return atan2(dot(y, u), dot(x, u)) + T(read.turns);
}

/// One constraint somewhere.
struct Sample {
  std::string name;
  bool has_position = false, relative = true, own_axes = false;
  int rows = 1;
  Parameters<double> p;
  std::vector<Body> bodies;
  std::vector<Jet> living;
  std::vector<int> levels;  // outputs of System::living: of which function
  std::vector<int> orders;  // and which derivative
  std::vector<Read> reads;
  std::function<void(const ConstraintPlace<double>&, std::span<ConstraintRow<double>>)> plain;
  std::function<void(const ConstraintPlace<Dual>&, std::span<ConstraintRow<Dual>>)> dual;

  template <class Kind>
  void hold(Kind kind) {
    has_position = Kind::has_position;
    plain = [kind](const auto& place, auto out) { kind.update_rows(place, out); };
    dual = [kind](const auto& place, auto out) { kind.update_rows(place, out); };
  }

  template <class T>
  std::array<ConstraintRow<T>, most_rows> calc() const {
    const Parameters<T> numbers = broadcast<T>(p);
    std::vector<Seen<T>> seen;
    for (const Body& body : bodies) seen.push_back(see<T>(body));
    std::vector<End<T>> ends;
    for (const Seen<T>& one : seen) ends.push_back(one.end());
    std::vector<T> outputs, q;
    for (std::size_t k = 0; k < levels.size(); ++k)
      outputs.push_back(level<T>(living[static_cast<std::size_t>(levels[k])], orders[k]));
    for (const Read& read : reads) q.push_back(calc_coordinate(read, numbers, seen));
    std::array<ConstraintRow<T>, most_rows> out{};
    const ConstraintPlace<T> place{numbers, ends, outputs.data(), q};
    if constexpr (std::is_same_v<T, double>)
      plain(place, out);
    else
      dual(place, out);
    return out;
  }
};

/// Makes samples of every kind. Bodies that a joint joins move as it lets them; their accelerations are arbitrary.
class Samples {
 public:
  explicit Samples(std::uint64_t seed) : random_(seed) {}

  std::vector<Sample> draw() {
    std::vector<Sample> all;
    for (bool lives : {false, true}) all.push_back(draw_distance(lives));
    all.push_back(draw_plane());
    all.push_back(draw_relative_rotation());
    all.push_back(draw_screw());
    for (int kinds = 0; kinds < 4; ++kinds) all.push_back(draw_gear(kinds % 2, kinds / 2));
    for (int axes = 0; axes < 3; ++axes)
      for (bool lives : {false, true}) all.push_back(draw_velocity(axes, lives));
    return all;
  }

  Sample draw_distance(bool lives) {
    Sample s = make(lives ? "distance, living" : "distance", 2);
    Distance kind{put_vector(s), put_vector(s), put(s, random_.uniform(0.5, 2))};
    if (lives) kind.living = add_living(s, 3);
    s.hold(kind);
    return s;
  }
  Sample draw_plane() {
    Sample s = make("point-on-plane", 2);
    s.hold(PointInPlane{put_vector(s), put_vector(s), put_direction(s)});
    return s;
  }
  Sample draw_relative_rotation() {
    Sample s = make("relative-rotation", 2);
    s.hold(RelativeRotation{put_direction(s)});
    return s;
  }
  Sample draw_screw() {
    Sample s = make("screw", 1);
    const int axis = random_.integer(3);
    const auto [X_AF, X_BM] = add_child(s, 0, axis);
    const JointCoordinate slide{X_AF, X_BM, axis, true}, turn{X_AF, X_BM, axis, false};
    s.reads = {{slide, 0, 1, 0}, {turn, 0, 1, draw_turns()}};
    s.hold(Screw{slide, turn, put(s, random_.uniform(-1, 1))});
    return s;
  }
  Sample draw_gear(bool slides_1, bool slides_2) {
    Sample s = make(std::string("gear, ") + (slides_1 ? "slide" : "turn") + " to " + (slides_2 ? "slide" : "turn"), 1);
    const int axis_1 = random_.integer(3), axis_2 = random_.integer(3);
    const auto [X_AF, X_BM] = add_child(s, 0, axis_1);
    s.bodies.push_back(draw_body(random_));
    const auto [Y_AF, Y_BM] = add_child(s, 2, axis_2);
    const JointCoordinate first{X_AF, X_BM, axis_1, slides_1}, second{Y_AF, Y_BM, axis_2, slides_2};
    s.reads = {{first, 0, 1, slides_1 ? 0 : draw_turns()}, {second, 2, 3, slides_2 ? 0 : draw_turns()}};
    s.hold(Gear{first, second, put(s, random_.uniform(-3, 3))});
    return s;
  }
  /// Coefficients in the world's axes, in those of another body, in the body's own.
  Sample draw_velocity(int axes, bool lives) {
    constexpr std::array<const char*, 3> where{"the world's", "another body's", "its own"};
    Sample s = make(std::string("velocity in ") + where[static_cast<std::size_t>(axes)] + " axes" + (lives ? ", living" : ""), 2);
    s.own_axes = axes == 2;
    if (s.own_axes) s.bodies[1] = s.bodies[0];
    s.relative = false;
    const Slot3 p_BP = put_vector(s);
    VelocityRows kind(p_BP, axes == 0, SlotMaker{s.p.value}.put(draw_pose(random_)));
    s.rows = most_rows;
    for (int r = 0; r < s.rows; ++r) {
      VelocityRows::Row row{put_vector(s), put_vector(s), put(s, random_.normal())};
      if (lives && r % 2 == 0) {
        const int first = static_cast<int>(s.living.size());
        row.living = static_cast<int>(s.levels.size());
        for (int k = 0; k < 7; ++k) s.living.push_back(draw_jet());
        for (int order : {0, 1})
          for (int k = 0; k < 7; ++k) s.levels.push_back(first + k), s.orders.push_back(order);
      }
      kind.list.push_back(row);
    }
    s.hold(kind);
    return s;
  }

 private:
  Sample make(std::string name, int bodies) {
    Sample s;
    s.name = std::move(name);
    for (int b = 0; b < bodies; ++b) s.bodies.push_back(draw_body(random_));
    return s;
  }
  Slot put(Sample& s, double x) { return SlotMaker{s.p.value}.put(x); }
  Slot3 put_vector(Sample& s) { return SlotMaker{s.p.value}.put(draw_vector(random_)); }
  Slot3 put_direction(Sample& s) {
    const Vec3<double> v = draw_vector(random_);
    return SlotMaker{s.p.value}.put((1 / norm(v)) * v);
  }
  Jet draw_jet() {
    const double a = random_.normal(), b = random_.normal(), c = random_.normal();
    return {a, b, c};
  }
  double draw_turns() { return 2 * std::numbers::pi * (random_.integer(200) - 100); }
  int add_living(Sample& s, int count) {
    s.living.push_back(draw_jet());
    for (int k = 0; k < count; ++k) s.levels.push_back(0), s.orders.push_back(k);
    return 0;
  }
  /// Hangs a child on body a by a joint that slides along and turns about an axis of F.
  std::pair<SlotPose, SlotPose> add_child(Sample& s, std::size_t a, int axis) {
    const Pose<double> X_AF = draw_pose(random_), X_BM = draw_pose(random_);
    const JointType type = make_joint_type({static_cast<Direction>(axis), static_cast<Direction>(axis + 3)});
    JointCoordinates<double> q;
    q.displacement[axis] = random_.normal();
    q.velocity[axis] = random_.normal();
    q.angle[axis] = random_.uniform(-3, 3);
    q.rate[axis] = random_.normal();
    const Body& A = s.bodies[a];
    const Motion<double> V_FM = calc_velocity(type, q);
    const Pose<double> X_WF = Pose<double>{A.R, A.p} * X_AF, X_WM = X_WF * calc_pose(type, q), X_WB = X_WM * inverse(X_BM);
    Body B = draw_body(random_);
    B.R = X_WB.R;
    B.p = X_WB.p;
    B.w = A.w + X_WF.R * V_FM.w;
    B.v = A.v + cross(A.w, X_WM.p - A.p) + X_WF.R * V_FM.v + cross(B.w, B.p - X_WM.p);
    s.bodies.push_back(B);
    SlotMaker slots{s.p.value};
    const SlotPose on_A = slots.put(X_AF), on_B = slots.put(X_BM);
    return {on_A, on_B};
  }

  Random random_;
};

/// Calls check(sample, rows) for many samples of every kind.
template <class Check>
void for_samples(std::uint64_t seed, Check&& check) {
  Samples samples_of_all(seed);
  MESSAGE("seed " << seed);
  for (int k = 0; k < samples; ++k)
    for (const Sample& s : samples_of_all.draw()) {
      CAPTURE(s.name);
      CAPTURE(k);
      check(s, s.calc<double>());
    }
}

/// Terms of a row are products of a few normal numbers, the largest some hundreds: that times rounding, and some room.
constexpr double exact = 1e-11;

}  // namespace

TEST_CASE("every constraint: the velocity error is the derivative of the position error, turns counted") {
  for_samples(5101, [](const Sample& s, const auto& rows) {
    const auto moving = s.calc<Dual>();
    for (std::size_t r = 0; r < static_cast<std::size_t>(s.rows); ++r) {
      if (s.has_position)
        CHECK(std::abs(moving[r].g.slope - rows[r].gdot) < exact);
      else
        CHECK((rows[r].g == 0 && moving[r].g.slope == 0));
    }
  });
}

TEST_CASE("every constraint: the derivative of the velocity error is the Jacobian times the accelerations, less gamma") {
  Random random(5202);
  for_samples(5102, [&](Sample s, const auto&) {
    for (Body& body : s.bodies) {  // also velocities that a joint would not let be
      body.w = draw_vector(random);
      body.v = draw_vector(random);
    }
    if (s.own_axes) s.bodies[1] = s.bodies[0];
    const auto rows = s.calc<double>();
    const auto moving = s.calc<Dual>();
    for (std::size_t r = 0; r < static_cast<std::size_t>(s.rows); ++r) {
      double sum = -rows[r].gamma;
      for (std::size_t e = 0; e < s.bodies.size(); ++e)
        sum += dot(rows[r].on[e].n, s.bodies[e].alpha) + dot(rows[r].on[e].f, s.bodies[e].a);
      CHECK(std::abs(moving[r].gdot.slope - sum) < exact);
    }
  });
}

TEST_CASE("every constraint: its forces do the power of what it is told, and of the velocity by which it is not met") {
  for_samples(5103, [](const Sample& s, const auto& rows) {
    for (std::size_t r = 0; r < static_cast<std::size_t>(s.rows); ++r) {
      double power = 0;
      for (std::size_t e = 0; e < s.bodies.size(); ++e)
        power += dot(rows[r].on[e].n, s.bodies[e].w) + dot(rows[r].on[e].f, s.bodies[e].v);
      CHECK(std::abs(power - (rows[r].gdot + rows[r].told)) < exact);
    }
  });
}

TEST_CASE("every constraint between bodies: its forces and moments balance, whatever the point they are taken about") {
  for_samples(5104, [](const Sample& s, const auto& rows) {
    Vec3<double> force = Vec3<double>::zero(), moment = force, largest = force;
    for (std::size_t e = 0; e < s.bodies.size(); ++e) {
      force += rows[0].on[e].f;
      moment += rows[0].on[e].n + cross(s.bodies[e].p, rows[0].on[e].f);
      largest = norm(rows[0].on[e].n) > norm(largest) ? rows[0].on[e].n : largest;
    }
    CHECK(norm(largest) > 1e-3);  // there is something to balance
    if (!s.relative) return;
    CHECK(norm(force) < exact);
    CHECK(norm(moment) < exact);
  });
}

TEST_CASE("every constraint: the same numbers come out for every scalar") {
  for_samples(5105, [](const Sample& s, const auto& rows) {
    const auto moving = s.calc<Dual>();
    for (std::size_t r = 0; r < static_cast<std::size_t>(s.rows); ++r) {
      CHECK(std::abs(moving[r].g.value - rows[r].g) < exact);
      CHECK(std::abs(moving[r].gdot.value - rows[r].gdot) < exact);
      CHECK(std::abs(moving[r].gamma.value - rows[r].gamma) < exact);
      CHECK(std::abs(moving[r].told.value - rows[r].told) < exact);
    }
  });
}

TEST_CASE("constraints scale alike: a multiplier is the force along a unit direction, or the moment about one") {
  Samples of(5106);
  for (int k = 0; k < samples; ++k) {
    for (const Sample& s : {of.draw_distance(k % 2), of.draw_plane(), of.draw_screw(), of.draw_gear(k % 2, true)}) {
      CAPTURE(s.name);
      CHECK(norm(s.calc<double>()[0].on[s.bodies.size() - 1].f) == doctest::Approx(1).epsilon(exact));
    }
    for (const Sample& s : {of.draw_relative_rotation(), of.draw_gear(k % 2, false)}) {
      CAPTURE(s.name);
      const auto row = s.calc<double>()[0];
      CHECK(norm(row.on[s.bodies.size() - 1].n) == doctest::Approx(1).epsilon(exact));
      CHECK(norm(row.on[s.bodies.size() - 1].f) == 0);
    }
  }
}

TEST_CASE("a rod is met by its length, a plane by its points, a thread and a gear by their coordinates over many turns") {
  Samples of(5107);
  for (int k = 0; k < samples; ++k) {
    Sample rod = of.draw_distance(false);
    const Body &A = rod.bodies[0], &B = rod.bodies[1];
    const Vec3<double> P = A.p + A.R * rod.p[Slot3{0}], Q = B.p + B.R * rod.p[Slot3{3}];
    rod.p.value[6] = norm(Q - P);
    CHECK(std::abs(rod.calc<double>()[0].g) < exact);
    rod.p.value[6] -= 0.1;  // too long by a tenth of a metre
    CHECK(rod.calc<double>()[0].g == doctest::Approx(0.1));

    Sample plane = of.draw_plane();
    Body& moved = plane.bodies[1];
    const Vec3<double> n = plane.bodies[0].R * plane.p[Slot3{6}];
    const double off = plane.calc<double>()[0].g;
    moved.p = moved.p - off * n;
    CHECK(std::abs(plane.calc<double>()[0].g) < exact);
    moved.p = moved.p + 0.3 * n + cross(n, Vec3<double>{1, 2, 3});
    CHECK(plane.calc<double>()[0].g == doctest::Approx(0.3));

    Sample screw = of.draw_screw();
    const std::vector<Seen<double>> seen{see<double>(screw.bodies[0]), see<double>(screw.bodies[1])};
    const double d = calc_coordinate(screw.reads[0], screw.p, seen), angle = calc_coordinate(screw.reads[1], screw.p, seen);
    CHECK(screw.calc<double>()[0].g == doctest::Approx(d - screw.p.value.back() * angle / (2 * std::numbers::pi)));
    const Vec3<double> axis = screw.bodies[0].R * screw.p[screw.reads[0].of.X_AF].R.column(screw.reads[0].of.axis);
    const Vec3<double> at = screw.bodies[1].p + screw.bodies[1].R * screw.p[screw.reads[0].of.X_BM].p;  // on the axis
    const Wrench<double> on = screw.calc<double>()[0].on[1];
    const Vec3<double> moment = on.n - cross(at - screw.bodies[1].p, on.f);
    CHECK(distance(moment, (-0.5 / std::numbers::pi * screw.p.value.back()) * axis) < exact);
  }
}

TEST_CASE("coefficients in axes of another body turn with it and load it with nothing") {
  Samples of(5108);
  for (int k = 0; k < samples; ++k) {
    const Sample s = of.draw_velocity(1, k % 2);
    const auto rows = s.calc<double>();
    for (std::size_t r = 0; r < static_cast<std::size_t>(s.rows); ++r)
      CHECK((norm(rows[r].on[1].f) == 0 && norm(rows[r].on[1].n) == 0));
    Sample still = s;
    still.bodies[1].w = Vec3<double>::zero();
    CHECK(still.calc<double>()[1].gamma != doctest::Approx(rows[1].gamma));
  }
}

}  // namespace pintle::tests
