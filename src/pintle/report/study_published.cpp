#include <algorithm>
#include <cmath>

#include "pintle/math/comparison.h"
#include "pintle/report/study_page.h"
#include "pintle/report/text.h"

/// The study's numbers beside those of others. A difference is looked at with the sampling error of both sides: it is one that
/// chance makes, or it is not.
namespace pintle {
namespace {

using ToldRow = StudyRecord::PublishedRow;
using ToldTable = StudyRecord::PublishedTable;

enum class What { mean, sd, rate };
constexpr What all_of_them[] = {What::mean, What::sd, What::rate};

double told(const ToldRow& row, What what) { return what == What::mean ? row.mean : what == What::sd ? row.sd : row.rate; }
const char* name_of(What what) { return what == What::mean ? "mean" : what == What::sd ? "deviation" : "rate"; }

struct Sample {
  std::vector<double> values;
  Moments moments;
  std::uint64_t hits = 0;
};

Sample sample_of(const StudyRecord& r, std::size_t measure, int cell) {
  Sample s{r.values(r.measure(measure), cell), {}};
  s.moments = calc_moments(s.values);
  if (s.moments.count > 0)
    s.hits = static_cast<std::uint64_t>(std::llround(s.moments.mean * static_cast<double>(s.moments.count)));
  return s;
}

Difference compare(const Sample& s, const ToldRow& row, What what, std::uint64_t cases) {
  switch (what) {
    case What::mean: return compare_means(s.moments, row.mean, row.sd, cases);
    case What::sd: return compare_deviations(s.values, row.sd, cases);
    case What::rate: return compare_rates(s.hits, s.moments.count, row.rate, cases);
  }
  return {};
}

/// How many numbers agree, and χ² of all.
struct Tally {
  int count = 0, agree = 0;
  double chi2 = 0;
};

std::string make_entry(const Sample& s, const ToldRow& row, What what, std::uint64_t cases, Tally& tally) {
  if (s.moments.count < 2) return "<td class=\"n\">–</td><td></td>";
  const Difference d = compare(s, row, what, cases);
  ++tally.count;
  tally.agree += d.is_chance();
  tally.chi2 += d.score * d.score;
  const bool is_rate = what == What::rate;
  const double ours = what == What::sd ? s.moments.sd : s.moments.mean;
  const double scale = is_rate ? 100 : 1;
  const auto signed_number = [&](double x) { return (x > 0 ? "+" : "") + html_number(scale * x, 2); };
  return format("<td class=\"n\"><b>{}</b></td><td class=\"{}\">{}<br><small>{} … {}</small></td>",
                is_rate ? percent(ours) : html_number(ours, 3), d.is_chance() ? "good" : "poor",
                d.is_chance() ? "● agrees" : format("▲ differs, {}", signed_number(d.value)), signed_number(d.range.low),
                signed_number(d.range.high));
}

/// A measure and what is told of it: three columns of the table.
struct Group {
  std::size_t measure;
  What what;
};

std::vector<Group> groups_of(const ToldTable& table) {
  std::vector<Group> groups;
  for (const ToldRow& row : table.rows)
    for (const What what : all_of_them) {
      const auto same = [&](const Group& g) { return g.measure == row.measure && g.what == what; };
      if (std::isfinite(told(row, what)) && std::ranges::none_of(groups, same)) groups.push_back({row.measure, what});
    }
  return groups;
}

std::vector<int> cells_of(const ToldTable& table) {
  std::vector<int> cells;
  for (const ToldRow& row : table.rows)
    if (std::ranges::find(cells, row.cell) == cells.end()) cells.push_back(row.cell);
  return cells;
}

const ToldRow* find_row(const ToldTable& table, int cell, const Group& group) {
  const auto row = std::ranges::find_if(table.rows, [&](const ToldRow& one) {
    return one.cell == cell && one.measure == group.measure && std::isfinite(told(one, group.what));
  });
  return row == table.rows.end() ? nullptr : &*row;
}

/// Rank order of cells by a mean or rate, and the first against the last of the published ones.
std::string make_order(const StudyRecord& r, const ToldTable& table, const Group& group, const std::vector<std::string>& names) {
  struct Entry {
    std::string name;
    double theirs, ours;
    Moments moments;
  };
  std::vector<Entry> entries;
  const std::vector<int> cells = cells_of(table);
  for (std::size_t k = 0; k < cells.size(); ++k)
    if (const ToldRow* row = find_row(table, cells[k], group)) {
      const Moments m = sample_of(r, group.measure, cells[k]).moments;
      if (m.count > 1) entries.push_back({names[k], told(*row, group.what), m.mean, m});
    }
  if (entries.size() < 2) return "";
  const auto line = [&](double Entry::* by) {
    std::ranges::stable_sort(entries, {}, by);
    std::string text;
    for (const Entry& one : entries) text += (text.empty() ? "" : " &lt; ") + escape_html(one.name);
    return text;
  };
  const std::string ours = line(&Entry::ours), theirs = line(&Entry::theirs);
  std::string out =
      format("<li>Order of {}, by {}: {}", escape_html(r.measures[group.measure].name), name_of(group.what), theirs);
  out += ours == theirs ? "; <span class=\"good\">● here the same</span>."
                        : format("; <span class=\"fair\">◆ here {}</span>.", ours);
  if (group.what == What::mean && entries.back().theirs > 0) {
    const Ratio ratio = calc_ratio_of_means(entries.front().moments, entries.back().moments);
    const auto less = [](double x) { return format("{:.1f} %", 100 * (1 - x)); };
    out += format(" {} is below {} by {}; here by {} ({} … {}).", escape_html(entries.front().name),
                  escape_html(entries.back().name), less(entries.front().theirs / entries.back().theirs), less(ratio.value),
                  less(ratio.range.high), less(ratio.range.low));
  }
  return out + "</li>\n";
}

std::string make_table(const StudyRecord& r, const ToldTable& table, Tally& tally) {
  const std::vector<Group> groups = groups_of(table);
  const std::vector<int> cells = cells_of(table);
  const std::vector<std::string> names = r.short_names(cells);
  std::string out =
      format("<h3>{}{}</h3>\n<div class=\"scroll\"><table class=\"published\"><thead><tr><th rowspan=\"2\">cell</th>",
             escape_html(table.title), table.source.empty() ? "" : format(" <small>{}</small>", escape_html(table.source)));
  for (const Group& g : groups)
    out += format("<th colspan=\"3\">{}, {}{}</th>", escape_html(r.measures[g.measure].name), name_of(g.what),
                  unit_text(r.measures[g.measure]));
  out += "</tr><tr>";
  for (std::size_t k = 0; k < groups.size(); ++k)
    out += "<th class=\"n\">published</th><th class=\"n\">here</th><th>difference</th>";
  out += "</tr></thead>\n<tbody>\n";
  for (std::size_t k = 0; k < cells.size(); ++k) {
    out += format("<tr><th>{}</th>", names[k].empty() ? cell_name(r, cells[k]) : escape_html(names[k]));
    for (const Group& g : groups) {
      const ToldRow* row = find_row(table, cells[k], g);
      if (!row) {
        out += "<td></td><td></td><td></td>";
        continue;
      }
      const double theirs = told(*row, g.what);
      out += format("<td class=\"n\">{}</td>", g.what == What::rate ? percent(theirs) : html_number(theirs, 3));
      out += make_entry(sample_of(r, g.measure, cells[k]), *row, g.what, table.cases, tally);
    }
    out += "</tr>\n";
  }
  out += "</tbody></table></div>\n<ul class=\"small\">\n";
  for (const Group& g : groups)
    if (g.what != What::sd) out += make_order(r, table, g, names);
  return out + "</ul>\n";
}

}  // namespace

std::string make_published(const StudyRecord& r) {
  if (r.published.empty()) return "";
  struct Source {
    std::string name;
    Tally tally{};
  };
  std::vector<Source> sources;
  std::string tables;
  for (const ToldTable& table : r.published) {
    const std::string name = table.source.substr(0, table.source.find(','));  // "Wachlin 2018, with rollover rates of …"
    auto source = std::ranges::find(sources, name, &Source::name);
    if (source == sources.end()) source = sources.insert(sources.end(), Source{name});
    tables += make_table(r, table, source->tally);
  }
  std::string verdicts;
  for (const auto& [name, tally] : sources)
    verdicts += format("<p><b>{} of {} numbers agree</b>{} within the sampling error of both. χ² = {:.1f} of {} numbers.</p>\n",
                       tally.agree, tally.count, name.empty() ? "" : " with " + escape_html(name), tally.chi2, tally.count);
  return "<section id=\"published\">\n<h2>Beside what was published</h2>\n" + verdicts + tables +
         "<p class=\"small\">Small numbers: the interval of 95 % of the difference, here less published, with the sampling error "
         "of "
         "both sides; if it holds zero, the two agree. Of 20 numbers that truly agree, one is found to differ by chance. Means "
         "by "
         "Welch, deviations with the kurtosis found here, rates by Newcombe.</p>\n</section>\n";
}

}  // namespace pintle
