#include "pintle/simulate/check_start.h"

#include <fmt/core.h>

#include <algorithm>

#include "pintle/base/error.h"
#include "pintle/closure/assemble.h"
#include "pintle/closure/singular_start.h"

namespace pintle {
namespace {

constexpr double little = 1e-9;       // of gravity and of L/s²
constexpr double least_unmet = 1e-3;  // of L ω²: letting such a row go would cost 4·10⁻⁶ of the energy (math/rank.h)

/// By mechanism.
std::vector<bool> find_resting(const System& system, const State<double>& state) {
  std::vector<bool> resting(static_cast<std::size_t>(system.mechanisms.count()), true);
  for (std::size_t b = 1; b < state.V_WB.size(); ++b) {
    const auto k = static_cast<std::size_t>(system.mechanisms.of_body[b]);
    if (norm(state.V_WB[b].v) > 1e-12 * system.mechanisms.lengths[k] || norm(state.V_WB[b].w) > 1e-12) resting[k] = false;
  }
  return resting;
}

/// With accelerations as far as the rows that count say.
View<double> look(const System& system, const Parameters<double>& p, Engine& engine, const State<double>& state) {
  engine.enter(p, state);
  engine.kernel->accept(state.t, engine.y, {true});
  View<double> view = make_view<double>(system);
  engine.kernel->update_view(state.t, engine.y, {.accelerations = true}, view);
  return view;
}

/// A body of those mechanisms would go.
bool is_pushed(const System& system, const Parameters<double>& p, const View<double>& view, const std::vector<bool>& resting) {
  for (std::size_t b = 1; b < view.A_WB.size(); ++b) {
    const auto k = static_cast<std::size_t>(system.mechanisms.of_body[b]);
    const double L = system.mechanisms.lengths[k], least = little * (L + norm(p[system.gravity]));
    if (resting[k] && norm(view.A_WB[b].v) + L * norm(view.A_WB[b].w) > least) return true;
  }
  return false;
}

/// (1)
void check_rates(const System& system, const Parameters<double>& p, const Structure& structure, const Kernel<double>& kernel,
                 const State<double>& state, std::vector<bool> resting) {
  if (!(kernel.calc_unmet() > least_unmet)) return;
  resting.flip();
  std::string rows = find_singular_rows(system, p, structure, state, resting);
  if (rows.empty()) rows = find_rows_ahead(system, p, structure, state);
  if (rows.empty()) return;  // laws that contradict each other: the run will say so
  throw Error(
      "initial",
      fmt::format("the mechanism cannot go on with the rates that it starts with: where it is, {} hold less than anywhere near "
                  "(bars in line?), and no accelerations meet what they hold; start a little beside that place, or give rates "
                  "of all joints that belong to one of the ways out of it",
                  rows));
}

}  // namespace

void check_start(const System& system, const Parameters<double>& p, Engines& engines) {
  const Structure structure = make_structure(system);
  Engine& engine = engines.engine_for(structure);
  if (engine.plan->closings.empty()) return;
  const State<double> state = make_start(system, p, structure);
  const std::vector<bool> resting = find_resting(system, state);
  const View<double> view = look(system, p, engine, state);
  check_rates(system, p, structure, *engine.kernel, state, resting);
  if (std::ranges::find(resting, true) == resting.end()) return;
  const std::string rows = find_singular_rows(system, p, structure, state, resting);
  if (rows.empty() || !is_pushed(system, p, view, resting)) return;
  throw Error(
      "initial",
      fmt::format("the mechanism is at rest where {} hold less than anywhere near (bars in line?), and something pushes it: "
                  "nothing decides which way it goes, or whether it can; start a little beside that place, or with a rate",
                  rows));
}

}  // namespace pintle
