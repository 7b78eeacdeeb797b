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

constexpr std::array<std::string_view, 9> take_names{"max", "min", "final", "mean", "rms", "ever", "always", "first", "last"};

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
  measure.take = static_cast<Take>(std::ranges::find(take_names, *take) - take_names.begin());
  const bool logic = is_of_condition(measure.take);
  const auto parsed = logic ? read_condition(*of, Field::observed) : read_any(*of, Field::observed);
  if (!parsed) return;
  if (!logic && parsed->meaning.nature == Nature::logic) {
    fields.find("take")->mistake(fmt::format("{} of what is true or false; take ever, always, first or last", *take));
    return;
  }
  measure.of = parsed->meaning.expr;
  measure.unit = measure.take >= Take::first ? "s" : find_unit(item.reading(), parsed->meaning);
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
