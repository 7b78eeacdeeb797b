#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "pintle/closure/jump_work.h"
#include "pintle/views/instant.h"
#include "support/ground.h"
#include "unit/formulations/articulated_body/bench.h"

/// What every kernel must fulfil, whatever its coordinates and its linear solver: one run of these tests per row of the
/// table of formulations. Random trees of every joint, reversed joints, floating bases, several roots, locks at any value;
/// seeds are fixed and named in the messages.
namespace pintle::tests {
namespace {

constexpr Needs everything{true, true, true, true, true};

/// A kernel with the state it was loaded with.
struct Loaded {
  std::shared_ptr<const Plan> plan;
  std::unique_ptr<Kernel<double>> kernel;
  std::vector<double> y;

  Loaded(const Formulation& row, const Bench& bench)
      : plan(bench.plan(row.family)), kernel(row.make(bench.system, plan, bench.p)), y(static_cast<std::size_t>(kernel->size())) {
    kernel->load(bench.state, y);
  }
  View<double> view(const Bench& bench) {
    View<double> out = make_view<double>(bench.system);
    out.state.q_WB = bench.state.q_WB;  // signs are those nearer to what was there
    kernel->update_view(bench.state.t, y, everything, out);
    return out;
  }
  std::vector<double> rates(std::vector<double>& power) {
    std::vector<double> ydot(y.size());
    power.assign(static_cast<std::size_t>(kernel->accounts()), 0);
    kernel->update_rates(0, y, ydot, power);
    return ydot;
  }
  /// The state a little later along ẏ.
  State<double> after(const Bench& bench, const std::vector<double>& ydot, double dt) const {
    std::vector<double> moved = y;
    for (std::size_t i = 0; i < y.size(); ++i) moved[i] += dt * ydot[i];
    State<double> s = bench.state;
    kernel->store(dt, moved, s);
    return s;
  }
};

struct Options {
  bool forces = true, contacts = true, free_in_space = false;
  double locked = 0;
};

Model draw_model(std::uint64_t seed, const Options& options) {
  Model model = make_random_tree({.bodies = 2 + static_cast<int>(seed % 9),
                                  .seed = seed,
                                  .gravity = !options.free_in_space,
                                  .world = !options.free_in_space,
                                  .springs = options.forces,
                                  .dampers = options.forces});
  Random random(seed);
  if (options.free_in_space) model.forces.of<PointForce>().clear();
  if (options.contacts && !options.free_in_space) add_contacts(model, random, 3);
  return model;
}

/// Calls check(formulation, bench, random) for every formulation and some random mechanisms in random states.
template <class Check>
void for_all(int count, const Options& options, Check&& check) {
  for (const Formulation& row : formulations())
    for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(count); ++seed) {
      const std::string name(row.name);
      CAPTURE(name);
      CAPTURE(seed);
      Bench bench(draw_model(seed, options));
      Random random(seed);
      if (seed % 2 == 0) bench.lock(random, options.locked);
      bench.draw_state(random);
      if (row.why_not(bench.system, *bench.plan(row.family))) continue;
      check(row, bench, random);
    }
}

double largest(const Wrenches& wrenches, Vec3<double> Wrench<double>::* part) {
  double most = 0;
  for (const Wrench<double>& w : wrenches) most = std::fmax(most, norm(w.*part));
  return most;
}

/// M V̇ of each body, about its mass centre, world axes.
Wrenches calc_inertial(const Bench& bench, const View<double>& view) {
  Wrenches out(bench.system.bodies.size(), Wrench<double>::zero());
  for (int b = 1; b < bench.system.body_count(); ++b) {
    const Sym3<double> I = bench.p[bench.system.bodies[b].inertia];
    const Vec3<double>& w = view.state.V_WB[b].w;
    out[b] = {view.state.X_WB[b].R * (I * view.A_WB[b].w + cross(w, I * w)),
              bench.p[bench.system.bodies[b].mass] * view.A_WB[b].v};
  }
  return out;
}

/// Energy of motion, gravity and springs; what contacts have stored is on their own account.
std::vector<Ledger> calc_energies(const Bench& bench, const State<double>& state) {
  std::vector<Ledger> ledgers(static_cast<std::size_t>(bench.system.mechanisms.count()));
  update_energy(bench.system, bench.p, bench.structure, state, ledgers);
  return ledgers;
}

/// Power of a wrench on the child (M's origin, F's axes) on each free direction's own motion, less the effort expected.
double calc_misfit(const Bench& bench, int j, const State<double>& s, const Wrench<double>& in_F, const Efforts& expected) {
  const JointType& type = bench.system.joint(JointIndex(j)).type;
  const DirectionSet free = bench.structure.free_directions(JointIndex(j));
  const JointType moving = moving_type(type, free);
  JointCoordinates<double> q = s.joints[j];
  if (type.ball && !moving.ball) q.angle = calc_sequence_angles(type.sequence, to_matrix(q.rotation)).angle;
  const Mat3<double> axes = calc_rotation_axes(moving, q);
  double worst = 0;
  for (Direction d : all_directions) {
    if (!free.has(d)) continue;
    const int k = axis_of(d);
    const double effort = is_translation(d) ? in_F.f[k] - expected.force[k] : dot(in_F.n, axes.column(k)) - expected.moment[k];
    worst = std::fmax(worst, std::fabs(effort));
  }
  return worst;
}

Wrench<double> seen_in_F(const Bench& bench, int j, const State<double>& s, const Wrench<double>& in_M) {
  const JointFrames at = calc_joint_frames(bench.system, bench.p, JointIndex(j), s.X_WB);
  const Mat3<double> R_FM = transpose_times(at.X_WF.R, at.X_WM.R);
  return {R_FM * in_M.n, R_FM * in_M.f};
}

}  // namespace

