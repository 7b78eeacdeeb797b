#pragma once
#include <string>
#include <vector>

#include "pintle/math/statistics.h"
#include "pintle/record/study_store.h"

namespace pintle {

/// A study's results as its page needs them: numbers by column, cases in the order of their numbers.
struct StudyRecord {
  struct Failure {
    std::string reason;
    std::uint64_t count = 0, first = 0;  // how many cases, and one of them
  };

  std::string store, title, definition, program, study;
  std::vector<std::string> cells;  // names
  std::vector<StudyColumn> inputs, measures;
  std::vector<std::uint64_t> numbers;        // of cases
  std::vector<int> cell;                     // by case
  std::vector<std::vector<double>> columns;  // inputs, then measures, by case; of a failed case measures are NaN
  std::vector<Failure> failures;             // most frequent first
  std::uint64_t failed = 0, planned = 0;

  const std::vector<double>& measure(std::size_t m) const { return columns[inputs.size() + m]; }
  /// Finite values of a column in a cell, in the order of the cases; −1: in all cells.
  std::vector<double> values(const std::vector<double>& column, int in_cell) const;
};

StudyRecord read_study_record(const StudyStore& store);

/// A limit of a study in one of its cells: what the cases say, and whether they say it for sure.
struct LimitVerdict {
  std::string measure, what, text;  // "rolled", "rate_below", "5 %"
  int cell = 0;
  double value = 0, limit = 0;
  Bounds range{0, 0};
  bool holds = false, is_sure = false;
};
std::vector<LimitVerdict> judge_limits(const StudyRecord& record);

}  // namespace pintle
