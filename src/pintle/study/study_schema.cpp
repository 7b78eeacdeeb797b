#include "pintle/study/study_schema.h"

#include <algorithm>

#include "pintle/model/takes.h"

namespace pintle::study_schema {
namespace {

using enum Form;

constexpr Key top_keys[] = {
    {"pintle_study", version, "", "pintle_study: 1", "version of the format"},
    {"name", text, "", "", "for people"},
    {"model", text, "", "model: lander.yaml", "the model's file, beside or below this one"},
    {"set", settings, "", "", "values for all cases, by their paths"},
    {"grid", choices, "", "", "groups of variants, each with the choices to take"},
    {"design", word, "random|latin-hypercube|sobol|full-grid", "", "default `random`"},
    {"cases", whole, "", "", "of each cell of the grid; default 100"},
    {"seed", whole, "", "", "default 1"},
    {"vary", parts, "", "", "paths, each with its distribution"},
    {"correlations", rows, "", "", "between normal numbers"},
    {"factors", values, "", "", "numbers that follow from the inputs; they stand with them"},
    {"measures", parts, "", "", "numbers that every case ends with, besides those of the model"},
    {"limits", parts, "", "", "what every cell must keep"},
    {"stop_when", parts, "", "", "a cell has cases enough when all of these hold"},
    {"published", rows, "", "", "tables of others, beside which the page puts what was found"},
    {"figures", rows, "", "", "pictures for the page, besides those that it has anyway"},
};
constexpr std::string_view own_takes = "quantile|shock|load-set";
constexpr auto takes = take_text<own_takes>;
constexpr Key measure_keys[] = {
    {"of", expression, "", "of: elbow.angle", "a quantity, or a condition of ever, always, first, last"},
    {"take", word, {takes.data(), takes.size()}, "take: max", "what becomes of it"},
    {"level", quantity, "1", "", "of a quantile"},
    {"frequency", quantity, "1/s", "",
     "of the oscillator that answers a shock, in Hz; a list, or from, to and steps: a spectrum"},
    {"damping", quantity, "1", "", "of that oscillator, as a share of the critical one; default 5 %"},
    {"channel_class", word, "60|180|600|1000", "", "a filter before max, min, mean or rms"},
    {"every", quantity, "s", "", "between samples, where a signal is sampled"},
};
constexpr Key frequency_keys[] = {
    {"from", quantity, "1/s", "from: 10 Hz", "the first"},
    {"to", quantity, "1/s", "to: 1 kHz", "the last"},
    {"steps", whole, "", "steps: 21", "how many there are, in equal ratios"},
};
constexpr Key limit_keys[] = {
    {"rate_below", quantity, "1", "", ""}, {"rate_above", quantity, "1", "", ""}, {"mean_below", quantity, "", "", ""},
    {"mean_above", quantity, "", "", ""},  {"max_below", quantity, "", "", ""},   {"min_above", quantity, "", "", ""},
    {"p95_below", quantity, "", "", ""},   {"p99_below", quantity, "", "", ""},   {"p05_above", quantity, "", "", ""},
    {"p01_above", quantity, "", "", ""},
};
constexpr Key stop_keys[] = {
    {"ci_half_width", quantity, "", "ci_half_width: 1 %", "of the interval of 95 % of the rate or mean"},
};
constexpr Key correlation_keys[] = {
    {"between", two_names, "", "between: [parameters.k, parameters.c]", "two paths of normal numbers"},
    {"value", quantity, "1", "value: 0.5", "above −1 and below 1"},
};

constexpr Key published_keys[] = {
    {"title", text, "", "title: Table 6.6", "what it is called there"},
    {"source", text, "", "", "who says so, and where"},
    {"cases", whole, "", "", "behind each number; without it they count as exact"},
    {"at", choices, "", "", "choices of the grid that all rows share"},
    {"rows", rows, "", "rows: [{at: {legs: stiff}, of: peak, mean: 23.8 m/s^2}]", ""},
};
constexpr Key published_row_keys[] = {
    {"at", choices, "", "", "choices of the grid"},
    {"of", name, "", "of: peak", "a measure"},
    {"mean", quantity, "", "", ""},
    {"sd", quantity, "", "", "deviation"},
    {"rate", quantity, "1", "", "of what is true or false"},
};
constexpr Key figure_keys[] = {
    {"title", text, "", "title: peaks", ""},
    {"distribution", signal_list, "", "", "a measure, or a list of measures whose values go together"},
    {"scatter", two_names, "", "", "two inputs, factors or measures: across and up"},
    {"by", name, "", "", "of a scatter: a measure that is true or false, told by colour and mark"},
    {"at", choices, "", "", "choices of the grid; those of other groups are all meant"},
};

constexpr Key normal_keys[] = {
    {"mean", quantity, "", "", "default the model's value"},
    {"sd", quantity, "", "sd: 5 %", "deviation; a share is one of the mean"},
};
constexpr Key truncated_keys[] = {
    {"mean", quantity, "", "", "default the model's value"},
    {"sd", quantity, "", "sd: 5 %", "of the whole distribution, before its ends are cut"},
    {"low", quantity, "", "", ""},
    {"high", quantity, "", "", ""},
};
constexpr Key uniform_keys[] = {
    {"low", quantity, "", "", ""},
    {"high", quantity, "", "", ""},
    {"half_width", quantity, "", "", "in place of low and high: about the model's value"},
};
constexpr Key triangular_keys[] = {
    {"low", quantity, "", "low: 1", ""},
    {"high", quantity, "", "high: 2", ""},
    {"mode", quantity, "", "", "where it is most likely; default the model's value"},
};
constexpr Key discrete_keys[] = {
    {"values", point_list, "", "values: [1, 2]", ""},
    {"weights", point_list, "", "", "one for each value; default all alike"},
};
constexpr Key table_keys[] = {
    {"points", point_list, "", "points: [[1, 0], [2, 1]]", "a value, and the share of cases below it"},
};
constexpr Key list_keys[] = {
    {"values", point_list, "", "", "of a full grid"},
    {"from", quantity, "", "", "in place of values: the first"},
    {"to", quantity, "", "", "the last"},
    {"steps", whole, "", "", "how many there are"},
};

struct Row {
  std::string_view kind;
  Schema keys;
};
constexpr Row rows_of_kinds[] = {
    {"normal", normal_keys},         {"log-normal", normal_keys}, {"truncated", truncated_keys}, {"uniform", uniform_keys},
    {"triangular", triangular_keys}, {"discrete", discrete_keys}, {"table", table_keys},         {"list", list_keys},
};

}  // namespace

constinit const Schema top = top_keys, measure = measure_keys, frequencies = frequency_keys, limit = limit_keys, stop = stop_keys,
                       correlation = correlation_keys, published = published_keys, published_row = published_row_keys,
                       figure = figure_keys;

Schema find_distribution(std::string_view kind) {
  const auto row = std::ranges::find(rows_of_kinds, kind, &Row::kind);
  return row == std::ranges::end(rows_of_kinds) ? Schema{} : row->keys;
}

std::vector<std::string_view> distributions() {
  std::vector<std::string_view> names;
  for (const Row& row : rows_of_kinds) names.push_back(row.kind);
  return names;
}

}  // namespace pintle::study_schema
