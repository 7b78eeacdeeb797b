#include "pintle/report/chart.h"

#include <doctest/doctest.h>

using namespace pintle;

namespace {
Chart make_chart() {
  Chart chart;
  chart.title = "soft & stiff";
  chart.panels = {{"angle", "rad", "", {{"elbow.angle (soft)", {{0, 0}, {1, 2}}}, {"elbow.angle (stiff)", {{0, 0}, {1, 1}}}}},
                  {"load.force", "N", "the first 1 of 3 curves", {{"elbow.load.force", {{0, 1e6}, {1, 2e6}}}}}};
  chart.styles = {{{1, 0}, {2, 1}}, {{1, 0}}};
  return chart;
}
bool has(const std::string& text, const char* what) { return text.find(what) != std::string::npos; }
}  // namespace

TEST_CASE("chart: one document with all panels, curves, units and names") {
  const std::string svg = make_chart_svg(make_chart());
  CHECK(svg.starts_with("<svg xmlns="));
  CHECK(svg.ends_with("</svg>\n"));
  for (const char* text : {"soft &amp; stiff", "angle [rad]", "[10⁶ N]", "elbow.angle (stiff)", "the first 1 of 3 curves",
                           "made by pintle plot", "class=\"curve c2 d1\""})
    CHECK_MESSAGE(has(svg, text), text);
  CHECK(!has(svg, "nan"));
}

TEST_CASE("chart: the page has the same curves and needs nothing from outside") {
  const std::string page = make_chart_page(make_chart());
  CHECK(has(page, "<h1>soft &amp; stiff</h1>"));
  CHECK(has(page, "data-panel=\"1\""));
  for (const char* text : {"http:", "https:", "src=", "@import", "url("}) CHECK_MESSAGE(!has(page, text), text);
  CHECK(page.ends_with("</html>\n"));
}

TEST_CASE("chart: one instant, an empty curve and no panel at all are no disaster") {
  Chart chart;
  CHECK(make_chart_svg(chart).ends_with("</svg>\n"));
  chart.panels = {{"a", "1", "", {{"a.x", {{0.5, 3}}}, {"b.x", {}}}}};
  chart.styles = {{{1, 0}, {2, 0}}};
  CHECK(!has(make_chart_svg(chart), "nan"));
  CHECK(!has(make_chart_svg(chart), "inf"));
}
