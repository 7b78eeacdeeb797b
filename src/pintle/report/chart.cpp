#include "pintle/report/chart.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "pintle/report/page.h"
#include "pintle/report/plot.h"
#include "pintle/report/text.h"

namespace pintle {
namespace {

constexpr double page_width = 900, left = 76, right = 24, plot_height = 230, title_height = 46, head = 34, foot = 30, row = 18;
constexpr double letter = 6.6;  // of the legend [px]

const char* const style = R"css(
svg { --paper: #ffffff; --ink: #1b2430; --soft: #5c6876; --faint: #e3e6ea; --line: #b9c0c8;
  --c1: #0067a5; --c2: #d05a00; --c3: #00835f; --c4: #b85590; --c5: #b27d00; --c6: #3d9bd4; }
@media screen and (prefers-color-scheme: dark) { svg { --paper: #12161b; --ink: #e4e8ed; --soft: #98a4b2; --faint: #262d36;
  --line: #4a5461; --c1: #5aaee0; --c2: #f08848; --c3: #35c197; --c4: #e08cbc; --c5: #e3b53c; --c6: #a9d6f2; } }
text { font-family: system-ui, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif;
  font-size: 12px; fill: var(--soft); }
.paper { fill: var(--paper); } .title { font-size: 18px; font-weight: 600; fill: var(--ink); }
.caption { font-size: 13px; fill: var(--ink); } .legend { fill: var(--ink); }
.grid { stroke: var(--faint); } .zero { stroke: var(--line); } .x { text-anchor: middle; } .y { text-anchor: end; }
.curve { fill: none; stroke-width: 1.6; stroke-linejoin: round; stroke-linecap: round; }
.c1 { stroke: var(--c1); } .c2 { stroke: var(--c2); } .c3 { stroke: var(--c3); }
.c4 { stroke: var(--c4); } .c5 { stroke: var(--c5); } .c6 { stroke: var(--c6); }
.d1 { stroke-dasharray: 7 4; } .d2 { stroke-dasharray: 2 4; } .d3 { stroke-dasharray: 9 4 2 4; }
)css";

std::string raised(int exponent) {
  static const char* const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out = exponent < 0 ? "⁻" : "";
  for (char c : std::to_string(std::abs(exponent))) out += digits[c - '0'];
  return out;
}

std::string caption_of(const Panel& panel, const Axis& value) {
  std::string unit = pretty_unit(panel.unit);
  if (value.exponent != 0) unit = "10" + raised(value.exponent) + (unit.empty() ? "" : " " + unit);
  return panel.title + (unit.empty() ? "" : " [" + unit + "]");
}

/// Names in rows that fit the page; returns the text and how high it is.
struct Legend {
  std::string text;
  double height;
};
Legend make_legend(const Panel& panel, const std::vector<CurveStyle>& styles, double top) {
  Legend legend{"", row};
  double x = left;
  for (std::size_t k = 0; k < panel.curves.size(); ++k) {
    const double wide = 30 + letter * static_cast<double>(panel.curves[k].name.size()) + 18;
    if (x > left && x + wide > page_width - right) {
      x = left;
      legend.height += row;
    }
    const double y = top + legend.height - 4;
    legend.text += fmt::format(
        "<path class=\"curve c{} d{}\" d=\"M{:.0f} {:.0f}h22\"/><text class=\"legend\" x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n",
        styles[k].colour, styles[k].dash, x, y - 4, x + 28, y, escape_html(panel.curves[k].name));
    x += wide;
  }
  if (!panel.note.empty()) {
    legend.height += row;
    legend.text +=
        fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n", left, top + legend.height - 4, escape_html(panel.note));
  }
  return legend;
}

/// A panel with its upper edge at y; moves y to its lower edge.
std::string make_panel(const Panel& panel, const std::vector<CurveStyle>& styles, TimeSpan span, double& y) {
  const Axis time = make_tight_axis(span.start, span.end, 8), value = make_value_axis(panel);
  const double wide = page_width - left - right, top = y + head;
  const auto across = [&](double t) { return left + wide * time.fraction(t); };
  const auto down = [&](double v) { return top + plot_height * (1 - value.fraction(v)); };
  std::string out = fmt::format("<text class=\"caption\" x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n", left, y + 22,
                                escape_html(caption_of(panel, value)));
  for (std::size_t k = 0; k < time.ticks.size(); ++k) {
    const double x = across(time.ticks[k]);
    out += fmt::format(
        "<path class=\"grid\" d=\"M{0:.1f} {1:.1f}v{2:.1f}\"/><text class=\"x\" x=\"{0:.1f}\" y=\"{3:.1f}\">{4}{5}</text>\n", x,
        top, plot_height, top + plot_height + 18, time.labels[k], k + 1 == time.ticks.size() ? time_unit(time) : "");
  }
  for (std::size_t k = 0; k < value.ticks.size(); ++k) {
    const double v = down(value.ticks[k]);
    out += fmt::format(
        "<path class=\"{5}\" d=\"M{0:.1f} {1:.1f}h{2:.1f}\"/><text class=\"y\" x=\"{3:.1f}\" y=\"{4:.1f}\">{6}</text>\n", left, v,
        wide, left - 8, v + 4, std::abs(v - down(0)) < 1e-6 ? "zero" : "grid", value.labels[k]);
  }
  for (std::size_t k = 0; k < panel.curves.size(); ++k) {
    std::string d;
    for (const auto& [t, x] : panel.curves[k].points)
      fmt::format_to(std::back_inserter(d), "{}{:.2f} {:.2f}", d.empty() ? "M" : "L", across(t), down(x));
    if (panel.curves[k].points.size() == 1) d += "h0";
    out += fmt::format("<path class=\"curve c{} d{}\" d=\"{}\"><title>{}</title></path>\n", styles[k].colour, styles[k].dash, d,
                       escape_html(panel.curves[k].name));
  }
  const Legend legend = make_legend(panel, styles, top + plot_height + foot);
  y = top + plot_height + foot + legend.height + 10;
  return out + legend.text;
}

}  // namespace

std::string make_chart_svg(const Chart& chart) {
  const TimeSpan span = find_time_span(chart.panels);
  double y = chart.title.empty() ? 8 : title_height;
  std::string panels;
  for (std::size_t k = 0; k < chart.panels.size(); ++k) panels += make_panel(chart.panels[k], chart.styles[k], span, y);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\">\n"
      "<desc>made by pintle plot, version {2}</desc>\n<style>{3}</style>\n<rect class=\"paper\" width=\"100%\" "
      "height=\"100%\"/>\n{4}{5}</svg>\n",
      page_width, y + 8, PINTLE_VERSION, style,
      chart.title.empty()
          ? ""
          : fmt::format("<text class=\"title\" x=\"{:.0f}\" y=\"32\">{}</text>\n", left, escape_html(chart.title)),
      panels);
}

std::string make_chart_page(const Chart& chart) {
  const TimeSpan span = find_time_span(chart.panels);
  std::string figures;
  for (std::size_t k = 0; k < chart.panels.size(); ++k) {
    std::vector<int> colours, dashes;
    for (const CurveStyle& s : chart.styles[k]) {
      colours.push_back(s.colour);
      dashes.push_back(s.dash);
    }
    figures += make_figure(chart.panels[k], colours, static_cast<int>(k), span, {}, dashes);
  }
  return fmt::format(
      "{}<header>\n<p class=\"mark\">Pintle</p>\n<h1>{}</h1>\n</header>\n<section>\n<div class=\"panels "
      "wide\">\n{}</div>\n</section>\n"
      "<script type=\"application/json\" id=\"data\">{}</script>\n"
      "<footer><p>made by pintle plot, version {}</p></footer>\n{}",
      make_page_start(chart.title.empty() ? "plot" : chart.title), escape_html(chart.title.empty() ? "plot" : chart.title),
      figures, escape_script(make_plot_data(chart.panels, span)), PINTLE_VERSION, make_page_end());
}

}  // namespace pintle
