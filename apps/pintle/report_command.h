#pragma once
#include <string>
#include <vector>

namespace pintle {

struct ReportCommand {
  std::vector<std::string> runs;
  bool quiet = false;
};

/// `pintle report`: writes index.html anew from the other files of a run directory. Returns the exit code.
int report_runs(const ReportCommand& command);

}  // namespace pintle
