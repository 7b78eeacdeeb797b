#include "report_command.h"

#include <fmt/core.h>

#include <filesystem>

#include "exit_code.h"
#include "pintle/base/error.h"
#include "pintle/record/output_file.h"
#include "pintle/record/read_run.h"
#include "pintle/report/page.h"
#include "terminal.h"

namespace pintle {

int report_runs(const ReportCommand& c) {
  try {
    for (const std::string& folder : c.runs) {
      const RunRecord record = read_run(folder);
      for (const std::string& note : record.notes) complain(fmt::format("{}: {}", folder, note));
      const std::filesystem::path page = std::filesystem::path(folder) / "index.html";
      write_whole(page, make_page(record));
      if (!c.quiet && !print_out(page.string() + "\n")) return exit_run_failed;
    }
    return exit_good;
  } catch (const WriteError& problem) {
    complain(problem.what());
    return exit_run_failed;
  } catch (const Error& mistake) {
    complain(mistake.what());
    return exit_bad_command_line;
  }
}

}  // namespace pintle
