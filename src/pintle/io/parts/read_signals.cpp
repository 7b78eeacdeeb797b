#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "pintle/io/expression.h"
#include "pintle/io/named_values.h"
#include "pintle/io/parts/sections.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"
#include "pintle/model/signal.h"

namespace pintle {
namespace {

std::vector<std::string_view> takes_of_conditions() {
  std::vector<std::string_view> words;
  for (const TakeFacts& facts : take_facts)
    if (facts.of_condition) words.push_back(facts.word);
  return words;
}

/// The unit of a quantity; one signal alone keeps its own, "rad" instead of "1".
std::string find_unit(const Reading& reading, const Meaning& meaning) {
  if (meaning.nature != Nature::quantity) return "1";
  const Graph& graph = reading.model.graph;
  const Graph::Node& node = graph.node(meaning.expr);
  if (node.op == Op::input && graph.inputs()[node.a].kind == InputKind::signal)
    if (const auto signals = find_signals(reading.names, graph.inputs()[node.a].name); signals.size() == 1)
      return signals[0].unit;
  return unit_of(meaning.dimension);
}

}  // namespace

void read_measure(const Item& item, const std::string& name) {
  std::vector<MeasurePart>& measures = item.reading().model.measures;
  MeasurePart measure;
  measure.name = name;
  if (!is_name(measure.name))
    item.mistake_at_name(
        fmt::format("\"{}\" is no name; use letters, digits and _, beginning with a letter", shown(measure.name)));
  if (std::ranges::find(measures, name, &MeasurePart::name) != measures.end())
    item.mistake_at_name(fmt::format("there is a measure {} already; rename one", name));
  const Fields fields(item, schema::measure, "{of: elbow.angle, take: max}");
  const auto take = fields.word("take");
  const auto of = fields.find("of");
  if (!take || !of) return;
  measure.take = static_cast<Take>(std::ranges::find(take_facts, *take, &TakeFacts::word) - take_facts.begin());
  const TakeFacts& facts = facts_of(measure.take);
  const bool logic = facts.of_condition;
  const auto parsed = logic ? read_condition(*of, Field::observed) : read_any(*of, Field::observed);
  if (!parsed) return;
  if (!logic && parsed->meaning.nature == Nature::logic) {
    fields.find("take")->mistake(fmt::format("{} of what is true or false; take {}", *take, join_or(takes_of_conditions())));
    return;
  }
  measure.of = parsed->meaning.expr;
  measure.unit = facts.gives == TakeFacts::Gives::time ? "s" : find_unit(item.reading(), parsed->meaning);
  note_text(item.reading().model, parsed->meaning, parsed->meaning.dimension, parsed->text);
  measures.push_back(std::move(measure));
}

void add_signals(Reading& reading) {
  for (const NamedValues::Value& value : reading.signals->values()) {
    if (value.state != NamedValues::Value::State::good) continue;
    reading.model.signals.push_back({value.name, value.meaning.expr, find_unit(reading, value.meaning)});
  }
}

}  // namespace pintle
