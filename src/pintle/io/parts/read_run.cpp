#include <fmt/core.h>

#include <cmath>

#include "pintle/base/error.h"
#include "pintle/integrators/integrator.h"
#include "pintle/io/context.h"
#include "pintle/io/members.h"
#include "pintle/io/parts/sections.h"
#include "pintle/io/scope.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

constexpr double most_lines = 1e7;  // of series.csv
constexpr int most_threads = 1024;

/// Complete names for one element: `all.hip.load` means every hip's.
std::vector<std::string> find_recorded(const Reading& reading, std::string_view text) {
  if (!text.starts_with("all.")) return {std::string(text)};
  const std::string_view name = text.substr(4);
  const std::size_t dot = name.find('.');
  std::vector<std::string> names = resolve_all(reading, name.substr(0, dot));
  for (std::string& full : names)
    if (dot != name.npos) full.append(name.substr(dot));
  return names;
}

void read_recorded(const Item& item, std::vector<std::string>& record) {
  const auto text = read_text(item);
  if (!text) return;
  const Reading& reading = item.reading();
  try {
    for (std::string& name : find_recorded(reading, *text)) {
      const std::string part = name.substr(0, name.find('.'));
      const auto found = reading.names.find(part);
      const bool untyped = found && found->kind == PartKind::joint && !reading.types.contains(part);
      if (!untyped && find_signals(reading.names, name).empty()) throw Error(explain_no_signal(reading, nullptr, name, true));
      record.push_back(std::move(name));
    }
  } catch (const Error& error) {
    item.mistake(one_line(error.what()));
  }
}

std::vector<std::string> read_record(const Item& item) {
  std::vector<std::string> record;
  if (!item.is_list("a list of parts or signals, for example [elbow, system.energy]")) return record;
  for (std::size_t i = 0; i < item.node().items.size() && !item.reading().has_enough(); ++i)
    read_recorded(item.element(i), record);
  return record;
}

std::optional<int> read_threads(const Item& item) {
  const auto number = read_number(item, "1", Field::structural);
  if (!number) return std::nullopt;
  if (number->value >= 1 && number->value <= most_threads && std::nearbyint(number->value) == number->value)
    return static_cast<int>(number->value);
  item.mistake(
      fmt::format("{} is no number of threads; give a whole number from 1 to {}", shown_value(item, *number), most_threads));
  return std::nullopt;
}

bool read_integrator(const Item& item, std::string& integrator) {
  std::vector<std::string_view> names{"auto"};
  for (const IntegratorKind& kind : integrator_kinds()) names.push_back(kind.name);
  const auto name = read_choice(item, names);
  if (name) integrator = *name;
  return name.has_value();
}

void check_rows(const Fields& fields, const RunPart& run) {
  if (run.output_every && run.until / *run.output_every > most_lines)
    fields.find("output_every")
        ->mistake(fmt::format("{} gives {:.3g} rows until {:g} s; give a larger one, at most 1e7 rows are written",
                              shown(fields.find("output_every")->node().text), run.until / *run.output_every, run.until));
}

}  // namespace

void read_run(const Item& section) {
  const Fields fields(section, schema::run, "{until: 10 s, output_every: 0.01 s}");
  RunPart& run = section.reading().model.run;
  if (!fields) return;
  run.is_rtol_given = fields.has("rtol");
  for_each_pair(run, run, [&]<class Value>(const auto& field, Value& value, auto&) {
    const auto item = fields.find(field.name);
    if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
      if (item) value = read_record(*item);
    } else if constexpr (std::is_same_v<Value, std::optional<int>>) {
      if (item) value = read_threads(*item);
    } else if constexpr (std::is_same_v<Value, std::string>) {
      if (item && field.name == "integrator")
        read_integrator(*item, value);
      else if (item && field.name == "formulation")
        value = fields.word(field.name, {"nlct", "lagrange"}).value_or(value);
      else
        members::read_member(fields, field, value);
    } else {
      members::read_member(fields, field, value);
      if (field.name == "output_every") check_rows(fields, run);
    }
  });
  if (!run.is_rtol_given) run.rtol = find_integrator(run.integrator)->rtol;
}

}  // namespace pintle
