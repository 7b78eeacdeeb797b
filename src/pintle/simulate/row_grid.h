#pragma once
#include "pintle/base/archive.h"

namespace pintle {

/// When rows are due: at k·every, computed and not summed up, and at `until`. `every` = 0: at 0 and at `until` only.
class RowGrid {
 public:
  RowGrid(double every, double until) : every_(every), until_(until) {}

  /// The next row's time; infinity after the last.
  double next() const;
  void advance() {
    done_ = next() == until_;
    ++k_;
  }
  /// Rows at an event stand for the grid's row at the same instant: skips what is due at t, but never `until` itself
  /// unless it is t.
  void skip(double t);
  /// Times this near are one instant.
  double slack() const { return 1e-9 * every_; }
  /// Rows go on as they were spaced, also up to a later `until`.
  void archive(Archive& archive);

 private:
  double every_, until_;
  long k_ = 0;
  bool done_ = false;
};

}  // namespace pintle
