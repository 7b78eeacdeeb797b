#include "pintle/model/scope.h"

#include <fmt/core.h>

#include <algorithm>

#include "pintle/base/error.h"
#include "pintle/model/signal.h"

namespace pintle {
namespace {

Meaning meaning_of(const ParameterPart& parameter, const Number& value, Graph& graph) {
  const Expr expr = value.expr.exists() ? value.expr : graph.constant(value.value);
  return {expr, parameter.bare ? Nature::bare : Nature::quantity, parameter.dimension, {}};
}

const ParameterPart* find_parameter(const Model& model, std::string_view name) {
  const auto found = std::ranges::find(model.parameters, name, &ParameterPart::name);
  return found == model.parameters.end() ? nullptr : &*found;
}

}  // namespace

Meaning ModelScope::find(std::string_view name) {
  Graph& graph = model_.graph;
  if (const ParameterPart* parameter = find_parameter(model_, name); parameter && parameter->list.empty())
    return meaning_of(*parameter, parameter->value, graph);
  if (!living_) throw Error(fmt::format("there is no parameter {}; add it before", name));
  if (name == "time") return {graph.input(InputKind::time, "", 0), Nature::quantity, parse_unit("s").dimension, {}};
  if (name == "age") return {graph.input(InputKind::age, "", 0), Nature::quantity, parse_unit("s").dimension, {}};
  const std::vector<Signal> signals = find_signals(names_, name);
  if (signals.size() != 1) throw Error(fmt::format("there is no parameter and no signal {}; mend the name", name));
  const Signal& signal = signals.front();
  if (signal.facts().owner == SignalOwner::user)
    return {model_.signals[signal.index].value, Nature::quantity, parse_unit(signal.unit).dimension, {}};
  return {graph.input(InputKind::signal, signal.name, std::nan("")), Nature::quantity, parse_unit(signal.unit).dimension, {}};
}

Meaning ModelScope::find_element(std::string_view name, int element) {
  const ParameterPart* parameter = find_parameter(model_, name);
  if (!parameter || element < 1 || element > static_cast<int>(parameter->list.size()))
    throw Error(fmt::format("there is no element {} of {}; elements count from 1", element, name));
  return meaning_of(*parameter, parameter->list[static_cast<std::size_t>(element) - 1], model_.graph);
}

std::vector<Meaning> ModelScope::find_all(std::string_view name) {
  throw Error(fmt::format("{}: groups are a matter of files; name the parts one by one", name));
}

std::optional<Scope::TableMeaning> ModelScope::find_table(std::string_view name) {
  const auto found = std::ranges::find(model_.functions, name, &FunctionPart::name);
  if (found == model_.functions.end()) return std::nullopt;
  return TableMeaning{found->table, found->x, found->y, found->bare_y};
}

void add_parameter(Model& model, const std::string& name, std::string_view quantity) {
  if (find_parameter(model, name)) throw Error("parameters." + name, "is there already; change its value instead");
  const Quantity q = parse_quantity(quantity);
  const Expr input = model.graph.input(InputKind::parameter, name, q.value);
  model.parameters.push_back({name, {q.value, input}, {}, q.dimension, q.bare, false, q.angle});
}

Number make_number(Model& model, std::string_view text, std::string_view unit) {
  const NameTable names = make_names(model);
  ModelScope scope(model, names, true);
  const Parsed parsed = parse_expression(text, unit, model.graph, scope);
  const Expr expr = parsed.meaning.expr;
  if (model.graph.is_constant(expr)) return model.graph.value(expr);
  model.expressions.emplace(expr.i, parsed.text);
  return {model.graph.value(expr), expr};
}

Expr make_when(Model& model, std::string_view text) {
  const NameTable names = make_names(model);
  ModelScope scope(model, names, true);
  const Parsed parsed = parse_condition_expression(text, model.graph, scope);
  model.expressions.emplace(parsed.meaning.expr.i, parsed.text);
  return parsed.meaning.expr;
}

}  // namespace pintle
