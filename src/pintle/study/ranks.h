#pragma once
#include <memory>

#include "pintle/study/run_study.h"

/// Studies on the ranks of Open MPI: `mpirun pintle study FILE`, in builds with PINTLE_MPI. Rank 0 has the store and hands out numbers
/// of cases as rows come back; a rank that is quicker gets more of them. What a case gives does not depend on who runs it.
namespace pintle {

class Ranks final : public RemoteWorkers {
 public:
  /// Once in a program.
  Ranks();
  ~Ranks() override;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int rank() const { return rank_; }
  int count() const override { return ranks_ - 1; }
  int serve(const std::function<std::uint64_t()>& take, const std::function<void(CaseRow)>& give) override;
  /// On a rank that is not 0: runs what rank 0 gives out, until there is no more.
  void work(const StudyPlan& plan, const std::function<bool()>& wants_stop) const;
  /// All ranks end at once, where one cannot go on.
  [[noreturn]] void abandon(int code) const;

 private:
  int rank_ = 0, ranks_ = 1;
  struct Remote {
    int in_flight = 0, ahead = 0;            // cases that it has, and may have
    bool is_told = false, has_left = false;  // that there is no more; and nothing of it is under way
  };
  std::vector<Remote> remotes_;  // by rank − 1
};

}  // namespace pintle
