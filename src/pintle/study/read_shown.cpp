#include "pintle/study/read_shown.h"

#include <fmt/core.h>

#include <charconv>

#include "pintle/io/fields.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"
#include "pintle/study/read_vary.h"
#include "pintle/study/study_schema.h"

namespace pintle {
namespace {

constexpr std::size_t most_rows = 10'000, most_pictures = 200;

bool is_short(const Item& list, std::size_t most) {
  if (list.node().items.size() <= most) return true;
  list.mistake(fmt::format("has more than {} elements; give fewer", most));
  return false;
}

CellChoice read_cell_choice(const Fields& fields) {
  CellChoice choice;
  const auto at = fields.find("at");
  if (!at || !at->is_map("choices by group, for example {legs: stiff}")) return choice;
  choice.where = where_of(*at);
  for (const Item& entry : read_entries(*at))
    if (const auto word = read_text(entry)) choice.choices.push_back({entry.key(), *word});
  return choice;
}

GivenQuantity read_quantity(const Fields& fields, std::string_view key) {
  const auto item = fields.find(key);
  if (!item || !item->is_scalar("a quantity, for example 2 m/s")) return {};
  return {item->node().text, where_of(*item)};
}

void read_row(const Item& item, PublishedTable& table) {
  const Fields fields(item, study_schema::published_row, "{at: {legs: stiff}, of: peak, mean: 23.8 m/s^2}");
  if (!fields) return;
  PublishedTable::Row row{.at = read_cell_choice(fields), .measure = fields.text("of").value_or(""), .where = where_of(item)};
  row.mean = read_quantity(fields, "mean");
  row.sd = read_quantity(fields, "sd");
  row.rate = read_quantity(fields, "rate");
  if (!row.mean.is_given() && !row.sd.is_given() && !row.rate.is_given()) item.mistake("says no number; give mean, sd or rate");
  table.rows.push_back(std::move(row));
}

void read_table(const Item& item, Study& study) {
  const Fields fields(item, study_schema::published,
                      "{title: Table 6.6, rows: [{at: {legs: stiff}, of: peak, mean: 23.8 m/s^2}]}");
  if (!fields) return;
  PublishedTable table{.title = fields.text("title").value_or(""), .source = fields.text("source").value_or("")};
  table.at = read_cell_choice(fields);
  if (const auto cases = fields.find("cases"); cases && cases->is_scalar("a whole number")) {
    const std::string& text = cases->node().text;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), table.cases);
    if (error != std::errc() || end != text.data() + text.size() || table.cases == 0)
      cases->mistake(fmt::format("\"{}\" is no number of cases; give a whole number from 1", shown(text)));
  }
  const auto rows = fields.find("rows");
  if (rows && rows->is_list("a list of rows, for example [{of: peak, mean: 23.8 m/s^2}]") && is_short(*rows, most_rows))
    for (std::size_t i = 0; i < rows->node().items.size(); ++i) read_row(rows->element(i), table);
  study.published.push_back(std::move(table));
}

/// One name, or a list of them.
std::vector<std::string> read_names(const Item& item) {
  std::vector<std::string> names;
  const auto add = [&](const Item& one) {
    if (auto name = read_text(one)) names.push_back(std::move(*name));
  };
  if (!item.node().is_list())
    add(item);
  else if (is_short(item, most_rows))
    for (std::size_t i = 0; i < item.node().items.size(); ++i) add(item.element(i));
  return names;
}

void read_figure(const Item& item, Study& study) {
  const Fields fields(item, study_schema::figure, "{title: peaks, distribution: peak}");
  if (!fields) return;
  Figure figure{.title = fields.text("title").value_or(""), .where = where_of(item), .by = fields.text("by").value_or("")};
  figure.at = read_cell_choice(fields);
  if (const auto names = fields.find("distribution")) figure.distribution = read_names(*names);
  if (const auto names = fields.find("scatter")) figure.scatter = read_names(*names);
  if (fields.has("distribution") == fields.has("scatter"))
    item.mistake("give one of distribution and scatter");
  else if (fields.has("scatter") && figure.scatter.size() != 2)
    fields.find("scatter")->mistake("give two: what goes across, and what goes up");
  else if (fields.has("distribution") && figure.distribution.empty())
    fields.find("distribution")->mistake("names nothing; give a measure");
  if (fields.has("by") && !fields.has("scatter")) fields.find("by")->mistake_at_name("belongs to a scatter; take it out");
  study.figures.push_back(std::move(figure));
}

}  // namespace

void read_published(const Item& section, Study& study) {
  if (!section.is_list("a list of tables, for example [{title: Table 6.6, rows: […]}]") || !is_short(section, most_pictures))
    return;
  for (std::size_t i = 0; i < section.node().items.size(); ++i) read_table(section.element(i), study);
}

void read_figures(const Item& section, Study& study) {
  if (!section.is_list("a list of figures, for example [{title: peaks, distribution: peak}]") ||
      !is_short(section, most_pictures))
    return;
  for (std::size_t i = 0; i < section.node().items.size(); ++i) read_figure(section.element(i), study);
}

}  // namespace pintle
