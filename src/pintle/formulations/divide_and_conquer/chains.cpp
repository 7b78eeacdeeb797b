#include <algorithm>
#include <limits>

#include "pintle/formulations/divide_and_conquer/assemblies.h"
#include "pintle/formulations/divide_and_conquer/rank_one.h"

/// The same as in assemblies.cpp of what chains are made of, with all sizes known: singles and pairs (assembly_tree.h). Nothing is
/// gathered, and nothing copied: K_e· of a pair is made where its factor stays, and Υ where the next one reads it.
///
///     Υ = Dᵀ M⁻¹ D                                                                                     (1)
///     Υ = K_oo − Σ_p K_op K_pp⁻¹ K_po                                                                  (2)
///
/// Υ is kept as its upper triangle, row after row. A row is written in whole vectors, whose ends reach into the next one, which
/// follows.
namespace pintle::divide_and_conquer {
namespace {

constexpr int ahead = 3;   // in whose order numbers are fetched: so many later
constexpr int width = 16;  // of rows in scratch: most_open, and a vector that begins at the last

Four load(const double* from) { return *reinterpret_cast<const Four*>(from); }
void store(double* to, const Four& value) { *reinterpret_cast<Four*>(to) = value; }

/// Numbers that are wanted soon, of a chain that is longer than the caches: they come in the order of the tree.
void fetch(const void* from, std::size_t bytes) {
  const char* const first = static_cast<const char*>(from);
  for (std::size_t at = 0; at < bytes; at += 64) __builtin_prefetch(first + at);
}

}  // namespace

void Assemblies::assemble(const Single& single, bool anew) {
  const Articulated<double>& mass = masses_[single.bone];
  Sym3<double>& inverse_I = inverse_inertia_[single.bone];
  const double inverse_m = 1 / mass.M.xx;
  const int open = single.size;
  if (const std::size_t later = static_cast<std::size_t>(&single - tree_.singles.data()) + ahead; later < tree_.singles.size()) {
    const Single& other = tree_.singles[later];
    fetch(&masses_[other.bone], sizeof(Articulated<double>));
    for (int h = 0; h < other.handles; ++h)
      fetch(&wrenches_[other.handle[h].wrenches], static_cast<std::size_t>(other.handle[h].count) * sizeof(Wrench<double>));
  }
  alignas(32) double D[6][width];  // by number of a wrench, by unknown
  for (int h = 0; h < single.handles; ++h)
    for (int r = 0; r < single.handle[h].count; ++r) {
      const Wrench<double>& F = wrenches_[single.handle[h].wrenches + r];
      const int at = single.handle[h].at + r;
      D[0][at] = F.n.x, D[1][at] = F.n.y, D[2][at] = F.n.z, D[3][at] = F.f.x, D[4][at] = F.f.y, D[5][at] = F.f.z;
    }
  for (auto& row : D) std::fill(row + open, row + width, 0.0);
  if (anew) {
    inverse_I = inverse(mass.I);
    const Sym3<double>& J = inverse_I;
    alignas(32) double A[6][width];  // M⁻¹ D
    for (int c = 0; c < open; c += 4) {
      const Four x = load(D[0] + c), y = load(D[1] + c), z = load(D[2] + c);
      store(A[0] + c, J.xx * x + J.xy * y + J.xz * z);
      store(A[1] + c, J.xy * x + J.yy * y + J.yz * z);
      store(A[2] + c, J.xz * x + J.yz * y + J.zz * z);
      for (int k = 3; k < 6; ++k) store(A[k] + c, inverse_m * load(D[k] + c));
    }
    double* to = opens_.data() + single.open;
    for (int i = 0; i < open; to += open - i, ++i)  // (1)
      for (int c = i; c < open; c += 4) {
        Four sum = A[0][i] * load(D[0] + c);
        for (int k = 1; k < 6; ++k) sum += A[k][i] * load(D[k] + c);
        store(to + c - i, sum);
      }
  }
  const double* const f = right_.data() + single.place;  // −f
  const Vec3<double> w = inverse_I * Vec3<double>{f[0], f[1], f[2]};
  const double a[] = {w.x, w.y, w.z, inverse_m * f[3], inverse_m * f[4], inverse_m * f[5]};
  alignas(32) double right[width];
  for (int c = 0; c < open; c += 4) {
    Four sum = a[0] * load(D[0] + c);
    for (int k = 1; k < 6; ++k) sum += a[k] * load(D[k] + c);
    store(right + c, sum);
  }
  std::copy_n(right, open, rights_.data() + single.right);
}

/// The joint's rows of K leave, one after the other; the rest by (2).
template <int rows>
void Assemblies::join(const Pair& pair, double* K) {
  const int left = pair.left, right = pair.right, open = left + right, n = rows + open, stride = calc_stride(n);
  const double *a = opens_.data() + pair.open_of[0], *b = opens_.data() + pair.open_of[1];
  const double* const left_rows = a;
  for (int i = 0; i < left; ++i) {
    a += left - i;
    for (int p = 0; p < rows; ++p) K[p * stride + rows + i] = *a++;
  }
  for (int p = 0; p < rows; ++p) {
    double* const row = K + p * stride;
    std::fill(row, row + p, 0.0);
    for (int j = p; j < rows; ++j) row[j] = *a++ + *b++;
    for (int j = 0; j < right; ++j) row[rows + left + j] = *b++;
    std::fill(row + n, row + stride, 0.0);
    row[p] += own_[pair.place + p];
  }
  const double* const right_rows = b;
  double inverse[rows];
  const int active = active_[pair.block];
  for (int p = 0; p < rows; ++p) {
    const double pivot = K[p * stride + p];
    inverse[p] = p >= active ? 0 : pivot > 0 ? 1 / pivot : std::numeric_limits<double>::quiet_NaN();
    pivots_[pair.place + p] = inverse[p];
    for (int j = p + 1; j < rows; ++j) subtract(K + j * stride, K + p * stride, inverse[p] * K[p * stride + j], j, stride);
  }
  double* const out = opens_.data() + pair.open;
  double* to = out;
  for (int i = 0; i < open; to += open - i, ++i) {
    double factor[rows];
    for (int p = 0; p < rows; ++p) factor[p] = inverse[p] * K[p * stride + rows + i];
    for (int c = i; c < open; c += 4) {
      Four sum = -factor[0] * load(K + rows + c);
      for (int p = 1; p < rows; ++p) sum -= factor[p] * load(K + p * stride + rows + c);
      store(to + c - i, sum);
    }
  }
  a = left_rows;
  to = out;
  for (int i = 0; i < left; to += open - i, a += rows, ++i)
    for (int j = 0; j < left - i; ++j) to[j] += *a++;
  b = right_rows;
  for (int i = 0; i < right * (right + 1) / 2; ++i) to[i] += b[i];
}

void Assemblies::assemble(const Pair& pair, bool anew) {
  const int rows = pair.rows, n = rows + pair.left + pair.right, stride = calc_stride(n);
  double* const K = factors_.data() + pair.factor;
  if (anew) {
    switch (rows) {
      case 1: join<1>(pair, K); break;
      case 2: join<2>(pair, K); break;
      case 3: join<3>(pair, K); break;
      case 4: join<4>(pair, K); break;
      case 5: join<5>(pair, K); break;
      default: join<6>(pair, K);
    }
  }
  const double *const first = rights_.data() + pair.right_of[0], *const second = rights_.data() + pair.right_of[1];
  double k[width + 8] = {};
  std::copy_n(first, pair.left, k + rows);
  for (int p = 0; p < rows; ++p) k[p] = first[pair.left + p] + second[p] + right_[pair.place + p];
  std::copy_n(second + rows, pair.right, k + rows + pair.left);
  for (int p = 0; p < rows; ++p) {
    reduced_[pair.place + p] = k[p];
    subtract(k, K + p * stride, pivots_[pair.place + p] * k[p], p + 1, stride);  // what is before p + 1 is not read again
  }
  std::copy_n(k + rows, n - rows, rights_.data() + pair.right_hand);
}

/// a = M⁻¹ (f + D λ)
void Assemblies::disassemble(const Single& single) {
  const double* const f = right_.data() + single.place;  // −f
  Wrench<double> sum{{-f[0], -f[1], -f[2]}, {-f[3], -f[4], -f[5]}};
  for (int h = 0; h < single.handles; ++h) {
    const Single::Handle& handle = single.handle[h];
    for (int r = 0; r < handle.count; ++r) sum = sum + x_[handle.unknown + r] * wrenches_[handle.wrenches + r];
  }
  const Vec3<double> w = inverse_inertia_[single.bone] * sum.n, v = (1 / masses_[single.bone].M.xx) * sum.f;
  const double a[] = {w.x, w.y, w.z, v.x, v.y, v.z};
  std::copy_n(a, 6, x_.data() + single.place);
}

void Assemblies::disassemble(const Pair& pair) {
  const int rows = pair.rows, open = pair.left + pair.right, stride = calc_stride(rows + open);
  const double* const K = factors_.data() + pair.factor;
  if (&pair - tree_.pairs.data() >= ahead)
    fetch(factors_.data() + (&pair)[-ahead].factor, static_cast<std::size_t>(rows * stride) * sizeof(double));
  alignas(32) double x_o[width] = {};
  std::copy_n(x_.data() + pair.left_place, pair.left, x_o);
  std::copy_n(x_.data() + pair.right_place, pair.right, x_o + pair.left);
  double rest[6];
  for (int p = 0; p < rows; ++p) {  // each by itself: none waits for another
    const double* const row = K + p * stride + rows;
    Four sum{};
    int c = 0;
    for (; c + 4 <= open; c += 4) sum += load(row + c) * load(x_o + c);
    double tail = 0;
    for (; c < open; ++c) tail += row[c] * x_o[c];
    rest[p] = reduced_[pair.place + p] - ((sum[0] + sum[1]) + (sum[2] + sum[3]) + tail);
  }
  double* const x = x_.data() + pair.place;
  for (int p = rows; p-- > 0;) {
    x[p] = pivots_[pair.place + p] * rest[p];
    for (int q = 0; q < p; ++q) rest[q] -= K[q * stride + p] * x[p];
  }
}

}  // namespace pintle::divide_and_conquer
