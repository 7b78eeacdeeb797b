#include "pintle/simulate/table_watch.h"

#include <fmt/core.h>

#include "pintle/base/joined.h"

namespace pintle {
namespace {

/// "time, track.displacement": what changes in a formula.
std::string inputs_text(const Formula& formula) {
  std::vector<std::string> names;
  for (const Formula::Input& input : formula.inputs)
    if (input.kind != InputKind::parameter) names.push_back(input.kind == InputKind::signal ? input.signal.name : "time");
  return joined(names);
}

}  // namespace

TableWatch::TableWatch(const System& system) {
  for (const TableRecord& table : system.tables) {
    const Needs needs = needs_of(system, table.argument);
    if (needs.accelerations || needs.loads || needs.reactions || needs.elements || reads_ledger(table.argument)) continue;
    watched_.push_back({&table, FormulaValues(table.argument)});
  }
  left_.reserve(watched_.size());
}

void TableWatch::restart() {
  for (Watched& one : watched_) one.left = false;
  left_.clear();
}

void TableWatch::note(const System& system, const Parameters<double>& p, const Instant& instant) {
  for (Watched& one : watched_) {
    const TableRecord& table = *one.table;
    if (one.left || table.outside == Outside::error) continue;
    double x = 0;
    one.argument.update(system, p, instant, {&x, 1});
    const bool low = x < table.low && !table.flat_below && !table.of_time;  // a ramp may well begin later than the run
    const bool high = x > table.high && !table.flat_above;
    if (!low && !high) continue;
    one.left = true;
    left_.push_back({table.name, table.unit, low, low ? table.low : table.high, instant.view.state.t, table.of_time});
  }
}

std::string TableWatch::explain_end(const System& system, const Parameters<double>& p, const Instant& instant) {
  for (Watched& one : watched_) {
    const TableRecord& table = *one.table;
    if (table.outside != Outside::error) continue;
    double x = 0;
    one.argument.update(system, p, instant, {&x, 1});
    const double near = 1e-6 * (table.high - table.low);  // steps have shrunk to rounding before it
    const bool low = !table.of_time && x < table.low + near;
    if (!low && x < table.high - near) continue;
    return fmt::format(
        "the table {} {} at {:.6g}{}, and its argument, made of {}, leaves it at t = {:.9g} s; give it more points, or say hold, "
        "zero or extrapolate in place of `outside: error`",
        table.name, low ? "begins" : "ends", low ? table.low : table.high, table.unit == "1" ? "" : " " + table.unit,
        inputs_text(table.argument), instant.view.state.t);
  }
  return {};
}

}  // namespace pintle
