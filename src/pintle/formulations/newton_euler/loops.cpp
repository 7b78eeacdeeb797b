#include "pintle/formulations/newton_euler/loops.h"

#include <algorithm>
#include <limits>
#include <map>

#include "pintle/formulations/newton_euler/elimination.h"
#include "pintle/structure/loop_length.h"

namespace pintle::newton_euler {

/// Lays out columns and E, once per plan.
class Loops::Maker {
 public:
  Maker(const Plan& plan, Loops& out) : plan_(plan), out_(out), turn_(plan.closings.size()) {}

  void make(std::span<const LinkRows> links) {
    const LoopOrder& order = plan_.order;
    int turn = 0;
    for (std::size_t i = links.size(); i-- > 0;)
      for (int k : order.closes[i]) turn_[k] = turn++;
    for (int k = 0; k < static_cast<int>(plan_.closings.size()); ++k) {
      add_block(k, k);
      for (int j : order.later[k]) add_block(k, j);
    }
    out_.links_.resize(links.size());
    for (int i = 1; i < plan_.tree.size(); ++i)
      for (const auto* list : {&order.open[i], &order.closes[i]})
        for (int k : *list) {
          column_[{i, k}] = columns_;
          columns_ += closing(k).rows;
        }
    for (int i = 1; i < plan_.tree.size(); ++i) add_passes(i, 6 - links[i].count());
    for (int i = 0; i < plan_.tree.size(); ++i) add_leavings(i);
    for (int k = 0; k < static_cast<int>(plan_.closings.size()); ++k)
      for (int e = 0; e < static_cast<int>(closing(k).links.size()); ++e)
        if (const int link = closing(k).links[e]; link > 0)
          for (int r = 0; r < closing(k).rows; ++r) out_.ends_.push_back({closing(k).first + r, e, link, column_at(link, k) + r});
    out_.columns_.resize(columns_);
    out_.E_.resize(size_);
    out_.y_.resize(y_);
  }

 private:
  struct Row {
    int closing, r;
  };
  const Closing& closing(int k) const { return plan_.closings[k]; }
  int column_at(int i, int k) const { return i == 0 ? -1 : column_.at({i, k}); }
  void add_block(int k, int j) {
    block_[{k, j}] = size_;
    size_ += closing(k).rows * closing(j).rows;
  }
  /// All rows of closings, in the order in which they will leave.
  std::vector<Row> rows_of(std::vector<int> list) const {
    std::ranges::sort(list, {}, [&](int k) { return turn_[k]; });
    std::vector<Row> rows;
    for (int k : list)
      for (int r = 0; r < closing(k).rows; ++r) rows.push_back({k, r});
    return rows;
  }
  /// Place of E for two rows, the first of which leaves no later.
  int place(const Row& a, const Row& b) const { return block_.at({a.closing, b.closing}) + a.r * closing(b.closing).rows + b.r; }
  int number(const Row& row) const { return closing(row.closing).first + row.r; }
  void add_passes(int i, int free) {
    OfLink& link = out_.links_[i];
    const int parent = plan_.tree.links[i].parent;
    const std::vector<Row> open = rows_of(plan_.order.open[i]);
    link.first_pass = static_cast<int>(out_.passes_.size());
    for (const Row& row : open) {
      const int up = parent == 0 ? -1 : column_at(parent, row.closing) + row.r;
      out_.passes_.push_back({number(row), column_at(i, row.closing) + row.r, up, y_});
      y_ += free;
    }
    link.last_pass = static_cast<int>(out_.passes_.size());
    link.pair = static_cast<int>(out_.pairs_.size());
    for (std::size_t a = 0; a < open.size(); ++a)
      for (std::size_t b = a; b < open.size(); ++b) out_.pairs_.push_back(place(open[a], open[b]));
  }
  void add_leavings(int i) {
    OfLink& link = out_.links_[i];
    link.first_leaving = static_cast<int>(out_.leavings_.size());
    for (int k : plan_.order.closes[i]) {
      std::vector<int> list = plan_.order.later[k];
      list.push_back(k);
      std::ranges::sort(list, {}, [&](int j) { return turn_[j]; });  // its own come first
      const auto width = static_cast<int>(list.size());
      const auto first = static_cast<int>(out_.coupled_.size());
      for (int b = 0; b < width; ++b)
        for (int r = 0; r < closing(list[b]).rows; ++r)
          out_.coupled_.push_back(
              {closing(list[b]).first + r, i == 0 ? -1 : column_at(i, list[b]) + r, b, r, closing(list[b]).rows});
      const int all = static_cast<int>(out_.coupled_.size()) - first;
      out_.leavings_.push_back({closing(k).rows, all, first, static_cast<int>(out_.table_.size()), width});
      for (int a = 0; a < width; ++a)
        for (int b = 0; b < width; ++b) out_.table_.push_back(block_.at({list[std::min(a, b)], list[std::max(a, b)]}));
    }
    link.last_leaving = static_cast<int>(out_.leavings_.size());
  }

