#include "pintle/study/run_study.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "pintle/study/case_runner.h"
#include "pintle/study/stopping.h"

namespace pintle {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr std::size_t most_waiting = 4096;  // rows that nobody has written yet: the disk may take its time
constexpr std::size_t much_waiting = most_waiting / 2;
constexpr std::chrono::milliseconds batch = 50ms;  // at most so much is lost with a killed program, besides the cases in flight
constexpr std::chrono::milliseconds rhythm = 200ms;
constexpr std::chrono::milliseconds remote_rhythm = 1ms;

/// Cases to be run, and rows to be written: what threads share.
class Desk {
 public:
  Desk(const StudyPlan& plan, const Shard& shard, Stopping& stopping)
      : plan_(plan), shard_(shard), stopping_(stopping), done_(plan.size(), false) {}

  // ---- before threads start
  void mark_done(std::uint64_t number) { done_[number - 1] = true; }
  void start(int workers) { working_ = workers; }

  // ---- by workers
  /// The next case, or 0 if there is none; and a row to write into: an old one, which has its memory.
  std::uint64_t take(CaseRow& row) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return rows_.size() < most_waiting || ended_; });
    if (!free_.empty()) {
      row = std::move(free_.back());
      free_.pop_back();
    }
    return take_next();
  }
  /// The same for workers whom the writer itself serves: it makes room.
  std::uint64_t take_now() {
    const std::lock_guard lock(mutex_);
    return take_next();
  }
  /// The writer looks by itself every now and then: to wake it for each of many short cases would cost more than they do.
  void give(CaseRow row) {
    bool is_much = false;
    {
      const std::lock_guard lock(mutex_);
      rows_.push_back(std::move(row));
      is_much = rows_.size() >= much_waiting;
    }
    if (is_much) news_.notify_one();
  }
  void leave() {
    {
      const std::lock_guard lock(mutex_);
      --working_;
    }
    news_.notify_one();
  }

  // ---- by the writer
  /// Rows that have come, those of a batch; false if no more will.
  bool wait(std::vector<CaseRow>& rows, std::chrono::milliseconds most) {
    {
      std::unique_lock lock(mutex_);
      news_.wait_for(lock, most, [&] { return rows_.size() >= much_waiting || working_ == 0; });
      rows.swap(rows_);
      room_.notify_all();
      if (working_ > 0 || !rows.empty()) return true;
    }
    return false;
  }
  void give_back(std::vector<CaseRow>& rows) {
    const std::lock_guard lock(mutex_);
    for (CaseRow& row : rows) free_.push_back(std::move(row));
    rows.clear();
  }
  void end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    room_.notify_all();
  }
  /// Under the lock, since take() asks it; without rules there is nothing to ask.
  bool note(const CaseRow& row) {
    if (!stopping_.any()) return false;
    const std::lock_guard lock(mutex_);
    return stopping_.add(row.cell, place_in_cell(row.number - 1), row.measures);
  }
  bool is_kept(const CaseRow& row) {
    if (!stopping_.any()) return true;
    const std::lock_guard lock(mutex_);
    return place_in_cell(row.number - 1) < stopping_.end(row.cell);
  }
  std::uint64_t count_wanted() {
    const std::lock_guard lock(mutex_);
    std::uint64_t count = 0;
    for (std::size_t c = 0; c < plan_.cells.size(); ++c) {
      const std::uint64_t before = c * std::uint64_t{plan_.cases};
      count += shard_.count_up_to(before + stopping_.end(static_cast<int>(c))) - shard_.count_up_to(before);
    }
    return count;
  }

 private:
  std::uint64_t take_next() {
    if (ended_) return 0;
    while (next_ < done_.size() && !is_wanted(next_)) ++next_;
    return next_ < done_.size() ? ++next_ : 0;
  }
  std::uint32_t place_in_cell(std::uint64_t index) const { return static_cast<std::uint32_t>(index % plan_.cases); }
  std::uint32_t end_of(std::uint64_t index) const { return stopping_.end(static_cast<int>(index / plan_.cases)); }
  bool is_wanted(std::uint64_t index) const {
    return !done_[index] && shard_.has(index + 1) && place_in_cell(index) < end_of(index);
  }

  const StudyPlan& plan_;
  const Shard shard_;
  Stopping& stopping_;
  std::mutex mutex_;
  std::condition_variable news_, room_;
  std::vector<bool> done_;  // before this start
  std::uint64_t next_ = 0;
  std::vector<CaseRow> rows_, free_;
  int working_ = 0;
  bool ended_ = false;
};

void work(const StudyPlan& plan, Desk& desk, const std::function<bool()>& wants_stop) {
  CaseRunner runner(plan, wants_stop);
  while (!(wants_stop && wants_stop())) {
    CaseRow row;
    const std::uint64_t number = desk.take(row);
    if (number == 0) break;
    if (!runner.run(number, row)) break;
    desk.give(std::move(row));
  }
  desk.leave();
}

