#include "pintle/formulations/articulated_body/stage.h"

#include <doctest/doctest.h>

#include <cmath>

#include "pintle/formulations/articulated_body/articulated_body.h"
#include "pintle/io/reader.h"
#include "unit/formulations/articulated_body/wide.h"

/// Stages (1 − g A) k = f + c of linearly implicit methods: what A holds is put back as forces, g (∂F/∂q k_q + ∂F/∂v k_v), and the
/// explicit kernel must then find k_v − c_v as its accelerations.
namespace pintle::tests {
namespace {

struct Solved {
  std::vector<double> k, ydot, power;
};

Solved solve_stage(Kernel<double>& kernel, const std::vector<double>& y, double g, const std::vector<double>& c) {
  Solved out{std::vector<double>(y.size()), std::vector<double>(y.size()),
             std::vector<double>(static_cast<std::size_t>(kernel.accounts()))};
  kernel.update_stage(0, y, g, c, out.k, out.power);
  return out;
}

std::vector<double> draw_numbers(std::size_t count, Random& random) {
  std::vector<double> numbers(count);
  for (double& x : numbers) x = random.normal();
  return numbers;
}

/// The state whose coordinates are y's, and whose speeds those of v.
State<double> store(const Bench& bench, const Kernel<double>& kernel, std::vector<double> y, const std::vector<double>& v, int nq,
                    int nv) {
  std::copy_n(v.begin() + nq, nv, y.begin() + nq);
  State<double> state = bench.state;
  kernel.store(0, y, state);
  return state;
}

/// Laws without a motor share a zero; here each has an effort of its own.
void part_efforts(Bench& bench) {
  for (JointLaw& law : bench.system.laws) {
    bench.p.value.push_back(bench.p[law.effort]);
    law.effort = Slot{static_cast<int>(bench.p.value.size()) - 1};
  }
}

/// Largest |a − b| over positions and speeds, in parts of the largest b.
double calc_gap(const std::vector<double>& a, const std::vector<double>& b, int count) {
  double gap = 0, size = 1;
  for (int i = 0; i < count; ++i) {
    gap = std::fmax(gap, std::fabs(a[i] - b[i]));
    size = std::fmax(size, std::fabs(b[i]));
  }
  return gap / size;
}

}  // namespace

TEST_CASE("stage: springs and dampers of joints act on g k as if they were forces, in random trees, to 1e-10") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    Bench bench(make_random_tree({.bodies = static_cast<int>(2 + seed), .seed = seed, .springs = true, .dampers = true}));
    part_efforts(bench);
    Random random(seed);
    bench.draw_state(random);
    const auto plan = bench.plan(Coordinates::joint);
    const int nq = plan->y.nq, nv = plan->y.nv;
    ArticulatedBody<double> kernel(bench.system, plan, bench.p);
    std::vector<double> y(static_cast<std::size_t>(kernel.size()));
    kernel.load(bench.state, y);
    for (const bool with_c : {false, true}) {
      const double g = 0.3;
      const std::vector<double> c = with_c ? draw_numbers(y.size(), random) : std::vector<double>{};
      const Solved stage = solve_stage(kernel, y, g, c);
      std::vector<double> moved = y;
      for (int i = 0; i < nq; ++i) moved[i] += stage.k[i];
      const State<double> here = store(bench, kernel, y, stage.k, nq, nv), there = store(bench, kernel, moved, stage.k, nq, nv);
      Parameters<double> p = bench.p;
      for (const JointLaw& law : bench.system.laws) {
        if (!is_translation(law.direction) &&
            is_quaternion(bench.system.joint(law.joint).type, bench.structure.free_directions(law.joint)))
          continue;
        const JointCoordinates<double>&a = here.joints[law.joint.i], &b = there.joints[law.joint.i];
        const double q = a.value_of(law.direction), k_q = b.value_of(law.direction) - q, k_v = a.rate_of(law.direction);
        p[law.effort] -= g * (calc_table(bench.p, law.stiffness, q) * k_q + calc_table(bench.p, law.damping, q) * k_v);
      }
      ArticulatedBody<double> explicit_kernel(bench.system, plan, p);
      std::vector<double> expected(y.size()), power(stage.power.size());
      explicit_kernel.load(bench.state, y);
      explicit_kernel.update_rates(0, y, expected, power);
      // k_q = q̇ + c_q + g N k_v: for hinges, sliders, displacements N is the identity; quaternions are tried below
      for (int i = 0; i < nv; ++i) expected[nq + i] += with_c ? c[nq + i] : 0;
      std::vector<double> got(stage.k.begin() + nq, stage.k.begin() + nq + nv),
          want(expected.begin() + nq, expected.begin() + nq + nv);
      CHECK(calc_gap(got, want, nv) < 1e-10);  // cond(M) up to 1e5
    }
  }
}