TEST_CASE("every formulation: y is all that its plan has, or the part that joints leave free; scales and accounts fit") {
  for_all(6, {.locked = 0.3}, [](const Formulation& row, const Bench& bench, Random&) {
    Loaded x(row, bench);
    const bool all = x.kernel->size() == x.plan->y.size();
    const bool free_part = x.kernel->size() == 2 * std::max(1, x.plan->freedoms) + x.plan->y.nz;
    CHECK((all || free_part));
    REQUIRE(x.kernel->scales().scale.size() == x.y.size());
    for (const double scale : x.kernel->scales().scale) CHECK(scale > 0);
    CHECK(x.kernel->accounts() == static_cast<int>(count_accounts(bench.system)));
    CHECK(find_formulation(row.name) == &row);
  });
}

TEST_CASE("every formulation: rates are pure: other evaluations, views and stores in between change no bit") {
  for_all(10, {.locked = 0.3}, [](const Formulation& row, const Bench& bench, Random& random) {
    Loaded x(row, bench);
    std::vector<double> power, other_power, other = x.y;
    const std::vector<double> ydot = x.rates(power);
    for (double& number : other) number += 0.3 * random.normal();
    std::vector<double> elsewhere(other.size());
    x.kernel->update_rates(1, other, elsewhere, power);
    View<double> view = make_view<double>(bench.system);
    x.kernel->update_view(1, other, everything, view);
    x.kernel->store(1, other, view.state);
    x.kernel->accept(1, other, {false});
    const std::vector<double> again = x.rates(other_power);
    CHECK(again == ydot);
    x.rates(power);
    CHECK(other_power == power);
  });
}

