#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "pintle/math/separation.h"
#include "pintle/report/study_page.h"
#include "pintle/report/text.h"

/// Which of the numbers that a case is given tells best whether something will be true of it.
namespace pintle {
namespace {

constexpr std::size_t fewest = 10;       // true ones, and others
constexpr std::size_t best_of_cell = 3;  // whose thresholds are shown
constexpr double weakest = 0.6;          // in its best cell

std::optional<Separation> separate(const StudyRecord& r, std::size_t given, std::size_t measure, int cell) {
  std::vector<double> x, is_true;
  for (std::size_t i = 0; i < r.numbers.size(); ++i) {
    if (r.cell[i] != cell || !std::isfinite(r.measure(measure)[i]) || !std::isfinite(r.columns[given][i])) continue;
    x.push_back(r.columns[given][i]);
    is_true.push_back(r.measure(measure)[i]);
  }
  const Separation s = calc_separation(x, is_true);
  return s.hits >= fewest && s.others >= fewest ? std::optional(s) : std::nullopt;
}

struct GivenRow {
  std::size_t given;
  std::vector<std::optional<Separation>> cells{};
  double best = 0;
};

std::string make_strengths(const StudyRecord& r, const std::vector<GivenRow>& rows, const std::vector<int>& cells) {
  std::string out = "<div class=\"scroll\"><table class=\"ranking\"><thead><tr><th>given</th>";
  for (const std::string& name : r.short_names(cells))
    out += format("<th class=\"n\">{}</th>", name.empty() ? "all" : escape_html(name));
  out += "</tr></thead>\n<tbody>\n";
  for (const GivenRow& row : rows) {
    out += format("<tr><th>{}</th>", short_name(r.described(row.given)));
    for (const std::optional<Separation>& s : row.cells)
      out += s ? format("<td class=\"n bar\" style=\"--share:{:.0f}%\">{} {:.0f} %</td>", 100 * (2 * s->strength() - 1),
                        s->range.low <= 0.5 && s->range.high >= 0.5 ? ""
                        : s->area > 0.5                             ? "↑"
                                                                    : "↓",
                        100 * s->strength())
               : "<td class=\"n\">–</td>";
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string rate_text(std::size_t hits, std::size_t count) {
  const Bounds w = calc_wilson(hits, count);
  return count > 0 ? format("{} <small>{} … {}, of {}</small>", percent(static_cast<double>(hits) / static_cast<double>(count)),
                            percent(w.low), percent(w.high), grouped_count(count))
                   : "–";
}

std::string make_thresholds(const StudyRecord& r, const std::vector<GivenRow>& rows, const std::vector<int>& cells) {
  std::string out =
      "<div class=\"scroll\"><table><thead><tr><th>cell</th><th>given</th><th class=\"n\">threshold</th><th>rate below</th>"
      "<th>rate above</th></tr></thead>\n<tbody>\n";
  for (std::size_t c = 0; c < cells.size(); ++c) {
    std::vector<const GivenRow*> best;
    for (const GivenRow& row : rows)
      if (row.cells[c]) best.push_back(&row);
    std::ranges::stable_sort(best, std::greater(), [&](const GivenRow* row) { return row->cells[c]->strength(); });
    best.resize(std::min(best.size(), best_of_cell));
    for (const GivenRow* row : best) {
      const Separation& s = *row->cells[c];
      out += format("<tr><th>{}</th><td>{}</td><td class=\"n\">{}{}</td><td>{}</td><td>{}</td></tr>\n",
                    row == best.front() ? cell_name(r, cells[c]) : "", short_name(r.described(row->given)),
                    html_number(s.threshold, 3), unit_text(r.described(row->given)), rate_text(s.hits_below, s.below),
                    rate_text(s.hits - s.hits_below, s.hits + s.others - s.below));
    }
  }
  return out + "</tbody></table></div>\n";
}

std::string separate_all(const StudyRecord& r, std::size_t measure) {
  std::vector<int> cells;
  for (const int c : r.all_cells()) {
    const std::vector<double> sample = r.values(r.measure(measure), c);
    const auto hits = static_cast<std::size_t>(std::ranges::count(sample, 1.0));
    if (hits >= fewest && sample.size() - hits >= fewest) cells.push_back(c);
  }
  if (cells.empty()) return "";
  std::vector<GivenRow> rows;
  for (const std::size_t given : r.given()) {
    GivenRow row{given};
    for (const int c : cells) {
      row.cells.push_back(separate(r, given, measure, c));
      if (row.cells.back()) row.best = std::max(row.best, row.cells.back()->strength());
    }
    rows.push_back(std::move(row));
  }
  std::erase_if(rows, [](const GivenRow& row) { return row.best < weakest; });
  std::ranges::stable_sort(rows, std::greater(), &GivenRow::best);
  return format("<h3>{}</h3>\n", escape_html(r.measures[measure].name)) + make_strengths(r, rows, cells) +
         "<h4>Where to draw the line</h4>\n" + make_thresholds(r, rows, cells);
}

}  // namespace

std::string make_separation(const StudyRecord& r) {
  std::string out;
  for (std::size_t m = 0; m < r.measures.size(); ++m)
    if (r.measures[m].is_logic && (r.asked.empty() || r.asked.contains(r.measures[m].name))) out += separate_all(r, m);
  return out.empty()
             ? ""
             : "<section id=\"separation\">\n<h2>What tells true from false</h2>\n" + out +
                   "<p class=\"small\">Share of pairs, one case in which it is true and one in which it is not, that a given "
                   "number alone puts in the right order: 50 % is none, 100 % is all [Mann, Whitney]. ↑: true where it is "
                   "large, ↓: where it is small; without an arrow it may be chance. The line is drawn where the shares "
                   "of true and of other cases beyond it differ most [Youden]. Cells with fewer than ten of either are left "
                   "out, and what nowhere comes to 60 %.</p>\n</section>\n";
}

}  // namespace pintle