TEST_CASE("stage: body coordinates act likewise, with the rows of joints in place of coordinates, to 1e-9") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    Bench bench(make_random_tree(
        {.bodies = static_cast<int>(2 + seed), .seed = seed, .springs = true, .dampers = true, .singular_inertia = false}));
    part_efforts(bench);
    Random random(seed);
    bench.draw_state(random);
    const auto plan = bench.plan(Coordinates::body);
    const Formulation& newton_euler = *find_formulation("newton-euler");
    const auto kernel = newton_euler.make(bench.system, plan, bench.p);
    std::vector<double> y(static_cast<std::size_t>(kernel->size()));
    kernel->load(bench.state, y);
    const double g = 0.3;
    const Solved stage = solve_stage(*kernel, y, g, {});
    const State<double> now = store(bench, *kernel, y, y, plan->y.nq, plan->y.nv),
                        rates = store(bench, *kernel, y, stage.k, plan->y.nq, plan->y.nv);
    Parameters<double> p = bench.p;
    for (const JointLaw& law : bench.system.laws) {
      const JointCoordinates<double>&a = now.joints[law.joint.i], &k = rates.joints[law.joint.i];
      const double q = a.value_of(law.direction), k_v = k.rate_of(law.direction), k_q = a.rate_of(law.direction) + g * k_v;
      p[law.effort] -= g * (calc_table(bench.p, law.stiffness, q) * k_q + calc_table(bench.p, law.damping, q) * k_v);
    }
    const auto explicit_kernel = newton_euler.make(bench.system, plan, p);
    std::vector<double> expected(y.size()), power(stage.power.size());
    explicit_kernel->load(bench.state, y);
    explicit_kernel->update_rates(0, y, expected, power);
    const auto first = static_cast<std::ptrdiff_t>(plan->y.nq), last = first + plan->y.nv;
    CHECK(calc_gap({stage.k.begin() + first, stage.k.begin() + last}, {expected.begin() + first, expected.begin() + last},
                   plan->y.nv) < 1e-9);
  }
}

namespace {

constexpr const char* walker = R"yaml(
pintle: 1
gravity: [0, 0, -1.3]
bodies:
  hull: {mass: 8, inertia: [2, 3, 4], at: [0, 0, 0.9]}
  thigh: {mass: 2, inertia: [0.1, 0.2, 0.3], at: [0.7, 0, 0.9]}
  shin: {mass: 1, inertia: [0.05, 0.1, 0.1], at: [1, 0, 0.3]}
surfaces:
  ground:
    plane: {at: [1, 0, 0.1], up: [0.1, -0.2, 1]}
    normal: {law: standard-linear-solid, ke: 2 kN/m, kv: 920 N/m, cv: 50 N*s/m}
    friction: {law: lugre, mu_s: 0.9, mu_k: 0.5, sigma0: 300, sigma1: 2, sigma2: 0.3, vs: 0.2 m/s}
joints:
  hip: {type: hinge, between: [hull, thigh], at: [0.5, 0, 0.9], axis: [0, 1, 0.2], spring: {stiffness: 20, damping: 3, rest: 0}}
  knee: {type: slider, between: [thigh, shin], at: [1, 0, 0.8], axis: [0, 0.3, 1], spring: {stiffness: 90, damping: 7, rest: 0}}
contacts:
  foot: {at: {shin: [0, 0, -0.25]}, surface: ground}
  heel: {at: {shin: [-0.2, 0.1, -0.25]}, surface: ground}
  belly: {at: {hull: [0, 0.2, -0.82]}, surface: ground}
forces:
  on_foot: {at: {shin: [0, 0, -0.25]}, force: [0 N, 0 N, 0 N]}
  on_heel: {at: {shin: [-0.2, 0.1, -0.25]}, force: [0 N, 0 N, 0 N]}
  on_belly: {at: {hull: [0, 0.2, -0.82]}, force: [0 N, 0 N, 0 N]}
initial: {hull: {velocity: [0.7, -0.4, -0.3], angular_velocity: [0.4, 0.9, -0.5]}, hip: {angle: 0.05, rate: -2}, knee: {velocity: 1}}
)yaml";

}  // namespace

