#include "pintle/study/read_measures.h"

#include <fmt/core.h>

#include <algorithm>

#include "pintle/base/error.h"
#include "pintle/base/units.h"
#include "pintle/io/fields.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"
#include "pintle/math/elementary.h"
#include "pintle/math/scalar.h"
#include "pintle/model/names.h"
#include "pintle/study/read_vary.h"
#include "pintle/study/read_words.h"
#include "pintle/study/study_schema.h"

namespace pintle {
namespace {

constexpr std::size_t most_measures = 1000;

std::optional<double> read_positive(const Item& item, std::string_view unit) {
  const std::optional<double> x = read_si(item, unit);
  if (x && !(*x > 0)) item.mistake(fmt::format("{} is not above zero", shown(item.node().text)));
  return x && *x > 0 ? x : std::nullopt;
}

double read_damping(const Item& item) {
  const double x = read_si(item, "1").value_or(0);
  if (x < 0) item.mistake(fmt::format("{} is negative; give zero or more", shown(item.node().text)));
  return x;
}

/// 0 where there is none, which has been said.
double read_frequency(const Item& item) {
  if (!item.is_scalar("a frequency, for example 50 Hz")) return 0;
  try {
    const Quantity q = parse_quantity(item.node().text);
    if (q.dimension == Dimension{0, 0, -1} && q.value > 0) return q.value;
  } catch (const Error&) {}
  item.mistake(fmt::format("\"{}\" is no frequency above zero; give one, for example 50 Hz", shown(item.node().text)));
  return 0;
}

/// From, to and what is between, in equal ratios.
std::vector<double> read_octaves(const Item& item) {
  const Fields fields(item, study_schema::frequencies, "{from: 10 Hz, to: 1 kHz, steps: 21}");
  const auto steps = fields.find("steps");
  if (!fields || !steps) return {};
  const double from = read_frequency(*fields.find("from")), to = read_frequency(*fields.find("to"));
  const auto count = read_whole(*steps, 2, most_frequencies);
  if (!(from > 0) || !(to > 0) || !count) return {};
  std::vector<double> list;
  const double ratio = log(to / from) / static_cast<double>(*count - 1);
  for (std::uint64_t k = 0; k < *count; ++k) list.push_back(k + 1 == *count ? to : from * exp(ratio * static_cast<double>(k)));
  return list;
}

/// One frequency, a list of them, or {from, to, steps}.
void read_frequencies(const Item& item, StudyMeasure& m) {
  m.is_spectrum = item.node().is_list() || item.node().is_map();
  if (item.node().is_map()) {
    m.frequencies = read_octaves(item);
  } else if (!item.node().is_list()) {
    m.frequencies = {read_frequency(item)};
  } else if (item.node().items.empty() || item.node().items.size() > most_frequencies) {
    item.mistake(fmt::format("give 1 to {} frequencies", most_frequencies));
  } else {
    for (std::size_t i = 0; i < item.node().items.size(); ++i) m.frequencies.push_back(read_frequency(item.element(i)));
  }
  std::vector<double> sorted = m.frequencies;
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) != sorted.end() && sorted.front() > 0)
    item.mistake("has a frequency twice; give each once");
}

/// Keys that only samples have a use for, each where it belongs.
void read_sampling(const Fields& fields, StudyMeasure& m) {
  const auto refuse = [&](std::string_view key, bool allowed) {
    if (!allowed && fields.has(key))
      fields.find(key)->mistake_at_name(fmt::format("has no meaning where {} is taken; take it out", m.take));
    return allowed && fields.has(key);
  };
  const bool is_sampled = m.taken == Taken::quantile || m.taken == Taken::shock || m.taken == Taken::filtered;
  if (m.taken == Taken::filtered && m.take != "max" && m.take != "min" && m.take != "mean" && m.take != "rms")
    fields.find("channel_class")->mistake_at_name("a filter goes before max, min, mean or rms; take one of these");
  if (refuse("level", m.taken == Taken::quantile)) m.level = read_positive(*fields.find("level"), "1").value_or(0.5);
  if (refuse("damping", m.taken == Taken::shock))
    m.damping = read_damping(*fields.find("damping"));
  else
    m.damping = 0.05;
  if (refuse("channel_class", m.taken == Taken::filtered))
    if (const auto word = fields.word("channel_class")) m.channel_class = std::stoi(*word);
  if (refuse("every", is_sampled)) m.every = read_positive(*fields.find("every"), "s").value_or(0);
  if (refuse("frequency", m.taken == Taken::shock)) read_frequencies(*fields.find("frequency"), m);
  const auto want = [&](const char* key, const char* example, bool is_there) {
    if (!is_there) fields.item().mistake_at_name(fmt::format("{} is missing; give it, for example {}", key, example));
  };
  if (m.taken == Taken::quantile) {
    want("level", "level: 0.99", fields.has("level"));
    if (m.level >= 1) fields.find("level")->mistake("a level is below 1; take max for the largest value");
  }
  if (m.taken == Taken::shock) want("frequency", "frequency: 50 Hz", fields.has("frequency"));
  if (m.taken == Taken::shock && m.damping >= 1) fields.find("damping")->mistake("is not below 1; give a share, for example 5 %");
  if (is_sampled) want("every", "every: 0.1 ms", fields.has("every"));
  // [SAE 1995]: ten samples in the period of the class at least, and the oscillator needs as many.
  const double fastest = m.frequencies.empty() ? m.channel_class : std::ranges::max(m.frequencies);
  if (is_sampled && m.every > 0 && fastest > 0 && m.every * fastest > 0.1)
    fields.find("every")->mistake(fmt::format("is too long to see {:g} Hz; give {:.3g} s or less", fastest, 0.1 / fastest));
}

