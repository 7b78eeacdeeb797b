#include "pintle/report/study_page.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/base/json.h"
#include "pintle/report/page.h"
#include "pintle/report/text.h"

namespace pintle {

std::string unit_text(const StudyColumn& column) {
  const std::string unit = column.is_logic ? "" : pretty_unit(column.unit);
  return unit.empty() ? "" : format(" <small>{}</small>", unit);
}

std::string percent(double share) { return std::isfinite(share) ? html_number(100 * share, 3) + " %" : "–"; }

std::string cell_name(const StudyRecord& r, int cell) {
  const std::string& name = r.cells[static_cast<std::size_t>(cell)];
  return name.empty() ? "all" : escape_html(name);
}

std::string short_name(const StudyColumn& column) {
  constexpr std::string_view parameters = "parameters.";
  return escape_html(column.name.starts_with(parameters) ? column.name.substr(parameters.size()) : column.name);
}

std::string grouped_count(std::uint64_t n) { return grouped_number(static_cast<long>(n)); }

namespace {

constexpr std::size_t most_points = 6000;  // of the scatter plot
constexpr std::size_t worst_shown = 5, failures_shown = 12;

// ---- head ----------------------------------------------------------------------------------------------------------
std::string study_tile(const std::string& name, const std::string& value, const std::string& note) {
  return format("<div class=\"tile\"><span>{}</span><strong>{}</strong><em>{}</em></div>\n", name, value, note);
}

/// Where so many cases failed that what the others say is not what the study asks.
std::string make_alarm(const StudyRecord& r) {
  const std::uint64_t all = r.numbers.size();
  if (!is_alarming(r.failed, all)) return "";
  return format("<p class=\"poor alarm\" role=\"alert\">▲ {} of {} cases failed{}; the most frequent reason: {}</p>\n",
                r.failed == all ? "All" : grouped_count(r.failed), grouped_count(all),
                r.failed == all ? "" : ", and the numbers below are those of the others alone",
                escape_html(r.failures[0].reason));
}

std::string make_study_head(const StudyRecord& r) {
  const Json d = read_json(r.definition);
  const bool is_whole = r.numbers.size() >= r.planned || !d.at("stop_when").values().empty();
  std::string out = format(
      "<header>\n<p class=\"mark\">Pintle</p>\n<h1>{}</h1>\n<p class=\"lead\"><span class=\"status {}\">{}</span> a study of {} "
      "· "
      "design {} · seed {}</p>\n</header>\n",
      escape_html(r.title), is_whole ? "completed" : "interrupted", is_whole ? "completed" : "not complete",
      escape_html(d.at("model").text()), escape_html(d.at("design").text()), d.at("seed").whole());
  out += "<section class=\"tiles\">\n";
  out += study_tile("cases", grouped_count(r.numbers.size()),
                    r.numbers.size() == r.planned ? "all that were planned" : format("of {} planned", grouped_count(r.planned)));
  out += study_tile("cells", grouped_count(r.cells.size()), r.cells.size() == 1 ? "no grid" : "combinations of variants");
  out += study_tile("inputs", grouped_count(r.inputs.size()), "numbers that vary");
  out += study_tile("failed", grouped_count(r.failed), r.failed == 0 ? "none" : "reasons below");
  return out + "</section>\n" + make_alarm(r);
}

// ---- limits --------------------------------------------------------------------------------------------------------
std::string verdict_text(const LimitVerdict& v) {
  if (!std::isfinite(v.value)) return "<span class=\"fair\">◆ no cases</span>";
  if (v.holds) return v.is_sure ? "<span class=\"good\">● holds</span>" : "<span class=\"fair\">◆ holds, not for sure</span>";
  return v.is_sure ? "<span class=\"poor\">▲ violated</span>" : "<span class=\"poor\">▲ violated, not for sure</span>";
}

std::string make_limits(const StudyRecord& r) {
  const std::vector<LimitVerdict> verdicts = judge_limits(r);
  if (verdicts.empty()) return "";
  std::string out =
      "<section>\n<h2>Limits</h2>\n<div class=\"scroll\"><table><thead><tr><th>measure</th><th>cell</th><th>limit</th>"
      "<th class=\"n\">found</th><th class=\"n\">interval of 95 %</th><th class=\"n\">margin</th><th>verdict</th></tr></thead>\n"
      "<tbody>\n";
  for (const LimitVerdict& v : verdicts) {
    const bool is_rate = v.what.starts_with("rate");
    const auto number = [&](double x) { return is_rate ? percent(x) : html_number(x); };
    std::string what = v.what;
    std::ranges::replace(what, '_', ' ');
    const double left = (what.ends_with("below") ? v.limit - v.value : v.value - v.limit) / std::fabs(v.limit);
    out += format(
        "<tr><th>{}</th><td>{}</td><td>{} {}</td><td class=\"n\">{}</td><td class=\"n\">{} … {}</td><td class=\"n\">{}</td>"
        "<td>{}</td></tr>\n",
        escape_html(v.measure), cell_name(r, v.cell), what, escape_html(v.text), number(v.value), number(v.range.low),
        number(v.range.high), percent(left), verdict_text(v));
  }
  return out +
         "</tbody></table></div>\n<p class=\"small\">Margin: what is left, as a share of the limit. “Not for sure”: the "
         "interval reaches over the limit; more cases would decide, but for a limit of the largest or smallest value: it can be "
         "seen to be violated, and that no case goes further can not. An end “–”: there are too few cases for "
         "it.</p>\n</section>\n";
}

// ---- statistics ----------------------------------------------------------------------------------------------------
std::string make_rate_row(const std::vector<double>& sample, const std::string& name) {
  const Moments m = calc_moments(sample);
  const auto hits = static_cast<std::uint64_t>(std::llround(m.count > 0 ? m.mean * static_cast<double>(m.count) : 0));
  const Bounds w = calc_wilson(hits, m.count);
  return format(
      "<tr><th>{}</th><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\"><b>{}</b></td><td class=\"n\">{} … "
      "{}</td></tr>\n",
      name, grouped_count(m.count), grouped_count(hits), percent(m.mean), percent(w.low), percent(w.high));
}

std::string make_number_row(std::vector<double> sample, const std::string& name) {
  const Moments m = calc_moments(sample);
  if (m.count == 0) return format("<tr><th>{}</th><td class=\"n\">0</td><td colspan=\"7\"></td></tr>\n", name);
  std::ranges::sort(sample);
  const auto percentile = [&](double share) {
    const Percentile p = calc_percentile(sample, share);
    return format("<td class=\"n\">{}<br><small>{} … {}</small></td>", html_number(p.value), html_number(p.range.low),
                  html_number(p.range.high));
  };
  return format(
      "<tr><th>{}</th><td class=\"n\">{}</td><td class=\"n\"><b>{}</b><br><small>{} … {}</small></td><td "
      "class=\"n\">{}</td>{}{}{}"
      "<td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
      name, grouped_count(m.count), html_number(m.mean), html_number(m.mean_range.low), html_number(m.mean_range.high),
      html_number(m.sd), percentile(0.05), percentile(0.5), percentile(0.95), html_number(m.low), html_number(m.high));
}

/// Components of load sets have no table of their own, and factors are no results.
bool is_shown(const StudyRecord& r, const StudyColumn& column) {
  return column.name.find('.') == std::string::npos && !r.factors.contains(column.name);
}

/// What the study has asked for comes first; what its model measures besides is folded.
bool is_asked(const StudyRecord& r, const StudyColumn& column) { return r.asked.empty() || r.asked.contains(column.name); }

/// Of the measures that the study has asked for, one after the other.
template <class Make>
std::string make_asked(const StudyRecord& r, const Make& make) {
  std::string out;
  for (std::size_t m = 0; m < r.measures.size(); ++m)
    if (is_shown(r, r.measures[m]) && is_asked(r, r.measures[m])) out += make(m);
  return out;
}

std::string make_measure(const StudyRecord& r, std::size_t m) {
  const StudyColumn& column = r.measures[m];
  std::string out =
      format("<h3>{}{}</h3>\n<div class=\"scroll\"><table class=\"study\"><thead><tr><th>cell</th><th class=\"n\">cases</th>",
             escape_html(column.name), unit_text(column));
  out += column.is_logic ? "<th class=\"n\">true</th><th class=\"n\">rate</th><th class=\"n\">interval of 95 %</th>"
                         : "<th class=\"n\">mean</th><th class=\"n\">deviation</th><th class=\"n\">5 %</th><th "
                           "class=\"n\">median</th><th class=\"n\">95 %</th><th class=\"n\">least</th><th class=\"n\">most</th>";
  out += "</tr></thead>\n<tbody>\n";
  for (const int c : r.all_cells()) {
    const std::vector<double> sample = r.values(r.measure(m), c);
    out += column.is_logic ? make_rate_row(sample, cell_name(r, c)) : make_number_row(sample, cell_name(r, c));
  }
  return out + "</tbody></table></div>\n";
}

std::string make_measures(const StudyRecord& r) {
  std::string others;
  for (std::size_t m = 0; m < r.measures.size(); ++m)
    if (is_shown(r, r.measures[m]) && !is_asked(r, r.measures[m])) others += make_measure(r, m);
  if (!others.empty())
    others = "<details class=\"more\"><summary>other measures of the model</summary>\n" + others + "</details>\n";
  return "<section>\n<h2>Measures</h2>\n" + make_asked(r, [&](std::size_t m) { return make_measure(r, m); }) + others +
         "<p class=\"small\">Small numbers are intervals of 95 %: of means by Student, of percentiles by order statistics, of "
         "rates by Wilson. Cases that failed, and times of what never came, do not count; an end “–” takes more "
         "cases.</p>\n</section>\n";
}

std::string make_distribution(const StudyRecord& r, std::size_t m) {
  if (r.measures[m].is_logic) return "";
  const auto is_of_it = [&](const StudyRecord::Picture& p) {
    return !p.is_scatter && p.of.size() == 1 && p.of[0] == r.inputs.size() + m;
  };
  if (std::ranges::any_of(r.pictures, is_of_it)) return "";  // it is there already
  std::vector<HistogramRow> rows;
  const std::vector<std::string> names = r.short_names(r.all_cells());
  for (const int c : r.all_cells()) rows.push_back({names[static_cast<std::size_t>(c)], r.values(r.measure(m), c)});
  return make_histograms(r.measures[m].name, r.measures[m].unit, rows);
}

std::string make_distributions(const StudyRecord& r) {
  const std::string figures = make_asked(r, [&](std::size_t m) { return make_distribution(r, m); });
  return figures.empty() ? ""
                         : "<section>\n<h2>Distributions</h2>\n<div class=\"panels\">\n" + figures +
                               "</div>\n<p class=\"small\">Each row is as high as its most frequent class; the line is the "
                               "mean.</p>\n</section>\n";
}

// ---- what inputs have to do with measures --------------------------------------------------------------------------
struct Influence {
  double rank = std::numeric_limits<double>::quiet_NaN(), index = rank;
};

Influence calc_influence(const StudyRecord& r, std::size_t input, std::size_t measure, int cell) {
  constexpr std::size_t least = 20;
  std::vector<double> x, y;
  for (std::size_t i = 0; i < r.numbers.size(); ++i) {
    if (r.cell[i] != cell || !std::isfinite(r.measure(measure)[i])) continue;
    x.push_back(r.columns[input][i]);
    y.push_back(r.measure(measure)[i]);
  }
  if (x.size() < least) return {};
  return {calc_correlation(calc_ranks(x), calc_ranks(y)), calc_first_order_index(x, y)};
}

/// The whole of one measure: what was given by how much of the variance it explains, in its best cell.
std::string make_ranking_of(const StudyRecord& r, std::size_t measure) {
  struct Row {
    std::size_t given;
    std::vector<Influence> cells{};
    double most = 0;
  };
  std::vector<Row> rows;
  for (const std::size_t given : r.given()) {
    Row row{given};
    for (const int c : r.all_cells()) {
      row.cells.push_back(calc_influence(r, given, measure, c));
      const Influence& one = row.cells.back();
      row.most =
          std::max({row.most, std::isfinite(one.rank) ? one.rank * one.rank : 0, std::isfinite(one.index) ? one.index : 0});
    }
    rows.push_back(std::move(row));
  }
  constexpr double least = 0.03;
  const auto weak = std::erase_if(rows, [](const Row& row) { return row.most < least; });
  if (rows.empty()) return "";
  std::ranges::stable_sort(rows, std::greater(), &Row::most);
  std::string out = format("<h3>{}</h3>\n<div class=\"scroll\"><table class=\"ranking\"><thead><tr><th>given</th>",
                           escape_html(r.measures[measure].name));
  for (const std::string& name : r.short_names(r.all_cells()))
    out += format("<th class=\"n\">{}</th>", name.empty() ? "all" : escape_html(name));
  out += "</tr></thead>\n<tbody>\n";
  for (const Row& row : rows) {
    out += format("<tr><th>{}</th>", short_name(r.described(row.given)));
    for (const Influence& one : row.cells) {
      const double share = std::clamp(std::isfinite(one.index) ? one.index : 0.0, 0.0, 1.0);
      const std::string rank = std::isfinite(one.rank) ? format("{:+.2f}", one.rank) : "–";
      const std::string part = std::isfinite(one.index) ? format("{:.0f} %", 100 * share) : "–";
      out += format("<td class=\"n bar\" style=\"--share:{:.0f}%\">{}<br><small>{}</small></td>", 100 * share, rank, part);
    }
    out += "</tr>\n";
  }
  out += "</tbody></table></div>\n";
  if (weak > 0) out += format("<p class=\"small\">{} more explain less than {:.0f} % anywhere.</p>\n", weak, 100 * least);
  return out;
}

std::string make_ranking(const StudyRecord& r) {
  if (r.inputs.empty() || r.numbers.size() < 20) return "";
  return "<section>\n<h2>What the inputs have to do with it</h2>\n" +
         make_asked(r, [&](std::size_t m) { return r.measures[m].is_logic ? std::string() : make_ranking_of(r, m); }) +
         "<p class=\"small\">Above: Spearman’s correlation of ranks. Below: how much of the variance a given number explains by "
         "itself (first-order index, from classes of the cases at hand); shares that do not add up to 100 % are due to inputs "
         "that work together, and factors are made of inputs.</p>\n</section>\n";
}

// ---- cases ---------------------------------------------------------------------------------------------------------
std::string rerun_text(const StudyRecord& r, std::uint64_t number) {
  return format("pintle rerun {} {}", escape_html(r.store), number);
}

/// A limit from below makes small values the bad ones, and of what should be true those in which it is not.
bool is_small_bad(const StudyRecord& r, const std::string& measure) {
  return std::ranges::any_of(read_json(r.definition).at("limits").values(), [&](const Json& limit) {
    return limit.at("measure").text() == measure && limit.at("what").text().ends_with("_above");
  });
}

/// Cases of a measure, the worst first.
std::vector<std::size_t> find_worst(const StudyRecord& r, std::size_t m) {
  const std::vector<double>& column = r.measure(m);
  const bool small = is_small_bad(r, r.measures[m].name);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < column.size(); ++i)
    if (std::isfinite(column[i]) && (!r.measures[m].is_logic || (column[i] != 0) != small)) order.push_back(i);
  const std::size_t shown = std::min(worst_shown, order.size());
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(shown), {},
                            [&](std::size_t i) { return small ? column[i] : -column[i]; });
  order.resize(shown);
  return order;
}

