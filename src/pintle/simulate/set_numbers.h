#pragma once
#include <memory>
#include <span>
#include <vector>

#include "pintle/base/archive.h"
#include "pintle/system/case_maker.h"

namespace pintle {

/// Throws Error, with the event's place, if an event of the model as it stands would set a number that it must not: one that no
/// model may have, one that moves a frame of a joint.
void check_settings(const System& system);

/// Numbers that events set while a run goes on, and all that follows from them: the model makes a case with the new values
/// (system/case_maker.h), and slots that differ from the case before are written. All others stay as the run has them: rests of
/// springs that assembly found, frames of joints that were closed where they were.
class SetNumbers {
 public:
  explicit SetNumbers(const System& system) : system_(system) {}

  /// A run begins with the inputs of its case; none: those of the model as it stands.
  void restart(std::span<const double> inputs);
  /// Settings of actions, of controllers that take numbers for a while, and of those that give them back; says whether a number
  /// has become another. Throws Error where the model could not have such a number, and where bodies would have to jump.
  bool apply(const Edits& edits, Parameters<double>& p);
  void archive(Archive& archive);

 private:
  /// What was there before a controller took an input. Of several that have taken the same one, the last one's number holds; who
  /// gives it back while a later one has it leaves what was there before to that one.
  struct Holding {
    int controller, input;
    double before;
  };
  /// By names, since who resumes a run reads the model that was written, and that has fewer inputs: those that still count.
  struct Memory;
  void begin();
  void set(int input, double value);
  void take(int controller, int input);
  void give_back(int controller);

  const System& system_;
  std::unique_ptr<CaseMaker> maker_;     // made when it is needed first
  std::vector<double> as_it_stands_;     // its inputs then
  bool is_begun_ = false;                // it has the inputs of the run
  std::vector<double> inputs_, before_;  // of the model as they are now; the slots that they gave
  std::vector<Holding> holdings_;        // in the order of their taking
};

}  // namespace pintle
