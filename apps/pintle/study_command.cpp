#include "study_command.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "exit_code.h"
#include "load_model.h"
#include "pintle/base/error.h"
#include "pintle/base/json.h"
#include "pintle/record/failure_groups.h"
#include "pintle/record/output_file.h"
#include "pintle/report/text.h"
#ifdef PINTLE_MPI
#include "pintle/study/ranks.h"
#endif
#include "pintle/study/run_study.h"
#include "terminal.h"
#include "watch.h"

namespace pintle {
namespace {

constexpr int most_jobs = 1024, most_shards = 100'000;

/// As bash reads it: in quotes if there is anything that it would not take as it stands.
std::string shell_word(const std::string& text) {
  const auto is_plain = [](unsigned char c) {
    return std::isalnum(c) || std::string_view("._-/=+,:@%").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::ranges::all_of(text, is_plain)) return text;
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string{c};
  return out + "'";
}

/// A job array of Slurm: each job runs its shard, and one that is run again goes on where it was.
std::string make_slurm_script(const StudyCommand& c) {
  const std::string study = c.file;
  if (study.find('\n') != std::string::npos) throw Error("--slurm: the name of the study has two lines; give it another one");
  std::string stores;
  for (int k = 1; k <= c.slurm; ++k) stores += " " + shell_word(store_of(study, fmt::format("{}/{}", k, c.slurm)));
  return fmt::format(
      "#!/bin/bash\n"
      "# sbatch THIS, in the folder that `pintle study` is called from; when all jobs are done:\n"
      "#   pintle study merge {}{}\n"
      "#SBATCH --job-name=pintle\n"
      "#SBATCH --array=1-{}\n"
      "#SBATCH --cpus-per-task={}\n"
      "exec pintle study {} --shard \"$SLURM_ARRAY_TASK_ID/{}\" -j \"$SLURM_CPUS_PER_TASK\" --quiet\n",
      shell_word(store_of(study)), stores, c.slurm, std::max(1, c.jobs), shell_word(study), c.slurm);
}

/// "2/8"; throws Error.
Shard read_shard(const std::string& text) {
  if (text.empty()) return {};
  Shard shard;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, shard.place);
  const bool has_slash = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
  const auto second = has_slash ? std::from_chars(first.ptr + 1, end, shard.count) : first;
  if (!has_slash || second.ec != std::errc() || second.ptr != end || shard.place < 1 || shard.place > shard.count ||
      shard.count > most_shards)
    throw Error(fmt::format("--shard {}: give a part and the number of parts, for example 2/8", text));
  return shard;
}

std::string count_of(std::uint64_t n, const char* noun) { return count_text(static_cast<long>(n), noun); }
std::string grouped(std::uint64_t n) { return grouped_number(static_cast<long>(n)); }

/// One line on standard error, on a terminal.
class Progress {
 public:
  explicit Progress(bool show) : show_(show && isatty(STDERR_FILENO)) {}
  ~Progress() {
    if (shown_) fmt::print(stderr, "\r\x1b[K");
  }
  void tell(const StudyProgress& p) {
    if (!show_ || p.seconds < 1) return;
    const double speed = static_cast<double>(p.here) / p.seconds;
    std::string line = fmt::format("{} of {} cases, {:.3g} a second", grouped(p.done), grouped(p.total), speed);
    if (p.here > 0) {
      const double left = static_cast<double>(p.total - std::min(p.done, p.total)) / speed;
      line += fmt::format(", {} to go", duration_text(std::max(1.0, std::round(left))));
    }
    line += fmt::format(", {} failed", grouped(p.failed));
    line.resize(std::min(line.size(), static_cast<std::size_t>(text_width() - 1)));
    fmt::print(stderr, "\r{}\x1b[K", line);
    shown_ = true;
  }

