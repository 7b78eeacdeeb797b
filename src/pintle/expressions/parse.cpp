#include "pintle/expressions/parse.h"

#include <fmt/core.h>

#include <cmath>

#include "pintle/base/error.h"
#include "pintle/expressions/dimensions.h"
#include "pintle/expressions/parser.h"

namespace pintle {
namespace {

constexpr std::size_t longest = 10'000;

/// What does not change while a run goes on is known here.
void check_finite(std::string_view text, Expr e, const Graph& graph) {
  if (graph.is_living(e) || std::isfinite(graph.value(e))) return;
  for (const int input : graph.inputs_of(e))
    if (!std::isfinite(graph.inputs()[input].nominal)) return;
  throw Error(fmt::format("{} is not finite; check what it divides by, takes a root or a logarithm of", shorten(text)));
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

struct Result {
  Term term;
  Parsed parsed;
};

Result parse(std::string_view text, Graph& graph, Scope& scope) {
  if (text.size() > longest)
    throw Error(fmt::format("{} characters; an expression has at most {}, so give parts of it names, as parameters or signals",
                            text.size(), longest));
  Parser parser(text, graph, scope);
  Result result;
  result.term = parser.parse_to_end();
  check_finite(trim(text), result.term.expr, graph);
  result.parsed.meaning = {result.term.expr, result.term.sort.nature, result.term.sort.dimension, {}, result.term.sort.angle};
  result.parsed.text = parser.written();
  result.parsed.warnings = std::move(parser.warnings());
  return result;
}

std::string make_quantity(std::string_view number, std::string_view unit) {
  if (unit == "1") return std::string(number);
  return fmt::format("{} {}", number, unit == "rad" ? "deg" : unit);
}

/// "150*time*1 rad/s" for an angle; 3 m where 3 kg was written.
std::string make_example(const std::string& text, const Term& term, std::string_view unit) {
  if (term.literal) return make_quantity(std::string_view(text).substr(0, number_length(text)), unit);
  const auto rate = find_forgotten_rate(term.sort, parse_unit(unit).dimension);
  if (!rate) return make_quantity("1", unit);
  return fmt::format("{}*1 {}", text.find_first_of("+-") == text.npos ? text : "(" + text + ")", *rate);
}

/// Why a value cannot stand where a quantity in `unit` is wanted.
std::string explain(std::string_view written, const Term& term, std::string_view unit) {
  const std::string text = shorten(trim(written)), wanted = describe(unit);
  const Sort& sort = term.sort;
  if (is_logic(sort))
    return fmt::format("{} is true or false; give {}, for example if({}, {}, {})", text, wanted, text, make_quantity("1", unit),
                       make_quantity("0", unit));
  if (sort.hertz && parse_unit(unit).dimension == Dimension{0, 0, -1})
    return fmt::format("{} counts turns; give the rate in rad/s, deg/s or rpm (1 Hz is 60 rpm)", text);
  if (is_pure(sort) && !term.literal)
    return fmt::format("{} is {}; give {}: multiply it by 1 {}", text, describe(sort), wanted, unit);
  return fmt::format("{} is {}; give {}, for example {}", text, describe(sort), wanted, make_example(text, term, unit));
}

}  // namespace

Parsed parse_expression(std::string_view text, Graph& graph, Scope& scope) { return parse(text, graph, scope).parsed; }

Parsed parse_expression(std::string_view text, std::string_view unit, Graph& graph, Scope& scope) {
  Result result = parse(text, graph, scope);
  const Sort& sort = result.term.sort;
  const Dimension wanted = parse_unit(unit).dimension;
  const bool is_wrong_rate = sort.hertz && wanted == Dimension{0, 0, -1};
  if (is_logic(sort) || is_wrong_rate || (!is_bare(sort) && sort.dimension != wanted))
    throw Error(explain(text, result.term, unit));
  result.parsed.bare = is_bare(sort);
  result.parsed.meaning.nature = Nature::quantity;
  result.parsed.meaning.dimension = wanted;
  return std::move(result.parsed);
}

Parsed parse_condition_expression(std::string_view text, Graph& graph, Scope& scope) {
  text = trim(text);
  if (text.starts_with('=') && !text.starts_with("==")) text.remove_prefix(1);
  Result result = parse(text, graph, scope);
  const Sort& sort = result.term.sort;
  const bool signal = is_logic(sort) || graph.reads(result.parsed.meaning.expr, InputKind::signal);
  if (!is_truth_like(sort) || !signal)
    throw Error(fmt::format("{} is {}; give a condition, for example {} > 1 {}", shorten(trim(text)), describe(sort),
                            shorten(trim(text)), unit_of(sort.dimension)));
  result.parsed.meaning.nature = Nature::logic;
  return std::move(result.parsed);
}

}  // namespace pintle
