#include "pintle/io/parts/functions.h"

#include <fmt/core.h>

#include <algorithm>

#include "pintle/base/error.h"
#include "pintle/io/beside.h"
#include "pintle/io/fields.h"
#include "pintle/io/pairs.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

constexpr std::size_t most_points = 100'000;
constexpr std::string_view list_of_points = "pairs of argument and value, for example [[0 s, 0 rpm], [0.5 s, 300 rpm]]";

using Points = std::vector<std::pair<double, double>>;

/// One column of a table: its dimension is that of the first number with a unit.
struct Column {
  Dimension dimension;
  bool bare = true, is_angle = false;

  /// The SI value of a cell. Throws Error.
  double add(const Quantity& quantity, std::string_view text) {
    if (quantity.bare) return quantity.value;
    is_angle = is_angle || text.ends_with("rad") || text.ends_with("deg");
    if (bare) dimension = quantity.dimension;
    bare = false;
    if (quantity.dimension == dimension) return quantity.value;
    throw Error(fmt::format("{} is {}, and this column is {}; give one kind", shown(text), describe(quantity.dimension),
                            describe(dimension)));
  }
};

std::optional<double> read_cell(const Item& item, Column& column) {
  if (!item.is_scalar("a number, for example 0.5 s") || is_ambiguous(item)) return std::nullopt;
  Quantity quantity;
  try {
    if (item.node().text.starts_with('=')) {
      const auto parsed = read_any(item, Field::structural);
      if (!parsed) return std::nullopt;
      quantity.value = item.reading().model.graph.value(parsed->meaning.expr);
      quantity.bare = parsed->meaning.nature != Nature::quantity;
      quantity.dimension = parsed->meaning.dimension;
    } else {
      quantity = parse_quantity(item.node().text);
    }
    return column.add(quantity, item.node().text);
  } catch (const Error& error) {
    refuse_number(item, Field::structural, error.what());
    return std::nullopt;
  }
}

std::optional<Points> read_list(const Item& item, Column& x, Column& y) {
  return read_pairs<double>(
      item, {"argument", "points", list_of_points}, [&](const Item& cell) { return read_cell(cell, x); },
      [&](const Item& cell) { return read_cell(cell, y); });
}

std::string_view trim_cell(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ') || text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

/// A line of a CSV file. Throws Error.
std::pair<double, double> parse_line(std::string_view line, Column& x, Column& y) {
  const auto cells = split(line, line.find(';') == line.npos ? ',' : ';');
  if (cells.size() != 2) throw Error(fmt::format("{}; give two, the argument and the value", counted(cells.size(), "column")));
  const std::string_view a = trim_cell(cells[0]), b = trim_cell(cells[1]);
  return {x.add(parse_quantity(a), a), y.add(parse_quantity(b), b)};
}

/// Two columns; lines that are empty or begin with #, and a first line of words, are passed over.
std::optional<Points> read_file(const Item& item, Column& x, Column& y) {
  auto beside = open_beside(item);
  if (!beside) return std::nullopt;
  Points points;
  std::string line;
  constexpr std::size_t longest_line = 1000;
  for (std::size_t number = 1; std::getline(beside->stream, line); ++number) {
    const std::string_view text = trim_cell(line);
    if (text.empty() || text.starts_with('#')) continue;
    const bool words = points.empty() && number_length(text) == 0;
    if (words && number == 1) continue;
    try {
      if (text.size() > longest_line) throw Error("the line is too long; give two numbers");
      points.push_back(parse_line(text, x, y));
      if (points.size() > 1 && !(points.back().first > points[points.size() - 2].first))
        throw Error("does not come after the argument before it; list the points with rising arguments");
      if (points.size() > most_points) throw Error(fmt::format("more than {} points; give fewer", most_points));
    } catch (const Error& error) {
      item.mistake(beside->tell(number, error.what()));
      return std::nullopt;
    }
  }
  return points;
}

/// `of: time`, or a unit.
std::optional<Dimension> read_of(const Item& item, std::string& of) {
  const auto text = read_text(item);
  if (!text) return std::nullopt;
  of = *text;
  try {
    return *text == "time" ? Dimension{0, 0, 1} : parse_unit(*text).dimension;
  } catch (const Error&) {
    item.mistake(fmt::format("\"{}\" is neither `time` nor a unit; write what the argument is, for example time, rad or m/s",
                             shown(*text)));
    return std::nullopt;
  }
}

template <class Word>
Word find_word(const Fields& fields, std::string_view key) {
  const auto words = split(fields.unit(key), '|');
  const auto word = fields.word(key);
  return word ? static_cast<Word>(std::ranges::find(words, *word) - words.begin()) : Word();
}

}  // namespace

void FunctionList::add(const Item& item) {
  if (places_.emplace(item.key(), static_cast<int>(entries_.size())).second) entries_.push_back({.item = item});
}

std::optional<Scope::TableMeaning> FunctionList::find(std::string_view name) {
  const auto place = places_.find(std::string(name));
  if (place == places_.end()) return std::nullopt;
  Entry& entry = entries_[place->second];
  if (entry.state == Entry::State::unread) read(entry);
  if (entry.state == Entry::State::in_work)
    throw Error(fmt::format("{} depends on itself; give its points numbers of their own", name));
  if (entry.state == Entry::State::bad) throw KnownMistake();
  return Scope::TableMeaning{entry.part.table, entry.part.x, entry.part.y, entry.part.bare_y};
}

void FunctionList::read(Entry& entry) {
  const Item& item = entry.item;
  entry.state = Entry::State::in_work;
  const std::size_t before = item.reading().mistakes.size();
  const Fields fields(item, schema::function, "{of: time, points: [[0 s, 0 rpm], [0.5 s, 300 rpm]]}");
  const auto list = fields.find("points"), file = fields.find("file"), of = fields.find("of");
  Column x, y;
  if (fields && !list && !file) item.mistake_at_name(fmt::format("points is missing; give {}", list_of_points));
  if (list && file) file->mistake_at_name("stands beside `points`; keep one of them");
  if (const auto dimension = of ? read_of(*of, entry.part.of) : std::nullopt) x = {*dimension, false};
  const auto points = list ? read_list(*list, x, y) : file ? read_file(*file, x, y) : std::nullopt;
  const auto interpolate = find_word<Interpolate>(fields, "interpolate");
  const auto outside = find_word<Outside>(fields, "outside");
  entry.state = Entry::State::bad;
  if (!points || item.reading().mistakes.size() > before) return;
  try {
    entry.part.table = item.reading().model.graph.add_table(make_table(*points, interpolate, outside));
  } catch (const Error& error) {
    (list ? *list : *file).mistake(one_line(error.what()));
    return;
  }
  entry.part.name = item.key();
  entry.part.x = x.dimension;
  entry.part.of_angle = x.is_angle || entry.part.of == "rad" || entry.part.of == "deg";
  entry.part.y = y.dimension;
  entry.part.bare_y = y.bare;
  entry.part.says_outside = fields.has("outside");
  entry.state = Entry::State::good;
}

void FunctionList::read_all(Model& model) {
  for (Entry& entry : entries_) {
    if (entry.state == Entry::State::unread) read(entry);
    if (entry.state == Entry::State::good) model.functions.push_back(entry.part);
  }
}

}  // namespace pintle
