#include "pintle/io/scope.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "pintle/base/error.h"
#include "pintle/base/joined.h"
#include "pintle/io/context.h"
#include "pintle/io/named_values.h"
#include "pintle/io/parts/functions.h"
#include "pintle/io/words.h"
#include "pintle/model/time_derivative.h"

namespace pintle {
namespace {

constexpr std::size_t most_terms = 2'000'000;
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

bool is_fixed(Field field) { return field == Field::fixed || field == Field::structural; }

/// The names of signals of one part, "elbow.angle" and so on.
std::vector<std::string> signals_of(const Reading& reading, std::string_view part) {
  NameTable one;
  const NameTable::Entry* entry = reading.names.find_entry(part);
  if (entry && part != "world") one.add(*entry);
  std::vector<std::string> names;
  for (Signal& signal : make_signals(one))
    if (signal.name.starts_with(fmt::format("{}.", part))) names.push_back(std::move(signal.name));
  return names;
}

std::string explain_no_part(const Reading& reading, const Context* context, std::string_view part) {
  std::vector<std::string_view> known{"system"};
  for (PartKind kind :
       {PartKind::body, PartKind::point, PartKind::joint, PartKind::constraint, PartKind::force, PartKind::contact})
    for (std::string_view name : find_candidates(reading, context, kind)) known.push_back(name);
  const bool dropped = reading.dropped.contains(std::string(part));
  return fmt::format("there is no part \"{}\"{}; {}", shown(part), dropped ? " (its `if` is false)" : "",
                     suggest(part, known, "describe it first"));
}

/// The first signal of a joint or a body that ends in this word: elbow.angle for `angle`; empty if there is none.
std::string find_signal_called(const Reading& reading, std::string_view word) {
  for (PartKind kind : {PartKind::joint, PartKind::body})
    for (std::string_view part : find_candidates(reading, nullptr, kind))
      for (const std::string& signal : signals_of(reading, part))
        if (signal == fmt::format("{}.{}", part, word)) return signal;
  return {};
}

/// "lander.position is 3 numbers; write …"
std::string explain_several(std::string_view name, const std::vector<Signal>& signals) {
  if (signals.size() == 1) return fmt::format("{} is not complete; write {}", name, signals[0].name);
  std::vector<std::string_view> names;
  for (const Signal& signal : signals)
    if (names.size() < 4) names.push_back(signal.name);
  return fmt::format("{} is {} numbers; write one of them, {}{}", name, signals.size(), joined(names),
                     signals.size() > names.size() ? ", …" : "");
}

}  // namespace

std::string explain_no_signal(const Reading& reading, const Context* context, std::string_view name, bool prefix_too) {
  const std::size_t dot = name.find('.');
  const std::string_view part = name.substr(0, dot);
  if (part == "world") return "the world has no signals; it does not move";
  const NameTable::Entry* entry = reading.names.find_entry(part);
  if (!entry && part != "system") return explain_no_part(reading, context, part);
  if (dot == name.npos || dot + 1 == name.size())
    return fmt::format("{} is {}, which has no signals; use a body, a joint or another part that has", part,
                       entry ? a_part(entry->part.kind) : "no part");
  const std::vector<std::string> full = signals_of(reading, part);
  std::vector<std::string_view> known(full.begin(), full.end());
  if (known.empty())
    return fmt::format("{} is {}, which has no signals; use a body, a joint or another part that has", part,
                       a_part(entry->part.kind));
  if (prefix_too)
    for (const std::string& signal : full) known.insert(known.begin(), std::string_view(signal).substr(0, signal.rfind('.')));
  return fmt::format("{} has no signal \"{}\"; {}", part, shown(name.substr(dot + 1)), suggest(name, known, ""));
}

void check_force_signals(const Reading& reading, Expr expr) {
  const Graph& graph = reading.model.graph;
  if (!graph.reads(expr, InputKind::signal)) return;
  for (int i : graph.inputs_of(expr)) {
    const Input& input = graph.inputs()[i];
    if (input.kind != InputKind::signal) continue;
    const auto signals = find_signals(reading.names, input.name);
    if (!signals.empty() && signals[0].facts().level == SignalLevel::forces)
      throw Error(
          fmt::format("{} follows from the forces, so a force that uses it would depend on itself; use positions, "
                      "velocities, angles and rates",
                      input.name));
  }
}

void check_position_signals(const Reading& reading, Expr expr) {
  for (int i : reading.model.graph.inputs_of(expr)) {
    const Input& input = reading.model.graph.inputs()[i];
    if (input.kind != InputKind::signal) continue;
    const auto signals = find_signals(reading.names, input.name);
    if (!signals.empty() && !is_position(signals[0]))
      throw Error(
          fmt::format("{} is no position, and a row of a constraint reads time and positions alone; use positions and "
                      "attitudes of bodies, positions of points, joint coordinates",
                      input.name));
  }
}

NamedValues* FieldScope::words() const { return context_ ? context_->words.get() : nullptr; }

Meaning FieldScope::find_parameter(std::string_view name, int element) {
  NamedValues* list = words();
  if (list && list->has(name))
    is_local_ = true;
  else
    list = reading_.parameters;
  if (field_ == Field::structural) list->mark_structural(name);
  return element ? list->find_element(name, element) : list->find(name);
}

Meaning FieldScope::find_time() const {
  if (is_fixed(field_)) throw Error("`time` changes during a run, and this value is fixed; use numbers and parameters");
  return {reading_.model.graph.input(InputKind::time, "", 0), Nature::quantity, {0, 0, 1}, "time"};
}

/// x, y on a surface.
Meaning FieldScope::find_place(std::string_view name) const {
  return {reading_.model.graph.input(InputKind::place, name, unknown), Nature::quantity, {0, 1, 0}, std::string(name)};
}

Meaning FieldScope::find_age() const {
  if (field_ != Field::force)
    throw Error(is_fixed(field_) ? "`age` changes during a run, and this value is fixed; use numbers and parameters"
                                 : "`age` belongs to forces and motors; use `time`");
  return {reading_.model.graph.input(InputKind::age, "", 0), Nature::quantity, {0, 0, 1}, "age"};
}

/// The number that system.stage has then.
Meaning FieldScope::make_stage(int stage) const {
  return {reading_.model.graph.constant(stage + 1), Nature::bare, {}, reading_.stages[static_cast<std::size_t>(stage)]};
}

/// By its complete name.
Meaning FieldScope::make_signal(const std::string& name) {
  if (reading_.signals && reading_.signals->has(name)) {
    Meaning meaning = reading_.signals->find(name);
    meaning.text = name;
    return meaning;
  }
  if (const auto known = reading_.signal_meanings.find(name); known != reading_.signal_meanings.end()) return known->second;
  const std::string part = name.substr(0, name.find('.'));
  const auto entry = reading_.names.find(part);
  if (entry && entry->kind == PartKind::joint && !reading_.types.contains(part)) throw KnownMistake();
  const auto signals = find_signals(reading_.names, name);
  if (signals.empty()) throw Error(explain_no_signal(reading_, context_, name));
  if (signals.size() > 1 || signals[0].name != name) throw Error(explain_several(name, signals));
  const Nature nature = signals[0].is_flag ? Nature::logic : Nature::quantity;
  const Expr input = reading_.model.graph.input(InputKind::signal, name, unknown);
  const Unit unit = parse_unit(signals[0].unit);
  const Meaning meaning{input, nature, unit.dimension, name, unit.angle};
  return reading_.signal_meanings.emplace(name, meaning).first->second;
}

Meaning FieldScope::find_signal(std::string_view name) {
  const std::string full = resolve_name(reading_, context_, name);
  is_local_ = is_local_ || full != name;
  check_signal_allowed(name);
  return make_signal(full);
}

void FieldScope::check_signal_allowed(std::string_view name) const {
  if (is_fixed(field_))
    throw Error(fmt::format("{} changes during a run, and this value is fixed; use numbers and parameters", shown(name)));
  if (field_ == Field::height)
    throw Error(fmt::format("{} is a signal, and a ground is where it is whatever moves on it; use x, y, `time` and parameters",
                            shown(name)));
  if (field_ == Field::driven)
    throw Error(
        fmt::format("{} is a signal, and what is told to move follows time alone; use `time` and parameters", shown(name)));
}

Meaning FieldScope::find(std::string_view name) {
  if (name.find('.') != name.npos) return find_signal(name);
  if (name == "index" && context_) {
    is_local_ = true;
    const int index = context_->place + 1;
    return {reading_.model.graph.constant(index), Nature::bare, {}, fmt::format("{}", index)};
  }
  if (field_ == Field::height && (name == "x" || name == "y")) return find_place(name);
  if ((words() && words()->has(name)) || reading_.parameters->has(name)) return find_parameter(name, 0);
  if (name == "time") return find_time();
  if (name == "age") return find_age();
  if (name == "stage" && field_ == Field::observed) return make_signal("system.stage");
  if (const auto stage = std::ranges::find(reading_.stages, name); stage != reading_.stages.end() && field_ == Field::observed)
    return make_stage(static_cast<int>(stage - reading_.stages.begin()));
  if (reading_.signals && reading_.signals->has(resolve_name(reading_, context_, name))) return find_signal(name);
  fail_unknown(name);
}

void FieldScope::fail_unknown(std::string_view name) const {
  if (name == "index") throw Error("`index` counts the instances of a `repeat` group; outside of one it has no meaning");
  if (reading_.functions && reading_.functions->has(name))
    throw Error(fmt::format("{} is a function; write {}(time), or another argument", name, name));
  if (const std::vector<std::string> its = signals_of(reading_, name); !its.empty() && !is_fixed(field_))
    throw Error(fmt::format("{} is a part; write which of its signals, for example {}", name, its[0]));
  if (const std::string signal = is_fixed(field_) ? std::string() : find_signal_called(reading_, name); !signal.empty())
    throw Error(fmt::format("there is no parameter \"{}\"; did you mean {}?", shown(name), signal));
  std::vector<std::string_view> known = reading_.parameters->names();
  if (words())
    for (std::string_view word : words()->names()) known.push_back(word);
  if (context_) known.push_back("index");
  if (!is_fixed(field_)) known.push_back("time");
  if (field_ == Field::height) known.insert(known.end(), {"x", "y"});
  if (reading_.signals && field_ != Field::driven && field_ != Field::height && !is_fixed(field_))
    for (std::string_view signal : reading_.signals->names()) known.push_back(signal);
  if (find_nearest(name, known).empty() && is_unit(name))
    throw Error(fmt::format("there is no parameter \"{}\"; a unit follows its number, for example 1 {}", name, name));
  if (find_nearest(name, known).empty() && reading_.parameters->names().empty()) known.clear();  // none of them can be meant
  throw Error(fmt::format("there is no parameter \"{}\"; {}", shown(name), suggest(name, known, "add it to `parameters`")));
}

Meaning FieldScope::find_element(std::string_view name, int element) {
  if (!(words() && words()->has(name)) && !reading_.parameters->has(name)) fail_unknown(name);
  return find_parameter(name, element);
}

std::vector<Meaning> FieldScope::find_all(std::string_view name) {
  if (name.starts_with("all.")) name.remove_prefix(4);
  check_signal_allowed(name);
  const std::size_t dot = name.find('.');
  const std::string_view rest = dot == name.npos ? std::string_view() : name.substr(dot);
  std::vector<Meaning> all;
  std::vector<std::string> parts = resolve_all(reading_, name.substr(0, dot));
  reading_.all_terms += parts.size();
  if (reading_.all_terms > most_terms)
    throw Error(fmt::format("all.{} stands for {} parts, and that many times; say it once in `signals`, outside of the group",
                            shown(name), parts.size()));
  for (std::string& part : parts) all.push_back(make_signal(part.append(rest)));
  return all;
}

std::optional<Scope::TableMeaning> FieldScope::find_table(std::string_view name) { return reading_.functions->find(name); }

}  // namespace pintle
