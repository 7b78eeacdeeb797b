#pragma once
#include <string>
#include <vector>

#include "pintle/record/run_record.h"

/// Plots that stand alone: `pintle plot`.
namespace pintle {

/// How a curve is drawn: colour 1 to 6, dash 0 (a full line) to 3.
struct CurveStyle {
  int colour = 1, dash = 0;
};

struct Chart {
  std::string title;
  std::vector<Panel> panels;
  std::vector<std::vector<CurveStyle>> styles;  // by panel and curve
};

/// One SVG document, panels below each other: for light and dark screens, and for paper.
std::string make_chart_svg(const Chart& chart);
/// One page without network, with values under the pointer.
std::string make_chart_page(const Chart& chart);

}  // namespace pintle