TEST_CASE("stage: friction of contacts acts on g k as a force, their bristles too, while bodies turn and gravity pulls") {
  Bench bench(read_model_text(walker, "walker.yaml"));
  const auto plan = bench.plan(Coordinates::joint);
  const int nq = plan->y.nq, nv = plan->y.nv;
  part_efforts(bench);
  bench.state = make_state(bench.system, bench.p, plan->tree);
  for (auto& mode : bench.state.mode) mode = {true};
  for (std::size_t i = 0; i < bench.state.z.size(); ++i) bench.state.z[i] = 1e-3 * static_cast<double>(1 + i % 3);
  ArticulatedBody<double> kernel(bench.system, plan, bench.p);
  std::vector<double> y(static_cast<std::size_t>(kernel.size()));
  kernel.load(bench.state, y);
  Random random(3);
  const double g = 0.02;
  const std::vector<double> c = draw_numbers(y.size(), random);
  const Solved stage = solve_stage(kernel, y, g, c);
  const State<double> rates = store(bench, kernel, y, stage.k, nq, nv);
  const auto velocity_of = [&](const State<double>& s, BodyIndex b, const Vec3<double>& at) {
    return s.V_WB[b.i].v + s.X_WB[b.i].R * cross(s.V_WB[b.i].w, at);
  };

  Parameters<double> p = bench.p;
  const auto& pushes = bench.system.elements.of<PointForce>().items;
  for (int n = 0; const GroundContact& contact : bench.system.elements.of<GroundContact>().items) {
    const Pose<double>& X = bench.state.X_WB[contact.bodies[0].i];
    const auto surface = contact.surface.prepare(bench.p);
    const auto law = LuGre::prepare(value_of(bench.p, contact.friction));
    const auto normal = StandardLinearSolid::prepare(value_of(bench.p, contact.normal), bench.p[contact.scale]);
    const Vec3<double> at = bench.p[contact.at[0]];
    const double* z = bench.state.z.data() + bench.system.elements.of<GroundContact>().state(n);
    const double load = StandardLinearSolid::calc(normal, surface.calc_depth(X * at), 0.0, z).force;
    REQUIRE(load > 10);
    const Vec3<double> v = velocity_of(bench.state, contact.bodies[0], at), k = velocity_of(rates, contact.bodies[0], at);
    const double speed = std::hypot(dot(v, surface.t1), dot(v, surface.t2));
    const double decay = law.sigma0 * speed / (law.mu_k + law.mu_drop * std::exp(-speed * law.inverse_vs));
    Vec3<double> more = Vec3<double>::zero();
    for (const int axis : {0, 1}) {
      const Vec3<double>& t = axis == 0 ? surface.t1 : surface.t2;
      const std::size_t place = static_cast<std::size_t>(nq + nv) + (z - bench.state.z.data()) + 1 + axis;
      const double k_v = dot(k, t), k_z = stage.k[place];
      // ż = v − d z, F = −N (σ₀ z + σ₁ ż + σ₂ v), d held
      CHECK(k_z == doctest::Approx(dot(v, t) - decay * z[1 + axis] + c[place] + g * (k_v - decay * k_z)).epsilon(1e-12));
      const double zdot = k_v - decay * k_z;
      more += -g * load * (law.sigma0 * k_z + law.sigma1 * zdot + law.sigma2 * k_v) * t;
    }
    for (int axis = 0; axis < 3; ++axis) p.value[static_cast<std::size_t>(pushes[n].law.force.at.i + axis)] = more[axis];
    ++n;
  }
  for (const JointLaw& law : bench.system.laws) {
    const double k_v = rates.joints[law.joint.i].rate_of(law.direction);
    const double q = bench.state.joints[law.joint.i].rate_of(law.direction);
    double c_q = 0;
    for (int i = 0; i < nq; ++i)  // the coordinate's own place in y
      if (std::fabs(stage.k[i] - (q + c[i] + g * k_v)) < 1e-12 * (1 + std::fabs(stage.k[i]))) c_q = c[i];
    REQUIRE(c_q != 0);  // k_q = q̇ + c_q + g k_v holds for one of them
    p[law.effort] -= g * (bench.p.at(law.stiffness.i + 1) * (q + c_q + g * k_v) + bench.p.at(law.damping.i + 1) * k_v);
  }
  ArticulatedBody<double> pushed(bench.system, plan, p);
  std::vector<double> expected(y.size()), power(stage.power.size()), again(stage.power.size());
  pushed.load(bench.state, y);
  pushed.update_rates(0, y, expected, power);
  for (int i = 0; i < nv; ++i) CHECK(stage.k[nq + i] - c[nq + i] == doctest::Approx(expected[nq + i]).epsilon(1e-9));
  kernel.update_rates(0, y, expected, again);
  CHECK(again == stage.power);  // powers are those of the forces, not of the stage
}