 private:
  bool show_, shown_ = false;
};

StudyStore open_or_create(const std::filesystem::path& file, const StudyPlan& plan, const Shard& shard) {
  const StudyStore::About about = make_about(plan, shard);
  if (!std::filesystem::exists(file)) {
    std::error_code problem;
    if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), problem);
    if (problem) throw WriteError(fmt::format("{}: the folder cannot be made: {}", file.string(), problem.message()));
    try {
      return StudyStore::create(file, about);
    } catch (const StudyStore::StoreExists&) {  // somebody was quicker
    }
  }
  StudyStore store = StudyStore::open(file, StudyStore::Mode::write);
  if (const std::string why = find_other(store.about(), about); !why.empty())
    throw Error(fmt::format("{}: {}\nput it back, or give another --out to begin anew", file.string(), why));
  return store;
}

/// The most frequent reasons.
void say_failures(const StudyStore& store, const StudyProgress& p) {
  constexpr std::size_t shown = 3;
  FailureGroups groups;
  store.for_each([&](const CaseRow& row) {
    if (row.status == Status::failed) groups.add(row.number, row.message);
  });
  const std::vector<FailureGroup> list = groups.list();
  if (p.failed == p.done)
    say(fmt::format("warning: all {} failed: there is nothing to be learned from them", count_of(p.done, "case")));
  else if (is_alarming(p.failed, p.done))
    say(fmt::format("warning: {} of {} failed: statistics are those of the others alone", grouped(p.failed),
                    count_of(p.done, "case")));
  for (std::size_t k = 0; k < std::min(shown, list.size()); ++k)
    say(fmt::format("warning: {} failed as case {} did: {}", count_of(list[k].count, "case"), list[k].first, list[k].reason));
  if (list.size() > shown) say(fmt::format("and for {} more; pintle report lists them", count_of(list.size() - shown, "reason")));
}

int cores_of_machine() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

int go_study(const StudyCommand& c, RemoteWorkers* remote) {
  const Shard shard = read_shard(c.shard);
  std::unique_ptr<Waiting> waiting = std::make_unique<Waiting>("reading " + c.file, !c.quiet);
  const StudyPlan plan = make_plan(read_study(c.file));
  waiting.reset();
  if (!c.quiet) say_warnings(plan.warnings);
  if (c.slurm > 0 && !plan.study.stop.empty())
    throw Error("--slurm: stop_when looks at all cases of a cell, and a job has only some; take it out of the study");
  if (c.slurm > 0) return print_out(make_slurm_script(c)) ? exit_good : exit_run_failed;
  if (shard.count > 1 && !plan.study.stop.empty())
    throw Error("--shard: stop_when looks at all cases of a cell, and a part of a study has only some; take one of them out");
  const std::string file = c.out.empty() ? store_of(c.file, c.shard) : c.out;
  StudyStore store = open_or_create(file, plan, shard);
  catch_interrupts();
  const int jobs = c.jobs > 0 ? c.jobs : remote ? 1 : cores_of_machine();
  StudyOutcome outcome;
  {
    Progress progress(!c.quiet);
    outcome = run_study(
        plan, store,
        {.jobs = jobs, .remote = remote, .shard = shard, .wants_stop = is_interrupted, .progress = [&](const StudyProgress& p) {
           progress.tell(p);
         }});
  }
  const StudyProgress& p = outcome.progress;
  if (outcome.interrupted) {
    complain(
        fmt::format("interrupted: {} of {} cases are in {}; the same command goes on", grouped(p.done), grouped(p.total), file));
    return exit_interrupted;
  }
  const bool all_failed = p.done > 0 && p.failed == p.done;
  if (p.failed > 0 && (all_failed || !c.quiet)) say_failures(store, p);
  if (c.quiet) return all_failed ? exit_run_failed : exit_good;
  std::string text = fmt::format("{} in {}", count_of(p.done, "case"), file);
  if (p.here > 0) text += fmt::format(", {} of them now, in {}", grouped(p.here), duration_text(p.seconds));
  if (p.failed > 0) text += fmt::format("; {} failed, with reasons", grouped(p.failed));
  return print_out(labelled("", text, 0, text_width())) && !all_failed ? exit_good : exit_run_failed;
}

