#include <fmt/core.h>

#include <cmath>

#include "pintle/base/error.h"
#include "pintle/integrators/integrator.h"
#include "pintle/io/context.h"
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

/// A time or tolerance: a plain number, so parameters in it decide for a whole reading. Above zero, or zero too.
std::optional<double> read_plain(const Fields& fields, std::string_view key, bool zero_too = false) {
  const auto item = fields.find(key);
  const auto number = item ? read_number(*item, fields.unit(key), Field::structural) : std::nullopt;
  if (!number || number->value > 0 || (zero_too && number->value == 0))
    return number ? std::optional(number->value) : std::nullopt;
  item->mistake(zero_too ? fmt::format("{} is negative; give zero or more", shown_value(*item, *number))
                         : fmt::format("{} is not positive; give a number above zero", shown_value(*item, *number)));
  return std::nullopt;
}

std::optional<int> read_threads(const Fields& fields) {
  const auto item = fields.find("threads");
  const auto number = item ? read_number(*item, "1", Field::structural) : std::nullopt;
  if (!number) return std::nullopt;
  if (number->value >= 1 && number->value <= most_threads && std::nearbyint(number->value) == number->value)
    return static_cast<int>(number->value);
  item->mistake(
      fmt::format("{} is no number of threads; give a whole number from 1 to {}", shown_value(*item, *number), most_threads));
  return std::nullopt;
}

std::string read_integrator(const Item& item) {
  std::vector<std::string_view> names{"auto"};
  for (const IntegratorKind& kind : integrator_kinds()) names.push_back(kind.name);
  return read_choice(item, names).value_or("auto");
}

}  // namespace

void read_run(const Item& section) {
  const Fields fields(section, schema::run, "{until: 10 s, output_every: 0.01 s}");
  RunPart& run = section.reading().model.run;
  run.until = read_plain(fields, "until", true).value_or(run.until);
  run.output_every = read_plain(fields, "output_every");
  if (run.output_every && run.until / *run.output_every > most_lines)
    fields.find("output_every")
        ->mistake(fmt::format("{} gives {:.3g} rows until {:g} s; give a larger one, at most 1e7 rows are written",
                              shown(fields.find("output_every")->node().text), run.until / *run.output_every, run.until));
  if (const auto record = fields.find("record")) run.record = read_record(*record);
  run.formulation = fields.word("formulation", {"nlct", "lagrange"}).value_or(run.formulation);
  if (const auto integrator = fields.find("integrator")) run.integrator = read_integrator(*integrator);
  const std::optional<double> rtol = read_plain(fields, "rtol");
  run.is_rtol_given = rtol.has_value();
  run.rtol = rtol.value_or(find_integrator(run.integrator)->rtol);
  run.atol = read_plain(fields, "atol");
  run.dt = read_plain(fields, "dt");
  run.max_step = read_plain(fields, "max_step");
  run.stabilization = fields.word("stabilization").value_or(run.stabilization);
  run.threads = read_threads(fields);
}

}  // namespace pintle