/// What a measure is for the model: a measure of its own, or a signal to be sampled.
void add_settings(const Item& item, const Node& of, const StudyMeasure& measure, std::vector<Setting>& settings) {
  const auto add = [&](const char* section, const std::string& value) {
    settings.push_back({fmt::format("{}.{}", section, measure.name), value, false, where_of(item)});
  };
  Node quoted = of;
  quoted.plain = false;
  const std::string text = write_flow(quoted);
  switch (measure.taken) {
    case Taken::by_run: return add("measures", fmt::format("{{of: {}, take: {}}}", text, measure.take));
    case Taken::quantile:
    case Taken::shock:
    case Taken::filtered: {
      if (!quoted.text.starts_with('=')) quoted.text.insert(0, "=");
      return add("signals", write_flow(quoted));
    }
    case Taken::load_set: return;
  }
}

void read_measure(const Item& item, Study& study) {
  StudyMeasure measure;
  measure.name = item.key();
  measure.where = where_of(item);
  if (!is_name(measure.name))
    item.mistake_at_name(
        fmt::format("\"{}\" is no name; use letters, digits and _, beginning with a letter", shown(measure.name)));
  const Fields fields(item, study_schema::measure, "{of: elbow.angle, take: max}");
  const auto take = fields.word("take");
  const auto of = fields.find("of");
  if (!take || !of || !of->is_scalar("an expression, for example elbow.angle")) return;
  measure.take = *take;
  measure.of = of->node().text;
  if (measure.take == "quantile") measure.taken = Taken::quantile;
  if (measure.take == "shock") measure.taken = Taken::shock;
  if (measure.take == "load-set") measure.taken = Taken::load_set;
  if (fields.has("channel_class")) measure.taken = Taken::filtered;
  read_sampling(fields, measure);
  add_settings(item, of->node(), measure, study.settings);
  study.measures.push_back(std::move(measure));
}

}  // namespace

void read_measures(const Item& section, Study& study) {
  if (!section.is_map("measures by their names, for example tilt: {of: lander.tilt, take: max}")) return;
  const std::vector<Item> entries = read_entries(section);
  if (entries.size() > most_measures) return section.mistake_at_name(fmt::format("has more than {} measures", most_measures));
  for (const Item& entry : entries) read_measure(entry, study);
}

void read_factors(const Item& section, Study& study) {
  if (!section.is_map("expressions by their names, for example speed: sqrt(vx^2 + vy^2)")) return;
  const std::vector<Item> entries = read_entries(section);
  if (entries.size() > most_measures) return section.mistake_at_name(fmt::format("has more than {} factors", most_measures));
  for (const Item& entry : entries) {
    if (!is_name(entry.key()))
      entry.mistake_at_name(
          fmt::format("\"{}\" is no name; use letters, digits and _, beginning with a letter", shown(entry.key())));
    if (std::ranges::find(study.measures, entry.key(), &StudyMeasure::name) != study.measures.end())
      entry.mistake_at_name("is a measure already; keep one of the two");
    if (!entry.is_scalar("an expression of parameters, for example sqrt(vx^2 + vy^2)")) continue;
    StudyMeasure measure{.name = entry.key(), .where = where_of(entry), .of = entry.node().text, .take = "final"};
    add_settings(entry, entry.node(), measure, study.settings);
    study.factors.push_back(measure.name);
    study.measures.push_back(std::move(measure));
  }
}

}  // namespace pintle