std::string see_text(const StudyRecord& r, std::uint64_t number) {
  const std::string folder = escape_html(r.rerun_folder(number));
  return r.reruns.contains(number) ? format("<a href=\"{}/index.html\">see it run</a>", folder)
                                   : format("<code>{}</code>", rerun_text(r, number));
}

std::string make_worst(const StudyRecord& r) {
  std::string again;
  const auto make = [&](std::size_t m) {
    std::string out =
        "<div class=\"scroll\"><table><thead><tr><th>measure</th><th class=\"n\">value</th><th class=\"n\">case</th>"
        "<th>cell</th><th>how to see it run</th></tr></thead>\n<tbody>\n";
    const std::vector<std::size_t> worst = find_worst(r, m);
    for (const std::size_t i : worst) {
      const double value = r.measure(m)[i];
      out += format("<tr><th>{}</th><td class=\"n\">{}{}</td><td class=\"n\">{}</td><td>{}</td><td>{}</td></tr>\n",
                    i == worst.front() ? escape_html(r.measures[m].name) : "",
                    r.measures[m].is_logic ? (value != 0 ? "true" : "false") : html_number(value), unit_text(r.measures[m]),
                    r.numbers[i], cell_name(r, r.cell[i]), see_text(r, r.numbers[i]));
      if (!r.reruns.contains(r.numbers[i])) again += format(" {}", r.numbers[i]);
    }
    return worst.empty() ? std::string() : out + "</tbody></table></div>\n";
  };
  const std::string tables = make_asked(r, make);
  if (tables.empty()) return "";
  return "<section id=\"worst\">\n<h2>Worst cases, and how to see them run</h2>\n" + tables +
         (again.empty()
              ? std::string("</section>\n")
              : format("<p class=\"small\">All of them, with links to them in this page: <code>for n in{}; do pintle rerun "
                       "{} $n; done; pintle report {}</code></p>\n</section>\n",
                       again, escape_html(r.store), escape_html(r.store)));
}

