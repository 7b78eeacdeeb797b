#pragma once
#include <algorithm>

#include "pintle/base/archive.h"
#include "pintle/formulations/kernel.h"
#include "pintle/math/rank.h"

/// What kernels with loops remember from one accepted step to the next, besides poses and turns.
namespace pintle {

/// From here on (LooseRows, 1) a state is put back onto its rows before its loads are looked at.
constexpr double most_straying = 1e-3;
/// From this s of rows inwards, six degrees, drift is not left alone (LooseRows::strays).
constexpr double near_line = 0.1;

/// Next to a singular configuration rows are let go, so that a mechanism passes it freely for a moment. What it gains there of
/// forbidden velocities is no drift that a way of stabilization may choose to leave alone: it is ours, and would meet the next
/// singular configuration as v = ġ/s, s the sine of the rows, without bound. So velocities are put on the rows while some are
/// loose, and once more where all hold again.
class LooseRows {
 public:
  /// At an accepted state: how many rows count there, and whether these count in full. True: put the velocities on the rows.
  bool update(int rank, bool in_full) {
    most_rank_ = std::max(most_rank_, rank);
    const bool were_loose = loose_;
    loose_ = !in_full || rank < most_rank_;
    return loose_ || were_loose;
  }
  /// Whether rows that are about to be let go bend the way (math/rank.h, 4).
  rank::Bending bending() const { return bending_; }
  /// At an accepted state, after update(): decide() is wanted. It is as long as all rows still hold, and once where one is let go
  /// before it was asked; far away from there all is forgotten.
  bool asks(const Conditioning& rows) {
    const bool near = rows.condition * rank::near_sine > 1;
    if (!near && !lets_go(rows)) bending_ = rank::Bending::unknown;
    return lets_go(rows) ? bending_ == rank::Bending::unknown : near;
  }
  void decide(bool bends) { bending_ = bends ? rank::Bending::yes : rank::Bending::no; }
  /// Rows are let go where these are.
  bool lets_go(const Conditioning& rows) const { return !rows.in_full || rows.rank < most_rank_; }
  /// What a state that is off its rows by `off`, in parts of lengths and speeds, makes of multipliers. Rows whose least sine is
  /// s let it be beside its way by off/s, its velocity too; right-hand sides γ are off by as much, and multipliers are γ/s². A
  /// row that is let go has nothing to tell.
  ///
  ///     straying = off/s³                                                                                    (1)
  double calc_straying(double off, const Conditioning& rows) const {
    constexpr double rounding = 1e-16;
    if (lets_go(rows)) return 1;
    return std::min(1.0, (off + rounding) * rows.condition * rows.condition * rows.condition);
  }
  /// At an accepted state, after update(): it has to be put back onto its rows, positions too. So has one whose drift was told to be
  /// left alone, if it is next to a singular configuration. There drift g makes another mechanism of it, which turns off within √g
  /// of that place onto a branch on which other loops may stay in line: at sines of √g, where accelerations of ω²/s are known to
  /// 10⁻¹⁴/s² of themselves, until no step is short enough. It comes there from s = 1 in steps that shrink with s, and (1) has
  /// grown beyond what is allowed well before s = √g, as g/s³ is 1/√g there.
  bool strays(double off, const Conditioning& rows, Stabilization how) const {
    if (how == Stabilization::off && rows.condition * near_line < 1) return false;
    return calc_straying(off, rows) > most_straying;
  }
  /// View::noise. A row that hardly stands out pushes with 1/s of what it does for the motion. Forces at work are known to some
  /// 3·10⁻⁵ at usual tolerances, so its load is known to 3·10⁻⁵/s, a hundredth at a sixth of a degree: how high it seems to rise
  /// next to a singular configuration depends on how near a step happens to come.
  ///
  ///     noise = straying + 3·10⁻⁵/s                                                                          (2)
  double calc_noise(double off, const Conditioning& rows) const {
    constexpr double known = 3e-5;
    return std::min(1.0, calc_straying(off, rows) + known * rows.condition);
  }

  void archive(Archive& archive) { archive("loose rows", most_rank_, loose_, bending_); }

 private:
  int most_rank_ = 0;
  bool loose_ = false;
  rank::Bending bending_ = rank::Bending::unknown;
};

/// Mean length h of accepted steps, which Baumgarte's pull κ/h goes by. A short step weighs no more than the time it takes,
///
///     h += share · min(1, step/h) · (step − h)                                                                (1)
///
/// or a few tiny steps would raise the pull, which would make the next ones tinier still.
class MeanStep {
 public:
  explicit MeanStep(double share) : share_(share) {}
  void add(double step) {
    if (step > 0) h_ = h_ > 0 ? h_ + share_ * std::min(1.0, step / h_) * (step - h_) : step;  // (1)
  }
  /// [s] Zero before the first step.
  double h() const { return h_; }
  void restart() { h_ = 0; }
  void archive(Archive& archive) { archive("mean step", h_); }

 private:
  double share_;
  double h_ = 0;
};

}  // namespace pintle
