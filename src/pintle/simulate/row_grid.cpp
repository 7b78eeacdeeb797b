#include "pintle/simulate/row_grid.h"

#include <limits>

namespace pintle {

double RowGrid::next() const {
  if (done_) return std::numeric_limits<double>::infinity();
  if (k_ > 0 && every_ == 0) return until_;
  const double t = static_cast<double>(k_) * every_;
  return t < until_ - slack() ? t : until_;
}

void RowGrid::archive(Archive& archive) {
  double until = until_;
  archive("rows", every_, until, k_, done_);
  if (!done_ || until == until_) return;
  done_ = false;  // the last row was that of the former end
  --k_;
  skip(until);
}

void RowGrid::skip(double t) {
  while (next() <= t || (next() <= t + slack() && next() < until_)) advance();
}

}  // namespace pintle
