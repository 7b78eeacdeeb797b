#include "pintle/study/read_vary.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "pintle/base/error.h"
#include "pintle/base/units.h"
#include "pintle/io/fields.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"
#include "pintle/study/read_words.h"
#include "pintle/study/study_schema.h"

namespace pintle {
namespace {

constexpr std::size_t most_paths = 1000, most_values = 100'000;
constexpr std::string_view example = "{normal: {sd: 5 %}}";

/// A quantity, which must be one by its form; its dimension is looked at when the model is known.
GivenQuantity read_one(const Item& item) {
  if (!item.is_scalar("a quantity, for example 2 kg") || is_ambiguous(item)) return {};
  const std::string& text = item.node().text;
  if (text.starts_with('=')) {
    item.mistake("a study has no parameters, so that a distribution takes no expression; give a number");
    return {};
  }
  try {
    parse_quantity(text);
  } catch (const Error& error) {
    item.mistake(error.what());
    return {};
  }
  return {text, where_of(item)};
}

std::optional<double> read_share(const Item& item) { return read_si(item, "1"); }

std::vector<Item> elements_of(const Item& list) {
  std::vector<Item> items;
  if (list.node().items.size() > most_values)
    list.mistake(fmt::format("has more than {} elements; give fewer", most_values));
  else
    for (std::size_t i = 0; i < list.node().items.size(); ++i) items.push_back(list.element(i));
  return items;
}

void read_discrete(const Fields& fields, VariedPath& to) {
  const auto values = fields.find("values"), weights = fields.find("weights");
  if (!values || !values->is_list("a list of quantities, for example [1 kg, 2 kg]")) return;
  for (const Item& item : elements_of(*values)) to.values.push_back(read_one(item));
  if (to.values.empty()) values->mistake("is empty; give at least one value");
  if (!weights) {
    to.numbers.assign(to.values.size(), 1);
    return;
  }
  if (!weights->is_list("a weight for each value, for example [3, 1]")) return;
  double sum = 0;
  for (const Item& item : elements_of(*weights)) {
    const double weight = read_share(item).value_or(1);
    if (weight < 0) item.mistake(fmt::format("{:.6g} is negative; a weight is zero or more", weight));
    to.numbers.push_back(weight);
    sum += weight;
  }
  if (to.numbers.size() != to.values.size())
    weights->mistake(
        fmt::format("{} for {}; give one for each", counted(to.numbers.size(), "weight"), counted(to.values.size(), "value")));
  else if (!(sum > 0))
    weights->mistake("all weights are zero; give at least one above");
}

void read_table(const Fields& fields, VariedPath& to) {
  const auto points = fields.find("points");
  if (!points || !points->is_list("points, for example [[1 kg, 0], [2 kg, 1]]")) return;
  for (const Item& point : elements_of(*points)) {
    if (!point.is_list("a value, and the share of cases below it")) return;
    if (point.node().items.size() != 2) return point.mistake("give two numbers, a value and the share of cases below it");
    to.values.push_back(read_one(point.element(0)));
    to.numbers.push_back(read_share(point.element(1)).value_or(0));
  }
  const std::vector<double>& shares = to.numbers;
  if (shares.size() < 2 || shares.front() != 0 || shares.back() != 1 || !std::ranges::is_sorted(shares))
    points->mistake("shares rise from 0 at the first point to 1 at the last; give at least two points");
}

void read_list(const Fields& fields, VariedPath& to) {
  const auto steps = fields.find("steps");
  if (fields.has("values") == (fields.has("from") || fields.has("to") || steps))
    return fields.item().mistake("give either values, or from, to and steps");
  if (const auto values = fields.find("values")) {
    if (!values->is_list("a list of quantities, for example [1 kg, 2 kg]")) return;
    for (const Item& item : elements_of(*values)) to.values.push_back(read_one(item));
    if (to.values.empty()) values->mistake("is empty; give at least one value");
    return;
  }
  if (!fields.has("from") || !fields.has("to") || !steps) return fields.item().mistake("give from, to and steps together");
  to.from = read_one(*fields.find("from"));
  to.to = read_one(*fields.find("to"));
  const std::string& text = steps->node().text;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), to.steps);
  if (error != std::errc() || end != text.data() + text.size() || to.steps < 2 || to.steps > static_cast<int>(most_values))
    steps->mistake(
        fmt::format("\"{}\" is no whole number from 2 to {}; say how many values there are", shown(text), most_values));
}