std::string make_failures(const StudyRecord& r) {
  if (r.failures.empty()) return "";
  std::string out =
      "<section>\n<h2>Cases that failed</h2>\n<div class=\"scroll\"><table><thead><tr><th class=\"n\">cases</th><th>reason</th>"
      "<th>one of them</th></tr></thead>\n<tbody>\n";
  for (std::size_t k = 0; k < std::min(failures_shown, r.failures.size()); ++k)
    out += format("<tr><td class=\"n\">{}</td><td>{}</td><td><code>{}</code></td></tr>\n", grouped_count(r.failures[k].count),
                  escape_html(r.failures[k].reason), rerun_text(r, r.failures[k].first));
  out +=
      "</tbody></table></div>\n<p class=\"small\">Reasons that differ in numbers alone are one; its numbers are those of the "
      "case "
      "beside it.</p>\n";
  if (r.failures.size() > failures_shown)
    out += format("<p class=\"small\">And {} more reasons.</p>\n", r.failures.size() - failures_shown);
  return out + "</section>\n";
}

// ---- scatter -------------------------------------------------------------------------------------------------------
/// What the scatter plot begins with: the first factor, or input, across; the first quantity that the study asks for up.
std::string make_start(const StudyRecord& r) {
  const std::vector<std::size_t> given = r.given();
  const std::size_t across = given.size() > r.inputs.size() ? given[r.inputs.size()] : 0;
  std::size_t up = r.columns.size() - 1;
  for (std::size_t m = r.measures.size(); m-- > 0;)
    if (is_shown(r, r.measures[m]) && is_asked(r, r.measures[m]) && !r.measures[m].is_logic) up = r.inputs.size() + m;
  return format("[{},{}]", across, up);
}

