#pragma once

/// Rows of small matrices, four numbers at a time: whatever the processor, each number is one product and one difference.
namespace pintle::divide_and_conquer {

using Four = double __attribute__((vector_size(32), aligned(8), may_alias));

/// to −= factor · row, from the place `from` on and a little before; rows are whole fours.
[[gnu::always_inline]] inline void subtract(double* to, const double* row, double factor, int from, int stride) {
  for (int l = from / 4 * 4; l < stride; l += 4)
    *reinterpret_cast<Four*>(to + l) -= factor * *reinterpret_cast<const Four*>(row + l);
}

/// One unknown leaves the upper triangle of K: K_jl −= K_pj K_pl/K_pp.
inline void eliminate(double* K, int p, int size, int stride, double inverse) {
  const double* const row = K + p * stride;
  for (int j = p + 1; j < size; ++j) {
    const double factor = inverse * row[j];
    if (factor != 0) subtract(K + j * stride, row, factor, j, stride);
  }
}
/// The right-hand side with it.
inline void reduce(double* k, const double* row, int p, int size, double inverse) {
  for (int j = p + 1; j < size; ++j) k[j] -= inverse * row[j] * k[p];
}

}  // namespace pintle::divide_and_conquer
