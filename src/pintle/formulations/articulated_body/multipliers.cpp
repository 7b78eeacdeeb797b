#include "pintle/formulations/articulated_body/multipliers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace pintle::articulated_body {
namespace {

constexpr double share_of_diagonal = 0.01;  // that counts as a row's size at least

/// Axes of a segment that let multipliers work.
int axes_of(Code code) {
  switch (code) {
    case Code::weld: return 0;
    case Code::ball: return 3;
    case Code::base: return 6;
    default: return 1;
  }
}

double power(const Wrench<double>& w, const Vec3<double>& al, const Vec3<double>& a) { return dot(w.n, al) + dot(w.f, a); }

}  // namespace

Multipliers::Multipliers(const Plan& plan, const Segments& segments, std::span<const double> lengths)
    : link_of_(segments.list.size(), 0),
      last_(segments.list.size(), 0),
      w_first_(segments.list.size(), 0),
      passing_(plan.tree.links.size()),
      closes_(plan.order.closes),
      leaving_(plan.closings.size()) {
  const auto rows = static_cast<std::size_t>(count_rows(plan.closings));
  for (auto* list : {&gamma_, &D_inverse_, &lambda_}) list->assign(rows, 0.0);
  sums_.resize(rows);
  for (std::size_t k = 0; k < plan.closings.size(); ++k)
    L_squared_.insert(L_squared_.end(), static_cast<std::size_t>(plan.closings[k].rows), lengths[k] * lengths[k]);
  const auto rows_of = [&](int k) { return plan.closings[k].rows; };

  std::map<std::pair<int, int>, int> block, wrench;  // of two closings, the first to leave first; of link and closing
  int E = 0, K = 0;
  for (int k = 0; k < static_cast<int>(leaving_.size()); ++k) {
    block[{k, k}] = E;
    E += rows_of(k) * rows_of(k);
    for (int j : plan.order.later[k]) {
      block[{k, j}] = E;
      E += rows_of(k) * rows_of(j);
    }
  }
  for (int i = 1; i < plan.tree.size(); ++i)
    for (const auto* list : {&plan.order.open[i], &plan.order.closes[i]})
      for (int k : *list) {
        wrench[{i, k}] = K;
        K += rows_of(k);
      }
  E_.assign(static_cast<std::size_t>(E), 0.0);
  K_.assign(static_cast<std::size_t>(K), Wrench<double>::zero());

  const auto find_block = [&](int j, int l) { return block.contains({j, l}) ? std::pair(j, l) : std::pair(l, j); };
  for (int k = 0; k < static_cast<int>(leaving_.size()); ++k) {
    Leaving& leaving = leaving_[k];
    const int at = plan.order.leaves_at[k];
    const std::vector<int>& later = plan.order.later[k];
    leaving.first = plan.closings[k].first;
    leaving.rows = rows_of(k);
    leaving.E = block.at({k, k});
    leaving.K = at > 0 ? wrench.at({at, k}) : -1;
    for (int j : later) leaving.later.push_back({j, block.at({k, j}), at > 0 ? wrench.at({at, j}) : -1});
    for (std::size_t j = 0; j < later.size(); ++j)
      for (std::size_t l = j; l < later.size(); ++l) {
        const auto key = find_block(later[j], later[l]);
        const bool in_order = key.first == later[j];
        leaving.updates.push_back({in_order ? j : l, in_order ? l : j, block.at(key)});
      }
    for (std::size_t e = 0; e < plan.closings[k].links.size(); ++e)
      if (const int link = plan.closings[k].links[e]; link > 0)
        for (int r = 0; r < leaving.rows; ++r)
          ends_.push_back({link, leaving.first + r, static_cast<int>(e), wrench.at({link, k}) + r});
  }

  int w = 0, most = 0;
  for (int i = 1; i < plan.tree.size(); ++i) {
    Passing& passing = passing_[i];
    const int parent = plan.tree.links[i].parent;
    const std::vector<int>& open = plan.order.open[i];
    std::vector<int> first;
    if (!open.empty()) passing.K = wrench.at({i, open.front()});
    for (int k : open) {
      first.push_back(passing.count);
      passing.count += rows_of(k);
      for (int r = 0; r < rows_of(k); ++r) {
        passing.row.push_back(leaving_[k].first + r);
        if (parent > 0) passing.K_next.push_back(wrench.at({parent, k}) + r);
      }
    }
    for (std::size_t a = 0; a < open.size(); ++a)
      for (std::size_t b = a; b < open.size(); ++b) {
        const auto key = find_block(open[a], open[b]);
        const std::size_t one = key.first == open[a] ? a : b, two = one == a ? b : a;
        passing.pairs.push_back({first[one], first[two], rows_of(key.first), rows_of(key.second), block.at(key)});
      }
    const Chain& chain = segments.chain[i];
    last_[chain.last] = 1;
    for (int s = chain.first; s <= chain.last; ++s) {
      link_of_[s] = i;
      w_first_[s] = w;
      w += axes_of(segments.list[s].code) * passing.count;
    }
    most = std::max(most, passing.count);
  }
  w_.assign(static_cast<std::size_t>(w), 0.0);
  y_.assign(static_cast<std::size_t>(6 * most), 0.0);
}

