#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "pintle/math/statistics.h"
#include "pintle/record/failure_groups.h"
#include "pintle/record/study_store.h"

namespace pintle {

/// A study's results as its page needs them: numbers by column, cases in the order of their numbers.
struct StudyRecord {
  /// Numbers of somebody else, of a cell each; NaN: not told.
  struct PublishedRow {
    int cell = 0;
    std::size_t measure = 0;
    double mean, sd, rate;
  };
  struct PublishedTable {
    std::string title, source;
    std::uint64_t cases = 0;  // behind each number; 0: not known
    std::vector<PublishedRow> rows;
  };
  struct Picture {
    std::string title;
    bool is_scatter = false;
    std::vector<std::size_t> of{};  // columns: across and up of a scatter, else all in one
    std::size_t by = none;          // column: true or false
    std::vector<int> cells{};
  };
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  std::string store, title, definition, program, study;
  std::vector<std::string> cells;  // names
  std::vector<StudyColumn> inputs, measures;
  std::vector<std::uint64_t> numbers;        // of cases
  std::vector<int> cell;                     // by case
  std::vector<std::vector<double>> columns;  // inputs, then measures, by case; of a failed case measures are NaN
  std::vector<FailureGroup> failures;        // most frequent first
  std::set<std::string> factors;             // measures that follow from the inputs alone
  std::set<std::string> asked;               // measures of the study's own, the rest are the model's; all if it has none
  std::vector<PublishedTable> published;
  std::vector<Picture> pictures;
  std::set<std::uint64_t> reruns;  // cases that have been run again beside the store
  std::uint64_t failed = 0, planned = 0;

  const std::vector<double>& measure(std::size_t m) const { return columns[inputs.size() + m]; }
  const StudyColumn& described(std::size_t column) const {
    return column < inputs.size() ? inputs[column] : measures[column - inputs.size()];
  }
  /// Inputs and factors: what a case was given. By columns.
  std::vector<std::size_t> given() const;
  /// "stiff", "soft": of these cells what tells them apart.
  std::vector<std::string> short_names(const std::vector<int>& of_cells) const;
  std::vector<int> all_cells() const;
  /// The folder of a case that was run again, from the store's.
  std::string rerun_folder(std::uint64_t number) const;
  /// Finite values of a column in a cell, in the order of the cases; −1: in all cells.
  std::vector<double> values(const std::vector<double>& column, int in_cell) const;
};

/// `now`: what the study's file says today of limits and of its page, in place of what it said when it was run.
StudyRecord read_study_record(const StudyStore& store, const std::optional<StudyStore::About>& now = {});

/// A limit of a study in one of its cells: what the cases say, and whether they say it for sure.
struct LimitVerdict {
  std::string measure, what, text;  // "rolled", "rate_below", "5 %"
  int cell = 0;
  double value = 0, limit = 0;
  Bounds range{0, 0};
  bool holds = false, is_sure = false;  // sure: the interval lies on one side of the limit; that none is beyond it never is
};
std::vector<LimitVerdict> judge_limits(const StudyRecord& record);

}  // namespace pintle