// ---- Open MPI ------------------------------------------------------------------------------------------------------
/// By mpirun.
int ranks_started() {
  const char* const size = std::getenv("OMPI_COMM_WORLD_SIZE");
  return size ? std::atoi(size) : 1;
}

#ifdef PINTLE_MPI
/// What is wrong with a study, rank 0 has said before others do; what is wrong here alone, nobody else says.
int work_for_others(const StudyCommand& c, const Ranks& ranks) try {
  const StudyPlan plan = make_plan(read_study(c.file));
  catch_interrupts();
  ranks.work(plan, is_interrupted);
  return exit_good;
} catch (const Error&) {
  std::this_thread::sleep_for(std::chrono::seconds(2));
  throw;
}

/// Rank 0 tells all there is to tell. One that cannot go on ends all.
int run_on_ranks(const StudyCommand& c) {
  Ranks ranks;
  const int code = with_sentences([&] { return ranks.rank() == 0 ? go_study(c, &ranks) : work_for_others(c, ranks); });
  if (code != exit_good && code != exit_interrupted) ranks.abandon(code);
  return code;
}
#else
int run_on_ranks(const StudyCommand&) {
  complain("this program was built without Open MPI; configure it with -D PINTLE_MPI=ON, or use --shard");
  return exit_bad_command_line;
}
#endif

// ---- what a store says of itself -----------------------------------------------------------------------------------
std::string shard_of(const StudyStore::About& about) {
  const Json definition = read_json(about.texts.at("definition"));
  const Json* const shard = definition.find("shard");
  return shard ? shard->text() : "";
}

/// How many cases it is to have: those of its shard, or those that a stopping rule has asked for.
std::uint64_t count_planned(const StudyStore::About& about) {
  if (const auto ended = about.texts.find(ended_with); ended != about.texts.end()) return std::stoull(ended->second);
  const Json definition = read_json(about.texts.at("definition"));
  const std::uint64_t all = about.cells.size() * static_cast<std::uint64_t>(definition.at("cases").whole());
  return read_shard(shard_of(about)).count_up_to(all);
}

// ---- export --------------------------------------------------------------------------------------------------------
std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string{c};
  return out + "\"";
}

std::string make_csv_head(const StudyStore::About& about) {
  std::string line = "case,cell,status,time [s],evaluations";
  for (const auto* list : {&about.inputs, &about.measures})
    for (const StudyColumn& column : *list) line += fmt::format(",{} [{}]", column.name, column.unit);
  return line + ",message\n";
}

void append_csv_line(const StudyStore::About& about, const CaseRow& row, std::string& out) {
  out += fmt::format("{},{},{},", row.number, csv_cell(about.cells.at(row.cell).name), name_of(row.status));
  append_number(out, row.time);
  out += fmt::format(",{}", row.evaluations);
  for (const auto* list : {&row.inputs, &row.measures})
    for (const double x : *list) {
      out += ',';
      if (!std::isnan(x)) append_number(out, x);
    }
  out += ',' + csv_cell(row.message) + "\n";
}

/// Row by row under another name, which is taken away when all are there.
ExitCode write_csv(const StudyStore& store, const std::filesystem::path& file) {
  std::filesystem::path half = file;
  half += ".new";
  try {
    RecordFile out(half);
    out.buffer() += make_csv_head(store.about());
    out.end_record();
    store.for_each([&](const CaseRow& row) {
      append_csv_line(store.about(), row, out.buffer());
      out.end_record();
    });
    out.close();
  } catch (const WriteError&) {
    std::error_code ignored;
    std::filesystem::remove(half, ignored);
    throw;
  }
  std::error_code problem;
  std::filesystem::rename(half, file, problem);
  if (problem) throw WriteError(fmt::format("{}: cannot be written: {}", file.string(), problem.message()));
  return exit_good;
}

}  // namespace

int with_sentences(const std::function<int()>& act) {
  try {
    return act();
  } catch (const ReadError& mistakes) {
    for (const std::string& sentence : mistakes.sentences()) say(sentence);
    if (mistakes.more() > 0) say(fmt::format("and {} more", mistakes.more()));
    return exit_bad_model;
  } catch (const WriteError& problem) {
    complain(problem.what());
    return exit_run_failed;
  } catch (const Error& mistake) {
    const std::string sentence = mistake.what();
    const bool is_option = sentence.starts_with("--");
    if (is_option) complain(sentence);
    if (!is_option) say(sentence);
    return is_option ? exit_bad_command_line : exit_bad_model;
  }
}

