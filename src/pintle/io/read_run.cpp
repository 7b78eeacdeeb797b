#include <fmt/format.h>

#include <algorithm>

#include "pintle/io/sections.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

/// A signal, or the beginning of one: words joined by dots.
bool is_signal(std::string_view text) {
  const bool dots = text.starts_with('.') || text.ends_with('.') || text.find("..") != text.npos;
  return !text.empty() && !dots && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
  });
}

std::vector<std::string> read_record(const Item& item) {
  std::vector<std::string> record;
  if (!item.is_list("a list of parts or signals, for example [elbow, system.energy]")) return record;
  for (std::size_t i = 0; i < item.node().items.size(); ++i) {
    const Item element = item.element(i);
    const auto text = read_text(element);
    if (!text) continue;
    if (is_signal(*text))
      record.push_back(*text);
    else
      element.mistake(fmt::format("\"{}\" is no signal; write names joined by dots, for example elbow.angle", shown(*text)));
  }
  return record;
}

}  // namespace

void read_run(const Item& section) {
  const Fields fields(section, schema::run, "{until: 10 s, output_every: 0.01 s}");
  RunPart& run = section.reading().model.run;
  run.until = fields.not_negative("until").value_or(run.until);
  run.output_every = fields.positive("output_every");
  if (const auto record = fields.find("record")) run.record = read_record(*record);
  if (const auto formulation = fields.find("formulation"))
    run.formulation = read_choice(*formulation, {"auto", "articulated-body", "newton-euler", "nlct", "partitioned",
                                                 "divide-and-conquer", "lagrange"})
                          .value_or(run.formulation);
  run.integrator = fields.text("integrator").value_or(run.integrator);
  run.rtol = fields.positive("rtol").value_or(run.rtol);
  run.atol = fields.positive("atol");
  run.dt = fields.positive("dt");
  run.max_step = fields.positive("max_step");
  if (const auto stabilization = fields.find("stabilization"))
    read_choice(*stabilization, {"auto", "projection"}, {"off", "baumgarte"});
}

}  // namespace pintle
