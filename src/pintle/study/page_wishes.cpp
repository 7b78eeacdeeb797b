#include "pintle/study/page_wishes.h"

#include <fmt/core.h>

#include <algorithm>

#include "pintle/base/error.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

void check_choices(const StudyPlan& plan, const CellChoice& at) {
  for (const Variant& one : at.choices) {
    const auto axis = std::ranges::find(plan.study.grid, one.group, &GridAxis::group);
    if (axis == plan.study.grid.end()) {
      std::vector<std::string_view> groups;
      for (const GridAxis& known : plan.study.grid) groups.push_back(known.group);
      throw Error(at.where, fmt::format("the grid has no group \"{}\"; {}", shown(one.group),
                                        suggest(one.group, groups, "give the study a grid")));
    }
    if (std::ranges::find(axis->choices, one.choice) == axis->choices.end())
      throw Error(at.where, fmt::format("the grid has no {} of {}; {}", shown(one.choice), one.group,
                                        suggest(one.choice, {axis->choices.begin(), axis->choices.end()}, "")));
  }
}

/// Cells that have all of these choices.
std::vector<int> find_cells(const StudyPlan& plan, const CellChoice& at, const CellChoice& also = {}) {
  check_choices(plan, at);
  check_choices(plan, also);
  std::vector<int> cells;
  for (std::size_t c = 0; c < plan.cells.size(); ++c) {
    const auto has = [&](const Variant& one) {
      return std::ranges::any_of(plan.cells[c].variants,
                                 [&](const Variant& v) { return v.group == one.group && v.choice == one.choice; });
    };
    if (std::ranges::all_of(at.choices, has) && std::ranges::all_of(also.choices, has)) cells.push_back(static_cast<int>(c));
  }
  return cells;
}

/// Throws Error with the place if there is no such column among these.
const StudyColumn& find_column(const std::vector<const std::vector<StudyColumn>*>& lists, const std::string& name,
                               const std::string& where) {
  std::vector<std::string_view> known;
  for (const auto* list : lists)
    for (const StudyColumn& column : *list) {
      if (column.name == name) return column;
      known.push_back(column.name);
    }
  throw Error(where, fmt::format("there is no \"{}\"; {}", shown(name), suggest(name, known, "describe it under `measures`")));
}

Json describe_row(const StudyPlan& plan, const PublishedTable& table, const PublishedTable::Row& row) {
  const std::vector<int> cells = find_cells(plan, table.at, row.at);
  if (cells.size() != 1)
    throw Error(row.where,
                fmt::format("is about {} of the grid; name the choices of one with `at`", counted(cells.size(), "cell")));
  const StudyColumn& column = find_column({&plan.measures}, row.measure, row.where);
  Json json{{"cell", cells[0]}, {"measure", row.measure}};
  const auto add = [&](const char* what, const GivenQuantity& written, bool of_logic) {
    if (!written.is_given()) return;
    if (of_logic != column.is_logic)
      throw Error(written.where, column.is_logic ? fmt::format("{} is true or false; give its rate", row.measure)
                                                 : fmt::format("{} is a quantity; give its mean, or its sd", row.measure));
    json[what] = read_written(written, of_logic ? "1" : column.unit);
  };
  add("mean", row.mean, false);
  add("sd", row.sd, false);
  add("rate", row.rate, true);
  return json;
}

Json describe(const StudyPlan& plan, const PublishedTable& table) {
  Json json{{"title", table.title}, {"source", table.source}, {"cases", static_cast<long>(table.cases)}, {"rows", Json::list()}};
  for (const PublishedTable::Row& row : table.rows) json["rows"].push_back(describe_row(plan, table, row));
  return json;
}

Json describe(const StudyPlan& plan, const Figure& figure) {
  const bool is_scatter = !figure.scatter.empty();
  Json cells = Json::list();
  for (const int cell : find_cells(plan, figure.at)) cells.push_back(cell);
  const std::vector<std::string>& of = is_scatter ? figure.scatter : figure.distribution;
  std::string unit;
  for (const std::string& name : of) {
    const StudyColumn& column = find_column({&plan.measures, &plan.inputs}, name, figure.where);
    if (!is_scatter && !unit.empty() && column.unit != unit)
      throw Error(figure.where,
                  fmt::format("{} is in {}, and {} in {}; what goes together has one unit", of[0], unit, name, column.unit));
    unit = column.unit;
  }
  if (!figure.by.empty() && !find_column({&plan.measures}, figure.by, figure.where).is_logic)
    throw Error(figure.where, fmt::format("{} is a quantity; `by` takes a measure that is true or false", figure.by));
  return {{"title", figure.title},
          {"kind", is_scatter ? "scatter" : "distribution"},
          {"of", of},
          {"by", figure.by},
          {"cells", cells}};
}

}  // namespace

Json make_page_wishes(const StudyPlan& plan) {
  Json json = Json::object();
  json["factors"] = plan.study.factors;
  json["published"] = Json::list();
  for (const PublishedTable& table : plan.study.published) json["published"].push_back(describe(plan, table));
  json["figures"] = Json::list();
  for (const Figure& figure : plan.study.figures) json["figures"].push_back(describe(plan, figure));
  return json;
}

}  // namespace pintle
