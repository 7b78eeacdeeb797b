#include "pintle/formulations/newton_euler/loops.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>

#include "pintle/math/block_held.h"
#include "pintle/structure/loop_length.h"

namespace pintle::newton_euler {
namespace {

std::size_t place(int i) { return static_cast<std::size_t>(i); }
double trace(const Sym3<double>& S) { return S.xx + S.yy + S.zz; }

}  // namespace

/// Lays out columns and blocks of E, once per plan.
class Loops::Maker {
 public:
  Maker(const Plan& plan, Loops& out) : plan_(plan), out_(out), turn_(plan.closings.size()), column_(plan.tree.links.size()) {}

  void make(std::span<const double> lengths) {
    int turn = 0;
    for (std::size_t i = plan_.tree.links.size(); i-- > 0;)
      for (int k : plan_.order.closes[i]) turn_[place(k)] = turn++;
    for (std::size_t k = 0; k < plan_.closings.size(); ++k) {
      const Closing& closing = plan_.closings[k];
      out_.closings_.push_back({closing.first, closing.rows, size_, lengths[k], 0, 0});
      size_ += closing.rows * closing.rows;
    }
    for (std::size_t k = 0; k < plan_.closings.size(); ++k)
      for (int j : plan_.order.later[k]) add_block(static_cast<int>(k), j);
    out_.links_.resize(plan_.tree.links.size());
    for (int i = 1; i < plan_.tree.size(); ++i) add_columns(i);
    for (int i = 1; i < plan_.tree.size(); ++i) add_passes(i);
    for (int i = 0; i < plan_.tree.size(); ++i) add_leavings(i);
    add_ends();
    const auto rows = static_cast<std::size_t>(count_rows(plan_.closings));
    out_.columns_.resize(place(columns_));
    out_.pushes_.resize(place(widest_));
    out_.E_.resize(place(size_));
    out_.b_.resize(rows);
    out_.lambda_.resize(rows);
    out_.scales_.resize(rows);
    out_.asked_.resize(rows);
    out_.pivots_.resize(rows);
    out_.inverses_.resize(rows);
  }

 private:
  int rows(int k) const { return plan_.closings[place(k)].rows; }
  std::vector<int> in_turn(std::vector<int> list) const {
    std::ranges::sort(list, {}, [&](int k) { return turn_[place(k)]; });
    return list;
  }
  void add_block(int k, int j) {
    blocks_[{k, j}] = size_;
    size_ += rows(k) * rows(j);
  }
  /// E of every two of a list that is in turn.
  int add_pairs(const std::vector<int>& list, std::vector<int>& pairs) const {
    const auto first = static_cast<int>(pairs.size());
    for (std::size_t a = 0; a < list.size(); ++a)
      for (std::size_t b = a + 1; b < list.size(); ++b) pairs.push_back(blocks_.at({list[a], list[b]}));
    return first;
  }
  void add_columns(int i) {
    int width = 0;
    for (const auto& list : {plan_.order.open[place(i)], plan_.order.closes[place(i)]})
      for (int k : list) {
        column_[place(i)][k] = columns_ + width;
        width += rows(k);
      }
    columns_ += width;
    widest_ = std::max(widest_, width);
    out_.links_[place(i)].touched = width > 0;
  }
  void add_passes(int i) {
    OfLink& link = out_.links_[place(i)];
    const int parent = plan_.tree.links[place(i)].parent;
    const std::vector<int> open = in_turn(plan_.order.open[place(i)]);
    link.first_pass = static_cast<int>(out_.passes_.size());
    for (int k : open) out_.passes_.push_back({k, column_[place(i)].at(k), parent == 0 ? -1 : column_[place(parent)].at(k)});
    link.last_pass = static_cast<int>(out_.passes_.size());
    link.first_pair = add_pairs(open, out_.pass_pairs_);
  }
  void add_leavings(int i) {
    OfLink& link = out_.links_[place(i)];
    link.first_leaving = static_cast<int>(out_.leavings_.size());
    for (int k : plan_.order.closes[place(i)]) {
      const std::vector<int> later = in_turn(plan_.order.later[place(k)]);
      const auto first = static_cast<int>(out_.couplings_.size());
      for (int j : later) out_.couplings_.push_back({j, column_at(i, j), blocks_.at({k, j})});
      const auto last = static_cast<int>(out_.couplings_.size());
      out_.leavings_.push_back({k, column_at(i, k), first, last, add_pairs(later, out_.coupling_pairs_)});
    }
    link.last_leaving = static_cast<int>(out_.leavings_.size());
  }
  void add_ends() {
    for (std::size_t k = 0; k < plan_.closings.size(); ++k)
      for (std::size_t e = 0; e < plan_.closings[k].links.size(); ++e)
        if (const int link = plan_.closings[k].links[e]; link > 0)
          out_.ends_.push_back({static_cast<int>(k), static_cast<int>(e), link, column_at(link, static_cast<int>(k))});
  }
  int column_at(int i, int k) const { return i == 0 ? -1 : column_[place(i)].at(k); }

