#include "pintle/system/formula.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "pintle/base/error.h"
#include "pintle/expressions/functions/kinds.h"
#include "pintle/system/bells.h"

namespace pintle {
namespace {

/// A function of time and signals in one, of whose operands all that is short is known, and of itself nothing; or a bell.
bool hides_features(const Graph& graph, Expr e) {
  const auto mixed = [&](int i) {
    return i >= 0 && graph.reads({i}, InputKind::signal) &&
           (graph.reads({i}, InputKind::time) || graph.reads({i}, InputKind::age));
  };
  return std::ranges::any_of(graph.nodes_below({&e, 1}), [&](int i) {
    const Graph::Node& node = graph.node({i});
    if (!find_bell_middles(graph, node).empty()) return true;
    switch (node.op) {
      case Op::constant:
      case Op::input:
      case Op::negate:
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::select:
      case Op::both:
      case Op::either:
      case Op::opposite: return false;
      case Op::divide: return mixed(node.b);
      default: return mixed(i);
    }
  });
}

/// A speed before others, where a condition or a sign reads several.
std::string find_turning_signal(const Graph& graph, Expr e) {
  std::string found;
  for (const int i : graph.nodes_below({&e, 1})) {
    const Graph::Node& node = graph.node({i});
    const bool jumps = std::ranges::any_of(breaks_of(node.op), [](const Break& x) { return x.kind == Break::Kind::jump; });
    if (node.op != Op::select && !jumps) continue;
    for (const int k : graph.inputs_of({node.a})) {
      const Input& input = graph.inputs()[k];
      if (input.kind == InputKind::signal && (found.empty() || is_speed(input.name))) found = input.name;
    }
  }
  return found;
}

}  // namespace

bool is_speed(std::string_view name) {
  return name.find("velocity") != std::string_view::npos || name.find(".rate") != std::string_view::npos ||
         name.find(".speed") != std::string_view::npos;
}

bool is_length(std::string_view name) {
  constexpr std::string_view words[] = {".norm", ".force", ".moment", ".radial", ".bending", ".tilt", ".slip_speed"};
  return std::ranges::any_of(words, [&](std::string_view word) { return name.ends_with(word); });
}
bool is_length(const Formula::Input& input) { return input.kind == InputKind::signal && input.signal.is_length; }

FormulaMaker::FormulaMaker(const Model& model, const NameTable& names, std::vector<double>& numbers)
    : model_(model), graph_(model.graph), names_(names), numbers_(numbers), slots_(model.graph.inputs().size()) {}

Slot FormulaMaker::put_input(const Graph& graph, int input) {
  slots_.resize(std::max(slots_.size(), graph.inputs().size()));
  Slot& slot = slots_[input];
  if (slot.i < 0) slot = SlotMaker{numbers_}.put(graph.inputs()[input].nominal);
  return slot;
}

void FormulaMaker::bind_input(const Graph& graph, int input, Slot slot) {
  slots_.resize(std::max(slots_.size(), graph.inputs().size()));
  slots_[input] = slot;
}

Formula FormulaMaker::make(const Graph& graph, std::span<const Expr> outputs, const std::string& where) {
  slots_.resize(std::max(slots_.size(), graph.inputs().size()));
  Formula formula{Tape(graph, outputs), {}, {}};
  for (const Expr output : outputs) formula.origins.push_back(make_origin(graph, output, where));
  for (int number : formula.tape.inputs()) {
    const Input& input = graph.inputs()[number];
    Formula::Input found{input.kind, {}, {}};
    if (input.kind == InputKind::parameter) {
      found.parameter = put_input(graph, number);
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

bool FormulaMaker::steps(std::string_view signal) const {
  const std::vector<Signal> signals = find_signals(names_, signal);
  return signals.size() == 1 && (signals.front().is_flag || signals.front().facts().steps);
}

bool FormulaMaker::wraps(std::string_view signal) const {
  const std::vector<Signal> signals = find_signals(names_, signal);
  return signals.size() == 1 && signals.front().facts().wraps;
}

Origin FormulaMaker::make_origin(const Graph& graph, Expr e, const std::string& where) const {
  const auto words = model_.expressions.find(e.i);
  const bool by_table = std::ranges::any_of(graph.nodes_below({&e, 1}), [&](int i) {
    const Graph::Node& node = graph.node({i});
    return node.op == Op::table && graph.tables()[node.b].outside == Outside::error;
  });
  return {where, words == model_.expressions.end() ? "its value" : "=" + words->second, by_table, hides_features(graph, e),
          find_turning_signal(graph, e)};
}

std::vector<double> calc_outputs(const Formula& formula, const Parameters<double>& p, double t) {
  std::vector<double> inputs, scratch(static_cast<std::size_t>(formula.tape.scratch_size())),
      outputs(static_cast<std::size_t>(formula.output_count()));
  for (const Formula::Input& input : formula.inputs)
    inputs.push_back(input.kind == InputKind::parameter ? p[input.parameter] : t);
  formula.tape.evaluate<double>(inputs, scratch, outputs);
  return outputs;
}

std::string find_broken(const Formula& formula, std::span<const double> outputs, double t) {
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    const Origin& origin = formula.origins[k];
    if (std::isfinite(outputs[k]) || origin.where.empty()) continue;
    const bool nan = std::isnan(outputs[k]), left = origin.by_table && nan;
    const char* const value = nan ? "nan" : outputs[k] > 0 ? "inf" : "-inf";
    return fmt::format(
        "{}: {} is {} at t = {:.9g} s; {}", origin.where, origin.text, value, t,
        left ? "a table is read beyond its ends (outside: error)" : "give an expression that is a finite number throughout");
  }
  return {};
}

void check_values(const Formula& formula, std::span<const double> outputs, double t) {
  for (const double x : outputs)
    if (!std::isfinite(x)) [[unlikely]] {
      if (const std::string sentence = find_broken(formula, outputs, t); !sentence.empty()) throw Error(sentence);
      return;
    }
}

}  // namespace pintle