  const Plan& plan_;
  Loops& out_;
  std::vector<int> turn_;                              // by closing: when it leaves
  std::map<std::pair<int, int>, int> column_, block_;  // of link and closing; of two closings
  int size_ = 0, columns_ = 0, y_ = 0;
};

Loops::Loops(const System& system, const Plan& plan, std::span<const LinkRows> links) {
  Maker(plan, *this).make(links);
  const std::vector<double> lengths = calc_loop_lengths(system, plan);
  for (std::size_t k = 0; k < plan.closings.size(); ++k) LL_.insert(LL_.end(), plan.closings[k].rows, lengths[k] * lengths[k]);
  for (auto* list : {&b_, &inverse_, &lambda_}) list->resize(LL_.size());
  scales_.resize(LL_.size());
  asked_.resize(LL_.size());
}

void Loops::start(const ClosingInput& in, std::span<const Placed> placed, std::span<const LinkRows> links) {
  std::ranges::copy(in.right, b_.begin());
  std::ranges::copy(in.asked, asked_.begin());
  std::ranges::fill(E_, 0.0);
  std::ranges::fill(columns_, Wrench<double>::zero());
  std::ranges::fill(scales_, Scale{std::numeric_limits<double>::infinity(), 0});
  rank_ = 0;
  least_square_ = 1;
  holding_ = in.holding;
  bends_ = false;
  for (const End& end : ends_) {
    const Wrench<double>& on = in.rows[end.row].on[end.end];
    Wrench<double>& column = columns_[end.column];
    column.f += on.f;
    column.n += on.n + cross(placed[end.link].p - links[end.link].at, on.f);
  }
}

void Loops::pass(int i, const Vec3<double>& d, const Motion<double>& x0, std::span<const Free> free) {
  const OfLink& link = links_[i];
  if (link.first_pass == link.last_pass) return;
  double soft_point = 0, soft_turn = 0;
  for (const Free& one : free) {
    const double turn = dot(one.s.w, one.s.w);
    soft_turn += turn;
    if (turn == 0) soft_point += dot(one.s.v, one.s.v);
  }
  for (int p = link.first_pass; p < link.last_pass; ++p) {
    const Pass& pass = passes_[p];
    Wrench<double> F = columns_[pass.column];
    const double size = (soft_point / LL_[pass.row] + soft_turn) * (dot(F.n, F.n) + LL_[pass.row] * dot(F.f, F.f));  // (5)
    if (size > 0) scales_[pass.row].least = std::min(scales_[pass.row].least, size);
    double b = power(F, x0), diagonal = 0;
    double* y = y_.data() + pass.y;
    for (const Free& one : free) {  // (2)
      *y = power(columns_[pass.column], one.s);
      b += *y * one.c;
      diagonal += *y * *y;
      F = F - *y * one.u;
      ++y;
    }
    b_[pass.row] -= b;
    scales_[pass.row].diagonal += diagonal;
    if (pass.up >= 0) columns_[pass.up] = columns_[pass.up] + Wrench<double>{F.n + cross(d, F.f), F.f};
  }
  const int* pair = pairs_.data() + link.pair;
  for (int a = link.first_pass; a < link.last_pass; ++a)
    for (int b = a; b < link.last_pass; ++b) {
      const double *y = y_.data() + passes_[a].y, *other = y_.data() + passes_[b].y;
      double sum = 0;
      for (std::size_t j = 0; j < free.size(); ++j) sum += y[j] * other[j];
      E_[*pair++] += sum;
    }
}

void Loops::close_world() {
  for (int k = links_[0].first_leaving; k < links_[0].last_leaving; ++k) leave(leavings_[k], nullptr);
  expand_rows(0, nullptr);
}

Loops::Pivot Loops::find_pivot(const Leaving& leaving, const std::array<bool, most_rows>& done, double largest) const {
  constexpr double tie = 1 + 1e-12;  // rounding does not choose
  Pivot best{-1};
  double greatest = rank::least_firm_square;
  for (int i = 0; i < leaving.rows; ++i) {
    const int r = coupled_[leaving.first + i].row;
    const double E = E_[find(leaving, i, i)], square = E / scales_[r].size();
    if (done[i] || !asked_[r] || square <= greatest) continue;  // (6); NaN goes on
    const double bend = holding_.asks(square) ? square / rank::full_square * holding_.calc_part(b_[r], r) / (1 + largest) : 0;
    if (!rank::counts(square) && !(holding_.choose(bend) > rank::least_bend)) continue;
    best = {i, std::min(square, 1.0), bend};
    greatest = tie * square;
  }
  return best;
}

void Loops::leave(Leaving& leaving, Articulated<double>* A) {
  std::array<bool, most_rows> done{};
  double largest = 0;  // before its rows leave: which of them is first must not matter
  for (int i = 0; i < leaving.rows; ++i) {
    const int r = coupled_[leaving.first + i].row;
    inverse_[r] = 0;
    if (holding_.accelerations) largest = std::max(largest, holding_.calc_part(b_[r], r));
  }
  leaving.rank = 0;
  for (Pivot p = find_pivot(leaving, done, largest); p.own >= 0; p = find_pivot(leaving, done, largest)) {
    const double share = rank::calc_share(p.square, holding_.choose(p.bend), holding_.accelerations);
    inverse_[coupled_[leaving.first + p.own].row] = share / E_[find(leaving, p.own, p.own)];  // (7)
    bends_ = bends_ || p.bend > rank::least_bend;
    done[p.own] = true;
    leaving.pivots[leaving.rank++] = p.own;
    least_square_ = std::min(least_square_, p.square);
    remove(leaving, p.own, done, A);
  }
  rank_ += leaving.rank;
}

/// (4)
void Loops::remove(const Leaving& leaving, int own, const std::array<bool, most_rows>& done, Articulated<double>* A) {
  const Coupled* const coupled = coupled_.data() + leaving.first;
  const double b = b_[coupled[own].row], inverse = inverse_[coupled[own].row];
  const Wrench<double> F = A ? columns_[coupled[own].column] : Wrench<double>::zero();
  const auto is_left = [&](int j) { return j >= leaving.rows || !done[j]; };
  for (int j = 0; j < leaving.all; ++j) {
    if (!is_left(j)) continue;
    const double factor = inverse * E_[find(leaving, own, j)];
    b_[coupled[j].row] -= factor * b;
    if (A) columns_[coupled[j].column] = columns_[coupled[j].column] - factor * F;
    for (int l = j; l < leaving.all; ++l)
      if (is_left(l)) E_[find(leaving, j, l)] -= factor * E_[find(leaving, own, l)];
  }
  if (!A) return;
  add_dyad(*A, inverse, F);
  A->n -= (inverse * b) * F.n;
  A->f -= (inverse * b) * F.f;
}

/// (3), the row that left last first: what has left before it is still zero.
void Loops::expand_rows(int i, const Motion<double>* x) {
  for (int k = links_[i].last_leaving - 1; k >= links_[i].first_leaving; --k) {
    const Leaving& leaving = leavings_[k];
    const Coupled* const coupled = coupled_.data() + leaving.first;
    for (int j = 0; j < leaving.rows; ++j) lambda_[coupled[j].row] = 0;
    for (int s = leaving.rank - 1; s >= 0; --s) {
      const int own = leaving.pivots[s], r = coupled[own].row;
      double rest = b_[r];
      for (int j = 0; j < leaving.all; ++j) rest -= E_[find(leaving, own, j)] * lambda_[coupled[j].row];
      if (x) rest -= power(columns_[coupled[own].column], *x);
      lambda_[r] = inverse_[r] * rest;
    }
  }
}

}  // namespace pintle::newton_euler
