#pragma once
#include <string>
#include <vector>

namespace pintle {

struct PlotCommand {
  std::vector<std::string> words;  // run directories and signals, in any order
  std::string out;                 // FILE.svg or FILE.html; empty: plot.svg
  std::string title;
  bool quiet = false;
};

/// `pintle plot`: curves of one run or of several over each other. Returns the exit code.
int plot_runs(const PlotCommand& command);

}  // namespace pintle
