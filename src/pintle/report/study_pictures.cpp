#include <algorithm>
#include <cmath>

#include "pintle/report/axis.h"
#include "pintle/report/study_page.h"
#include "pintle/report/text.h"

/// The pictures that a study asks for: they stand in the page as they are, for those who print it or have no scripts.
namespace pintle {
namespace {

using AskedPicture = StudyRecord::Picture;

constexpr double cloud_wide = 560, cloud_high = 340, cloud_left = 58, cloud_right = 14, cloud_top = 24, cloud_foot = 44;

std::string title_of(const StudyColumn& column, const Axis& axis) {
  std::string unit = pretty_unit(column.unit);
  if (axis.exponent != 0) unit = format("10^{} {}", axis.exponent, unit);
  return short_name(column) + (unit.empty() ? "" : format(" [{}]", unit));
}

/// A row for each cell, with all measures in it; of one cell a row for each measure.
std::string make_distribution(const StudyRecord& r, const AskedPicture& picture) {
  const std::vector<std::string> names = r.short_names(picture.cells);
  std::vector<HistogramRow> rows;
  const auto add = [&](std::size_t column, int cell) {
    const std::vector<double> sample = r.values(r.columns[column], cell);
    rows.back().sample.insert(rows.back().sample.end(), sample.begin(), sample.end());
  };
  if (picture.cells.size() == 1 && picture.of.size() > 1) {
    for (const std::size_t column : picture.of) {
      rows.push_back({r.described(column).name, {}});
      add(column, picture.cells[0]);
    }
  } else {
    for (std::size_t k = 0; k < picture.cells.size(); ++k) {
      rows.push_back({names[k], {}});
      for (const std::size_t column : picture.of) add(column, picture.cells[k]);
    }
  }
  return make_histograms(picture.title, r.described(picture.of[0]).unit, rows);
}

/// Where cases go in a frame.
struct Frame {
  Axis x, y;
  double across(double v) const { return cloud_left + (cloud_wide - cloud_left - cloud_right) * x.fraction(v); }
  double up(double v) const { return cloud_high - cloud_foot - (cloud_high - cloud_foot - cloud_top) * y.fraction(v); }
};

std::string make_frame(const Frame& f, const StudyColumn& x, const StudyColumn& y) {
  const double bottom = cloud_high - cloud_foot;
  std::string out = "<g class=\"grid\">";
  for (const double t : f.x.ticks) out += format("<path d=\"M{:.1f} {}V{}\"/>", f.across(t), cloud_top, bottom);
  for (const double t : f.y.ticks) out += format("<path d=\"M{} {:.1f}H{}\"/>", cloud_left, f.up(t), cloud_wide - cloud_right);
  out += "</g>";
  for (std::size_t k = 0; k < f.x.ticks.size(); ++k)
    out += format("<text class=\"tick\" x=\"{:.1f}\" y=\"{}\">{}</text>", f.across(f.x.ticks[k]), bottom + 16, f.x.labels[k]);
  for (std::size_t k = 0; k < f.y.ticks.size(); ++k)
    out += format("<text class=\"side\" x=\"{}\" y=\"{:.1f}\">{}</text>", cloud_left - 7, f.up(f.y.ticks[k]) + 4, f.y.labels[k]);
  return out + format("<text class=\"tick name\" x=\"{}\" y=\"{}\">{}</text><text class=\"name\" x=\"0\" y=\"13\">{}</text>",
                      (cloud_left + cloud_wide - cloud_right) / 2, cloud_high - 8, title_of(x, f.x), title_of(y, f.y));
}

/// True cases are full triangles, others open circles: told apart without colours, too.
std::string make_mark(double x, double y, bool is_true, std::uint64_t number) {
  if (is_true) return format("<path class=\"yes\" d=\"M{:.1f} {:.1f}l4 7h-8z\" data-n=\"{}\"/>", x, y - 4.5, number);
  return format("<circle class=\"no\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" data-n=\"{}\"/>", x, y, number);
}

std::string make_legend(const StudyRecord& r, const AskedPicture& picture) {
  if (picture.by == StudyRecord::none) return "";
  const double right = cloud_wide - cloud_right;
  return make_mark(right - 88, 9, true, 0) + make_mark(right - 34, 9, false, 0) +
         format(
             "<text class=\"side\" x=\"{}\" y=\"13\">{}:</text><text x=\"{}\" y=\"13\">yes</text><text x=\"{}\" "
             "y=\"13\">no</text>",
             right - 98, short_name(r.described(picture.by)), right - 80, right - 26);
}

std::string make_scatter_picture(const StudyRecord& r, const AskedPicture& picture) {
  const std::vector<double>&x = r.columns[picture.of[0]], &y = r.columns[picture.of[1]];
  std::vector<std::size_t> shown;
  double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
  for (std::size_t i = 0; i < r.numbers.size(); ++i) {
    if (std::ranges::find(picture.cells, r.cell[i]) == picture.cells.end() || !std::isfinite(x[i]) || !std::isfinite(y[i]))
      continue;
    shown.push_back(i);
    low[0] = std::min(low[0], x[i]), high[0] = std::max(high[0], x[i]);
    low[1] = std::min(low[1], y[i]), high[1] = std::max(high[1], y[i]);
  }
  if (shown.empty()) return "";
  const Frame frame{make_wide_axis(low[0], high[0], 8), make_wide_axis(low[1], high[1], 6)};
  const auto is_true = [&](std::size_t i) { return picture.by != StudyRecord::none && r.columns[picture.by][i] == 1; };
  std::ranges::stable_partition(shown, [&](std::size_t i) { return !is_true(i); });
  std::string out = format("<figure><figcaption><b>{}</b></figcaption><svg class=\"cloud\" viewBox=\"0 0 {} {}\" role=\"img\">{}",
                           escape_html(picture.title), cloud_wide, cloud_high,
                           make_frame(frame, r.described(picture.of[0]), r.described(picture.of[1])));
  for (const std::size_t i : shown) out += make_mark(frame.across(x[i]), frame.up(y[i]), is_true(i), r.numbers[i]);
  return out + make_legend(r, picture) + "</svg></figure>\n";
}

}  // namespace

std::string make_pictures(const StudyRecord& r) {
  std::string out;
  for (const AskedPicture& picture : r.pictures)
    out += picture.is_scatter ? make_scatter_picture(r, picture) : make_distribution(r, picture);
  return out.empty()
             ? ""
             : "<section id=\"figures\">\n<h2>Figures</h2>\n<div class=\"panels\">\n" + out +
                   "</div>\n<p class=\"small\">Histograms: each row is as high as its most frequent class; the line is the "
                   "mean. Click on a mark to learn how to see the case run.</p>\n</section>\n";
}

}  // namespace pintle
