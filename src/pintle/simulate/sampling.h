#pragma once
#include <vector>

#include "pintle/base/archive.h"
#include "pintle/controllers/library.h"
#include "pintle/views/instant.h"

namespace pintle {

/// Controllers that are sampled. Each reads the motion at
///
///     tₖ = k T,   k = 0, 1, 2, …                                                                        (1)
///
/// where steps end, and what it makes of that is held up to the next of these times. Those that are due at one instant all read it
/// before any of them sets something; numbers are set in file order.
class Sampling {
 public:
  Sampling(const System& system, Parameters<double>& p);

  /// Another case begins.
  void restart();
  /// Controllers of libraries are made. Throws Error if one cannot be.
  void begin();
  /// What controllers of libraries remember can be said.
  bool can_be_kept() const;
  /// When the next sample is due [s]; infinity if there is none.
  double next() const;
  const Needs& needs() const { return needs_; }
  /// Outputs of those that are due go to the slots where they are held; they are settings that the run has to carry out. Throws
  /// Error for a number that is not finite.
  void take(const Instant& instant);
  /// Of the last take(), in file order.
  const std::vector<const Edits*>& due() const { return due_; }
  /// Throws Error if a library cannot say what its controller remembers.
  void archive(Archive& archive);

 private:
  struct Sampled {
    const ControllerRecord* record;
    FormulaValues formula;
    std::vector<double> values;              // of the formula
    std::vector<double> outputs;             // of a library, from sample to sample
    std::vector<ForeignController> foreign;  // none, or one
    double count = 0;                        // k
  };
  double time_of(const Sampled& one) const { return one.count * p_[one.record->every]; }  // (1)

  const System& system_;
  Parameters<double>& p_;
  std::vector<Sampled> sampled_;
  std::vector<const Edits*> due_;
  Needs needs_;
};

}  // namespace pintle