void Multipliers::begin(std::span<const ConstraintRow<double>> rows, std::span<const Vec3<double>> c_W,
                        std::span<const double> gamma, const rank::Holding& holding) {
  std::ranges::fill(K_, Wrench<double>::zero());
  std::ranges::fill(E_, 0.0);
  std::ranges::fill(sums_, Sums{0, 0, std::numeric_limits<double>::infinity()});
  std::ranges::copy(gamma, gamma_.begin());
  for (const EndPlace& end : ends_) {
    const Wrench<double>& on = rows[end.row].on[end.end];
    K_[end.K] = K_[end.K] + Wrench<double>{on.n + cross(c_W[end.link], on.f), on.f};
  }
  rank_ = 0;
  least_ratio_ = 1;
  holding_ = holding;
  in_full_ = true;
  bends_ = false;
}

void Multipliers::close(const Sweeps<double>& s, const std::vector<Frame<double>>& frames, int i, Articulated<double>& A) {
  if (!last_[i]) return;
  for (int k : closes_[link_of_[i]]) eliminate(leaving_[k], &frames[i].R_WL, &A);
  if (s.segments.list[i].code == Code::base) base_ = A;
}

template <int n>
void Multipliers::couple(const Passing& passing, const double* w, const double* y) {
  for (const Pair& pair : passing.pairs) {
    double* E = E_.data() + pair.E;
    for (int a = 0; a < pair.a_rows; ++a)
      for (int b = 0; b < pair.b_rows; ++b, ++E) {
        const double *one = w + n * (pair.a + a), *two = y + n * (pair.b + b);
        double sum = 0;
        for (int c = 0; c < n; ++c) sum += one[c] * two[c];
        *E += sum;
      }
  }
}

