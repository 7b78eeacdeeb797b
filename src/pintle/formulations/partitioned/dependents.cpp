#include "pintle/formulations/partitioned/dependents.h"

#include <algorithm>
#include <cmath>

#include "pintle/math/rank.h"
#include "pintle/structure/loop_length.h"

namespace pintle::partitioned {
namespace {

/// Not let go.
bool holds(const Dependents::Pivot& pivot) { return pivot.sine > rank::least_firm_sine; }

}  // namespace

Dependents::Dependents(const System& system, const Plan& plan, const Passages& passages, std::vector<char> asked)
    : passages_(passages),
      asked_(std::move(asked)),
      blocks_(plan.closings.size()),
      C_(static_cast<std::size_t>(passages.slots)),
      local_(plan.tree.links.size()) {
  const std::vector<double> lengths = calc_loop_lengths(system, plan);
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    blocks_[k].first = plan.closings[k].first;
    blocks_[k].rows = plan.closings[k].rows;
    blocks_[k].LL = lengths[k] * lengths[k];
    blocks_[k].turn_scale = 1 / lengths[k];
  }
  for (std::size_t i = 0; i < local_.size(); ++i) local_[i].resize(passages.open[i].size());
  for (const char one : asked_) asked_count_ += one;
  const Tree tree(system, plan);
  for (const TreeLink& link : tree.links) {
    if (&link == &tree.links[0]) continue;
    is_turn_.insert(is_turn_.end(), static_cast<std::size_t>(link.slides()), 0);
    is_turn_.insert(is_turn_.end(), static_cast<std::size_t>(link.turns()), 1);
  }
  dependent_.assign(is_turn_.size(), 0);
}

void Dependents::start(const Question& in) {
  for (Block& block : blocks_) {
    for (int r = 0; r < block.rows; ++r) {
      block.b[r] = in.right[block.first + r];
      block.size[r] = 0;
    }
    for (auto& column : block.B) column.fill(0);
  }
  for (auto& rows : C_) rows.fill(Wrench<double>::zero());
  for (const Passages::End& end : passages_.ends) {
    Block& block = blocks_[end.closing];
    for (int r = 0; r < block.rows; ++r) {
      const Wrench<double>& on = in.rows[block.first + r].on[end.end];
      C_[end.slot][r] = C_[end.slot][r] + on;
      block.size[r] += dot(on.f, on.f) + dot(on.n, on.n) / block.LL;
    }
  }
  for (Block& block : blocks_)
    for (int r = 0; r < block.rows; ++r) block.size[r] = std::sqrt(block.size[r]);  // (2)
  rank_ = firm_rank_ = 0;
  least_ = worst_ = worst_held_ = 1;
  spare_ = 0;
}

/// (1)
void Dependents::pass(const Tree& tree, int i, std::span<const double> tree_right, bool choose) {
  const TreeLink& link = tree.links[i];
  const Passing& at = tree.passing[i];
  const Motion<double> told = tree.calc_told(i, tree_right);
  for (std::size_t p = 0; p < passages_.open[i].size(); ++p) {
    const Passages::Pass& pass = passages_.open[i][p];
    Block& block = blocks_[pass.closing];
    if (choose) {
      local_[i][p] = static_cast<int>(block.column.size());
      for (int k = 0; k < link.free(); ++k) {
        block.column.push_back(link.column + k);
        block.dead.push_back(dependent_[link.column + k]);
        block.B.emplace_back().fill(0);
      }
    }
    const int first = local_[i][p];
    for (int r = 0; r < block.rows; ++r) {
      const Wrench<double>& C = C_[pass.slot][r];
      block.b[r] -= power(C, told);
      const Vec3<double> f = link.points == 3 ? C.f : transpose_times(at.N, C.f), n = C.n - cross(at.own, f);
      for (int j = 0; j < link.slides(); ++j) block.B[first + j][r] += dot(C.f, at.n_dual[link.points + j]);
      for (int j = 0; j < link.turns(); ++j) block.B[first + link.slides() + j][r] += dot(n, at.e_dual[link.axes + j]);
      if (pass.up < 0) continue;
      Wrench<double>& up = C_[pass.up][r];
      up = up + Wrench<double>{transpose_times(at.T, n) + cross(at.parent, f), f};
    }
  }
}

