#pragma once
#include <string>
#include <vector>

#include "pintle/record/run_record.h"
#include "pintle/report/axis.h"

/// Plots as SVG that needs no script. The outer picture has no viewBox: its lines and texts stand at percentages, so
/// that they keep their size in every window; the curves stretch in an inner picture of 10000 × 10000 units whose
/// strokes do not scale.
namespace pintle {

/// A vertical line in every plot.
struct PlotMark {
  double time;
  std::string number, title;  // the number in the table of events; what hovering tells
};

struct TimeSpan {
  double start, end;  // [s]
};

/// From the first to the last instant of all curves; never empty.
TimeSpan find_time_span(const std::vector<Panel>& panels);

/// The axis of a panel's values: it includes zero where zero is near.
Axis make_value_axis(const Panel& panel);
/// What follows the last label of an axis of time: " s", or its power of ten.
std::string time_unit(const Axis& time);

/// Colours 1 to 6 for the curves of each panel: a part (what stands before the first dot) keeps its colour from panel to
/// panel where a panel has one curve of each part.
std::vector<std::vector<int>> choose_colours(const std::vector<Panel>& panels);

/// A <figure> with axes, curves, marks and legend. `place` counts panels: the script finds the data by it. `dashes` are full
/// lines unless told.
std::string make_figure(const Panel& panel, const std::vector<int>& colours, int place, TimeSpan span,
                        const std::vector<PlotMark>& marks, const std::vector<int>& dashes = {});

/// What the script needs to tell values under the pointer: {"start", "end", "times": […], "panels": [[{"t", "v"}]]}.
/// Curves sampled at the same times share them: "t" is a place in "times".
std::string make_plot_data(const std::vector<Panel>& panels, TimeSpan span);

}  // namespace pintle