/// Numbers with five digits: more than a screen has.
std::string make_scatter_data(const StudyRecord& r) {
  const std::size_t every = (r.numbers.size() + most_points - 1) / std::max<std::size_t>(1, most_points);
  const std::size_t step = std::max<std::size_t>(1, every);
  std::string out = format("{{\"store\":{},\"cells\":{},\"columns\":[", to_text(Json(r.store)), to_text(Json(r.cells)));
  for (std::size_t k = 0; k < r.columns.size(); ++k) {
    const StudyColumn& column = k < r.inputs.size() ? r.inputs[k] : r.measures[k - r.inputs.size()];
    out +=
        format("{}{{\"name\":{},\"unit\":{},\"logic\":{},\"input\":{},\"values\":[", k ? "," : "", to_text(Json(column.name)),
               to_text(Json(pretty_unit(column.unit))), column.is_logic, k < r.inputs.size() || r.factors.contains(column.name));
    for (std::size_t i = 0; i < r.numbers.size(); i += step)
      out += (i ? "," : "") + (std::isfinite(r.columns[k][i]) ? fmt::format("{:.5g}", r.columns[k][i]) : std::string("null"));
    out += "]}";
  }
  out += "],\"numbers\":[";
  for (std::size_t i = 0; i < r.numbers.size(); i += step) out += format("{}{}", i ? "," : "", r.numbers[i]);
  out += "],\"cell\":[";
  for (std::size_t i = 0; i < r.numbers.size(); i += step) out += format("{}{}", i ? "," : "", r.cell[i]);
  out += format("],\"every\":{},\"start\":{},\"folder\":{},\"reruns\":[", step, make_start(r), to_text(Json(r.rerun_folder(0))));
  for (const std::uint64_t number : r.reruns) out += format("{}{}", number == *r.reruns.begin() ? "" : ",", number);
  return out + "]}";
}