TEST_CASE("every formulation: a loaded state comes back: coordinates, turns, held values, poses, velocities, contact states") {
  for_all(20, {.locked = 0.4}, [](const Formulation& row, const Bench& bench, Random& random) {
    Loaded x(row, bench);
    State<double> s = bench.state;
    for (JointCoordinates<double>& q : s.joints) q = {};
    for (Motion<double>& V : s.V_WB) V = {draw_vector(random), draw_vector(random)};
    x.kernel->store(bench.state.t, x.y, s);
    CHECK(s.t == bench.state.t);
    const double tolerance = 1e-12 * bench.system.body_count();  // roundings along the tree
    for (int b = 0; b < bench.system.body_count(); ++b) {
      CHECK(distance(s.X_WB[b].p, bench.state.X_WB[b].p) < tolerance);
      CHECK(distance(s.X_WB[b].R, bench.state.X_WB[b].R) < tolerance);
      CHECK(distance(s.q_WB[b], bench.state.q_WB[b]) < tolerance);
      CHECK(distance(s.V_WB[b].w, bench.state.V_WB[b].w) < tolerance * (1 + norm(s.V_WB[b].w)));
      CHECK(distance(s.V_WB[b].v, bench.state.V_WB[b].v) < tolerance * (1 + norm(s.V_WB[b].v)));
    }
    for (int j = 0; j < bench.system.joint_count(); ++j) {
      CAPTURE(j);
      const JointCoordinates<double>&a = s.joints[j], &b = bench.state.joints[j];
      const DirectionSet free = bench.structure.free_directions(JointIndex(j));
      const bool ball = bench.system.joint(JointIndex(j)).type.ball;
      CHECK(distance(a.displacement, b.displacement) < tolerance);
      CHECK(distance(a.velocity, b.velocity) < 10 * tolerance);
      CHECK(distance(a.rate, b.rate) < 10 * tolerance);  // axes of a sequence may be 20° apart
      if (ball)
        CHECK(distance(a.rotation, b.rotation) < tolerance);
      else
        CHECK(distance(a.angle, b.angle) < 10 * tolerance);
      for (int k = 0; k < 3; ++k) {
        if (!free.has(static_cast<Direction>(k))) CHECK(a.displacement[k] == b.displacement[k]);
        if (!ball && !has_rotation(free, k)) CHECK(a.angle[k] == b.angle[k]);
      }
    }
    CHECK(s.z == bench.state.z);
    for (std::size_t k = 0; k < s.mode.size(); ++k) CHECK(s.mode[k].yes == bench.state.mode[k].yes);
  });
}

TEST_CASE("every formulation: accelerations, gravity, elements and the loads of its joints balance every body") {
  for_all(30, {.locked = 0.4}, [](const Formulation& row, const Bench& bench, Random&) {
    const View<double> view = Loaded(row, bench).view(bench);
    Wrenches joints(bench.system.bodies.size(), Wrench<double>::zero());
    add_joints(bench, view.state, view.load, joints);
    const Wrenches applied = calc_applied(bench, view.state), inertial = calc_inertial(bench, view);
    // Solutions carry 1e-12 of the largest wrench there is, of this kind.
    const double force = 1e-11 * (largest(joints, &Wrench<double>::f) + largest(applied, &Wrench<double>::f));
    const double moment = 1e-11 * (largest(joints, &Wrench<double>::n) + largest(applied, &Wrench<double>::n));
    for (int b = 1; b < bench.system.body_count(); ++b) {
      const Wrench<double> sum = applied[b] + joints[b];
      CHECK(distance(inertial[b].f, sum.f) <= force);
      CHECK(distance(inertial[b].n, sum.n) <= moment);
    }
  });
}

TEST_CASE(
    "every formulation: along its free directions a load is the effort of springs, dampers and motors, a reaction nothing") {
  for_all(30, {.locked = 0.4}, [](const Formulation& row, const Bench& bench, Random&) {
    const View<double> view = Loaded(row, bench).view(bench);
    for (int j = 0; j < bench.system.joint_count(); ++j) {
      CAPTURE(j);
      const Efforts efforts = calc_efforts(bench, view.state, j);
      const Wrench<double> load = seen_in_F(bench, j, view.state, view.load[j]), &reaction = view.reaction[j];
      const double tolerance = 1e-10 * (1 + norm(load.n) + norm(load.f) + norm(efforts.force) + norm(efforts.moment));
      CHECK(calc_misfit(bench, j, view.state, load, efforts) < tolerance);
      CHECK(calc_misfit(bench, j, view.state, reaction, {}) < tolerance);
      // What is left is the effort in the span of the free axes.
      const DirectionSet free = bench.structure.free_directions(JointIndex(j));
      const JointType type = moving_type(bench.system.joint(JointIndex(j)).type, free);
      const Wrench<double> effort = calc_effort_wrench(type, free, view.state.joints[j], efforts.force, efforts.moment);
      CHECK(distance(load.f - reaction.f, effort.f) < tolerance);
      CHECK(distance(load.n - reaction.n, effort.n) < tolerance);
    }
  });
}

