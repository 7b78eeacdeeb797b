#include "pintle/report/plot.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace pintle;

namespace {
Panel make_panel(const std::vector<std::string>& names) {
  Panel panel{"Angles <of> joints", "rad", "", {}};
  for (const std::string& name : names) panel.curves.push_back({name, {{0, 0}, {0.5, 1}, {1, 0.25}}});
  return panel;
}
}  // namespace

TEST_CASE("plot: a part keeps its colour from panel to panel, and no panel has a colour twice") {
  const auto colours = choose_colours({make_panel({"hip.angle", "knee.angle"}), make_panel({"knee.load.force", "hip.load.force"}),
                                       make_panel({"system.energy.kinetic", "system.energy.total"})});
  CHECK(colours[0] == std::vector<int>{1, 2});
  CHECK(colours[1] == std::vector<int>{2, 1});
  CHECK(colours[2] == std::vector<int>{1, 2});
}

TEST_CASE("plot: the figure draws every curve and mark, and escapes what it is told") {
  const std::string svg = make_figure(make_panel({"a.x", "b.x"}), {1, 2}, 3, {0, 1}, {{0.5, "1", "latch <here>"}});
  CHECK(svg.find("data-panel=\"3\"") != std::string::npos);
  CHECK(svg.find("Angles &lt;of&gt; joints") != std::string::npos);
  CHECK(svg.find("<title>latch &lt;here&gt;</title>") != std::string::npos);
  CHECK(svg.find("M0 10000l0 0 5000 -10000 5000 7500") != std::string::npos);
  CHECK(svg.find("nan") == std::string::npos);
}

TEST_CASE("plot: an empty curve and a panel of one instant are no disaster") {
  Panel panel{"Nothing", "1", "", {{"a.x", {}}, {"b.x", {{0, 2}}}}};
  const std::string svg = make_figure(panel, {1, 2}, 0, {0, 1}, {});
  CHECK(svg.find("nan") == std::string::npos);
  CHECK(svg.find("inf") == std::string::npos);
}

TEST_CASE("plot data: curves with the same times share them, and it is JSON") {
  const auto json = nlohmann::json::parse(make_plot_data({make_panel({"a", "b"}), make_panel({"c"})}, {0, 1}));
  CHECK(json["times"].size() == 1);
  CHECK(json["panels"].size() == 2);
  CHECK(json["panels"][0][1]["v"][1] == 1.0);
  CHECK(json["panels"][1][0]["t"] == 0);
  CHECK(nlohmann::json::parse(make_plot_data({}, {0, 1}))["panels"].empty());
}
