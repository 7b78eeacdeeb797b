#pragma once
#include <memory>
#include <string_view>
#include <vector>

#include "pintle/system/cases.h"

namespace pintle {

/// Cases of one model: new values of its inputs become numbers without a file and without a plan, in some ten microseconds for
/// a lander of 13 bodies, and without memory. One tape takes the inputs to all numbers of the model; then those of the system
/// follow as they did when it was made (NumberSteps), to the same bits. Inputs are the parameters that have a value of their own,
/// and the settings that were read as inputs (io/reader.h): any number of the file that leaves what exists as it is.
class CaseMaker {
 public:
  explicit CaseMaker(Model model);
  ~CaseMaker();
  CaseMaker(const CaseMaker&) = delete;
  CaseMaker& operator=(const CaseMaker&) = delete;

  /// What exists, with the numbers of the last case.
  const System& system() const;

  /// The place of an input: "mass", "parameters.mass", "loads[2]", "bodies.ram.mass". Throws Error if there is none, if it follows
  /// from others, or if it decides what exists.
  int find_input(std::string_view path) const;
  /// SI. It stays until it is set again.
  void set(int input, double value);
  void set(std::string_view path, double value) { set(find_input(path), value); }

  /// The case of all that is set, until the next call. Throws Error as make_system() does, for numbers that no model may have,
  /// and where a number would make another law.
  const Case& make();

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace pintle