std::string store_of(const std::string& file, const std::string& shard) {
  const std::filesystem::path path(file);
  if (path.extension() != ".yaml" && path.extension() != ".yml") return file;
  std::string name = path.stem().string();
  if (!shard.empty()) name += "." + shard;
  std::ranges::replace(name, '/', '-');
  return (std::filesystem::path("out") / (name + ".db")).string();
}

int run_study_file(const StudyCommand& command) {
  if (command.jobs < 0 || command.jobs > most_jobs)
    return complain(fmt::format("-j {}: give a number of threads from 1 to {}", command.jobs, most_jobs)), exit_bad_command_line;
  if (ranks_started() > 1) return run_on_ranks(command);
  return with_sentences([&] { return go_study(command, nullptr); });
}

int tell_study_status(const StudyStatusCommand& command) {
  return with_sentences([&] {
    const StudyStore store = StudyStore::open(store_of(command.store), StudyStore::Mode::read);
    std::string text = fmt::format("{} of {} cases, {} failed", grouped(store.count()), grouped(count_planned(store.about())),
                                   grouped(store.count_failed()));
    if (const std::string shard = shard_of(store.about()); !shard.empty()) text += fmt::format("; this is shard {}", shard);
    if (store.about().texts.contains(ended_with)) text += "; stop_when has ended it";
    return print_out(labelled("", store.file().string() + ": " + text, 0, text_width())) ? exit_good : exit_run_failed;
  });
}

int export_study(const StudyExportCommand& command) {
  return with_sentences([&] {
    const StudyStore store = StudyStore::open(store_of(command.store), StudyStore::Mode::read);
    if (!command.csv.empty() && command.csv != "-") return write_csv(store, command.csv);
    std::string text = make_csv_head(store.about());
    bool good = print_out(text);
    store.for_each([&](const CaseRow& row) {
      text.clear();
      append_csv_line(store.about(), row, text);
      good = good && print_out(text);
    });
    return good ? exit_good : exit_run_failed;
  });
}

int merge_studies(const StudyMergeCommand& command) {
  return with_sentences([&] {
    std::vector<StudyStore> stores;
    for (const std::string& file : command.stores) stores.push_back(StudyStore::open(file, StudyStore::Mode::read));
    const auto whole = [](StudyStore::About about) {
      const Json definition = read_json(about.texts.at("definition"));
      Json::Members members;
      for (const Json::Member& member : definition.members())
        if (member.name != "shard") members.push_back(member);
      about.texts["definition"] = to_text(Json(std::move(members)), 1);
      about.texts.erase(ended_with);
      return about;
    };
    const StudyStore::About first = whole(stores.front().about());
    for (const StudyStore& store : stores)
      if (const std::string why = find_other(first, whole(store.about())); !why.empty())
        throw Error(fmt::format("{}: {}\n(\"the store\" is {}); merge what belongs together", store.file().string(), why,
                                stores.front().file().string()));
    StudyStore out = StudyStore::create(command.out, first);
    for (const StudyStore& store : stores) {
      std::vector<CaseRow> rows;
      store.for_each([&](const CaseRow& row) {
        rows.push_back(row);
        if (rows.size() < 1000) return;
        out.add(rows);
        rows.clear();
      });
      if (!rows.empty()) out.add(rows);
    }
    const std::uint64_t missing = count_planned(first) - std::min(count_planned(first), out.count());
    std::string text = fmt::format("{} in {}", count_of(out.count(), "case"), command.out);
    if (missing > 0) text += fmt::format("; {} missing: `pintle study` with --out {} runs them", grouped(missing), command.out);
    return print_out(labelled("", text, 0, text_width())) ? exit_good : exit_run_failed;
  });
}

}  // namespace pintle
