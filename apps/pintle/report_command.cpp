#include "report_command.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "exit_code.h"
#include "load_model.h"
#include "pintle/base/error.h"
#include "pintle/record/output_file.h"
#include "pintle/record/read_run.h"
#include "pintle/report/page.h"
#include "pintle/report/study_page.h"
#include "pintle/study/run_study.h"
#include "study_command.h"
#include "terminal.h"

namespace pintle {
namespace {

/// A run is a directory; a study is a file, its own or its store.
bool is_study(const std::string& word) {
  return !std::filesystem::is_directory(word) && word.find(".study.") != std::string::npos;
}

/// What the study's file says about limits and page now, if it is there and still that of the store.
std::optional<StudyStore::About> find_study_now(const std::string& word, const StudyStore::About& about) {
  if (!std::filesystem::exists(word) || std::filesystem::path(word).extension() == ".db") return {};
  StudyStore::About now = make_about(make_plan(read_study(word)), {});
  const std::string other = find_other_study(about, now);
  if (other.empty()) return now;
  say(fmt::format("warning: {}: the page is that of the study as it was run; {}", word, other));
  return {};
}

/// Beside the store, under its name. True if a limit of the study is violated.
bool report_study(const std::string& word, bool quiet) {
  const std::filesystem::path file = store_of(word);
  const StudyStore store = StudyStore::open(file, StudyStore::Mode::read);
  const StudyRecord record = read_study_record(store, find_study_now(word, store.about()));
  std::filesystem::path page = file;
  page.replace_extension(".html");
  write_whole(page, make_study_page(record));
  if (!quiet) print_out(page.string() + "\n");
  return !std::ranges::all_of(judge_limits(record), &LimitVerdict::holds);
}

}  // namespace

int report_runs(const ReportCommand& c) {
  bool violated = false;
  try {
    for (const std::string& folder : c.runs) {
      if (is_study(folder) || std::filesystem::path(folder).extension() == ".db") {
        const int code = with_sentences([&] { return report_study(folder, c.quiet) ? exit_disagree : exit_good; });
        if (code != exit_good && code != exit_disagree) return code;
        violated = code == exit_disagree || violated;
        continue;
      }
      const RunRecord record = read_run(folder);
      for (const std::string& note : record.notes) complain(fmt::format("{}: {}", folder, note));
      const std::filesystem::path page = std::filesystem::path(folder) / "index.html";
      write_whole(page, make_page(record));
      if (!c.quiet && !print_out(page.string() + "\n")) return exit_run_failed;
    }
    return violated ? exit_disagree : exit_good;
  } catch (const WriteError& problem) {
    complain(problem.what());
    return exit_run_failed;
  } catch (const Error& mistake) {
    complain(mistake.what());
    return exit_bad_command_line;
  }
}

}  // namespace pintle
