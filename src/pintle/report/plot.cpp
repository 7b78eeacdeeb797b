#include "pintle/report/plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <set>

#include "pintle/report/axis.h"
#include "pintle/report/text.h"

namespace pintle {
namespace {

constexpr int time_ticks = 6, value_ticks = 5, colour_count = 6;
constexpr double units = 10000;            // of the inner picture, each way
constexpr double room_for_number = 0.022;  // of the width, between the numbers of two marks

std::string place_text(double fraction) { return fmt::format("{:.3f}%", 100 * fraction); }

std::string make_grid(const Axis& time, const Axis& value) {
  std::string out = "<g class=\"grid\">";
  for (double t : time.ticks) {
    const std::string x = place_text(time.fraction(t));
    out += fmt::format("<line x1=\"{0}\" x2=\"{0}\" y1=\"0\" y2=\"100%\"/>", x);
  }
  for (double v : value.ticks) {
    const bool zero = std::abs(value.fraction(v) - value.fraction(0)) < 1e-9;
    const std::string y = place_text(1 - value.fraction(v));
    out += fmt::format("<line{1} x1=\"0\" x2=\"100%\" y1=\"{0}\" y2=\"{0}\"/>", y, zero ? " class=\"zero\"" : "");
  }
  out += "</g><g class=\"ticks\">";
  for (std::size_t i = 0; i < time.ticks.size(); ++i)
    out += fmt::format("<text class=\"x\" x=\"{}\" y=\"100%\" dy=\"17\">{}{}</text>", place_text(time.fraction(time.ticks[i])),
                       time.labels[i], i + 1 == time.ticks.size() ? time_unit(time) : "");
  for (std::size_t i = 0; i < value.ticks.size(); ++i)
    out += fmt::format("<text class=\"y\" x=\"-8\" y=\"{}\" dy=\"4\">{}</text>", place_text(1 - value.fraction(value.ticks[i])),
                       value.labels[i]);
  return out + "</g>";
}

/// Moves from point to point in whole units, relative to the last one.
std::string make_path(const Curve& curve, const Axis& time, const Axis& value) {
  std::string d;
  long x0 = 0, y0 = 0;
  for (const auto& [t, v] : curve.points) {
    const long x = std::lround(units * time.fraction(t)), y = std::lround(units * (1 - value.fraction(v)));
    if (d.empty()) {
      fmt::format_to(std::back_inserter(d), "M{} {}l0 0", x, y);
    } else if (x != x0 || y != y0) {
      fmt::format_to(std::back_inserter(d), " {} {}", x - x0, y - y0);
    }
    x0 = x;
    y0 = y;
  }
  return d;
}

std::string make_marks(const std::vector<PlotMark>& marks, const Axis& time) {
  std::string out;
  double last = -1;
  for (const PlotMark& mark : marks) {
    const double x = time.fraction(mark.time);
    out += fmt::format(
        "<g class=\"mark\"><title>{0}</title><line x1=\"{1}\" x2=\"{1}\" y1=\"0\" y2=\"100%\"/>"
        "<line class=\"reach\" x1=\"{1}\" x2=\"{1}\" y1=\"0\" y2=\"100%\"/>",
        escape_html(mark.title), place_text(x));
    if (x - last >= room_for_number) {
      out += fmt::format("<text x=\"{}\" y=\"0\" dy=\"-5\">{}</text>", place_text(x), mark.number);
      last = x;
    }
    out += "</g>";
  }
  return out;
}

std::string make_caption(const Panel& panel, const Axis& value) {
  std::string unit = pretty_unit(panel.unit);
  if (value.exponent != 0)
    unit = fmt::format("10<sup>{}{}</sup>{}", value.exponent < 0 ? "−" : "", std::abs(value.exponent),
                       unit.empty() ? "" : " " + unit);
  return fmt::format("<figcaption><b>{}</b>{}{}</figcaption>", escape_html(panel.title),
                     unit.empty() ? "" : " <span class=\"unit\">" + unit + "</span>",
                     panel.note.empty() ? "" : " <span class=\"note\">" + escape_html(panel.note) + "</span>");
}

}  // namespace

Axis make_value_axis(const Panel& panel) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Curve& curve : panel.curves) {
    for (const auto& [t, value] : curve.points) {
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  // Zero belongs to the picture where it is near: a force that starts at 2 and ends at 10 is read against 0.
  if (low > 0 && low < 0.4 * high) low = 0;
  if (high < 0 && high > 0.4 * low) high = 0;
  return make_wide_axis(low, high, value_ticks);
}

std::string time_unit(const Axis& time) { return time.exponent == 0 ? " s" : fmt::format("e{} s", time.exponent); }

TimeSpan find_time_span(const std::vector<Panel>& panels) {
  TimeSpan span{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const Panel& panel : panels) {
    for (const Curve& curve : panel.curves) {
      if (curve.points.empty()) continue;
      span.start = std::min(span.start, curve.points.front().t);
      span.end = std::max(span.end, curve.points.back().t);
    }
  }
  if (!(span.end >= span.start)) return {0, 1};
  if (span.end == span.start) span.end = span.start + 1;
  return span;
}

std::vector<std::vector<int>> choose_colours(const std::vector<Panel>& panels) {
  std::map<std::string, int> colour_of;
  std::vector<std::vector<int>> all;
  for (const Panel& panel : panels) {
    std::vector<int> colours;
    for (const Curve& curve : panel.curves) {
      const std::string part = curve.name.substr(0, curve.name.find('.'));
      const int next = 1 + static_cast<int>(colour_of.size()) % colour_count;
      colours.push_back(colour_of.try_emplace(part, next).first->second);
    }
    const std::set<int> different(colours.begin(), colours.end());
    if (different.size() < colours.size())
      for (std::size_t k = 0; k < colours.size(); ++k) colours[k] = 1 + static_cast<int>(k) % colour_count;
    all.push_back(colours);
  }
  return all;
}

std::string make_figure(const Panel& panel, const std::vector<int>& colours, int place, TimeSpan span,
                        const std::vector<PlotMark>& marks, const std::vector<int>& dashes) {
  const Axis time = make_tight_axis(span.start, span.end, time_ticks);
  const Axis value = make_value_axis(panel);
  std::string curves, legend;
  for (std::size_t k = 0; k < panel.curves.size(); ++k) {
    const std::string kind = fmt::format("c{}{}", colours[k], dashes.empty() ? "" : fmt::format(" d{}", dashes[k]));
    curves += fmt::format("<path class=\"{}\" vector-effect=\"non-scaling-stroke\" d=\"{}\"/>", kind,
                          make_path(panel.curves[k], time, value));
    legend += fmt::format("<li><i class=\"{}\"></i>{} <output></output></li>", kind, escape_html(panel.curves[k].name));
  }
  return fmt::format(
      "<figure data-panel=\"{}\">{}<div class=\"frame\">"
      "<svg class=\"plot\" role=\"img\" aria-label=\"{} over time\">{}"
      "<svg class=\"curves\" width=\"100%\" height=\"100%\" viewBox=\"0 0 {} {}\" preserveAspectRatio=\"none\">{}</svg>"
      "{}<line class=\"cursor\" y1=\"0\" y2=\"100%\"/></svg></div><ul class=\"legend\">{}</ul></figure>\n",
      place, make_caption(panel, value), escape_html(panel.title), make_grid(time, value), units, units, curves,
      make_marks(marks, time), legend);
}

std::string make_plot_data(const std::vector<Panel>& panels, TimeSpan span) {
  std::map<std::vector<double>, std::size_t> places;
  std::string times, curves;
  const auto append = [](std::string& list, double x) {
    fmt::format_to(std::back_inserter(list), "{}{:.6g}", list.ends_with('[') ? "" : ",", x);
  };
  for (const Panel& panel : panels) {
    curves += curves.empty() ? "[" : ",[";
    for (const Curve& curve : panel.curves) {
      std::vector<double> t;
      for (const auto& point : curve.points) t.push_back(point.t);
      const auto [at, is_new] = places.try_emplace(t, places.size());
      if (is_new) {
        times += times.empty() ? "[" : ",[";
        for (double x : t) append(times, x);
        times += "]";
      }
      fmt::format_to(std::back_inserter(curves), "{}{{\"t\":{},\"v\":[", &curve == &panel.curves.front() ? "" : ",", at->second);
      for (const auto& point : curve.points) append(curves, point.value);
      curves += "]}";
    }
    curves += "]";
  }
  return fmt::format("{{\"start\":{},\"end\":{},\"times\":[{}],\"panels\":[{}]}}", span.start, span.end, times, curves);
}

}  // namespace pintle
