#include "pintle/record/load_table.h"

#include <fmt/core.h>

#include <cmath>
#include <limits>

#include "pintle/base/check.h"
#include "pintle/math/elementary.h"
#include "pintle/record/csv.h"
#include "pintle/record/output_file.h"

namespace pintle {
namespace {

constexpr std::string_view header = "joint,component,peak,time,rms,unique";

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t component_count = load_components.size();

bool is_larger(double x, double peak) { return std::abs(x) > std::abs(peak) || (std::isnan(peak) && !std::isnan(x)); }

void append_cell(std::string& out, double x) {
  out += ',';
  append_number(out, x);
}

}  // namespace

LoadSet calc_load_set(const Wrench<double>& load) {
  const auto& [m, f] = load;
  return {f.x, f.y, f.z, m.x, m.y, m.z, norm(f), norm(m), f.z, hypot(f.x, f.y), m.z, hypot(m.x, m.y)};
}

LoadTable::LoadTable(int joints) : joints_(static_cast<std::size_t>(joints)) {
  LoadSet none;
  none.fill(nan);
  for (JointLoads& joint : joints_) {
    joint.latest = none;
    joint.square_integral.fill(0);
    joint.peak.fill({nan, nan, none});
  }
}

void LoadTable::add(double t, std::span<const Wrench<double>> loads) {
  PINTLE_CHECK(loads.size() == joints_.size());
  const double dt = started_ ? t - last_ : 0;
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    JointLoads& joint = joints_[j];
    const LoadSet now = calc_load_set(loads[j]);
    for (std::size_t c = 0; c < component_count; ++c) {
      if (dt > 0) joint.square_integral[c] += 0.5 * dt * (joint.latest[c] * joint.latest[c] + now[c] * now[c]);  // (2)
      if (is_larger(now[c], joint.peak[c].value)) joint.peak[c] = {now[c], t, now};
    }
    joint.latest = now;
  }
  if (!started_) first_ = t;
  started_ = true;
  last_ = t;
}

const LoadPeak& LoadTable::peak(int joint, int component) const {
  return joints_[static_cast<std::size_t>(joint)].peak[static_cast<std::size_t>(component)];
}

double LoadTable::rms(int joint, int component) const {
  const auto c = static_cast<std::size_t>(component);
  const JointLoads& loads = joints_[static_cast<std::size_t>(joint)];
  if (last_ > first_) return std::sqrt(loads.square_integral[c] / (last_ - first_));  // (2)
  return std::abs(loads.latest[c]);
}

void LoadTable::mark_shared(int joint, unsigned bits) {
  constexpr unsigned forces = 7, moments = 56;
  unsigned& shared = joints_[static_cast<std::size_t>(joint)].shared;
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
  for (int j = 0; j < joints(); ++j) {
    for (int c = 0; c < static_cast<int>(component_count); ++c) {
      out += names[static_cast<std::size_t>(j)];
      out += ',';
      out += load_components[static_cast<std::size_t>(c)];
      append_cell(out, peak(j, c).value);
      append_cell(out, peak(j, c).time);
      append_cell(out, rms(j, c));
      out += is_shared(j, c) ? ",false\n" : ",true\n";
    }
  }
  return out;
}

std::string LoadTable::make_sets_csv(std::span<const std::string> names) const {
  std::string out = "joint,component,time [s]";
  for (std::size_t c = 0; c < component_count; ++c) {
    out += ',';
    out += load_components[c];
    out += is_force(static_cast<int>(c)) ? " [N]" : " [N*m]";
  }
  out += '\n';
  for (int j = 0; j < joints(); ++j) {
    for (int c = 0; c < static_cast<int>(component_count); ++c) {
      const LoadPeak& p = peak(j, c);
      out += names[static_cast<std::size_t>(j)];
      out += ',';
      out += load_components[static_cast<std::size_t>(c)];
      append_cell(out, p.time);
      for (double x : p.set) append_cell(out, x);
      out += '\n';
    }
  }
  return out;
}

/// The lines of both files go together; the means come back as the integral over a second.
std::optional<LoadTable> LoadTable::read(std::string_view csv, std::string_view sets_csv, std::vector<std::string>& names) {
  LoadTable table(0);
  names.clear();
  std::string_view line, set_line;
  std::vector<std::string_view> cells, set_cells;
  if (!take_line(csv, line) || line != header || !take_line(sets_csv, set_line)) return std::nullopt;
  std::size_t lines = 0;
  for (; take_line(csv, line); ++lines) {
    const std::size_t c = lines % component_count;
    split_cells(line, cells);
    if (!take_line(sets_csv, set_line)) return std::nullopt;
    split_cells(set_line, set_cells);
    if (cells.size() != 6 || set_cells.size() != 3 + component_count || cells[0] != set_cells[0] ||
        cells[1] != load_components[c])
      return std::nullopt;
    if (c == 0) {
      table.joints_.emplace_back();
      names.emplace_back(cells[0]);
    }
    JointLoads& joint = table.joints_.back();
    LoadPeak& peak = joint.peak[c];
    double rms = nan;
    bool good = names.back() == cells[0] && read_cell(cells[2], peak.value) && read_cell(cells[3], peak.time);
    good = good && read_cell(cells[4], rms) && (cells[5] == "true" || cells[5] == "false");
    for (std::size_t i = 0; i < component_count; ++i) good = good && read_cell(set_cells[3 + i], peak.set[i]);
    if (!good) return std::nullopt;
    if (cells[5] == "false") joint.shared |= 1u << c;
    joint.latest[c] = nan;
    joint.square_integral[c] = rms * rms;
  }
  if (lines % component_count != 0) return std::nullopt;
  table.first_ = 0;
  table.last_ = 1;
  table.started_ = true;
  return table;
}

}  // namespace pintle