double Dependents::size_at(const Block& block, int at, int row) const {
  return std::fabs(block.B[at][row]) * (is_turn_[block.column[at]] ? block.turn_scale : 1) / block.size[row];
}

/// The largest number that is left, of all rows that have none yet.
bool Dependents::find_pivot(const Block& block, unsigned done, Pivot& pivot) const {
  constexpr double tie = 1 + 1e-9;  // rounding does not choose
  pivot = {-1, -1, least_pivot_};
  for (int r = 0; r < block.rows; ++r) {
    if ((done >> r & 1) != 0 || !asked_[block.first + r]) continue;
    for (int c = 0; c < static_cast<int>(block.column.size()); ++c)
      if (!block.dead[c] && size_at(block, c, r) > tie * pivot.sine) pivot = {r, c, size_at(block, c, r)};
  }
  return pivot.row >= 0;
}

/// Rows of a closing that have not left lose the pivot's column.
void Dependents::remove(Block& block, const Pivot& pivot, unsigned done, int slot) {
  const double inverse = 1 / block.B[pivot.at][pivot.row];
  for (int r = 0; r < block.rows; ++r) {
    if ((done >> r & 1) != 0) continue;
    const double factor = inverse * block.B[pivot.at][r];
    if (factor == 0) continue;
    for (std::size_t c = 0; c < block.B.size(); ++c) block.B[c][r] -= factor * block.B[c][pivot.row];
    block.B[pivot.at][r] = 0;
    block.b[r] -= factor * block.b[pivot.row];
    if (slot >= 0) C_[slot][r] = C_[slot][r] - factor * C_[slot][pivot.row];
  }
}

void Dependents::leave(const Passages::Leave& leave, bool choose) {
  Block& block = blocks_[leave.closing];
  unsigned done = 0;
  if (choose) block.rank = 0;
  for (int step = 0; choose ? step < block.rows : step < block.rank; ++step) {
    Pivot& pivot = block.pivots[step];
    if (choose) {
      if (!find_pivot(block, done, pivot)) break;
      dependent_[block.column[pivot.at]] = 1;
      ++block.rank;
    } else {
      pivot.sine = 0;
      for (int c = 0; c < static_cast<int>(block.column.size()); ++c)
        if (!block.dead[c]) pivot.sine = std::max(pivot.sine, size_at(block, c, pivot.row));  // (2)
      const double share = pivot.sine / size_at(block, pivot.at, pivot.row);                  // (3)
      if (pivot.sine > rank::near_sine) worst_ = std::max(worst_, share);
      if (holds(pivot)) worst_held_ = std::max(worst_held_, share);
    }
    done |= 1u << pivot.row;
    least_ = std::min(least_, pivot.sine);
    if (holds(pivot)) remove(block, pivot, done, leave.slot);
  }
  for (const Pivot& pivot : pivots(leave.closing)) {
    rank_ += pivot.sine > rank::least_sine;
    firm_rank_ += holds(pivot);
  }
  for (int r = 0; r < block.rows; ++r)
    if ((done >> r & 1) == 0 && asked_[block.first + r])
      for (int c = 0; c < static_cast<int>(block.column.size()); ++c)
        if (!block.dead[c]) spare_ = std::max(spare_, size_at(block, c, r));
  if (choose) make_maps(leave);
  hand_on(leave);
}