TEST_CASE("stage: lanes give what double gives, each with its own step, to 1e-12") {
  Bench bench(read_model_text(walker, "walker.yaml"));
  const auto plan = bench.plan(Coordinates::joint);
  for (auto& mode : bench.state.mode) mode = {true};
  ArticulatedBody<double> kernel(bench.system, plan, bench.p);
  const Parameters<Lanes> p = broadcast<Lanes>(bench.p);
  ArticulatedBody<Lanes> lanes(bench.system, plan, p);
  std::vector<double> y(static_cast<std::size_t>(kernel.size()));
  kernel.load(bench.state, y);
  Random random(5);
  const std::vector<double> c = draw_numbers(y.size(), random);
  std::vector<Lanes> x(y.begin(), y.end()), c_x(c.begin(), c.end()), k(y.size()),
      power(static_cast<std::size_t>(lanes.accounts()));
  lanes.load(gathered<Lanes>(bench.system, std::vector<State<double>>(lane_count, bench.state)), x);
  Lanes g = 0.0;
  for (int l = 0; l < lane_count; ++l) set_lane(g, l, 0.01 * l);
  lanes.update_stage(Lanes(0.0), x, g, c_x, k, power);
  for (int l = 0; l < lane_count; ++l) {
    const Solved one = solve_stage(kernel, y, 0.01 * l, c);
    CHECK(calc_gap(lane_of(k, l), one.k, static_cast<int>(y.size())) < 1e-12);
  }
}

TEST_CASE("stage: with g = 0 it gives the rates, and c besides, to 1e-13") {
  Bench bench(read_model_text(walker, "walker.yaml"));
  const auto plan = bench.plan(Coordinates::joint);
  for (auto& mode : bench.state.mode) mode = {true};
  ArticulatedBody<double> kernel(bench.system, plan, bench.p);
  std::vector<double> y(static_cast<std::size_t>(kernel.size()));
  kernel.load(bench.state, y);
  Random random(9);
  const std::vector<double> c = draw_numbers(y.size(), random);
  const Solved stage = solve_stage(kernel, y, 0, c);
  std::vector<double> expected(y.size()), power(stage.power.size());
  kernel.update_rates(0, y, expected, power);
  for (std::size_t i = 0; i < y.size(); ++i) expected[i] += c[i];
  CHECK(calc_gap(stage.k, expected, static_cast<int>(y.size())) < 1e-13);
}

}  // namespace pintle::tests
