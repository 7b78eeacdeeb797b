#pragma once
#include <vector>

#include "pintle/base/archive.h"
#include "pintle/record/observer.h"

namespace pintle {

/// Where a run comes through singular configurations: bars in line, where a mechanism could go on in more than one way. With
/// s = 1/condition, the sine of the least angle between rows, s falls to zero and rises again, straight on both sides. With the
/// sign that it loses by being a sine of an angle without direction it goes straight through: of three steps whose middle one is
/// the least,
///
///     s₀, s₁, −s₂ lie on a line: it passes between t₁ and t₂;   s₀, −s₁, −s₂ do: between t₀ and t₁           (1)
///
/// whichever fits better, if it fits to a fifth of s₀ + s₂: where s turns round without reaching zero neither does. A step that
/// is at the place itself is a passage too. The next one can come only after s has been a third of its largest again: small
/// steps about one place are one passage.
class SingularWatch {
 public:
  void add(double t, double condition);
  const std::vector<SingularPassage>& passages() const { return passages_; }
  long count() const { return count_; }
  void archive(Archive& archive) { archive("singular", t0_, s0_, t1_, s1_, largest_, away_, steps_, count_, passages_); }

 private:
  void note(double t, double condition);

  double t0_ = 0, s0_ = 0, t1_ = 0, s1_ = 0, largest_ = 0;
  bool away_ = true;  // from the last passage
  int steps_ = 0;
  long count_ = 0;
  std::vector<SingularPassage> passages_;
};

}  // namespace pintle
