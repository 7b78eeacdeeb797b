#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "pintle/base/error.h"
#include "pintle/model/signal.h"
#include "pintle/system/extreme_parts.h"
#include "pintle/system/make_parts.h"

namespace pintle {
namespace {

/// It is found along the whole motion, not where a step ends.
bool is_located(Take take) { return facts_of(take).sense != Sense::none; }

std::vector<std::string> find_stages(const Model& model) {
  std::vector<std::string> names;
  for (const EventPart& event : model.events)
    for (const Action& action : event.actions)
      if (const auto* stage = std::get_if<StageAction>(&action); stage && std::ranges::find(names, stage->name) == names.end())
        names.push_back(stage->name);
  return names;
}

EventIndex find_event(const System& system, const std::string& name, const std::string& where) {
  if (name.empty()) return {};
  const auto part = system.names.find(name);
  if (!part || part->kind != PartKind::event)
    throw Error(where + ".after", fmt::format("there is no event {}; name one of the events", name));
  return EventIndex(part->index);
}

}  // namespace

void check_observed(const Formula& formula, const std::string& where) {
  for (const Formula::Input& input : formula.inputs)
    if (input.kind == InputKind::signal && input.signal.facts().is_blow)
      throw Error(where,
                  fmt::format("{} is zero but at the instant of an event; take a signal of the motion", input.signal.name));
}

bool Making::has_latch(JointIndex j, Direction d) const {
  return std::ranges::any_of(system.laws, [&](const JointLaw& law) { return law.joint == j && law.direction == d && law.latch; });
}

int Making::find_force(std::string_view name) const {
  int found = -1;
  system.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind&) {
    if (ForceKinds::place_of<Kind> >= 0 && pool.names[k] == name) found = pool.element(k);
  });
  return found;
}

Slot Making::clock_of(int element) const {
  Slot clock;
  system.elements.for_each([&](const auto& pool, int k, const auto&) {
    if (pool.element(k) == element) clock = pool.clocks[k];
  });
  return clock;
}

int Making::find_input(std::string_view path) const {
  constexpr std::string_view section = "parameters.";
  const std::string_view name = path.starts_with(section) ? path.substr(section.size()) : path;
  const std::vector<Input>& inputs = model.graph.inputs();
  const auto found =
      std::ranges::find_if(inputs, [&](const Input& input) { return input.kind == InputKind::parameter && input.name == name; });
  return found == inputs.end() ? -1 : static_cast<int>(found - inputs.begin());
}

void Making::add_setting(const std::string& path, Slot value, const std::string& where, Edits& edits) {
  const int input = find_input(path), own = find_input(name_of_switch(path));
  if (input < 0)
    throw Error(fmt::format("{}.{}", where, path), "is no number that can be set; give it a value of its own in the model");
  edits.settings.push_back({input, value});
  if (own >= 0) edits.settings.push_back({own, slots().put(1.0)});
  if (!system.settable) system.settable = std::make_shared<const Model>(model);
}

int Making::stage_named(std::string_view name) const {
  return static_cast<int>(std::ranges::find(system.stages, name) - system.stages.begin());
}

void update_events(Making& making) {
  System& system = making.system;
  system.stages = find_stages(making.model);
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
    check_observed(record.condition.formula, where + ".when");
    if (event.duration) {
      record.duration = making.put(*event.duration);
      making.again([&event, where, was_good = *event.duration >= 0] {
        if (was_good && !(*event.duration >= 0))
          throw Error(where + ".for", fmt::format("{} is negative; give zero or more", event.duration->value));
      });
    }
    for (const Action& action : event.actions)
      record.actions.push_back(std::visit([&](const auto& one) { return one.make_edits(making, where + ".do"); }, action));
    system.events.push_back(std::move(record));
  }
}

namespace {

/// Of an extreme perhaps several, one after the other: a record of this name for each of its parts, whose formula has the number
/// first, and then what must be above zero (extreme_parts.h).
void add_records(Making& making, const MeasurePart& measure, const std::string& where) {
  const Sense sense = facts_of(measure.take).sense;
  ExtremeParts of{{measure.of}, {}};
  if (sense == Sense::largest || sense == Sense::smallest)
    of = find_extreme_parts(making.growing(), measure.of, sense == Sense::largest);
  const Graph& graph = making.graph();
  for (const Expr part : of.parts) {
    std::vector<Expr> outputs{part};
    outputs.insert(outputs.end(), of.scales.begin(), of.scales.end());
    MeasureRecord record{measure.name, measure.unit, measure.take, making.formulas.make(graph, outputs, where)};
    if (is_located(measure.take)) record.kinks = make_measure_kinks(graph, part, making.formulas);
    making.system.measures.push_back(std::move(record));
  }
}

}  // namespace

void update_user_signals(Making& making) {
  for (const SignalPart& signal : making.model.signals)
    making.system.user_signals.push_back(making.formulas.make(std::array{signal.value}, where_of(PartKind::signal, signal.name)));
  std::vector<Expr> located;
  for (const MeasurePart& measure : making.model.measures) {
    const std::string where = "measures." + measure.name;
    if (facts_of(measure.take).of_condition) {
      making.system.measures.push_back({measure.name, measure.unit, measure.take, {}});
      making.system.measures.back().condition = make_condition(making.model, measure.of, making.formulas, where + ".of");
    } else {
      add_records(making, measure, where);
    }
    if (is_located(measure.take)) located.push_back(measure.of);
  }
  if (!located.empty()) making.system.measured_times = make_time_laws(making.growing(), located, making.formulas);
}

}  // namespace pintle
