#include "pintle/formulations/articulated_body/sweeps.h"

#include <doctest/doctest.h>

#include "pintle/formulations/articulated_body/articulated_body.h"
#include "support/articulated_body_dual.h"
#include "unit/formulations/articulated_body/wide.h"

/// The recursion with other scalars: dual numbers must give the derivatives of the doubles, lanes the same numbers.
namespace pintle::tests {
namespace {

Model draw_model(int bodies, std::uint64_t seed) {
  Model model = make_random_tree({.bodies = bodies, .seed = seed, .springs = true, .dampers = true});
  Random random(seed);
  add_contacts(model, random, 2);
  return model;
}

template <class T>
struct Rates {
  std::vector<T> ydot, power;
};
template <class T>
Rates<T> calc_rates(ArticulatedBody<T>& kernel, const std::vector<T>& y) {
  Rates<T> out{std::vector<T>(y.size()), std::vector<T>(static_cast<std::size_t>(kernel.accounts()))};
  kernel.update_rates(T(0.0), y, out.ydot, out.power);
  return out;
}

double largest(const std::vector<double>& numbers) {
  double most = 0;
  for (const double x : numbers) most = std::fmax(most, std::fabs(x));
  return most;
}

}  // namespace

TEST_CASE("articulated body in dual numbers: derivatives of ẏ by every y are those of central differences, to 1e-6") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    Bench bench(draw_model(6, seed));
    Random random(seed);
    if (seed % 2) bench.lock(random, 0.3);
    bench.draw_state(random);
    const auto plan = bench.plan(Coordinates::joint);
    const Parameters<Dual> p = broadcast<Dual>(bench.p);
    ArticulatedBody<double> kernel(bench.system, plan, bench.p);
    ArticulatedBody<Dual> dual(bench.system, plan, p);
    std::vector<double> y(static_cast<std::size_t>(kernel.size()));
    std::vector<Dual> x(y.size());
    kernel.load(bench.state, y);
    dual.load(gathered<Dual>(bench.system, {bench.state}), x);
    for (std::size_t i = 0; i < y.size(); ++i) REQUIRE(std::fabs(lane_of(x, 0)[i] - y[i]) < 1e-14 * (1 + std::fabs(y[i])));
    const Rates<double> value = calc_rates(kernel, y);
    for (std::size_t i = 0; i < y.size(); ++i) {
      x[i].slope = 1;
      const Rates<Dual> got = calc_rates(dual, x);
      x[i].slope = 0;
      const double h = 1e-6;
      const auto at = [&](double step) {
        std::vector<double> moved = y;
        moved[i] += step;
        return calc_rates(kernel, moved);
      };
      const Rates<double> up = at(h), down = at(-h);
      const double size = 1 + largest(value.ydot);
      for (std::size_t k = 0; k < y.size(); ++k) {
        const double slope = (up.ydot[k] - down.ydot[k]) / (2 * h);
        REQUIRE(std::fabs(got.ydot[k].value - value.ydot[k]) < 1e-11 * size);
        // Rounding of the differences 1e-16/h of the values, and h² of third derivatives.
        REQUIRE(std::fabs(got.ydot[k].slope - slope) < 1e-6 * (size + std::fabs(slope)));
      }
      for (std::size_t k = 0; k < up.power.size(); ++k) {
        const double slope = (up.power[k] - down.power[k]) / (2 * h);
        REQUIRE(std::fabs(got.power[k].slope - slope) < 1e-6 * (1 + largest(value.power) + std::fabs(slope)));
      }
    }
  }
}

TEST_CASE(
    "articulated body: along ẏ, poses move with the velocities that are stored, and these with the accelerations of a view") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    Bench bench(draw_model(10, seed));
    Random random(seed);
    if (seed % 2) bench.lock(random, 0.3);
    bench.draw_state(random);
    const auto plan = bench.plan(Coordinates::joint);
    const Parameters<Dual> p = broadcast<Dual>(bench.p);
    ArticulatedBody<Dual> dual(bench.system, plan, p);
    std::vector<Dual> y(static_cast<std::size_t>(dual.size()));
    dual.load(gathered<Dual>(bench.system, {bench.state}), y);
    const Rates<Dual> rates = calc_rates(dual, y);
    View<Dual> view = make_view<Dual>(bench.system);
    dual.update_view(Dual(0), y, {.accelerations = true}, view);
    for (std::size_t i = 0; i < y.size(); ++i) y[i].slope = rates.ydot[i].value;
    State<Dual> moved;
    dual.store(Dual(0), y, moved);
    const double size = 1 + largest(lane_of(rates.ydot, 0));
    for (int b = 1; b < bench.system.body_count(); ++b) {
      const Mat3<double> R = value_of(moved.X_WB[b].R);
      CHECK(distance(spin_of(R, slope_of(moved.X_WB[b].R)), R * value_of(moved.V_WB[b].w)) < 1e-11);
      CHECK(distance(slope_of(moved.X_WB[b].p), value_of(moved.V_WB[b].v)) < 1e-11);
      CHECK(distance(slope_of(moved.V_WB[b].w), value_of(view.A_WB[b].w)) < 1e-11 * size);
      CHECK(distance(slope_of(moved.V_WB[b].v), value_of(view.A_WB[b].v)) < 1e-11 * size);
    }
    for (int j = 0; j < bench.system.joint_count(); ++j) {
      CHECK(distance(slope_of(moved.joints[j].velocity), value_of(view.displacement_acceleration[j])) < 1e-11 * size);
      CHECK(distance(slope_of(moved.joints[j].rate), value_of(view.angle_acceleration[j])) < 1e-11 * size);
      CHECK(distance(slope_of(moved.joints[j].displacement), value_of(moved.joints[j].velocity)) < 1e-13);
    }
  }
}

