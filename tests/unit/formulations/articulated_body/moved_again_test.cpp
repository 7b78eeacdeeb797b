#include <doctest/doctest.h>

#include <vector>

#include "pintle/formulations/articulated_body/articulated_body.h"
#include "pintle/io/reader.h"
#include "pintle/simulate/random_state.h"
#include "pintle/system/make_system.h"

using namespace pintle;

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
