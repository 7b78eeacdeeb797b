#pragma once
#include <functional>
#include <memory>

#include "pintle/record/case_row.h"
#include "pintle/simulate/run.h"
#include "pintle/study/study_plan.h"

namespace pintle {

/// Runs cases of a study, one after the other, for one thread. Model, plans and kernels are made when a case is of another cell than
/// the one before; from case to case of a cell only numbers change. What a case gives depends on nothing but its number.
class CaseRunner {
 public:
  /// `wants_stop` is asked after every step.
  CaseRunner(const StudyPlan& plan, std::function<bool()> wants_stop = {});
  ~CaseRunner();

  /// Cases count from 1. Whatever goes wrong with it is in the row. False if it was stopped on the way.
  bool run(std::uint64_t number, CaseRow& row);
  /// The inputs of a case alone.
  void update_inputs(std::uint64_t number, CaseRow& row);

 private:
  struct Engine;
  class Watch;
  void enter(int cell);
  void take_measures(const RunSummary& summary, CaseRow& row);

  const StudyPlan& plan_;
  std::function<bool()> wants_stop_;
  Draws draws_;
  std::vector<double> u_;
  std::unique_ptr<Engine> engine_;
};

/// A case once more, for an observer of one's own: its numbers enter the run as they did in the study, so that its motion and its
/// measures have the same bits. It evaluates the model as often, but for rows of a method whose dense output takes evaluations.
class CaseAgain {
 public:
  /// Throws Error for numbers that no model may have.
  CaseAgain(const StudyPlan& plan, const CaseRow& row);
  ~CaseAgain();

  /// With the numbers of the case, assembled.
  const System& system() const;
  const RunOptions& options() const;
  RunSummary go(Observer& observer);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

/// The model of a case, with its numbers in it, for a run by itself. It is read as a text, and a sum that is taken in another order
/// may differ in its last digit.
Model read_case_model(const StudyPlan& plan, const CaseRow& row);

/// Which measures of a run, and its end, are others than those of the row; empty: none. Those that follow from samples a run does not have.
std::string find_changed_measures(const StudyPlan& plan, const CaseRow& row, const RunSummary& run);

}  // namespace pintle