void Multipliers::pass(const Sweeps<double>& s, const std::vector<Frame<double>>& frames, int i,
                       const Acceleration<double>& at_world) {
  const Passing& passing = passing_at(i);
  if (passing.count == 0) return;
  const Segment& x = s.segments.list[i];
  const Record<double>& r = s.record[i];
  const Mat3<double>& R = frames[i].R_WL;
  Wrench<double>* const K = K_.data() + passing.K;
  double *const w = w_.data() + w_first_[i], *const y = y_.data();
  Vec3<double> angular_bias = Vec3<double>::zero();
  switch (x.code) {
    case Code::weld: break;
    case Code::driven_turn:
    case Code::driven_slide:
      angular_bias = R * s.wide[x.wide].ca;
      for (int k = 0; k < passing.count; ++k) w[k] = dot(R.column(2), x.code == Code::driven_turn ? K[k].n : K[k].f);
      break;
    case Code::base: return leave_base(passing, s.wide[x.wide], R, w);
    case Code::ball: {
      const WideRecord<double>& b = s.wide[x.wide];
      const double most = b.I_inverse.xx + b.I_inverse.yy + b.I_inverse.zz;
      for (int k = 0; k < passing.count; ++k) {
        Sums& sums = sums_[passing.row[k]];
        const Vec3<double> along = transpose_times(R, K[k].n), back = b.I_inverse * along;
        for (int c = 0; c < 3; ++c) w[3 * k + c] = along[c], y[3 * k + c] = back[c];
        sums.diagonal += dot(along, back);
        sums.size = std::min(sums.size, (dot(along, along) + L_squared_[passing.row[k]] * dot(K[k].f, K[k].f)) * most);
        sums.d += dot(back, b.u);
        K[k] = {Vec3<double>::zero(), K[k].f - R * transpose_times(b.H, back)};
      }
      couple<3>(passing, w, y);
      break;
    }
    default: {  // hinges and sliders
      const bool turns = x.code != Code::slider;
      const Vec3<double> z = R.column(2), Un = R * r.Un, Uf = R * r.Uf;
      angular_bias = R * Vec3<double>{r.cx, r.cy, 0};
      for (int k = 0; k < passing.count; ++k) {
        Sums& sums = sums_[passing.row[k]];
        w[k] = dot(z, turns ? K[k].n : K[k].f);
        y[k] = r.D_inverse * w[k];
        sums.diagonal += w[k] * y[k];
        const double LL = L_squared_[passing.row[k]], of_n = turns ? 1 : 1 / LL, of_f = turns ? LL : 1;
        sums.size = std::min(sums.size, (of_n * dot(K[k].n, K[k].n) + of_f * dot(K[k].f, K[k].f)) * r.D_inverse);
        sums.d += y[k] * r.u;
        K[k] = {K[k].n - y[k] * Un, K[k].f - y[k] * Uf};  // (3)
      }
      couple<1>(passing, w, y);
    }
  }

  const Vec3<double> bias = R * r.cl, p = frames[i].p_WL - frames[x.parent].p_WL;
  for (int k = 0; k < passing.count; ++k) {
    sums_[passing.row[k]].d += power(K[k], angular_bias, bias);
    K[k].n += cross(p, K[k].f);
  }
  if (link_of_[x.parent] == link_of_[i]) return;
  if (x.parent == 0)
    for (int k = 0; k < passing.count; ++k) sums_[passing.row[k]].d += power(K[k], at_world.al, at_world.a);
  else
    for (int k = 0; k < passing.count; ++k) K_[passing.K_next[k]] = K_[passing.K_next[k]] + K[k];
}

/// D = A: L D Lᵀ of the base without pivoting, linear part first; y = A⁻¹ K is what push() will want.
void Multipliers::leave_base(const Passing& passing, const WideRecord<double>& b, const Mat3<double>& R_WL, double* y) {
  double B[6][6], D[6];
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) {
      B[r][c] = base_.M.full()(r, c);
      B[3 + r][3 + c] = base_.I.full()(r, c);
      B[3 + r][c] = base_.H(r, c);
    }
  for (int j = 0; j < 6; ++j) {
    D[j] = 1 / B[j][j];
    for (int i = 5; i > j; --i)
      for (int k = j + 1; k <= i; ++k) B[i][k] -= B[i][j] * D[j] * B[k][j];
    for (int i = j + 1; i < 6; ++i) B[i][j] *= D[j];
  }
  double* const w = y_.data();
  for (int k = 0; k < passing.count; ++k) {
    Sums& sums = sums_[passing.row[k]];
    const Wrench<double>& K = K_[passing.K + k];
    const Vec3<double> f = transpose_times(R_WL, K.f), n = transpose_times(R_WL, K.n);
    double *from = w + 6 * k, *to = y + 6 * k;
    for (int c = 0; c < 3; ++c) from[c] = to[c] = f[c], from[3 + c] = to[3 + c] = n[c];
    for (int i = 1; i < 6; ++i)
      for (int c = 0; c < i; ++c) to[i] -= B[i][c] * to[c];
    for (int i = 0; i < 6; ++i) to[i] *= D[i];
    for (int i = 4; i >= 0; --i)
      for (int c = i + 1; c < 6; ++c) to[i] -= B[c][i] * to[c];
    double own = 0;
    for (int c = 0; c < 6; ++c) own += from[c] * to[c];
    sums.diagonal += own;
    sums.size = std::min(sums.size, own);
    sums.d += dot(f, b.u) + dot(n, b.ca);
  }
  couple<6>(passing, w, y);
}

