#include <algorithm>
#include <cmath>

#include "pintle/report/axis.h"
#include "pintle/report/study_page.h"
#include "pintle/report/text.h"

/// Rows of bars: how often a value came up in each of some samples. All have one axis and one class width, so that rows can be
/// compared by eye; the mean is a line through the bars.
namespace pintle {
namespace {

constexpr double bars_wide = 560, bars_left = 150, bars_right = 26, bars_row = 34, bars_foot = 24;

struct Classes {
  double low, width;
  int count;
  int find(double x) const { return std::clamp(static_cast<int>((x - low) / width), 0, count - 1); }
};

/// As wide as [Freedman Diaconis 1981] take them for the narrowest of the samples, within reason.
Classes choose_classes(const Axis& axis, const std::vector<HistogramRow>& rows) {
  constexpr double fewest = 12, most = 64;
  double width = axis.high - axis.low;
  for (const HistogramRow& row : rows) {
    std::vector<double> sample = row.sample;
    std::ranges::sort(sample);
    const double spread = calc_percentile(sample, 0.75).value - calc_percentile(sample, 0.25).value;
    const double fine = 2 * spread / std::cbrt(static_cast<double>(sample.size()));
    if (fine > 0) width = std::min(width, fine);
  }
  const double whole = axis.high - axis.low;
  const int count = static_cast<int>(std::clamp(whole / width, fewest, most));
  return {axis.low, whole / count, count};
}

std::string make_bars(const HistogramRow& row, const Classes& classes, const Axis& axis, double top) {
  std::vector<int> counts(static_cast<std::size_t>(classes.count));
  for (const double x : row.sample) ++counts[classes.find(x)];
  const int most = std::max(1, *std::ranges::max_element(counts));
  const double room = bars_wide - bars_left - bars_right, step = room / classes.count;
  std::string out;
  if (!row.name.empty())
    out +=
        format("<text class=\"name\" x=\"{}\" y=\"{:.1f}\">{}</text>", bars_left - 8, top + bars_row - 10, escape_html(row.name));
  for (int k = 0; k < classes.count; ++k) {
    if (counts[k] == 0) continue;
    const double height = (bars_row - 6) * counts[k] / most;
    out += format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"><title>{} of {}</title></rect>",
                  bars_left + step * k + 0.5, top + bars_row - height, std::max(0.5, step - 1), height, counts[k],
                  row.sample.size());
  }
  const Moments m = calc_moments(row.sample);
  if (m.count > 0) {
    const double x = bars_left + room * axis.fraction(m.mean);
    out +=
        format("<line class=\"mean\" x1=\"{0:.2f}\" x2=\"{0:.2f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\"/>", x, top + 2, top + bars_row);
  }
  return out + format("<line class=\"base\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>", bars_left,
                      bars_wide - bars_right, top + bars_row);
}

}  // namespace

std::string make_histograms(const std::string& title, const std::string& unit, const std::vector<HistogramRow>& rows) {
  std::vector<double> all;
  for (const HistogramRow& row : rows) all.insert(all.end(), row.sample.begin(), row.sample.end());
  if (all.empty()) return "";
  const auto [low, high] = std::ranges::minmax(all);
  const Axis axis = make_wide_axis(low, high, 6);
  const Classes classes = choose_classes(axis, rows);
  const double height = bars_row * static_cast<double>(rows.size()) + bars_foot;
  std::string out = format("<svg class=\"histograms\" viewBox=\"0 0 {} {}\" role=\"img\">", bars_wide, height);
  for (std::size_t k = 0; k < rows.size(); ++k) out += make_bars(rows[k], classes, axis, bars_row * static_cast<double>(k));
  for (std::size_t k = 0; k < axis.ticks.size(); ++k)
    out += format("<text class=\"tick\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>",
                  bars_left + (bars_wide - bars_left - bars_right) * axis.fraction(axis.ticks[k]), height - 8, axis.labels[k]);
  std::string shown = pretty_unit(unit);
  if (axis.exponent != 0) shown = format("10^{} {}", axis.exponent, shown);
  return format("<figure><figcaption><b>{}</b> <span class=\"unit\">{}</span></figcaption>{}</svg></figure>\n",
                escape_html(title), shown.empty() ? "1" : shown, out);
}

}  // namespace pintle
