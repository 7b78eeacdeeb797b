#pragma once
#include <functional>

#include "pintle/record/study_store.h"
#include "pintle/study/study_plan.h"

namespace pintle {

/// One of several parts of a study that are run apart, from 1: the cases whose number leaves this remainder.
struct Shard {
  int place = 1, count = 1;
  bool has(std::uint64_t number) const {
    return (number - 1) % static_cast<std::uint64_t>(count) + 1 == static_cast<std::uint64_t>(place);
  }
  /// How many it has of the first `last`.
  std::uint64_t count_up_to(std::uint64_t last) const {
    const auto first = static_cast<std::uint64_t>(place);
    return last < first ? 0 : (last - first) / static_cast<std::uint64_t>(count) + 1;
  }
};

struct StudyProgress {
  std::uint64_t done = 0, failed = 0, total = 0;  // of this shard; those of an earlier start among them
  std::uint64_t here = 0;                         // done since this start
  double seconds = 0;                             // since this start
};

/// Workers that are no threads of this process. The thread that writes looks after them, every few milliseconds.
class RemoteWorkers {
 public:
  virtual ~RemoteWorkers() = default;
  virtual int count() const = 0;
  /// Takes numbers for those that wait (0: there are no more), gives rows that have come back. How many workers have left for good
  /// since the last call.
  virtual int serve(const std::function<std::uint64_t()>& take, const std::function<void(CaseRow)>& give) = 0;
};

struct StudyOptions {
  int jobs = 1;
  RemoteWorkers* remote = nullptr;  // besides those threads
  Shard shard{};
  std::function<bool()> wants_stop{};                    // asked by all threads
  std::function<void(const StudyProgress&)> progress{};  // some times a second, by the thread that called
};

struct StudyOutcome {
  StudyProgress progress;
  bool interrupted = false;
};

/// The text of a store that says how many cases a stopping rule has asked for, once they are all there.
inline constexpr const char* ended_with = "ended_with";

/// What a store says about a study of this plan: whoever finds the same may go on in it.
StudyStore::About make_about(const StudyPlan& plan, const Shard& shard);
/// Why a store is not that of this plan, a sentence with the first differences; empty if it is.
std::string find_other(const StudyStore::About& store, const StudyStore::About& now);
/// The same of study and model alone, whatever program ran it.
std::string find_other_study(const StudyStore::About& store, const StudyStore::About& now);

/// All cases, in memory; none if it is stopped.
std::vector<CaseRow> run_cases(const StudyPlan& plan, int jobs, const std::function<bool()>& wants_stop = {});

/// Runs the cases that the store does not have. Throws WriteError if the store takes no more: all that it has taken is good.
StudyOutcome run_study(const StudyPlan& plan, StudyStore& store, const StudyOptions& options);

}  // namespace pintle