  const Plan& plan_;
  Loops& out_;
  std::vector<int> turn_;                   // by closing: when it leaves
  std::vector<std::map<int, int>> column_;  // by link: closing → first column
  std::map<std::pair<int, int>, int> blocks_;
  int size_ = 0, columns_ = 0, widest_ = 0;
};

Loops::Loops(const System& system, const Plan& plan) { Maker(plan, *this).make(calc_loop_lengths(system, plan)); }

void Loops::start(const ClosingInput& in, std::span<const Placed> placed, std::span<const LinkRows> rows) {
  std::ranges::copy(in.right, b_.begin());
  std::ranges::copy(in.asked, asked_.begin());
  std::ranges::fill(E_, 0.0);
  std::ranges::fill(columns_, Column{});
  std::ranges::fill(scales_, Scale{std::numeric_limits<double>::infinity(), 0});
  rank_ = 0;
  least_square_ = 1;
  holding_ = in.holding;
  bends_ = false;
  for (const End& end : ends_) {
    const One& one = closings_[place(end.closing)];
    const Vec3<double> c = placed[place(end.link)].p - rows[place(end.link)].at;
    for (int r = 0; r < one.rows; ++r) {
      const Wrench<double>& on = in.rows[place(one.row + r)].on[place(end.end)];
      Column& column = columns_[place(end.column + r)];
      column.f += on.f;
      column.n += on.n + cross(c, on.f);
    }
  }
}

void Loops::pass(int i, RowCount count, const Vec3<double>& d, const Reply& reply, const PointReply* full, const Softness& soft) {
  const OfLink& link = links_[place(i)];
  const auto [points, axes] = count;
  const double soft_point = points < 3 ? trace(soft.point) : 0, soft_turn = axes < 3 ? trace(soft.turn) : 0;
  int width = 0;
  for (int p = link.first_pass; p < link.last_pass; ++p) {
    const Pass& pass = passes_[place(p)];
    const One& one = closings_[place(pass.closing)];
    const double LL = one.L * one.L, most = soft_point / LL + soft_turn;
    for (int r = 0; r < one.rows; ++r) {
      Column& column = columns_[place(pass.column + r)];
      Vec3<double> f = column.f, n = column.n;
      column = {};
      double b = dot(f, reply.a0);
      Scale& scale = scales_[place(one.row + r)];
      const double size = most * (dot(n, n) + LL * dot(f, f));  // (6)
      if (size > 0) scale.least = std::min(scale.least, size);
      Column& push = pushes_[place(width++)];
      push.f = f;
      if (points < 3) {  // (2)
        column.f = soft.point * f;
        n -= transpose_times(full->K, f);
        f = points == 0 ? Vec3<double>::zero() : transpose_times(full->Pi, f);
      }
      b += dot(n, reply.alpha0);
      push.n = n;
      if (axes < 3) {  // (3)
        column.n = soft.turn * n;
        if (points > 0) f -= transpose_times(reply.K, n);
        n = axes == 0 ? Vec3<double>::zero() : transpose_times(reply.Pi, n);
      }
      b_[place(one.row + r)] -= b;
      if (pass.up < 0) continue;
      Column& up = columns_[place(pass.up + r)];
      up.f += f;
      up.n += n + cross(d, f);  // elimination.h (8)
    }
  }
  if (points + axes < 6) couple(link);
}

/// E of (2) and (3).
void Loops::couple(const OfLink& link) {
  const auto product = [](const Column& push, const Column& soft) { return dot(push.f, soft.f) + dot(push.n, soft.n); };
  const Column* push = pushes_.data();
  const int* pair = pass_pairs_.data() + link.first_pair;
  for (int a = link.first_pass; a < link.last_pass; ++a) {
    const One& one = closings_[place(passes_[place(a)].closing)];
    const Column* soft = columns_.data() + passes_[place(a)].column;
    double* const own = E_.data() + one.E;
    for (int r = 0; r < one.rows; ++r) {
      const double part = product(push[r], soft[r]);
      own[r * one.rows + r] += part;
      scales_[place(one.row + r)].diagonal += part;
      for (int q = r + 1; q < one.rows; ++q) {
        const double E = own[r * one.rows + q] + product(push[r], soft[q]);
        own[r * one.rows + q] = own[q * one.rows + r] = E;
      }
    }
    for (int b = a + 1; b < link.last_pass; ++b) {
      const int rows = closings_[place(passes_[place(b)].closing)].rows;
      double* const E = E_.data() + *pair++;
      soft = columns_.data() + passes_[place(b)].column;
      for (int r = 0; r < one.rows; ++r)
        for (int q = 0; q < rows; ++q) E[r * rows + q] += product(push[r], soft[q]);
    }
    push += one.rows;
  }
}

void Loops::close(int i, Block& block) {
  for (int k = links_[place(i)].first_leaving; k < links_[place(i)].last_leaving; ++k) leave(leavings_[place(k)], &block);
}

void Loops::close_world() {
  const Vec3<double> rest = Vec3<double>::zero();
  for (int k = links_[0].first_leaving; k < links_[0].last_leaving; ++k) leave(leavings_[place(k)], nullptr);
  expand(0, rest, rest);
}

bool Loops::count_in_full() const { return least_square_ >= rank::full_square; }

double Loops::calc_bend(const One& one, int r, double square) const {
  if (!holding_.asks(square)) return 0;
  return square / rank::full_square * holding_.calc_part(b_[place(one.row + r)], one.row + r) / (1 + one.largest);
}

double Loops::calc_left(int row) const {
  const auto holds = [&](const One& one) { return row < one.row + one.rows; };
  const One& one = *std::ranges::find_if(closings_, holds);
  const auto left = std::span(pivots_).subspan(place(one.row), place(one.rank));
  return std::ranges::find(left, row - one.row) == left.end() ? b_[place(row)] : 0;
}

/// The row that stands out most from those that left; −1: none does.
int Loops::find_pivot(const One& one, const bool* done) const {
  constexpr double tie = 1 + 1e-12;  // rounding does not choose
  int best = -1;
  double greatest = rank::least_firm_square;
  for (int r = 0; r < one.rows; ++r) {
    const auto row = place(one.row + r);
    if (done[r] || !asked_[row]) continue;
    const double E = E_[place(one.E + r * one.rows + r)], size = scales_[row].size(), square = E / size;
    if (E <= greatest * size) continue;  // (7); NaN goes on
    if (!rank::counts(square) && !(holding_.choose(calc_bend(one, r, square)) > rank::least_bend)) continue;
    best = r;
    greatest = tie * square;
  }
  return best;
}

void Loops::leave(const Leaving& leaving, Block* block) {
  One& one = closings_[place(leaving.closing)];
  std::array<bool, most_rows> done{};
  one.rank = 0;
  one.largest = 0;
  for (int r = one.row; holding_.accelerations && r < one.row + one.rows; ++r)
    one.largest = std::max(one.largest, holding_.calc_part(b_[place(r)], r));
  for (int r = find_pivot(one, done.data()); r >= 0; r = find_pivot(one, done.data())) {
    const double E = E_[place(one.E + r * one.rows + r)], square = std::min(E / scales_[place(one.row + r)].size(), 1.0);
    const double bend = calc_bend(one, r, square);
    const double inverse = rank::calc_share(square, holding_.choose(bend), holding_.accelerations) / E;  // (8)
    bends_ = bends_ || bend > rank::least_bend;
    const double b = b_[place(one.row + r)];
    done[place(r)] = true;
    pivots_[place(one.row + one.rank)] = r;
    inverses_[place(one.row + one.rank)] = inverse;
    ++one.rank;
    least_square_ = std::min(least_square_, square);
    remove_row(leaving, r, inverse, done.data());
    remove_from_later(leaving, r, inverse);
    if (!block) continue;
    const Column& F = columns_[place(leaving.column + r)];  // (5)
    block->ll = plus_dyad(block->ll, inverse, F.f);
    block->la = block->la + dyad(inverse * F.f, F.n);
    block->aa = plus_dyad(block->aa, inverse, F.n);
    block->f += (inverse * b) * F.f;
    block->n += (inverse * b) * F.n;
  }
  rank_ += one.rank;
}

/// (5) for the rows of the same closing that are still there.
void Loops::remove_row(const Leaving& leaving, int r, double inverse, const bool* done) {
  const One& one = closings_[place(leaving.closing)];
  const int m = one.rows;
  double* const E = E_.data() + one.E;
  for (int q = 0; q < m; ++q) {
    if (done[q]) continue;
    const double factor = inverse * E[q * m + r];
    for (int l = 0; l < m; ++l)
      if (!done[l]) E[q * m + l] -= factor * E[r * m + l];
    b_[place(one.row + q)] -= factor * b_[place(one.row + r)];
    for (int c = leaving.first_coupling; c < leaving.last_coupling; ++c) {
      const Coupling& with = couplings_[place(c)];
      const int n = closings_[place(with.closing)].rows;
      double* const E_with = E_.data() + with.E;
      for (int l = 0; l < n; ++l) E_with[q * n + l] -= factor * E_with[r * n + l];
    }
    if (leaving.column < 0) continue;
    Column &F = columns_[place(leaving.column + q)], &gone = columns_[place(leaving.column + r)];
    F.f -= factor * gone.f;
    F.n -= factor * gone.n;
  }
}

/// (5) for closings that leave later.
void Loops::remove_from_later(const Leaving& leaving, int r, double inverse) {
  const One& one = closings_[place(leaving.closing)];
  const double b = b_[place(one.row + r)];
  const int* pair = coupling_pairs_.data() + leaving.first_pair;
  for (int c = leaving.first_coupling; c < leaving.last_coupling; ++c) {
    const Coupling& with = couplings_[place(c)];
    const One& other = closings_[place(with.closing)];
    const double* const E_r = E_.data() + with.E + r * other.rows;
    double* const own = E_.data() + other.E;
    for (int q = 0; q < other.rows; ++q) {
      const double factor = inverse * E_r[q];
      b_[place(other.row + q)] -= factor * b;
      for (int l = 0; l < other.rows; ++l) own[q * other.rows + l] -= factor * E_r[l];
      if (with.column < 0) continue;
      Column &F = columns_[place(with.column + q)], &gone = columns_[place(leaving.column + r)];
      F.f -= factor * gone.f;
      F.n -= factor * gone.n;
    }
    for (int e = c + 1; e < leaving.last_coupling; ++e) {
      const Coupling& third = couplings_[place(e)];
      const int n = closings_[place(third.closing)].rows;
      const double* const E_third = E_.data() + third.E + r * n;
      double* const between = E_.data() + *pair++;
      for (int q = 0; q < other.rows; ++q) {
        const double factor = inverse * E_r[q];
        for (int l = 0; l < n; ++l) between[q * n + l] -= factor * E_third[l];
      }
    }
  }
}

void Loops::add_known(int i, Vec3<double>& a0, Vec3<double>& alpha0) const {
  const OfLink& link = links_[place(i)];
  for (int p = link.first_pass; p < link.last_pass; ++p) {
    const Pass& pass = passes_[place(p)];
    const One& one = closings_[place(pass.closing)];
    for (int r = 0; r < one.rows; ++r) {
      const Column& soft = columns_[place(pass.column + r)];
      const double lambda = lambda_[place(one.row + r)];
      a0 += lambda * soft.f;
      alpha0 += lambda * soft.n;
    }
  }
}

void Loops::expand(int i, const Vec3<double>& a, const Vec3<double>& alpha) {
  for (int k = links_[place(i)].last_leaving - 1; k >= links_[place(i)].first_leaving; --k) expand(leavings_[place(k)], a, alpha);
}

/// (4), the row that left last first.
void Loops::expand(const Leaving& leaving, const Vec3<double>& a, const Vec3<double>& alpha) {
  const One& one = closings_[place(leaving.closing)];
  double* const lambda = lambda_.data() + one.row;
  std::fill_n(lambda, one.rows, 0.0);
  for (int s = one.rank - 1; s >= 0; --s) {
    const int r = pivots_[place(one.row + s)];
    double rest = b_[place(one.row + r)];
    for (int later = s + 1; later < one.rank; ++later) {
      const int q = pivots_[place(one.row + later)];
      rest -= E_[place(one.E + r * one.rows + q)] * lambda[q];
    }
    for (int c = leaving.first_coupling; c < leaving.last_coupling; ++c) {
      const Coupling& with = couplings_[place(c)];
      const One& other = closings_[place(with.closing)];
      const double* const E = E_.data() + with.E + r * other.rows;
      for (int q = 0; q < other.rows; ++q) rest -= E[q] * lambda_[place(other.row + q)];
    }
    if (leaving.column >= 0) {
      const Column& F = columns_[place(leaving.column + r)];
      rest -= dot(F.f, a) + dot(F.n, alpha);
    }
    lambda[r] = inverses_[place(one.row + s)] * rest;
  }
}

}  // namespace pintle::newton_euler
