#pragma once
#include <array>

#include "pintle/base/archive.h"

namespace pintle {

/// Does a run come to its end, at the pace of its steps? Steps are counted in blocks, and of each block is known when it ended
/// and how fast the fastest body had become by then. With r, the steps per second of the run's time, and N, the steps made:
///
///     at the present pace r (t_end − t) steps are left                                                        (1)
///     motions that grow exponentially, and steps with them:  c = dr/dN is constant, and
///         (r/c) (exp(c (t_end − t)) − 1) are left                                                             (2)
///     those that grow as a power of time do, from the start on:  r = a N^g, g < 1, and
///         N (1 + (1 − g) r (t_end − t)/N)^(1/(1−g)) − N are left                                              (3)
///
/// (1) counts if it has been too much for long. What grows now need not grow for ever: (2) and (3) count only where a body has
/// become faster than any machine is, and got twice as fast over the steps that they are estimated by; (2) where c does
/// not fall over them.
class PaceWatch {
 public:
  explicit PaceWatch(double t_end) : t_end_(t_end) {}

  /// A step ends at t. True if it ends a block, and then note() is due.
  bool add_step() { return ++steps_ == block_steps; }
  /// Where the present block ends; `speed` is the largest so far [m/s].
  void note(double t, double speed);

  /// Of the last block [s].
  double pace() const { return pace_; }
  /// At the present pace (1).
  double left() const { return left_; }
  /// More steps than anybody waits for are left, at this pace or at what it leads to; how many.
  bool is_hopeless() const { return hopeless_; }
  double ahead() const { return ahead_; }
  void archive(Archive& archive) {
    archive("pace", steps_, last_, pace_, left_, ahead_, slow_, hopeless_, ends_, speeds_, kept_, stride_, since_kept_);
  }

 private:
  static constexpr int block_steps = 500, most_blocks = 128;

  void keep(double t, double speed);
  double estimate_exponential(int blocks) const;
  double estimate_power() const;
  double rate(int from, int to) const { return stride_ * block_steps * (to - from) / (ends_[at(to)] - ends_[at(from)]); }
  static std::size_t at(int k) { return static_cast<std::size_t>(k); }

  double t_end_;
  int steps_ = 0;
  double last_ = 0, pace_ = 0, left_ = 0, ahead_ = 0;
  int slow_ = 0;  // blocks in a row
  bool hopeless_ = false;
  // Blocks so far, thinned out: of every `stride` the last.
  std::array<double, most_blocks + 1> ends_{}, speeds_{};
  int kept_ = 0, stride_ = 1, since_kept_ = 0;
};

}  // namespace pintle
