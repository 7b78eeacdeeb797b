#pragma once
#include <string_view>
#include <vector>

#include "pintle/system/system.h"

namespace pintle {

/// The numbers of one case: every slot, and where its run starts.
struct Case {
  Parameters<double> parameters;
  Start start;
};

/// Cases of one model: new values of its parameters become numbers without a file and without a plan, in tens of
/// microseconds for a lander of 13 bodies. The System of the model as it was stays good for all of them.
class CaseMaker {
 public:
  explicit CaseMaker(Model model);
  CaseMaker(const CaseMaker&) = delete;
  CaseMaker& operator=(const CaseMaker&) = delete;

  /// SI. Throws Error if there is no such parameter, if it follows from others, or if it decides what exists.
  void set(std::string_view parameter, double value);
  /// Throws Error as make_system() does, for numbers that no model may have.
  Case make();

 private:
  Model model_;
  std::vector<Number*> numbers_;  // those of the model that are expressions
};

}  // namespace pintle
