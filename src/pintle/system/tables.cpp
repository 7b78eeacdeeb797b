#include <algorithm>

#include "pintle/system/make_parts.h"

namespace pintle {
namespace {

/// A value that a table keeps already before its end, or zero, may well go on.
bool is_flat(double before, double end) { return end == before || end == 0; }

TableRecord make_record(const FunctionPart& function, const Table& table) {
  TableRecord record;
  record.name = function.name;
  record.unit = function.of_angle ? "rad" : unit_of(function.x);
  record.outside = table.outside;
  record.low = table.x.front();
  record.high = table.x.back();
  record.flat_below = is_flat(table.y[1], table.y.front());
  record.flat_above = is_flat(table.y[table.y.size() - 2], table.y.back());
  return record;
}

}  // namespace

void update_tables(Making& making) {
  const Graph& graph = making.model.graph;
  for (const FunctionPart& function : making.model.functions) {
    const Table& table = graph.tables()[function.table];
    const bool silent = table.outside == Outside::hold && !function.says_outside;
    if (!silent && table.outside != Outside::error) continue;
    for (int i = 0; i < graph.size(); ++i) {
      const Graph::Node& node = graph.node({i});
      if (node.op != Op::table || node.b != function.table || node.c != 0 || !graph.is_living({node.a})) continue;
      const Expr argument{node.a};
      TableRecord record = make_record(function, table);
      record.of_time = graph.node(argument).op == Op::input && graph.reads(argument, InputKind::time);
      const bool of_signals = graph.reads(argument, InputKind::signal);
      if (function.x == Dimension{0, 0, 1} ? of_signals : record.of_time) continue;  // of another function with the same points
      record.argument = making.formulas.make(std::span(&argument, 1), "functions." + function.name);
      making.system.tables.push_back(std::move(record));
    }
  }
}

}  // namespace pintle
