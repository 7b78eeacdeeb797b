#include <fmt/core.h>

#include <array>

#include "pintle/base/error.h"
#include "pintle/model/signals/kinds.h"
#include "pintle/system/make_parts.h"

namespace pintle {
namespace {

/// What an impulse signal tells is over when a condition could see it.
void check_signals(const Condition& condition, const std::string& where) {
  for (const Formula::Input& input : condition.formula.inputs)
    if (input.kind == InputKind::signal && input.signal.kind == signal_kind<signals::Impulse>)
      throw Error(where,
                  fmt::format("{} is zero but at the instant of an event; take a signal of the motion", input.signal.name));
}

/// It is found along the whole motion, not where a step ends.
bool is_located(Take take) { return take == Take::max || take == Take::min || take == Take::mean || take == Take::rms; }

EventIndex find_event(const System& system, const std::string& name, const std::string& where) {
  if (name.empty()) return {};
  const auto part = system.names.find(name);
  if (!part || part->kind != PartKind::event)
    throw Error(where + ".after", fmt::format("there is no event {}; name one of the events", name));
  return EventIndex(part->index);
}

}  // namespace

void update_events(Making& making) {
  System& system = making.system;
  for (const EventPart& event : making.model.events) {
    const std::string where = where_of(PartKind::event, event.name);
    EventRecord record{.name = event.name,
                       .cause = event.when,
                       .condition = make_condition(making.model, event.condition, making.formulas, where + ".when"),
                       .actions = {},
                       .after = find_event(system, event.after, where),
                       .duration = std::nullopt,
                       .rearm = event.rearm,
                       .active = event.active};
    check_signals(record.condition, where + ".when");
    if (event.duration) {
      record.duration = making.put(*event.duration);
      making.again([&event, where, was_good = *event.duration >= 0] {
        if (was_good && !(*event.duration >= 0))
          throw Error(where + ".for", fmt::format("{} is negative; give zero or more", event.duration->value));
      });
    }
    for (const Action& action : event.actions)
      record.actions.push_back(std::visit([&](const auto& one) { return one.make_edits(system, where + ".do"); }, action));
    system.events.push_back(std::move(record));
  }
}

void update_user_signals(Making& making) {
  for (const SignalPart& signal : making.model.signals)
    making.system.user_signals.push_back(making.formulas.make(std::array{signal.value}, where_of(PartKind::signal, signal.name)));
  std::vector<Expr> located;
  for (const MeasurePart& measure : making.model.measures) {
    const std::string where = "measures." + measure.name;
    MeasureRecord record{measure.name, measure.unit, measure.take, {}};
    if (measure.take == Take::ever || measure.take == Take::always)
      record.condition = make_condition(making.model, measure.of, making.formulas, where + ".of");
    else
      record.of = making.formulas.make(std::array{measure.of}, where);
    if (is_located(measure.take)) {
      record.kinks = make_measure_kinks(making.model.graph, measure.of, making.formulas);
      located.push_back(measure.of);
    }
    making.system.measures.push_back(std::move(record));
  }
  if (!located.empty()) making.system.measured_times = make_time_laws(making.growing(), located, making.formulas);
}

}  // namespace pintle