TEST_CASE("articulated body in lanes: every lane, with its own state, held values and masses, is the double's to 1e-12") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    Bench bench(draw_model(static_cast<int>(4 + seed), seed));
    Random random(seed);
    if (seed % 2) bench.lock(random, 0.3);
    const auto plan = bench.plan(Coordinates::joint);
    Parameters<Lanes> p = broadcast<Lanes>(bench.p);
    std::vector<State<double>> states;
    std::vector<std::vector<double>> ys, rates, powers;
    for (int i = 0; i < lane_count; ++i) {
      bench.p = bench.system.nominal;
      for (int b = 1; b < bench.system.body_count(); ++b) {
        double& mass = bench.p[bench.system.bodies[b].mass];
        mass *= random.uniform(0.8, 1.2);
        set_lane(p[bench.system.bodies[b].mass], i, mass);
      }
      bench.draw_state(random);
      states.push_back(bench.state);
      ArticulatedBody<double> kernel(bench.system, plan, bench.p);
      std::vector<double> y(static_cast<std::size_t>(kernel.size()));
      kernel.load(bench.state, y);
      const Rates<double> out = calc_rates(kernel, y);
      ys.push_back(y);
      rates.push_back(out.ydot);
      powers.push_back(out.power);
    }
    ArticulatedBody<Lanes> lanes(bench.system, plan, p);
    std::vector<Lanes> y(ys[0].size());
    lanes.load(gathered<Lanes>(bench.system, states), y);
    const Rates<Lanes> all = calc_rates(lanes, y);
    for (int i = 0; i < lane_count; ++i) {
      for (std::size_t k = 0; k < y.size(); ++k) {
        REQUIRE(std::fabs(lane(y[k], i) - ys[i][k]) < 1e-14 * (1 + std::fabs(ys[i][k])));
        REQUIRE(std::fabs(lane(all.ydot[k], i) - rates[i][k]) < 1e-12 * (1 + largest(rates[i])));
      }
      for (std::size_t k = 0; k < powers[i].size(); ++k)
        REQUIRE(std::fabs(lane(all.power[k], i) - powers[i][k]) < 1e-12 * (1 + largest(powers[i])));
    }
    // The same case in other company: the same bits.
    for (int i = 0; i < lane_count; ++i) {
      if (i == 1) continue;  // every build has two lanes
      bench.draw_state(random);
      states[i] = bench.state;
    }
    std::vector<Lanes> other(y.size());
    lanes.load(gathered<Lanes>(bench.system, states), other);
    const Rates<Lanes> again = calc_rates(lanes, other);
    CHECK(lane_of(again.ydot, 1) == lane_of(all.ydot, 1));
    CHECK(lane_of(again.power, 1) == lane_of(all.power, 1));
  }
}

TEST_CASE("articulated body in lanes: accept touches the lanes that stepped, and no other") {
  Bench bench(draw_model(6, 3));
  Random random(3);
  const auto plan = bench.plan(Coordinates::joint);
  const Parameters<Lanes> p = broadcast<Lanes>(bench.p);
  ArticulatedBody<Lanes> kernel(bench.system, plan, p);
  std::vector<State<double>> states;
  for (int i = 0; i < lane_count; ++i) {
    bench.draw_state(random);
    for (auto& mode : bench.state.mode) mode = {!mode.yes};  // so that every contact has something to change
    for (double& z : bench.state.z) z = 0.1;
    states.push_back(bench.state);
  }
  std::vector<Lanes> y(static_cast<std::size_t>(kernel.size()));
  kernel.load(gathered<Lanes>(bench.system, states), y);
  for (Lanes& x : y) x = 1.001 * x;  // quaternions off their length
  const std::vector<Lanes> before = y;
  Mask<Lanes> stepped{};
  set_lane(stepped, 1, true);
  const Accepted<Lanes> accepted = kernel.accept(Lanes(0.0), y, stepped);
  State<Lanes> after;
  kernel.store(Lanes(0.0), y, after);
  for (int i = 0; i < lane_count; ++i) {
    CHECK((lane_of(y, i) == lane_of(before, i)) == (i != 1));
    CHECK(lane(accepted.restart, i) == (i == 1));
    CHECK_FALSE(lane(accepted.failed, i));
    for (std::size_t k = 0; k < after.mode.size(); ++k) {
      const bool was = states[i].mode[k].yes;
      if (i != 1) CHECK(lane(after.mode[k], i) == was);
    }
  }
}

}  // namespace pintle::tests
