#include "pintle/system/formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/base/error.h"

namespace pintle {

FormulaMaker::FormulaMaker(const Model& model, const NameTable& names, std::vector<double>& numbers)
    : model_(model), names_(names), numbers_(numbers), slots_(model.graph.inputs().size()) {}

Formula FormulaMaker::make(std::span<const Expr> outputs, const std::string& where) {
  Formula formula{Tape(model_.graph, outputs), {}};
  for (int number : formula.tape.inputs()) {
    const Input& input = model_.graph.inputs()[static_cast<std::size_t>(number)];
    Formula::Input found{input.kind, {}, {}};
    if (input.kind == InputKind::parameter) {
      Slot& slot = slots_[static_cast<std::size_t>(number)];
      if (slot.i < 0) slot = SlotMaker{numbers_}.put(input.nominal);
      found.parameter = slot;
    } else if (input.kind == InputKind::signal) {
      const std::vector<Signal> signals = find_signals(names_, input.name);
      if (signals.size() != 1)
        throw Error(where, signals.empty() ? fmt::format("there is no signal {}; `pintle info` lists them", input.name)
                                           : fmt::format("{} is {} signals; name one of them, for example {}", input.name,
                                                         signals.size(), signals.front().name));
      found.signal = signals.front();
    }
    formula.inputs.push_back(std::move(found));
  }
  return formula;
}

namespace {

/// x = a + b t at the nominal parameters; b is NaN if x is anything else.
struct Line {
  double a, b;
};
Line find_line(const Graph& graph, Expr x) {
  const double nan = std::nan("");
  const Graph::Node& node = graph.node(x);
  if (!graph.is_living(x)) return {graph.value(x), 0};
  const auto operand = [&](int i) { return find_line(graph, Expr{i}); };
  switch (node.op) {
    case Op::input:
      return graph.inputs()[static_cast<std::size_t>(node.a)].kind == InputKind::signal ? Line{nan, nan} : Line{0, 1};
    case Op::negate: {
      const Line l = operand(node.a);
      return {-l.a, -l.b};
    }
    case Op::add:
    case Op::subtract: {
      const Line l = operand(node.a), r = operand(node.b);
      const double sign = node.op == Op::add ? 1 : -1;
      return {l.a + sign * r.a, l.b + sign * r.b};
    }
    case Op::multiply: {
      const Line l = operand(node.a), r = operand(node.b);
      return l.b * r.b == 0 ? Line{l.a * r.a, l.a * r.b + l.b * r.a} : Line{nan, nan};
    }
    case Op::divide: {
      const Line l = operand(node.a), r = operand(node.b);
      return r.b == 0 ? Line{l.a / r.a, l.b / r.a} : Line{nan, nan};
    }
    default: return {nan, nan};
  }
}

}  // namespace

namespace {

/// Where x = a + b t passes `value`; NaN if it is no line, or a level one.
double find_time(const Graph& graph, Expr x, double value) {
  const Line line = find_line(graph, x);
  return std::isfinite(line.b) && line.b != 0 ? (value - line.a) / line.b : std::nan("");
}

void add_times(const Graph& graph, const Graph::Node& node, std::vector<double>& times) {
  if (node.op == Op::table) {
    for (double x : kinks_of(graph.tables()[static_cast<std::size_t>(node.b)])) times.push_back(find_time(graph, {node.a}, x));
  } else if (node.op == Op::abs) {
    times.push_back(find_time(graph, {node.a}, 0));
  } else if (node.op == Op::less || node.op == Op::less_equal || node.op == Op::min || node.op == Op::max) {
    const Line l = find_line(graph, {node.a}), r = find_line(graph, {node.b});
    if (std::isfinite(l.b) && std::isfinite(r.b) && l.b != r.b) times.push_back((r.a - l.a) / (l.b - r.b));
  }
}

}  // namespace

std::vector<double> find_kinks(const Graph& graph) {
  std::vector<double> times, sides;
  for (int i = 0; i < graph.size(); ++i)
    if (graph.is_living({i})) add_times(graph, graph.node({i}), times);
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  for (double t : times)
    if (t > 0 && std::isfinite(t)) sides.insert(sides.end(), {t * (1 - rounding), t * (1 + rounding)});
  std::ranges::sort(sides);
  sides.erase(std::unique(sides.begin(), sides.end()), sides.end());
  return sides;
}

}  // namespace pintle
