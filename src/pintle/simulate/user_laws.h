#pragma once
#include <string>
#include <vector>

#include "pintle/base/archive.h"
#include "pintle/views/instant.h"

namespace pintle {

/// What users say of forces, efforts and driven motions, looked at along a run: no NaN passes. Kernels evaluate the same
/// formulas in every stage, where one that is not finite fails the step; here whatever became part of a result is checked.
class UserLaws {
 public:
  explicit UserLaws(const System& system);

  /// Another case begins.
  void restart();
  void archive(Archive& archive) { archive("laws", turning_, steps_); }
  /// There are some.
  bool any() const { return !living_outputs_.empty() || !driving_outputs_.empty(); }
  /// A sentence about the first law that is no finite number at an instant; empty if all are.
  std::string find_broken(const Parameters<double>& p, const Instant& instant);
  /// Throws Error with that sentence.
  void look(const Parameters<double>& p, const Instant& instant);
  /// The same, once per accepted step: it counts how often laws jump from one call to the next.
  void check(const Parameters<double>& p, const Instant& instant);
  /// A sentence about a law that is finite, and cannot be followed by steps: one that changes by half of its size between two
  /// instants that are next to each other, start_change() and now, or one whose square is no number any more; empty if none is.
  void start_change(const Parameters<double>& p, const Instant& instant);
  std::string find_wild(const Parameters<double>& p, const Instant& instant);
  /// A sentence about the largest law, if it is larger than `above`, in SI units; empty else.
  std::string find_largest(const Parameters<double>& p, const Instant& instant, double above);
  /// A sentence about a law that jumped back and forth with a signal, in most steps since the last call; empty if none did.
  std::string find_chatter();

 private:
  void update(const Parameters<double>& p, const Instant& instant);
  void count_turns();

  struct Turning {
    std::size_t output;   // of System::living
    double last, before;  // its value at the last step, and before it jumped last
    long turns;
  };
  const System& system_;
  FormulaValues living_, driving_;
  std::vector<double> living_outputs_, driving_outputs_;
  std::vector<double> living_before_, driving_before_;  // of start_change()
  double before_ = 0;                                   // its time [s]
  std::vector<Turning> turning_;                        // laws that jump with a signal
  long steps_ = 0;
};

}  // namespace pintle
