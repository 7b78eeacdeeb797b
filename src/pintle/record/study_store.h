#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pintle/record/case_row.h"
#include "pintle/record/output_file.h"

namespace pintle {

/// The results of a study: one SQLite file, which others can read while it grows,
///
///     about   what it belongs to: program, study, model
///     cells   name and resolved model of each cell of the grid
///     cases   a row each: case, case.cell, case.status, …, then a column for each input and measure, SI
///
/// Rows come in batches, one transaction each, in write-ahead mode: whoever kills the program loses the batch that was open and
/// nothing before it. One process writes at a time.
class StudyStore {
 public:
  class StoreExists : public WriteError {
   public:
    using WriteError::WriteError;
  };
  struct About {
    std::map<std::string, std::string> texts;  // by what they are: "program", "definition", "study", "model", …
    struct Cell {
      std::string name, model;
    };
    std::vector<Cell> cells;
    std::vector<StudyColumn> inputs, measures;
  };

  /// A new store. Throws WriteError, StoreExists if the file is there; Error if another process is making it at this moment.
  static StudyStore create(const std::filesystem::path& file, const About& about);
  /// One that is there. Throws Error if it is none, or if somebody else is writing into it.
  enum class Mode { read, write };
  static StudyStore open(const std::filesystem::path& file, Mode mode);

  StudyStore(StudyStore&&) noexcept;
  ~StudyStore();

  const std::filesystem::path& file() const;
  const About& about() const;

  /// One transaction. Throws WriteError; the store is then as it was before.
  void add(std::span<const CaseRow> rows);
  /// Takes cases of a cell off, from this number up.
  void remove_from(int cell, std::uint64_t number);
  /// A text that is not there from the start.
  void set_text(const std::string& what, const std::string& text);

  std::uint64_t count() const;
  std::uint64_t count_failed() const;
  /// In the order of their numbers; the row is good during the call.
  void for_each(const std::function<void(const CaseRow&)>& see) const;
  /// False if there is no such case.
  bool find(std::uint64_t number, CaseRow& row) const;

 private:
  struct Work;
  explicit StudyStore(std::unique_ptr<Work> work);
  std::unique_ptr<Work> work_;
};

}  // namespace pintle