TEST_CASE("every formulation: ẏ moves poses with the velocities, velocities with the accelerations, joints with theirs") {
  for_all(16, {.locked = 0.3}, [](const Formulation& row, const Bench& bench, Random&) {
    Loaded x(row, bench);
    std::vector<double> power;
    const std::vector<double> ydot = x.rates(power);
    const View<double> view = x.view(bench);
    constexpr double h = 1e-5;
    const State<double> up = x.after(bench, ydot, h), down = x.after(bench, ydot, -h);
    double size = 1;
    for (const double rate : ydot) size = std::fmax(size, std::fabs(rate));
    const double tolerance = 1e-7 * size * size;  // h² of third derivatives, rounding/h
    const auto slope = [&](const Vec3<double>& a, const Vec3<double>& b) { return (0.5 / h) * (a - b); };
    for (int b = 1; b < bench.system.body_count(); ++b) {
      CHECK(distance(slope(up.X_WB[b].p, down.X_WB[b].p), view.state.V_WB[b].v) < tolerance);
      CHECK(distance(slope(up.V_WB[b].v, down.V_WB[b].v), view.A_WB[b].v) < tolerance);
      CHECK(distance(slope(up.V_WB[b].w, down.V_WB[b].w), view.A_WB[b].w) < tolerance);
      const Mat3<double> W = (0.5 / h) * (up.X_WB[b].R - down.X_WB[b].R);
      CHECK(distance(transpose_times(view.state.X_WB[b].R, spin_of(view.state.X_WB[b].R, W)), view.state.V_WB[b].w) < tolerance);
    }
    for (int j = 0; j < bench.system.joint_count(); ++j) {
      CAPTURE(j);
      CHECK(distance(slope(up.joints[j].velocity, down.joints[j].velocity), view.displacement_acceleration[j]) < tolerance);
      CHECK(distance(slope(up.joints[j].rate, down.joints[j].rate), view.angle_acceleration[j]) < tolerance);
      CHECK(distance(slope(up.joints[j].displacement, down.joints[j].displacement), view.state.joints[j].velocity) < tolerance);
    }
  });
}

TEST_CASE("every formulation: the accounts of each mechanism are the rate of its energy: Ė = applied + contact − damping") {
  for_all(16, {.locked = 0.3}, [](const Formulation& row, const Bench& bench, Random&) {
    Loaded x(row, bench);
    std::vector<double> power;
    const std::vector<double> ydot = x.rates(power);
    constexpr double h = 1e-6;
    const std::vector<Ledger> up = calc_energies(bench, x.after(bench, ydot, h)),
                              down = calc_energies(bench, x.after(bench, ydot, -h));
    const auto energy = [](const Ledger& ledger) { return ledger.total() - ledger.contact_stored; };
    for (int m = 0; m < bench.system.mechanisms.count(); ++m) {
      CAPTURE(m);
      const auto of = [&](Account account) { return power[static_cast<std::size_t>(account_place(m, account))]; };
      const double expected = of(Account::applied) + of(Account::contact) - of(Account::damping);
      const double size =
          1 + std::fabs(energy(up[m])) + std::fabs(of(Account::applied)) + std::fabs(of(Account::contact)) + of(Account::damping);
      CHECK(std::fabs((energy(up[m]) - energy(down[m])) / (2 * h) - expected) < 1e-6 * size);
      CHECK(of(Account::damping) >= 0);
    }
  });
}

TEST_CASE("every formulation: a free system without gravity has ΣF = 0 and ΣM = 0 at every evaluation, to 1e-12 of Σ|·|") {
  for_all(24, {.free_in_space = true, .locked = 0.4}, [](const Formulation& row, const Bench& bench, Random&) {
    const View<double> view = Loaded(row, bench).view(bench);
    const Wrenches inertial = calc_inertial(bench, view);
    Vec3<double> F = Vec3<double>::zero(), M = F;
    double force = 0, moment = 0;
    for (int b = 1; b < bench.system.body_count(); ++b) {
      const Vec3<double> n = inertial[b].n + cross(view.state.X_WB[b].p, inertial[b].f);
      F += inertial[b].f;
      M += n;
      force += norm(inertial[b].f);
      moment += norm(inertial[b].n) + norm(view.state.X_WB[b].p) * norm(inertial[b].f);
    }
    CHECK(norm(F) <= 1e-12 * force);
    CHECK(norm(M) <= 1e-12 * moment);
  });
}

