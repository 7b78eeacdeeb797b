#include "pintle/simulate/check_start.h"

#include <fmt/core.h>

#include <cmath>

#include "pintle/base/error.h"
#include "pintle/structure/assemble.h"
#include "pintle/structure/singular_start.h"

namespace pintle {
namespace {

constexpr double rounding = 1e-9;  // of gravity and of L/s²

bool is_at_rest(const System& system, const State<double>& state) {
  for (const Motion<double>& V : state.V_WB)
    if (norm(V.v) > 1e-12 * system.length || norm(V.w) > 1e-12) return false;
  return true;
}

/// As far as the rows that count say.
bool is_pushed(const System& system, const Parameters<double>& p, Engine& engine, const State<double>& state) {
  engine.enter(p, state);
  engine.kernel->accept(state.t, engine.y, {true});
  std::vector<double> ydot(engine.y.size()), power(static_cast<std::size_t>(engine.kernel->accounts()));
  engine.kernel->update_rates(state.t, engine.y, ydot, power);
  const Layout& y = engine.plan->y;
  const double least = rounding * (1 + norm(p[system.gravity]) / system.length);
  for (int k = y.nq; k < y.nq + y.nv; ++k) {
    const auto i = static_cast<std::size_t>(k);
    if (std::fabs(ydot[i]) > least * y.scales[i]) return true;
  }
  return false;
}

}  // namespace

void check_start(const System& system, const Parameters<double>& p, Engines& engines) {
  const Structure structure = make_structure(system);
  Engine& engine = engines.engine_for(structure);
  if (engine.plan->closings.empty()) return;
  const State<double> state = make_start(system, p, structure);
  if (!is_at_rest(system, state)) return;
  const std::string rows = find_singular_rows(system, p, structure, state);
  if (rows.empty() || !is_pushed(system, p, engine, state)) return;
  throw Error(
      "initial",
      fmt::format("the mechanism is at rest where {} hold less than anywhere near (bars in line?), and something pushes it: "
                  "nothing decides which way it goes, or whether it can; start a little beside that place, or with a rate",
                  rows));
}

}  // namespace pintle
