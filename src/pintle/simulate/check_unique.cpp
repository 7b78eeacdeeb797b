#include "pintle/simulate/check_unique.h"

#include <fmt/core.h>

#include "pintle/base/error.h"
#include "pintle/closure/assemble.h"
#include "pintle/closure/statics.h"

namespace pintle {
namespace {

bool reads_load(const Formula& formula) {
  for (const Formula::Input& input : formula.inputs)
    if (input.kind == InputKind::signal && may_be_shared(input.signal)) return true;
  return false;
}

}  // namespace

void check_unique(const System& system, const Structure& structure) {
  bool asked = false;
  for (const EventRecord& event : system.events) asked = asked || reads_load(event.condition.formula);
  if (!asked || !has_closings(system, structure)) return;
  Statics statics(system, structure);
  statics.update(system.nominal, make_start(system, system.nominal, structure));
  check_unique(system, statics.judge_uniqueness());
}

void check_unique(const System& system, const Uniqueness& uniqueness) {
  for (const EventRecord& event : system.events)
    for (const Formula::Input& input : event.condition.formula.inputs)
      if (input.kind == InputKind::signal && !is_unique(uniqueness, input.signal))
        throw Error(
            where_of(PartKind::event, event.name) + ".when",
            fmt::format("{} is not unique: constraints are redundant there, and equilibrium does not say how they share the "
                        "load; ask for a component that `pintle info` shows as unique, or take a joint with more freedom",
                        input.signal.name));
}

}  // namespace pintle
