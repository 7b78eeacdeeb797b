#pragma once
#include <functional>
#include <memory>

#include "pintle/record/case_row.h"
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

/// The model of a case, with its numbers in it: for a run by itself, which has the same motion to the bit.
Model read_case_model(const StudyPlan& plan, const CaseRow& row);

}  // namespace pintle
