#pragma once
#include <array>
#include <utility>

#include "pintle/integrators/tableau.h"

/// Sums over the stages of a step. The stages k_j lie in one array, `stride` apart.
namespace pintle {

/// A row of a tableau without its zeros.
template <class W>
struct StageRow {
  int count = 0;
  int stage[Tableau::max_stages];
  W weight[Tableau::max_stages];

  void add(int j, const W& w) {
    stage[count] = j;
    weight[count++] = w;
  }
};

inline StageRow<double> make_row(const double* weight, int stages) {
  StageRow<double> row;
  for (int j = 0; j < stages; ++j)
    if (weight[j] != 0) row.add(j, weight[j]);
  return row;
}

namespace detail {

/// One pass over all stages for each number of nonzero weights: the compiler keeps the weights in registers and
/// vectorizes over i. The small terms are added to each other before they meet y.
template <class T, class W, int count>
void update_sum_of(int n, const T* __restrict k, int stride, const StageRow<W>& row, const T* __restrict y, const T& h,
                   T* __restrict out) {
  const T* x[count];
  W w[count];
  for (int j = 0; j < count; ++j) {
    x[j] = k + row.stage[j] * stride;
    w[j] = row.weight[j];
  }
  const T step = h;
  for (int i = 0; i < n; ++i) {
    T sum = w[0] * x[0][i];
    for (int j = 1; j < count; ++j) sum += w[j] * x[j][i];
    out[i] = y[i] + step * sum;
  }
}

}  // namespace detail

/// out = y + h Σ_j w_j k_j, n numbers each. `out` is none of the others.
template <class T, class W>
void update_sum(int n, const T* k, int stride, const StageRow<W>& row, const T* y, const T& h, T* out) {
  using Function = void (*)(int, const T*, int, const StageRow<W>&, const T*, const T&, T*);
  static constexpr auto of_count = []<int... j>(std::integer_sequence<int, j...>) {
    return std::array<Function, sizeof...(j)>{&detail::update_sum_of<T, W, j + 1>...};
  }(std::make_integer_sequence<int, Tableau::max_stages>{});
  of_count[row.count - 1](n, k, stride, row, y, h, out);
}

}  // namespace pintle