TEST_CASE("every formulation: a lock is an impulse balance of every body, and leaves a free system its momentum to 1e-12") {
  for_all(24, {.free_in_space = true}, [](const Formulation& row, Bench& bench, Random& random) {
    const State<double> before = bench.state;
    for (int j = 0; j < bench.system.joint_count(); ++j) {
      const JointType& type = bench.system.joint(JointIndex(j)).type;
      if (type.ball && calc_sequence_angles(type.sequence, to_matrix(before.joints[j].rotation)).middle_cosine < 0.2) continue;
      for (Direction d : all_directions)
        if (random.chance(0.5)) bench.structure.set_free(JointIndex(j), d, false);
    }
    const auto plan = bench.plan(row.family);
    const auto kernel = row.make(bench.system, plan, bench.p);
    const Impulse hammer{BodyIndex(1), {draw_vector(random), draw_vector(random)}};
    for (const std::size_t blows : {std::size_t{0}, std::size_t{1}}) {
      State<double> after = before;
      const JumpRecord<double> record = kernel->update_jump(std::span(&hammer, blows), after);
      Wrenches impulse(bench.system.bodies.size(), Wrench<double>::zero());
      add_joints(bench, before, record.impulse, impulse);
      const double size = 1 + largest(impulse, &Wrench<double>::f) + largest(impulse, &Wrench<double>::n);
      if (blows == 1) impulse[1] = impulse[1] + hammer.value;
      for (int b = 1; b < bench.system.body_count(); ++b) {
        const Sym3<double> I = bench.p[bench.system.bodies[b].inertia];
        const Vec3<double> gained = bench.p[bench.system.bodies[b].mass] * (after.V_WB[b].v - before.V_WB[b].v);
        const Vec3<double> spun = before.X_WB[b].R * (I * (after.V_WB[b].w - before.V_WB[b].w));
        CHECK(distance(gained, impulse[b].f) < 1e-11 * size);
        CHECK(distance(spun, impulse[b].n) < 1e-11 * size);
      }
      // The work of the impulses is what each mechanism has gained of kinetic energy, and 1 % more speed would show.
      if (blows == 0) {
        std::vector<double> work, off_work;
        BodyRows rows(bench.system, bench.structure);
        rows.update(bench.p, before);
        update_jump_work(bench.system, bench.p, &rows, before, after, record, {}, work);
        const std::vector<Ledger> was = calc_energies(bench, before), is = calc_energies(bench, after);
        for (std::size_t m = 0; m < work.size(); ++m)
          CHECK(std::fabs(is[m].kinetic - was[m].kinetic - work[m]) < 1e-11 * (was[m].kinetic + size));
        State<double> wrong = after;
        for (Motion<double>& V : wrong.V_WB) V = {1.01 * V.w, 1.01 * V.v};
        const std::vector<Ledger> off = calc_energies(bench, wrong);
        update_jump_work(bench.system, bench.p, &rows, before, wrong, record, {}, off_work);
        for (std::size_t m = 0; m < work.size(); ++m)
          CHECK(std::fabs(off[m].kinetic - was[m].kinetic - off_work[m]) >= 5e-3 * is[m].kinetic);
      }
      // G V⁺ = 0: the bodies move as the joints' own rates say, and held directions have none.
      State<double> rebuilt = after;
      update_bodies(bench.system, bench.p, bench.plan(Coordinates::joint)->tree, rebuilt);
      for (int b = 1; b < bench.system.body_count(); ++b) {
        CHECK(distance(rebuilt.V_WB[b].v, after.V_WB[b].v) < 1e-10 * (1 + norm(after.V_WB[b].v)));
        CHECK(distance(rebuilt.V_WB[b].w, after.V_WB[b].w) < 1e-10 * (1 + norm(after.V_WB[b].w)));
      }
      for (int j = 0; j < bench.system.joint_count(); ++j) {
        const DirectionSet free = bench.structure.free_directions(JointIndex(j));
        for (int k = 0; k < 3; ++k) {
          if (!free.has(static_cast<Direction>(k))) CHECK(std::fabs(after.joints[j].velocity[k]) < 1e-10);
          if (!bench.system.joint(JointIndex(j)).type.ball && !has_rotation(free, k))
            CHECK(std::fabs(after.joints[j].rate[k]) < 1e-10);
        }
        CHECK(calc_misfit(bench, j, before, seen_in_F(bench, j, before, record.impulse[j]), {}) < 1e-10 * size);
      }
      if (blows == 1) continue;
      const Momentum P = calc_momentum(bench.system, bench.p, before), Q = calc_momentum(bench.system, bench.p, after);
      CHECK(distance(P.linear, Q.linear) <= 1e-12 * P.linear_sum);
      CHECK(distance(P.angular, Q.angular) <= 1e-12 * P.angular_sum);
    }
  });
}

