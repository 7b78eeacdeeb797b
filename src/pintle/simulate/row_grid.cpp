#include "pintle/simulate/row_grid.h"

#include <limits>

namespace pintle {

double RowGrid::next() const {
  if (done_) return std::numeric_limits<double>::infinity();
  if (k_ > 0 && every_ == 0) return until_;
  const double t = static_cast<double>(k_) * every_;
  return t < until_ - slack() ? t : until_;
}

void RowGrid::skip(double t) {
  while (next() <= t || (next() <= t + slack() && next() < until_)) advance();
}

}  // namespace pintle
