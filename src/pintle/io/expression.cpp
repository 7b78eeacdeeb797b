#include "pintle/io/expression.h"

#include <fmt/core.h>

#include <cmath>

#include "pintle/base/error.h"
#include "pintle/expressions/functions/function.h"
#include "pintle/io/context.h"
#include "pintle/io/named_values.h"
#include "pintle/io/scope.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

constexpr std::size_t longest = 100'000;  // characters of one expression

std::string_view without_sign(std::string_view text) {
  while (text.starts_with(' ') || text.starts_with('\n')) text.remove_prefix(1);
  if (text.starts_with('=')) text.remove_prefix(1);
  return text;
}

/// A parameter that decides what exists, and all that it is made of.
void mark_structural(Reading& reading, Expr expr) {
  for (int i : reading.model.graph.inputs_of(expr)) {
    const Input& input = reading.model.graph.inputs()[i];
    if (input.kind == InputKind::parameter) reading.parameters->mark_structural(input.name.substr(0, input.name.find('[')));
  }
}

void check_value(const Reading& reading, const Parsed& parsed, std::string_view text) {
  const Graph& graph = reading.model.graph;
  const double value = graph.value(parsed.meaning.expr);
  if (!graph.is_living(parsed.meaning.expr) && !std::isfinite(value))
    throw Error(fmt::format("{} is {}, which is no number; mend the expression or its parameters", shown(text),
                            std::isnan(value) ? "not defined" : "infinite"));
}

/// Calls parse(text, graph, scope), and says what went wrong.
template <class Parse>
std::optional<Parsed> parse_item(const Item& item, Field field, const Parse& parse) {
  Reading& reading = item.reading();
  if (item.context())
    if (const auto known = reading.expressions.find(&item.node()); known != reading.expressions.end()) return known->second;
  const std::string_view text = without_sign(item.node().text);
  FieldScope scope(reading, item.context(), field);
  try {
    if (item.node().plain && is_torn(text)) throw Error(torn_sentence);
    if (text.size() > longest)
      throw Error(fmt::format("an expression of {} characters; use parameters and signals", text.size()));
    const Parsed parsed = parse(text, reading.model.graph, scope);
    if (field == Field::force) check_force_signals(reading, parsed.meaning.expr);
    if (field == Field::placed) check_position_signals(reading, parsed.meaning.expr);
    if (field == Field::structural) mark_structural(reading, parsed.meaning.expr);
    check_value(reading, parsed, item.node().text);
    for (const std::string& warning : parsed.warnings) item.warn(warning);
    if (item.context() && !scope.is_local()) reading.expressions.emplace(&item.node(), parsed);
    return parsed;
  } catch (const Error& error) {
    item.mistake(one_line(error.what()));
  } catch (const KnownMistake&) {}
  return std::nullopt;
}

/// "sin(time)": whether its argument fits is said once there is a =.
bool calls_function(std::string_view text) {
  const std::size_t open = text.find('(');
  return open != text.npos && find_function(text.substr(0, open)) != nullptr;
}

/// A text that is no quantity, and would be an expression with a = before it.
bool is_expression(const Item& item, Field field) {
  const std::string_view text = item.node().text;
  if (number_length(text) > 0 && text.substr(number_length(text)).starts_with('*')) return true;  // of whatever
  FieldScope scope(item.reading(), item.context(), field);
  try {
    return parse_expression(text, item.reading().model.graph, scope).meaning.nature != Nature::logic;
  } catch (const Error&) {
    return calls_function(text);
  } catch (const KnownMistake&) {
    return true;
  }
}

int calc_key(Expr expr, const Dimension& d) {
  const auto digit = [](int exponent) { return (exponent % 8 + 8) % 8; };
  return -1 - (expr.i * 512 + digit(d.kg) * 64 + digit(d.m) * 8 + digit(d.s));
}

}  // namespace

std::optional<Parsed> read_expression(const Item& item, std::string_view unit, Field field) {
  auto parsed = parse_item(item, field, [&](std::string_view text, Graph& graph, Scope& scope) {
    return unit.empty() ? parse_expression(text, graph, scope) : parse_expression(text, unit, graph, scope);
  });
  if (parsed && parsed->meaning.nature == Nature::logic && !unit.empty()) {
    item.mistake(fmt::format("{} is true or false; give {}, or use if(…, a, b)", shown(item.node().text), describe(unit)));
    return std::nullopt;
  }
  return parsed;
}

std::optional<Parsed> read_condition(const Item& item, Field field) {
  if (!item.is_scalar("a condition, for example time >= 1 s")) return std::nullopt;
  return parse_item(item, field, [](std::string_view text, Graph& graph, Scope& scope) {
    Parsed parsed = parse_expression(text, graph, scope);
    const Meaning& meaning = parsed.meaning;
    if (meaning.nature == Nature::quantity)  // an angle is pure, and no truth
      throw Error(fmt::format("{} is {}; give a condition, for example {} > 1 {}", shown(text), describe(meaning.dimension),
                              shown(text), meaning.dimension == Dimension{} ? "rad" : unit_of(meaning.dimension)));
    parsed.meaning.nature = Nature::logic;
    return parsed;
  });
}

std::optional<Parsed> read_any(const Item& item, Field field) {
  if (!item.is_scalar("an expression, for example elbow.angle")) return std::nullopt;
  return read_expression(item, "", field);
}

void refuse_number(const Item& item, Field field, std::string_view why) {
  const std::string text = shown(item.node().text);
  if (is_quantity(item.node().text) || !is_expression(item, field))
    item.mistake(one_line(why));
  else
    item.mistake(fmt::format("{} is an expression, and expressions begin with =; write ={}", text, text));
}

void note_text(Model& model, const Meaning& meaning, const Dimension& dimension, const std::string& text) {
  model.expressions.emplace(meaning.expr.i, text);
  model.expressions.emplace(calc_key(meaning.expr, dimension), text);
}

std::string find_text(const Model& model, Expr expr, const Dimension& dimension) {
  auto found = model.expressions.find(calc_key(expr, dimension));
  if (found == model.expressions.end()) found = model.expressions.find(expr.i);
  return found == model.expressions.end() ? std::string() : found->second;
}

}  // namespace pintle
