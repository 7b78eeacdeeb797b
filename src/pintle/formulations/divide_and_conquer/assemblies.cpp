#include "pintle/formulations/divide_and_conquer/assemblies.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "pintle/formulations/divide_and_conquer/rank_one.h"

namespace pintle::divide_and_conquer {
namespace {

/// Of 1/μ: a borrowed inertia that is not given back stays free, and its pivot is rounding.
constexpr double rounding = 1e-14;

void put_numbers(const Wrench<double>& F, double* to, int step) {
  const double numbers[] = {F.n.x, F.n.y, F.n.z, F.f.x, F.f.y, F.f.z};
  for (int c = 0; c < 6; ++c) to[c * step] = numbers[c];
}
void add_numbers(const Wrench<double>& F, double* to, int step) {
  const double numbers[] = {F.n.x, F.n.y, F.n.z, F.f.x, F.f.y, F.f.z};
  for (int c = 0; c < 6; ++c) to[c * step] += numbers[c];
}

}  // namespace

Assemblies::Assemblies(const Skeleton& skeleton)
    : skeleton_(skeleton),
      tree_(skeleton_),
      enters_(static_cast<std::size_t>(tree_.wrenches), 0),
      leaves_(static_cast<std::size_t>(tree_.unknowns), 0),
      body_of_(skeleton_.bones.size(), 0),
      closes_(tree_.assemblies.size(), 0),
      changed_(tree_.assemblies.size(), 1),
      anew_(tree_.assemblies.size(), 1),
      dragged_(skeleton_.bones.size(), 0),
      wrenches_(enters_.size(), Wrench<double>::zero()),
      masses_(skeleton_.bones.size()),
      inverse_inertia_(skeleton_.bones.size()),
      active_(tree_.blocks.size(), 0),
      own_(leaves_.size(), 0.0),
      right_(own_.size(), 0.0),
      pivots_(own_.size(), 0.0),
      reduced_(own_.size(), 0.0),
      x_(own_.size(), 0.0),
      multipliers_(own_.size(), 0.0),
      left_(own_.size(), 0.0),
      motion_(own_.size(), 0.0),
      found_(own_.size(), 0.0),
      found_multipliers_(own_.size(), 0.0),
      reduced_once_(own_.size(), 0.0),
      order_(own_.size(), 0),
      holding_(skeleton_.closings.size()),
      counted_(skeleton_.closings.size(), 0),
      factors_(static_cast<std::size_t>(tree_.factors)),
      opens_(static_cast<std::size_t>(tree_.opens)),
      rights_(static_cast<std::size_t>(tree_.rights)),
      desks_(1, Desk(tree_.largest)),
      shifts_(tree_, 1) {
  for (std::size_t a = 0; a < tree_.assemblies.size(); ++a) {
    const Assembly& assembly = tree_.assemblies[a];
    const int number = static_cast<int>(a);
    for (const Entry& entry : assembly.entries) std::fill_n(enters_.begin() + entry.wrenches, entry.count, number);
    if (assembly.body > 0) body_of_[assembly.body] = number;
    for (int b : assembly.blocks) {
      const Block& block = tree_.blocks[b];
      std::fill_n(leaves_.begin() + block.place, block.size, number);
      closes_[a] = closes_[a] || block.kind == BlockKind::closing;
      if (block.kind == BlockKind::joint && skeleton_.bones[block.index].changes)
        std::fill_n(enters_.begin() + tree_.joint_wrench[block.index] + 2 * block.size, block.size, number);
    }
  }
}

void Assemblies::set_team(Team& team) {
  if (team_ == &team) return;
  team_ = &team;
  desks_.resize(static_cast<std::size_t>(team.size()), Desk(tree_.largest));
  shifts_ = Shifts(tree_, team.size());
}

template <class Work>
void Assemblies::upwards(Work&& work) {
  for (int level = 0; level < shifts_.levels(); ++level)
    shifts_.each(team_, level, [&](int part, std::span<const int> list) {
      for (const int a : list) work(a, desks_[part]);
    });
}

template <class Work>
void Assemblies::downwards(Work&& work) {
  for (int level = shifts_.levels(); level-- > 0;)
    shifts_.each(team_, level, [&](int part, std::span<const int> list) {
      for (std::size_t k = list.size(); k-- > 0;) work(list[k], desks_[part]);
    });
}

void Assemblies::assemble(const Judging& judging) {
  for (Desk& desk : desks_) {
    desk.judged = {};
    desk.made = 0;
  }
  upwards([&](int a, Desk& desk) { assemble_one(a, judging, desk); });
  judged_ = {};
  made_ = 0;
  for (const Desk& desk : desks_) {
    judged_.rank += desk.judged.rank;
    judged_.least_square = std::min(judged_.least_square, desk.judged.least_square);
    judged_.bends = judged_.bends || desk.judged.bends;
    judged_.fades = judged_.fades || desk.judged.fades;
    made_ += desk.made;
  }
}

void Assemblies::assemble_one(int a, const Judging& judging, Desk& desk) {
  const auto begin = [&](bool anew) {
    anew_[a] = anew;
    changed_[a] = 0;
    desk.made += anew;
    return anew;
  };
  if (const int p = tree_.pair_of[a]; p >= 0) {
    const Pair& pair = tree_.pairs[p];
    return assemble(pair, begin(changed_[a] || anew_[pair.part[0]] || anew_[pair.part[1]]));
  }
  if (const int s = tree_.single_of[a]; s >= 0 && !dragged_[tree_.singles[s].bone])
    return assemble(tree_.singles[s], begin(changed_[a]));
  const Assembly& assembly = tree_.assemblies[a];
  bool anew = changed_[a] || closes_[a];
  for (int child : assembly.children) anew = anew || (child >= 0 && anew_[child]);
  begin(anew);
  if (is_alone(assembly))
    assemble_alone(assembly, anew, desk);
  else
    assemble(assembly, anew, judging, desk);
}

void Assemblies::assemble(const Assembly& assembly, bool anew, const Judging& judging, Desk& desk) {
  gather_right(assembly, desk);
  if (anew) {
    gather(assembly, desk);
    enter(assembly, desk);
    eliminate(assembly, judging, desk);
    keep(assembly, desk);
  } else {
    reduce_right(assembly, desk);
  }
  for (int p = 0; p < assembly.eliminated; ++p) reduced_[assembly.unknowns[p]] = desk.k[p];
  std::copy(desk.k.begin() + assembly.eliminated, desk.k.begin() + assembly.size, rights_.begin() + assembly.right);
}

/// k by the factor that was found.
void Assemblies::reduce_right(const Assembly& assembly, Desk& desk) const {
  const int n = assembly.size, stride = calc_stride(n);
  const double* const rows = factors_.data() + assembly.factor;
  int first = 0;
  for (int b : assembly.blocks) {
    const Block& block = tree_.blocks[b];
    if (block.kind != BlockKind::closing) {
      for (int p = first; p < first + block.size; ++p)
        reduce(desk.k.data(), rows + p * stride, p, n, pivots_[assembly.unknowns[p]]);
    } else {
      std::fill_n(desk.done.begin() + first, block.size, 0);
      for (int s = 0; s < counted_[block.index]; ++s) {
        const int r = order_[block.place + s], p = first + r;
        desk.done[p] = 1;
        for (int j = first; j < n; ++j)
          if (j >= first + block.size || !desk.done[j]) desk.k[j] -= pivots_[block.place + r] * rows[p * stride + j] * desk.k[p];
      }
    }
    first += block.size;
  }
}

/// k: what the parts have, on D of a joint that changes, and what enters.
void Assemblies::gather_right(const Assembly& assembly, Desk& desk) const {
  std::fill_n(desk.k.begin(), assembly.size, 0.0);
  for (int c = 0; c < 2 && assembly.children[c] >= 0; ++c) {
    const double* right = rights_.data() + tree_.assemblies[assembly.children[c]].right;
    for (const Stretch& to : assembly.of_child[c])
      for (int r = 0; r < to.size; ++r) desk.k[to.to + r] += *right++;
  }
  if (assembly.changes >= 0) {
    double projected[6];
    for (int r = 0; r < 6; ++r) {
      double D[6];
      put_numbers(wrenches_[assembly.changes + r], D, 1);
      projected[r] = 0;
      for (int c = 0; c < 6; ++c) projected[r] += D[c] * desk.k[c];
    }
    std::copy_n(projected, 6, desk.k.begin());
  }
  for (int p = 0; p < assembly.eliminated; ++p) desk.k[p] += right_[assembly.unknowns[p]];
}

/// K of the parts, the upper triangle.
void Assemblies::gather(const Assembly& assembly, Desk& desk) const {
  const int stride = calc_stride(assembly.size);
  double* const K = desk.K.data();
  std::fill_n(K, assembly.size * stride, 0.0);
  for (int c = 0; c < 2 && assembly.children[c] >= 0; ++c) {
    const double* open = opens_.data() + tree_.assemblies[assembly.children[c]].open;
    const std::vector<Stretch>& stretches = assembly.of_child[c];
    for (std::size_t s = 0; s < stretches.size(); ++s)
      for (int i = stretches[s].to, end = i + stretches[s].size; i < end; ++i) {
        for (int j = i; j < end; ++j) K[i * stride + j] += *open++;
        for (std::size_t t = s + 1; t < stretches.size(); ++t) {
          const int from = stretches[t].to, to = from + stretches[t].size;
          if (from > i)
            for (int j = from; j < to; ++j) K[i * stride + j] += *open++;
          else
            for (int j = from; j < to; ++j) K[j * stride + i] += *open++;
        }
      }
  }
}

/// What enters K here, and D of a joint that changes: D K_ee Dᵀ, D K_eo.
void Assemblies::enter(const Assembly& assembly, Desk& desk) const {
  const int stride = calc_stride(assembly.size);
  double* const K = desk.K.data();
  for (const Entry& entry : assembly.entries)
    for (int r = 0; r < entry.count; ++r) {
      const Wrench<double>& F = wrenches_[entry.wrenches + r];
      if (entry.body < entry.local)
        add_numbers(F, K + entry.body * stride + entry.local + r, stride);
      else
        add_numbers(F, K + (entry.local + r) * stride + entry.body, 1);
    }
  if (assembly.changes >= 0) project(assembly, desk);
  for (int p = 0; p < assembly.eliminated; ++p) K[p * stride + p] += own_[assembly.unknowns[p]];
  if (assembly.body == 0) return;
  const Articulated<double>& mass = masses_[assembly.body];
  const Sym3<double>&I = mass.I, &M = mass.M;
  const Mat3<double>& H = mass.H;
  const double rows[6][6] = {
      {I.xx, I.xy, I.xz, H.xx, H.xy, H.xz}, {0, I.yy, I.yz, H.yx, H.yy, H.yz}, {0, 0, I.zz, H.zx, H.zy, H.zz},
      {0, 0, 0, M.xx, M.xy, M.xz},          {0, 0, 0, 0, M.yy, M.yz},          {0, 0, 0, 0, 0, M.zz}};
  for (int i = 0; i < 6; ++i)
    for (int j = i; j < 6; ++j) K[i * stride + j] -= rows[i][j];
}

void Assemblies::project(const Assembly& assembly, Desk& desk) const {
  const int n = assembly.size, stride = calc_stride(n);
  double D[6][6], whole[6][6], half[6][6];
  for (int r = 0; r < 6; ++r) put_numbers(wrenches_[assembly.changes + r], D[r], 1);
  for (int i = 0; i < 6; ++i)
    for (int j = i; j < 6; ++j) whole[i][j] = whole[j][i] = desk.K[i * stride + j];
  for (int j = 6; j < n; ++j) {
    double column[6];
    for (int i = 0; i < 6; ++i) column[i] = desk.K[i * stride + j];
    for (int r = 0; r < 6; ++r) {
      double sum = 0;
      for (int i = 0; i < 6; ++i) sum += D[r][i] * column[i];
      desk.K[r * stride + j] = sum;
    }
  }
  for (int r = 0; r < 6; ++r)
    for (int j = 0; j < 6; ++j) {
      half[r][j] = 0;
      for (int i = 0; i < 6; ++i) half[r][j] += D[r][i] * whole[i][j];
    }
  for (int r = 0; r < 6; ++r)
    for (int s = r; s < 6; ++s) {
      double sum = 0;
      for (int i = 0; i < 6; ++i) sum += half[r][i] * D[s][i];
      desk.K[r * stride + s] = sum;
    }
}

double Assemblies::calc_inverse(int b, int r, double pivot) const {
  constexpr double not_determined = std::numeric_limits<double>::quiet_NaN();
  const Block& block = tree_.blocks[b];
  switch (block.kind) {
    case BlockKind::joint: return r >= active_[b] ? 0 : pivot > 0 ? 1 / pivot : not_determined;
    case BlockKind::body: return pivot < 0 ? 1 / pivot : not_determined;
    default: return pivot < rounding * own_[block.place] ? 1 / pivot : not_determined;
  }
}

void Assemblies::eliminate(const Assembly& assembly, const Judging& judging, Desk& desk) {
  const int n = assembly.size, stride = calc_stride(n);
  int p = 0;
  for (int b : assembly.blocks) {
    const Block& block = tree_.blocks[b];
    if (block.kind == BlockKind::closing) {
      eliminate_closing(assembly, judging, block, p, desk);
      p += block.size;
      continue;
    }
    for (int r = 0; r < block.size; ++r, ++p) {
      const double inverse = calc_inverse(b, r, desk.K[p * stride + p]);
      pivots_[block.place + r] = inverse;
      divide_and_conquer::eliminate(desk.K.data(), p, n, stride, inverse);
      reduce(desk.k.data(), desk.K.data() + p * stride, p, n, inverse);
    }
  }
}

void Assemblies::eliminate_closing(const Assembly& assembly, const Judging& judging, const Block& block, int first, Desk& desk) {
  constexpr double tie = 1 + 1e-12;  // rounding does not choose
  const rank::Holding& holding = judging.holding;
  const int n = assembly.size, stride = calc_stride(n), rows = block.size;
  const auto [row, held] = holding_[block.index];
  double *const K = desk.K.data(), *const k = desk.k.data();
  const auto at = [&](int i, int j) -> double& { return K[std::min(i, j) * stride + std::max(i, j)]; };
  std::array<double, most_rows> size;
  double largest = 0;  // before its rows leave: which of them is first must not matter
  std::fill_n(pivots_.begin() + block.place, rows, 0.0);
  std::fill_n(desk.done.begin() + first, rows, 0);
  for (int i = 0; i < held; ++i) {
    size[i] = std::max(judging.size[row + i], 0.01 * at(first + i, first + i));
    if (holding.accelerations) largest = std::max(largest, holding.calc_part(k[first + i], row + i));
  }
  int& counted = counted_[block.index] = 0;
  while (counted < held) {
    int best = -1;
    double greatest = rank::least_firm_square, best_square = 0, best_bend = 0;
    for (int i = 0; i < held; ++i) {
      const double square = at(first + i, first + i) / size[i];
      if (desk.done[first + i] || !judging.asked[row + i] || square <= greatest) continue;  // NaN goes on
      const double bend =
          holding.asks(square) ? square / rank::full_square * holding.calc_part(k[first + i], row + i) / (1 + largest) : 0;
      if (!rank::counts(square) && !(holding.choose(bend) > rank::least_bend)) continue;
      best = i, best_square = std::min(square, 1.0), best_bend = bend;
      greatest = tie * square;
    }
    if (best < 0) break;
    const int p = first + best;
    const double share = rank::calc_share(best_square, holding.choose(best_bend), holding.accelerations),
                 inverse = share / at(p, p);
    desk.judged.fades = desk.judged.fades || share < 1;
    pivots_[block.place + best] = inverse;
    order_[block.place + counted++] = best;
    desk.judged.bends = desk.judged.bends || best_bend > rank::least_bend;
    desk.judged.least_square = std::min(desk.judged.least_square, best_square);
    desk.done[p] = 1;
    const auto is_left = [&](int j) { return j >= first + rows || !desk.done[j]; };
    for (int j = first; j < n; ++j) {
      if (!is_left(j)) continue;
      const double factor = inverse * at(p, j);
      k[j] -= factor * k[p];
      for (int l = j; l < n; ++l)
        if (is_left(l)) K[j * stride + l] -= factor * at(p, l);
    }
  }
  desk.judged.rank += counted;
  for (int i = 0; i < rows; ++i)  // rows of the factor are whole
    for (int j = 0; j < i; ++j) K[(first + i) * stride + first + j] = K[(first + j) * stride + first + i];
}

/// Factor and Υ.
void Assemblies::keep(const Assembly& assembly, const Desk& desk) {
  const int n = assembly.size, e = assembly.eliminated, stride = calc_stride(n);
  std::copy_n(desk.K.data(), e * stride, factors_.data() + assembly.factor);
  double* open = opens_.data() + assembly.open;
  for (int i = e; i < n; ++i) open = std::copy_n(desk.K.data() + i * stride + i, n - i, open);
}

/// A body without branches: Υ = Dᵀ M⁻¹ D, υ = γ-less −Dᵀ M⁻¹ f [there (14)].
void Assemblies::assemble_alone(const Assembly& assembly, bool anew, Desk& desk) {
  const int open = assembly.size - 6, stride = calc_stride(open);
  const Articulated<double>& mass = masses_[assembly.body];
  Sym3<double>& inverse_I = inverse_inertia_[assembly.body];
  const double inverse_m = 1 / mass.M.xx;
  if (anew) {
    inverse_I = inverse(mass.I);
    double* const F = desk.K.data();  // by number of a wrench, by unknown
    std::fill_n(F, 6 * stride, 0.0);
    for (const Entry& entry : assembly.entries)
      for (int r = 0; r < entry.count; ++r) add_numbers(wrenches_[entry.wrenches + r], F + entry.local - 6 + r, stride);
    const auto row = [&](int c, int l) { return *reinterpret_cast<const Four*>(F + c * stride + l); };
    double* to = opens_.data() + assembly.open;
    for (int i = 0; i < open; ++i) {
      const auto at = [&](int c) { return F[c * stride + i]; };
      const Vec3<double> w = inverse_I * Vec3<double>{at(0), at(1), at(2)};
      const double a[] = {w.x, w.y, w.z, inverse_m * at(3), inverse_m * at(4), inverse_m * at(5)};
      double Y[4];
      for (int l = i / 4 * 4; l < stride; l += 4) {
        const Four sum =
            a[0] * row(0, l) + a[1] * row(1, l) + a[2] * row(2, l) + a[3] * row(3, l) + a[4] * row(4, l) + a[5] * row(5, l);
        *reinterpret_cast<Four*>(Y) = sum;
        for (int j = std::max(i, l); j < std::min(open, l + 4); ++j) *to++ = Y[j - l];
      }
    }
  }
  const double* const f = right_.data() + tree_.blocks[assembly.blocks[0]].place;  // −f
  const Motion<double> a{inverse_I * Vec3<double>{f[0], f[1], f[2]}, inverse_m * Vec3<double>{f[3], f[4], f[5]}};
  double* const right = rights_.data() + assembly.right;
  std::fill_n(right, open, 0.0);
  for (const Entry& entry : assembly.entries)
    for (int r = 0; r < entry.count; ++r) right[entry.local - 6 + r] += power(wrenches_[entry.wrenches + r], a);
}

void Assemblies::disassemble() {
  downwards([&](int a, Desk& desk) { disassemble_one(a, desk); });
}

void Assemblies::disassemble_one(int a, Desk& desk) {
  if (const int p = tree_.pair_of[a]; p >= 0) return disassemble(tree_.pairs[p]);
  if (const int s = tree_.single_of[a]; s >= 0 && !dragged_[tree_.singles[s].bone]) return disassemble(tree_.singles[s]);
  const Assembly& assembly = tree_.assemblies[a];
  if (is_alone(assembly))
    disassemble_alone(assembly);
  else
    disassemble(assembly, desk);
}

/// What x leaves of (1) in assembly_tree.h is solved for once more: rows of loops lose digits to what their parts have in common.
void Assemblies::refine() {
  std::ranges::copy(right_, left_.begin());
  std::ranges::fill(motion_, 0.0);
  for (const Assembly& assembly : tree_.assemblies) {
    if (assembly.body > 0) {
      const double* const a = x_.data() + tree_.blocks[tree_.body_block[assembly.body]].place;
      const Wrench<double> F = masses_[assembly.body] * Motion<double>{{a[0], a[1], a[2]}, {a[3], a[4], a[5]}};
      add_numbers(F, left_.data() + tree_.blocks[tree_.body_block[assembly.body]].place, 1);
    }
    for (const Entry& entry : assembly.entries) {
      const int body = assembly.unknowns[entry.body];
      const double* const a = x_.data() + body;
      for (int r = 0; r < entry.count; ++r) {
        const int row = assembly.unknowns[entry.local + r];
        const Wrench<double>& F = wrenches_[entry.wrenches + r];
        motion_[row] += power(F, Motion<double>{{a[0], a[1], a[2]}, {a[3], a[4], a[5]}});
        add_numbers(-x_[row] * F, left_.data() + body, 1);
      }
    }
  }
  for (std::size_t b = 0; b < tree_.blocks.size(); ++b) {
    const Block& block = tree_.blocks[b];
    if (block.kind == BlockKind::body) continue;
    const bool changes = block.kind == BlockKind::joint && skeleton_.bones[block.index].changes;
    const double* const motion = motion_.data() + block.place;
    const double* const x = x_of(static_cast<int>(b));
    for (int r = 0; r < block.size; ++r) {
      double rate = motion[r];
      if (changes)
        rate = power(wrenches_[tree_.joint_wrench[block.index] + 12 + r],
                     Motion<double>{{motion[0], motion[1], motion[2]}, {motion[3], motion[4], motion[5]}});
      left_[block.place + r] -= rate + own_[block.place + r] * x[r];
    }
  }
  std::ranges::copy(x_, found_.begin());
  std::ranges::copy(multipliers_, found_multipliers_.begin());
  std::swap(right_, left_);
  std::swap(reduced_, reduced_once_);
  upwards([&](int a, Desk& desk) {
    const Assembly& assembly = tree_.assemblies[a];
    if (const int p = tree_.pair_of[a]; p >= 0)
      assemble(tree_.pairs[p], false);
    else if (is_alone(assembly))
      assemble_alone(assembly, false, desk);
    else
      assemble(assembly, false, {}, desk);
  });
  disassemble();
  std::swap(right_, left_);
  std::swap(reduced_, reduced_once_);
  for (std::size_t i = 0; i < x_.size(); ++i) x_[i] += found_[i];
  for (std::size_t i = 0; i < x_.size(); ++i) multipliers_[i] += found_multipliers_[i];
}

/// (2)
void Assemblies::disassemble(const Assembly& assembly, Desk& desk) {
  const int n = assembly.size, stride = calc_stride(n);
  double* const x = desk.x.data();
  std::fill_n(x, assembly.eliminated, 0.0);
  for (int j = assembly.eliminated; j < n; ++j) x[j] = x_[assembly.unknowns[j]];
  int first = assembly.eliminated;
  for (std::size_t b = assembly.blocks.size(); b-- > 0;) {
    const Block& block = tree_.blocks[assembly.blocks[b]];
    first -= block.size;
    const bool closes = block.kind == BlockKind::closing;
    for (int s = (closes ? counted_[block.index] : block.size) - 1; s >= 0; --s) {
      const int r = closes ? order_[block.place + s] : s, p = first + r;
      const double* const row = factors_.data() + assembly.factor + p * stride;
      double rest = reduced_[block.place + r];
      for (int j = closes ? first : p + 1; j < n; ++j) rest -= row[j] * x[j];
      x[p] = pivots_[block.place + r] * rest;
    }
    std::copy_n(x + first, block.size, x_.data() + block.place);
  }
  if (assembly.changes < 0) return;
  const int place = assembly.unknowns[0];
  std::copy_n(x, 6, multipliers_.data() + place);
  Wrench<double> whole = Wrench<double>::zero();  // Dᵀ λ, what the parts know
  for (int r = 0; r < 6; ++r) whole = whole + x[r] * wrenches_[assembly.changes + r];
  put_numbers(whole, x_.data() + place, 1);
}

/// a = M⁻¹ (f + D λ)
void Assemblies::disassemble_alone(const Assembly& assembly) {
  const int place = tree_.blocks[assembly.blocks[0]].place;
  const double* const f = right_.data() + place;  // −f
  Wrench<double> sum{{-f[0], -f[1], -f[2]}, {-f[3], -f[4], -f[5]}};
  for (const Entry& entry : assembly.entries)
    for (int r = 0; r < entry.count; ++r) sum = sum + x_[assembly.unknowns[entry.local + r]] * wrenches_[entry.wrenches + r];
  const Vec3<double> w = inverse_inertia_[assembly.body] * sum.n, v = (1 / masses_[assembly.body].M.xx) * sum.f;
  const double a[] = {w.x, w.y, w.z, v.x, v.y, v.z};
  std::copy_n(a, 6, x_.data() + place);
}

}  // namespace pintle::divide_and_conquer