/// Of the rows that are left and count, the one with the greatest sine leaves next.
Multipliers::Pivot Multipliers::find_pivot(const Leaving& leaving, std::span<const int> left, const double* inverse_size,
                                           double largest) const {
  constexpr double tie = 1 + 1e-12;  // rounding does not choose
  Pivot best;
  for (std::size_t place = 0; place < left.size(); ++place) {
    const int r = left[place], row = leaving.first + r;
    const double square = std::min(E_[static_cast<std::size_t>(leaving.at(r, r))] * inverse_size[r], 1.0);
    if (best.place >= 0 && !(square > tie * best.square)) continue;
    const double bend =
        holding_.asks(square) ? square / rank::full_square * holding_.calc_part(gamma_[row], row) / (1 + largest) : 0;
    const double share = rank::calc_share(square, holding_.choose(bend), holding_.accelerations);
    if (share > 0) best = {static_cast<int>(place), square, bend, share};
  }
  return best;
}

/// E_kk = L D Lᵀ in place, in the order in which rows leave, and L⁻¹ (γ − d); what says nothing new comes last, and is left out.
void Multipliers::factorize(Leaving& leaving) {
  double* const E = E_.data();
  double* const gamma = gamma_.data() + leaving.first;
  const int m = leaving.rows;
  std::array<double, most_rows> inverse_size{};
  double largest = 0;  // before its rows leave: which of them is first must not matter
  for (int r = 0; r < m; ++r) {
    const int row = leaving.first + r;
    leaving.order[r] = r;
    gamma[r] -= sums_[row].d;
    inverse_size[r] = 1 / std::max(sums_[row].size, share_of_diagonal * sums_[row].diagonal);
    if (holding_.accelerations) largest = std::max(largest, holding_.calc_part(gamma[r], row));
  }
  for (int k = 0; k < m; ++k) {
    const std::span<int> left(leaving.order.data() + k, static_cast<std::size_t>(m - k));
    const Pivot best = find_pivot(leaving, left, inverse_size.data(), largest);
    if (best.place > 0) std::rotate(left.begin(), left.begin() + best.place, left.begin() + best.place + 1);
    const int r = left[0];
    D_inverse_[leaving.first + r] = best.place < 0 ? 0 : best.share / E[leaving.at(r, r)];
    const double D_inverse = D_inverse_[leaving.first + r];
    bends_ = bends_ || best.bend > rank::least_bend;
    if (best.place >= 0) {
      ++rank_;
      least_ratio_ = std::min(least_ratio_, best.square);
      in_full_ = in_full_ && best.square >= rank::full_square;
    }
    const std::span<const int> rest(left.subspan(1));
    std::array<double, most_rows> l{};
    for (int s : rest) l[s] = D_inverse * E[leaving.at(s, r)];
    for (std::size_t a = 0; a < rest.size(); ++a)
      for (std::size_t b = 0; b <= a; ++b) E[leaving.at(rest[a], rest[b])] -= l[rest[a]] * E[leaving.at(rest[b], r)];
    for (int s : rest) E[leaving.at(s, r)] = l[s], gamma[s] -= l[s] * gamma[r];
  }
}