/// Columns that a block with one of the pivots gets besides.
void Dependents::make_maps(const Passages::Leave& leave) {
  Block& block = blocks_[leave.closing];
  block.map_count = 0;
  for (std::size_t l = 0; l < leave.later.size(); ++l) {
    Block& later = blocks_[leave.later[l]];
    const auto has = [&](const Pivot& pivot) {
      return std::ranges::find(later.column, block.column[pivot.at]) != later.column.end();
    };
    if (std::ranges::none_of(pivots(leave.closing), has)) continue;
    if (block.map_count == static_cast<int>(block.maps.size())) block.maps.emplace_back();
    Map& map = block.maps[block.map_count++];
    map.later = static_cast<int>(l);
    map.to.clear();
    for (std::size_t c = 0; c < block.column.size(); ++c) {
      if (block.dead[c]) {
        map.to.push_back(-1);
        continue;
      }
      const auto found = std::ranges::find(later.column, block.column[c]);
      map.to.push_back(static_cast<int>(found - later.column.begin()));
      if (found != later.column.end()) continue;
      later.column.push_back(block.column[c]);
      later.dead.push_back(0);
      later.B.emplace_back().fill(0);
    }
    for (const Pivot& pivot : pivots(leave.closing)) later.dead[map.to[pivot.at]] = 1;
  }
}

/// Rows of closings that leave later lose the pivots' columns.
void Dependents::hand_on(const Passages::Leave& leave) {
  const Block& block = blocks_[leave.closing];
  for (int m = 0; m < block.map_count; ++m) {
    const Map& map = block.maps[m];
    Block& later = blocks_[leave.later[map.later]];
    const int slot = leave.slots[map.later];
    for (const Pivot& pivot : pivots(leave.closing)) {
      if (!holds(pivot)) continue;
      const double inverse = 1 / block.B[pivot.at][pivot.row];
      auto& own = later.B[map.to[pivot.at]];
      for (int r = 0; r < later.rows; ++r) {
        const double factor = inverse * own[r];
        if (factor == 0) continue;
        for (std::size_t c = 0; c < block.column.size(); ++c)
          if (map.to[c] >= 0) later.B[map.to[c]][r] -= factor * block.B[c][pivot.row];
        own[r] = 0;
        later.b[r] -= factor * block.b[pivot.row];
        if (slot >= 0) C_[slot][r] = C_[slot][r] - factor * C_[leave.slot][pivot.row];
      }
    }
  }
}

void Dependents::choose(const Tree& tree, const Question& in, double least) {
  least_pivot_ = least;
  std::ranges::fill(dependent_, 0);
  for (Block& block : blocks_) {
    block.column.clear();
    block.dead.clear();
    block.B.clear();
  }
  eliminate(tree, in, true);
}

void Dependents::eliminate(const Tree& tree, const Question& in, bool choose) {
  start(in);
  for (int i = tree.size() - 1; i >= 0; --i) {
    for (const Passages::Leave& one : passages_.leaves[i]) leave(one, choose);
    if (i > 0) pass(tree, i, in.tree_right, choose);
  }
}

double Dependents::calc_doubt(std::span<const double> off) const {
  double doubt = 0;
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    const Block& block = blocks_[k];
    double sine = 1, most = 0;
    for (const Pivot& pivot : pivots(static_cast<int>(k))) sine = std::min(sine, pivot.sine);
    for (const int c : block.column) most = std::max(most, std::fabs(off[c]) * (is_turn_[c] ? 1 : block.turn_scale));
    doubt = std::max(doubt, most / std::max(sine, rank::least_firm_sine));
  }
  return doubt;
}

void Dependents::expand(int link, const Motion<double>& x, std::span<double> rates) const {
  const auto& leaves = passages_.leaves[link];
  for (std::size_t l = leaves.size(); l-- > 0;) {
    const Passages::Leave& leave = leaves[l];
    const Block& block = blocks_[leave.closing];
    for (int step = block.rank - 1; step >= 0; --step) {
      const Pivot& pivot = block.pivots[step];
      if (!holds(pivot)) continue;
      double rest = block.b[pivot.row];
      if (leave.slot >= 0) rest -= power(C_[leave.slot][pivot.row], x);
      for (int c = 0; c < static_cast<int>(block.column.size()); ++c)
        if (c != pivot.at) rest -= block.B[c][pivot.row] * rates[block.column[c]];
      rates[block.column[pivot.at]] = rest / block.B[pivot.at][pivot.row];
    }
  }
}

}  // namespace pintle::partitioned
