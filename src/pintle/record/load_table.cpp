#include "pintle/record/load_table.h"

#include <fmt/core.h>

#include <algorithm>

#include "pintle/base/limits.h"
#include "pintle/math/elementary.h"
#include "pintle/record/csv.h"
#include "pintle/record/output_file.h"

namespace pintle {
namespace {

constexpr std::string_view header = "joint,component,peak,time,rms,unique,unit,source";
constexpr std::string_view early_header = "joint,component,peak,time,rms,unique";
constexpr std::array<std::string_view, 5> source_names{"", "reaction", "reaction (held)", "laws", "reaction and laws"};

constexpr std::size_t component_count = load_components.size();

std::size_t at(int i) { return static_cast<std::size_t>(i); }

void append_cell(std::string& out, double x) {
  out += ',';
  append_number(out, x);
}

void append_row(std::string& out, std::string_view part, std::string_view component, double peak, double time, double rms,
                bool unique, std::string_view unit, std::string_view source) {
  out += part;
  out += ',';
  out += component;
  append_cell(out, peak);
  append_cell(out, time);
  append_cell(out, rms);
  out += fmt::format(",{},{},{}\n", unique, unit, source);
}

/// The numbers of a line, whoever they belong to.
struct Row {
  std::string_view part, component;
  double peak = nan, time = nan, rms = nan;
  bool unique = true;
  std::string_view unit, source;
};

std::optional<Row> read_row(std::string_view line, std::size_t columns, std::vector<std::string_view>& cells) {
  split_cells(line, cells);
  if (cells.size() != columns || (cells[5] != "true" && cells[5] != "false")) return std::nullopt;
  Row row{cells[0], cells[1], nan, nan, nan, cells[5] == "true", {}, {}};
  if (!read_cell(cells[2], row.peak) || !read_cell(cells[3], row.time) || !read_cell(cells[4], row.rms)) return std::nullopt;
  if (columns > 6) {
    row.unit = cells[6];
    row.source = cells[7];
  }
  return row;
}

/// Of load_sets.csv.
std::string column_of(const PartPeak& one) { return fmt::format("{} [{}]", one.component, one.unit); }

/// The lines of load_sets.csv behind those of joints: each belongs to one of the others. False: to none.
bool read_other_sets(std::string_view lines, const std::vector<std::string_view>& columns, LoadTable& table) {
  std::string_view line;
  std::vector<std::string_view> cells;
  while (take_line(lines, line)) {
    split_cells(line, cells);
    if (cells.size() != columns.size()) return false;
    const auto one = std::ranges::find_if(
        table.others(), [&](const PartPeak& other) { return other.part == cells[0] && other.component == cells[1]; });
    if (one == table.others().end()) return false;
    std::vector<double> set;
    for (const PartPeak& component : table.part_of(*one)) {
      const auto column = std::ranges::find(columns, column_of(component));
      if (column == columns.end() || !read_cell(cells[column - columns.begin()], set.emplace_back())) return false;
    }
    table.set_together(static_cast<std::size_t>(one - table.others().begin()), std::move(set));
  }
  return true;
}

LoadSource source_named(std::string_view name) {
  for (std::size_t k = 0; k < source_names.size(); ++k)
    if (source_names[k] == name) return static_cast<LoadSource>(k);
  return LoadSource::unknown;
}

}  // namespace

std::string_view name_of(LoadSource source) { return source_names[static_cast<std::size_t>(source)]; }

LoadSet calc_load_set(const Wrench<double>& load) {
  const auto& [m, f] = load;
  return {f.x, f.y, f.z, m.x, m.y, m.z, norm(f), norm(m), f.z, hypot(f.x, f.y), m.z, hypot(m.x, m.y)};
}

LoadTable::LoadTable(int joints) : joints_(at(joints)) {
  LoadSet none;
  none.fill(nan);
  for (JointLoads& joint : joints_) {
    joint.peak.fill({nan, nan, none});
    joint.rms = none;
  }
}

const LoadPeak& LoadTable::peak(int joint, int component) const { return joints_[at(joint)].peak[at(component)]; }
LoadPeak& LoadTable::peak(int joint, int component) { return joints_[at(joint)].peak[at(component)]; }
double LoadTable::rms(int joint, int component) const { return joints_[at(joint)].rms[at(component)]; }
void LoadTable::set_rms(int joint, int component, double rms) { joints_[at(joint)].rms[at(component)] = rms; }

void LoadTable::mark_shared(int joint, unsigned bits) {
  constexpr unsigned forces = 7, moments = 56;
  unsigned& shared = joints_[at(joint)].shared;
  shared = bits;
  const auto mark = [&](LoadComponent component, unsigned of) {
    if (bits & of) shared |= 1u << component;
  };
  mark(load_force, forces);
  mark(load_moment, moments);
  mark(load_axial, 4);
  mark(load_radial, 3);
  mark(load_torsion, 32);
  mark(load_bending, 24);
}

std::string LoadTable::make_csv(std::span<const std::string> names) const {
  std::string out = fmt::format("{}\n", header);
  for (int j = 0; j < joints(); ++j)
    for (int c = 0; c < static_cast<int>(component_count); ++c)
      append_row(out, names[at(j)], load_components[at(c)], peak(j, c).value, peak(j, c).time, rms(j, c), !is_shared(j, c),
                 is_force(c) ? "N" : "N*m", name_of(peak(j, c).source));
  for (const PartPeak& one : others_)
    append_row(out, one.part, one.component, one.value, one.time, one.rms, one.unique, one.unit, one.source);
  return out;
}

std::span<const PartPeak> LoadTable::part_of(const PartPeak& one) const {
  const PartPeak *first = &one, *last = &one + 1;
  while (first != others_.data() && first[-1].part == one.part) --first;
  while (last != others_.data() + others_.size() && last->part == one.part) ++last;
  return {first, last};
}

/// Of components: those of joints, then what others have besides.
std::vector<std::string> LoadTable::make_set_columns() const {
  std::vector<std::string> columns;
  for (std::size_t c = 0; c < component_count; ++c)
    columns.push_back(fmt::format("{} [{}]", load_components[c], is_force(static_cast<int>(c)) ? "N" : "N*m"));
  for (const PartPeak& one : others_)
    if (const std::string column = column_of(one); !one.set.empty() && std::ranges::find(columns, column) == columns.end())
      columns.push_back(column);
  return columns;
}

std::string LoadTable::make_sets_csv(std::span<const std::string> names) const {
  const std::vector<std::string> columns = make_set_columns();
  std::string out = "joint,component,time [s]";
  for (const std::string& column : columns) out += "," + column;
  out += '\n';
  const auto begin_line = [&](const std::string& part, std::string_view component, double time) {
    out += part;
    out += ',';
    out += component;
    append_cell(out, time);
  };
  for (int j = 0; j < joints(); ++j) {
    for (int c = 0; c < static_cast<int>(component_count); ++c) {
      const LoadPeak& p = peak(j, c);
      begin_line(names[at(j)], load_components[at(c)], p.time);
      for (double x : p.set) append_cell(out, x);
      out.append(columns.size() - component_count, ',');
      out += '\n';
    }
  }
  for (const PartPeak& one : others_) {
    const std::span<const PartPeak> part = part_of(one);
    if (one.set.size() != part.size()) continue;
    begin_line(one.part, one.component, one.time);
    for (const std::string& column : columns) {
      const auto mine = std::ranges::find(part, column, column_of);
      if (mine == part.end())
        out += ',';
      else
        append_cell(out, one.set[mine - part.begin()]);
    }
    out += '\n';
  }
  return out;
}

/// Joints come first, a line per component in their order, each beside a line of sets.
std::optional<LoadTable> LoadTable::read(std::string_view csv, std::string_view sets_csv, std::vector<std::string>& names) {
  LoadTable table(0);
  names.clear();
  std::string_view line, set_line;
  std::vector<std::string_view> cells, set_cells;
  if (!take_line(csv, line) || (line != header && line != early_header) || !take_line(sets_csv, set_line)) return std::nullopt;
  const std::size_t columns = line == header ? 8 : 6;
  std::vector<std::string_view> set_columns;
  split_cells(set_line, set_columns);
  std::size_t c = 0;
  while (take_line(csv, line)) {
    const std::optional<Row> row = read_row(line, columns, cells);
    if (!row) return std::nullopt;
    if (c == 0 && row->component != load_components[0]) {
      table.add({std::string(row->part), std::string(row->component), std::string(row->unit), row->peak, row->time, row->rms,
                 row->unique, std::string(row->source)});
      continue;
    }
    if (!take_line(sets_csv, set_line)) return std::nullopt;
    split_cells(set_line, set_cells);
    if (set_cells.size() < 3 + component_count || set_cells.size() != set_columns.size() || row->part != set_cells[0] ||
        row->component != load_components[c])
      return std::nullopt;
    if (c == 0) {
      table.joints_.emplace_back();
      names.emplace_back(row->part);
    }
    JointLoads& joint = table.joints_.back();
    joint.peak[c] = {row->peak, row->time, {}, source_named(row->source)};
    joint.rms[c] = row->rms;
    if (!row->unique) joint.shared |= 1u << c;
    if (names.back() != row->part) return std::nullopt;
    for (std::size_t i = 0; i < component_count; ++i)
      if (!read_cell(set_cells[3 + i], joint.peak[c].set[i])) return std::nullopt;
    c = (c + 1) % component_count;
  }
  return c == 0 && read_other_sets(sets_csv, set_columns, table) ? std::optional(std::move(table)) : std::nullopt;
}

}  // namespace pintle