/// (5); what (4) wants later stays in place: L⁻¹ times γ − d, Kᵀ (own axes) and E_kj.
void Multipliers::eliminate(Leaving& leaving, const Mat3<double>* R_WL, Articulated<double>* A) {
  factorize(leaving);
  const int m = leaving.rows;
  const double* const D_inverse = D_inverse_.data() + leaving.first;
  const auto l = [&](int r, int c) { return E_[static_cast<std::size_t>(leaving.at(r, c))]; };
  const std::array<int, most_rows>& order = leaving.order;
  const double* const gamma = gamma_.data() + leaving.first;
  Wrench<double>* const K = A ? K_.data() + leaving.K : nullptr;
  if (K)
    for (int a = 1; a < m; ++a)
      for (int b = 0; b < a; ++b) {
        const int r = order[a], c = order[b];
        K[r] = {K[r].n - l(r, c) * K[c].n, K[r].f - l(r, c) * K[c].f};
      }
  for (const Neighbour& j : leaving.later) {
    const int n = leaving_[j.closing].rows;
    double* const Z = E_.data() + j.E;
    Sums* const sums = sums_.data() + leaving_[j.closing].first;
    for (int a = 1; a < m; ++a)
      for (int b = 0; b < a; ++b)
        for (int s = 0; s < n; ++s) Z[n * order[a] + s] -= l(order[a], order[b]) * Z[n * order[b] + s];
    for (int r = 0; r < m; ++r)
      for (int s = 0; s < n; ++s) {
        const double part = D_inverse[r] * Z[n * r + s];
        sums[s].d += part * gamma[r];
        if (!K) continue;
        Wrench<double>& of_j = K_[j.K + s];
        of_j = {of_j.n - part * K[r].n, of_j.f - part * K[r].f};
      }
  }
  for (const Update& u : leaving.updates) {
    const int n = leaving_[leaving.later[u.j].closing].rows, o = leaving_[leaving.later[u.l].closing].rows;
    const double *const Zj = E_.data() + leaving.later[u.j].E, *const Zl = E_.data() + leaving.later[u.l].E;
    double* const E = E_.data() + u.E;
    for (int r = 0; r < m; ++r)
      for (int s = 0; s < n; ++s) {
        const double part = D_inverse[r] * Zj[n * r + s];
        for (int t = 0; t < o; ++t) E[o * s + t] -= part * Zl[o * r + t];
      }
  }
  if (!K) return;
  for (int r = 0; r < m; ++r) {
    const Vec3<double> n = K[r].n = transpose_times(*R_WL, K[r].n), f = K[r].f = transpose_times(*R_WL, K[r].f);
    const Vec3<double> gn = D_inverse[r] * n, gf = D_inverse[r] * f;
    add_dyad(*A, D_inverse[r], {n, f});
    A->n -= gamma[r] * gn;
    A->f -= gamma[r] * gf;
  }
}

/// (4)
void Multipliers::back_substitute(const Leaving& leaving, const Acceleration<double>* at) {
  const int m = leaving.rows;
  double* const lambda = lambda_.data() + leaving.first;
  for (int r = 0; r < m; ++r) {
    const auto row = static_cast<std::size_t>(leaving.first + r);
    double rest = gamma_[row];
    if (at) rest -= power(K_[leaving.K + r], at->al, at->a);
    for (const Neighbour& j : leaving.later) {
      const int n = leaving_[j.closing].rows;
      const double *Z = E_.data() + j.E + n * r, *known = lambda_.data() + leaving_[j.closing].first;
      for (int s = 0; s < n; ++s) rest -= Z[s] * known[s];
    }
    lambda[r] = D_inverse_[row] * rest;
  }
  for (int a = m - 2; a >= 0; --a)
    for (int b = a + 1; b < m; ++b) {
      const int r = leaving.order[a], s = leaving.order[b];
      lambda[r] -= E_[static_cast<std::size_t>(leaving.at(r, s))] * lambda[s];
    }
}

void Multipliers::turn_round() {
  for (int k : closes_[0]) eliminate(leaving_[k], nullptr, nullptr);
  for (auto k = closes_[0].rbegin(); k != closes_[0].rend(); ++k) back_substitute(leaving_[*k], nullptr);
}

void Multipliers::push(Sweeps<double>& s, int i) const {
  const Passing& passing = passing_at(i);
  if (passing.count == 0) return;
  const Segment& x = s.segments.list[i];
  const double* w = w_.data() + w_first_[i];
  const int axes = axes_of(x.code);
  double sum[6] = {};
  for (int k = 0; k < passing.count; ++k)
    for (int c = 0; c < axes; ++c) sum[c] += *w++ * lambda_[passing.row[k]];
  switch (x.code) {
    case Code::weld: break;
    case Code::ball: s.wide[x.wide].u += Vec3<double>{sum[0], sum[1], sum[2]}; break;
    case Code::base:  // accelerations already
      s.wide[x.wide].u += Vec3<double>{sum[0], sum[1], sum[2]};
      s.wide[x.wide].ca += Vec3<double>{sum[3], sum[4], sum[5]};
      break;
    case Code::driven_turn:
    case Code::driven_slide: s.record[i].u -= sum[0]; break;  // what the driver has to do, not what pushes it
    default: s.record[i].u += sum[0];
  }
}

void Multipliers::solve(int i, const Acceleration<double>& at) {
  if (!last_[i]) return;
  const std::vector<int>& closes = closes_[link_of_[i]];
  for (auto k = closes.rbegin(); k != closes.rend(); ++k) back_substitute(leaving_[*k], &at);
}

}  // namespace pintle::articulated_body