void read_ends(const Fields& fields, VariedPath& to) {
  const bool ends = fields.has("low") || fields.has("high");
  if (to.kind == "truncated" && !ends) fields.item().mistake("cuts nothing; give low or high, or take normal");
  if (to.kind != "uniform") return;
  if (fields.has("half_width") == ends || (ends && !(fields.has("low") && fields.has("high"))))
    fields.item().mistake("give either low and high, or half_width");
}

void read_path(const Item& item, Study& study) {
  VariedPath to;
  to.path = item.key().find('.') == std::string::npos ? "parameters." + item.key() : item.key();
  to.where = where_of(item);
  if (std::ranges::find(study.vary, to.path, &VariedPath::path) != study.vary.end())
    return item.mistake_at_name(fmt::format("{} is there already; keep one of them", to.path));
  const std::vector<std::string_view> kinds = study_schema::distributions();
  if (!item.is_map(fmt::format("a distribution, for example {}", example))) return;
  const std::vector<Item> entries = read_entries(item);
  if (entries.size() != 1) return item.mistake(fmt::format("give one distribution, for example {}", example));
  const Item& kind = entries.front();
  if (std::ranges::find(kinds, kind.key()) == kinds.end())
    return kind.mistake_at_name(fmt::format("unknown distribution; {}", suggest(kind.key(), kinds, "take normal")));
  to.kind = kind.key();
  if ((to.kind == "list") != (study.design == Design::full_grid))
    return kind.mistake_at_name(to.kind == "list"
                                    ? "a list of values is for `design: full-grid`; take discrete to draw among them"
                                    : "a full grid draws nothing; give a list of values");
  const Fields fields(kind, study_schema::find_distribution(to.kind), "a map of its numbers");
  if (!fields) return;
  if (to.kind == "discrete") read_discrete(fields, to);
  if (to.kind == "table") read_table(fields, to);
  if (to.kind == "list") read_list(fields, to);
  const auto take = [&](std::string_view key, GivenQuantity& place) {
    const bool is_known =
        std::ranges::any_of(study_schema::find_distribution(to.kind), [&](const Key& k) { return k.name == key; });
    if (is_known && fields.has(key)) place = read_one(*fields.find(key));
  };
  if (to.kind != "list" && to.kind != "discrete" && to.kind != "table") {
    take("mean", to.mean), take("sd", to.sd), take("low", to.low), take("high", to.high);
    take("mode", to.mode), take("half_width", to.half_width);
    read_ends(fields, to);
  }
  study.vary.push_back(std::move(to));
}

}  // namespace

void read_vary(const Item& section, Study& study) {
  if (!section.is_map(fmt::format("paths with distributions, for example parameters.mass: {}", example))) return;
  const std::vector<Item> entries = read_entries(section);
  if (entries.size() > most_paths) return section.mistake_at_name(fmt::format("has more than {} paths", most_paths));
  if (study.design == Design::sobol && entries.size() > Draws::most_sobol_paths)
    return section.mistake_at_name("has more paths than Sobol's sequence has; take random");
  for (const Item& entry : entries) read_path(entry, study);
}

bool is_share(const GivenQuantity& written) { return written.text.ends_with('%'); }

double read_written(const GivenQuantity& written, std::string_view unit) {
  try {
    return parse_quantity(written.text, unit);
  } catch (const Error& error) {
    throw Error(written.where, error.what());
  }
}

}  // namespace pintle