std::string make_scatter(const StudyRecord& r) {
  return "<section id=\"scatter\">\n<h2>One quantity against another</h2>\n<figure class=\"scatter\"><div class=\"choices\">"
         "<label>across <select id=\"sx\"></select></label><label>up <select id=\"sy\"></select></label>"
         "<label>colour <select id=\"sc\"></select></label><label>cell <select id=\"scell\"></select></label></div>"
         "<svg id=\"cloud\" class=\"cloud\" viewBox=\"0 0 900 420\" role=\"img\"></svg><p class=\"small\" id=\"hint\">Click on a "
         "case to learn how to see it run.</p></figure>\n</section>\n<p id=\"picked\" role=\"status\" hidden></p>\n" +
         format("<script type=\"application/json\" id=\"cases\">{}</script>\n", escape_script(make_scatter_data(r)));
}

std::string make_study_foot(const StudyRecord& r) {
  return format(
      "<section>\n<h2>The study</h2>\n<details><summary>study "
      "file</summary><pre>{}</pre></details>\n</section>\n<footer><span>{}</span>"
      "<span>all cases: <code>pintle study export {}</code></span></footer>\n",
      escape_html(r.study), escape_html(r.program), escape_html(r.store));
}

}  // namespace

std::string make_study_page(const StudyRecord& r) {
  return make_page_start(r.title) + format("<style>{}</style>\n", study_style) + make_study_head(r) + make_limits(r) +
         make_published(r) + make_pictures(r) + make_measures(r) + make_distributions(r) + make_separation(r) + make_ranking(r) +
         make_worst(r) + make_scatter(r) + make_failures(r) + make_study_foot(r) + format("<script>{}</script>\n", study_script) +
         make_page_end();
}

}  // namespace pintle