/// Writes what comes in, and takes off what a stopping rule ends.
class Writer {
 public:
  Writer(const StudyPlan& plan, StudyStore& store, Desk& desk) : plan_(plan), store_(store), desk_(desk) {}

  void write(std::vector<CaseRow>& rows, StudyProgress& progress) {
    std::erase_if(rows, [&](const CaseRow& row) { return !desk_.is_kept(row); });
    if (rows.empty()) return;
    store_.add(rows);
    progress.here += rows.size();
    bool ended = false;
    for (const CaseRow& row : rows) {
      progress.failed += row.status == Status::failed;
      ended = desk_.note(row) || ended;
    }
    progress.done += rows.size();
    if (ended) take_off(progress);
  }
  /// Cases beyond the end of their cell: of this start, or of one that was killed before it could.
  void take_off(StudyProgress& progress) {
    for (std::size_t c = 0; c < plan_.cells.size(); ++c) {
      const std::uint64_t first = c * std::uint64_t{plan_.cases};
      CaseRow edge;
      edge.cell = static_cast<int>(c);
      std::uint64_t end = plan_.cases;
      for (edge.number = first + 1; edge.number <= first + plan_.cases; edge.number += look_every)
        if (!desk_.is_kept(edge)) {
          end = edge.number - 1 - first;
          break;
        }
      if (end < plan_.cases) store_.remove_from(edge.cell, first + end + 1);
    }
    progress.done = store_.count();
    progress.failed = store_.count_failed();
    progress.total = desk_.count_wanted();
  }

 private:
  const StudyPlan& plan_;
  StudyStore& store_;
  Desk& desk_;
};

}  // namespace

std::vector<CaseRow> run_cases(const StudyPlan& plan, int jobs, const std::function<bool()>& wants_stop) {
  std::vector<CaseRow> rows(plan.size());
  std::atomic<std::uint64_t> next = 0;
  std::atomic<bool> stopped = false;
  {
    std::vector<std::jthread> workers;
    for (int k = 0; k < jobs; ++k)
      workers.emplace_back([&] {
        CaseRunner runner(plan, wants_stop);
        for (std::uint64_t i = next++; i < rows.size() && !stopped; i = next++)
          if (!runner.run(i + 1, rows[i])) stopped = true;
      });
  }
  if (stopped) rows.clear();
  return rows;
}

StudyOutcome run_study(const StudyPlan& plan, StudyStore& store, const StudyOptions& options) {
  Stopping stopping(plan);
  Desk desk(plan, options.shard, stopping);
  Writer writer(plan, store, desk);
  StudyOutcome outcome;
  StudyProgress& progress = outcome.progress;
  store.for_each([&](const CaseRow& row) {
    desk.mark_done(row.number);
    desk.note(row);
  });
  writer.take_off(progress);
  const Clock::time_point began = Clock::now();
  Clock::time_point told = began;
  std::atomic<bool> is_over = false;
  const auto wants_stop = [&] { return is_over.load(std::memory_order_relaxed) || (options.wants_stop && options.wants_stop()); };
  const auto tell = [&] {
    told = Clock::now();
    progress.seconds = std::chrono::duration<double>(told - began).count();
    if (options.progress) options.progress(progress);
  };

  const auto serve = [&] {
    if (!options.remote) return;
    for (int left = options.remote->serve([&] { return desk.take_now(); }, [&](CaseRow row) { desk.give(std::move(row)); });
         left > 0; --left)
      desk.leave();
  };
  desk.start(options.jobs + (options.remote ? options.remote->count() : 0));
  std::vector<std::jthread> workers;
  for (int k = 0; k < options.jobs; ++k) workers.emplace_back([&] { work(plan, desk, wants_stop); });
  try {
    std::vector<CaseRow> rows, come;
    Clock::time_point written = began;
    while (desk.wait(come, options.remote ? remote_rhythm : batch)) {
      rows.insert(rows.end(), std::make_move_iterator(come.begin()), std::make_move_iterator(come.end()));
      come.clear();
      if (Clock::now() - written >= batch || rows.size() >= most_waiting) {
        writer.write(rows, progress);
        desk.give_back(rows);
        written = Clock::now();
      }
      if (wants_stop()) desk.end();
      serve();
      if (Clock::now() - told >= rhythm) tell();
    }
    writer.write(rows, progress);
  } catch (...) {
    is_over = true;
    desk.end();
    workers.clear();  // they end before what they use does
    throw;
  }
  workers.clear();
  tell();
  outcome.interrupted = progress.done < progress.total;
  if (!outcome.interrupted && stopping.any()) store.set_text(ended_with, std::to_string(progress.total));
  return outcome;
}

}  // namespace pintle