TEST_CASE("every formulation: accept leaves a lane that did not step alone; where it steps, modes follow the contacts") {
  for_all(12, {.locked = 0.3}, [](const Formulation& row, Bench& bench, Random&) {
    for (Mask<double>& mode : bench.state.mode) mode = {!mode.yes};
    Loaded x(row, bench);
    std::vector<double> y = x.y;
    const Accepted<double> refused = x.kernel->accept(0, y, {false});
    CHECK(y == x.y);
    CHECK_FALSE(refused.restart.yes);
    CHECK_FALSE(refused.failed.yes);
    State<double> s = bench.state;
    x.kernel->store(0, y, s);
    for (std::size_t k = 0; k < s.mode.size(); ++k) CHECK(s.mode[k].yes == bench.state.mode[k].yes);
    const Accepted<double> taken = x.kernel->accept(0, y, {true});
    CHECK_FALSE(taken.failed.yes);
    CHECK(taken.restart.yes == (bench.system.elements.modes > 0));
    x.kernel->store(0, y, s);
    for (std::size_t k = 0; k < s.mode.size(); ++k) CHECK(s.mode[k].yes != bench.state.mode[k].yes);
    for (int b = 1; b < bench.system.body_count(); ++b) CHECK(distance(s.X_WB[b].p, bench.state.X_WB[b].p) < 1e-11);
    CHECK_FALSE(x.kernel->accept(0, y, {true}).restart.yes);
  });
}

TEST_CASE("every formulation: masses, springs and gravity changed and read again give the bits of a fresh kernel") {
  for_all(10, {.locked = 0.3}, [](const Formulation& row, Bench& bench, Random& random) {
    Loaded x(row, bench);
    std::vector<double> power, fresh_power;
    const std::vector<double> before = x.rates(power);
    for (int b = 1; b < bench.system.body_count(); ++b) {
      bench.p[bench.system.bodies[b].mass] *= random.uniform(0.5, 2);
      for (int k = 0; k < 6; ++k) bench.p.value[static_cast<std::size_t>(bench.system.bodies[b].inertia.i + k)] *= 1.5;
    }
    for (const JointLaw& law : bench.system.laws) bench.p.value[static_cast<std::size_t>(law.stiffness.i + 1)] *= 1.5;
    for (const PointSpring& spring : bench.system.elements.of<PointSpring>().items) bench.p[spring.law.spring.stiffness] *= 2;
    for (const GroundContact& contact : bench.system.elements.of<GroundContact>().items) bench.p[contact.scale] *= 2;
    bench.p.value[static_cast<std::size_t>(bench.system.gravity.i + 1)] += 3;
    x.kernel->update_parameters();
    const std::vector<double> got = x.rates(power);
    Loaded fresh(row, bench);
    CHECK(got == fresh.rates(fresh_power));
    CHECK(power == fresh_power);
    if (bench.plan(row.family)->freedoms > 0) CHECK(got != before);
  });
}

}  // namespace pintle::tests
