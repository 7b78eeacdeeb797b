#pragma once
#include <string>
#include <vector>

#include "pintle/base/archive.h"
#include "pintle/record/observer.h"

namespace pintle {

/// Notices tables that are asked for more than they have: one that holds its last value because nobody said what else it should
/// do, and one that ends a run (`outside: error`). Looks at accepted steps, and at arguments that the state decides.
class TableWatch {
 public:
  explicit TableWatch(const System& system);

  /// Another case begins.
  void restart();
  void archive(Archive& archive) {
    archive.each("tables", watched_, [&](Watched& one) { archive("table", one.left); });
    archive("left", left_);
  }
  void note(const System& system, const Parameters<double>& p, const Instant& instant);
  /// Those that were left, in the order of time.
  const std::vector<TableLeft>& left() const { return left_; }
  /// A sentence about a table that ends the run where it stands; empty if there is none.
  std::string explain_end(const System& system, const Parameters<double>& p, const Instant& instant);

 private:
  struct Watched {
    const TableRecord* table;
    FormulaValues argument;
    bool left = false;
  };
  std::vector<Watched> watched_;
  std::vector<TableLeft> left_;
};

}  // namespace pintle
