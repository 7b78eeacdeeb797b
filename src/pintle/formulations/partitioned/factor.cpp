#include "pintle/formulations/partitioned/factor.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace pintle::partitioned {

Factor::Factor(const Plan& plan, const Passages& passages, const Tree& tree)
    : plan_(plan),
      passages_(passages),
      links_(tree.links.size()),
      leaves_(tree.links.size()),
      pairs_(tree.links.size()),
      F_(static_cast<std::size_t>(passages.slots)),
      y_(F_.size()),
      b_(static_cast<std::size_t>(count_rows(plan.closings))),
      inverse_(b_.size()),
      lambda_(b_.size()) {
  std::map<std::pair<int, int>, int> block_of;
  const auto block = [&](int k, int j) { return block_of.try_emplace({k, j}, static_cast<int>(block_of.size())).first->second; };
  for (std::size_t i = 0; i < leaves_.size(); ++i)
    for (const Passages::Leave& leave : passages.leaves[i]) {
      OfLeave& out = leaves_[i].emplace_back();
      out.closings = {leave.closing};
      out.slots = {leave.slot};
      out.closings.insert(out.closings.end(), leave.later.begin(), leave.later.end());
      out.slots.insert(out.slots.end(), leave.slots.begin(), leave.slots.end());
      const std::size_t width = out.closings.size();
      out.blocks.assign(width * width, -1);
      for (std::size_t a = 0; a < width; ++a)
        for (std::size_t b = a; b < width; ++b) out.blocks[a * width + b] = block(out.closings[a], out.closings[b]);
    }
  for (std::size_t i = 0; i < pairs_.size(); ++i)
    for (std::size_t a = 0; a < passages.open[i].size(); ++a)
      for (std::size_t b = a; b < passages.open[i].size(); ++b)
        pairs_[i].push_back(block(passages.open[i][a].closing, passages.open[i][b].closing));
  E_.resize(block_of.size());
}

void Factor::start(const Tree& tree, const Equations& in) {
  for (int i = 1; i < tree.size(); ++i) {
    const Wrench<double>& f = in.wrenches[i];
    links_[i].A = {tree.placed[i].J, Mat3<double>::zero(), Sym3<double>::diagonal(in.masses[i].mass), -f.n, -f.f};
    if (!in.drags.bodies.empty()) links_[i].A += in.drags.bodies[i];
  }
  if (b_.empty()) return;
  std::ranges::copy(in.closing_right, b_.begin());
  std::ranges::fill(inverse_, 0.0);
  std::ranges::fill(lambda_, 0.0);
  for (auto& block : E_) block.fill(0);
  for (auto& rows : F_) rows.fill(Wrench<double>::zero());
  for (const Passages::End& end : passages_.ends) {
    const Closing& closing = plan_.closings[end.closing];
    for (int r = 0; r < closing.rows; ++r) F_[end.slot][r] = F_[end.slot][r] + in.closing_rows[closing.first + r].on[end.end];
  }
}

/// (2), then A' and p' of (3).
void Factor::eliminate(const Tree& tree, const Equations& in, int i) {
  constexpr double rounding = 1e-14;  // of the diagonal that a pivot came from: a motion without inertia ends as NaN
  const TreeLink& link = tree.links[i];
  OfLink& out = links_[i];
  Articulated<double>& A = out.A;
  out.x0 = link.count() > 0 ? tree.calc_told(i, in.right) : Motion<double>::zero();
  if (link.count() > 0) {
    const Wrench<double> push = A * out.x0;
    A.n += push.n;
    A.f += push.f;
  }
  const int d = link.free();
  const std::span<const bodies::JointDrag> drags = in.drags.of(i);
  const auto dragged = [&](const Motion<double>& a, const Motion<double>& b) {
    double sum = 0;
    for (const bodies::JointDrag& drag : drags) sum += drag.drag * power(drag.row, a) * power(drag.row, b);
    return sum;
  };
  for (int j = 0; j < d; ++j) {
    Motion<double>& S = out.S[j];
    S = tree.calc_column(i, j);
    Wrench<double>& U = out.U[j];
    U = A * S;
    const double diagonal = power(U, S) + dragged(S, S);
    for (int k = 0; k < j; ++k) {
      const double part = power(out.U[k], S) + dragged(out.S[k], S);  // of Ŝ_k, which are orthonormal in this sense
      S = S - part * out.S[k];
      U = U - part * out.U[k];
    }
    const double pivot = power(U, S) + dragged(S, S);
    const double scale = pivot > rounding * diagonal ? 1 / std::sqrt(pivot) : std::numeric_limits<double>::quiet_NaN();
    S = scale * S;
    U = scale * U;
    out.c[j] = -power({A.n, A.f}, S) - dragged(out.x0, S);
  }
  for (int j = 0; j < d; ++j) {
    add_dyad(A, -1.0, out.U[j]);
    A.n += out.c[j] * out.U[j].n;
    A.f += out.c[j] * out.U[j].f;
  }
}

/// (5)
void Factor::pass(const Tree& tree, int i) {
  const auto& open = passages_.open[i];
  if (open.empty()) return;
  const Vec3<double> from_parent = tree.calc_from_parent(i);
  const OfLink& one = links_[i];
  const int d = tree.links[i].free();
  for (const Passages::Pass& pass : open) {
    const Closing& closing = plan_.closings[pass.closing];
    for (int r = 0; r < closing.rows; ++r) {
      Wrench<double>& F = F_[pass.slot][r];
      double b = power(F, one.x0);
      for (int j = 0; j < d; ++j) {
        const double y = y_[pass.slot][r][j] = power(F, one.S[j]);
        b += y * one.c[j];
      }
      b_[closing.first + r] -= b;
      for (int j = 0; j < d; ++j) F = F - y_[pass.slot][r][j] * one.U[j];
      if (pass.up < 0) continue;
      F_[pass.up][r] = F_[pass.up][r] + Wrench<double>{F.n + cross(from_parent, F.f), F.f};
    }
  }
  const int* pair = pairs_[i].data();
  for (std::size_t a = 0; a < open.size(); ++a)
    for (std::size_t b = a; b < open.size(); ++b, ++pair) {
      const int rows = plan_.closings[open[a].closing].rows, columns = plan_.closings[open[b].closing].rows;
      for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) {
          double sum = 0;
          for (int j = 0; j < d; ++j) sum += y_[open[a].slot][r][j] * y_[open[b].slot][c][j];
          E(*pair, r, c) += sum;
        }
    }
}

/// (3), handed to the parent. A joint that holds nothing passes on what its laws drag.
void Factor::hand_on(const Tree& tree, const Equations& in, int i) {
  const TreeLink& link = tree.links[i];
  if (link.parent == 0 || (link.count() == 0 && in.drags.of(i).empty())) return;
  Articulated<double> A = links_[i].A;
  shift(A, tree.calc_from_parent(i));
  links_[link.parent].A += A;
}

/// (6)
void Factor::leave(const Dependents& dependents, const OfLeave& leave, Articulated<double>* A, const rank::Holding& holding) {
  const std::size_t width = leave.closings.size();
  const auto own = dependents.pivots(leave.closings[0]);
  const Closing& closing = plan_.closings[leave.closings[0]];
  double largest = 0;  // before its rows leave: which of them is first must not matter
  for (int r = 0; r < closing.rows && holding.accelerations; ++r)
    largest = std::max(largest, holding.calc_part(b_[closing.first + r], closing.first + r));
  for (std::size_t step = 0; step < own.size(); ++step) {
    const int r = own[step].row, row = closing.first + r;
    const double square = own[step].sine * own[step].sine, pivot = E(leave.blocks[0], r, r);
    const double bend = holding.asks(square) ? square / rank::full_square * holding.calc_part(b_[row], row) / (1 + largest) : 0;
    bends_ = bends_ || bend > rank::least_bend;
    const double share = rank::calc_share(square, holding.choose(bend), holding.accelerations);
    if (share == 0) continue;
    const double inverse = inverse_[row] = share / pivot, b = b_[row];
    const Wrench<double> F = A ? F_[leave.slots[0]][r] : Wrench<double>::zero();
    for (std::size_t x = 0; x < width; ++x) {
      const auto rows = dependents.pivots(leave.closings[x]);
      const int first = plan_.closings[leave.closings[x]].first;
      for (std::size_t s = x == 0 ? step + 1 : 0; s < rows.size(); ++s) {
        const int j = rows[s].row;
        const double factor = inverse * E(leave.blocks[x], r, j);
        if (factor == 0) continue;
        b_[first + j] -= factor * b;
        if (A) F_[leave.slots[x]][j] = F_[leave.slots[x]][j] - factor * F;
        for (std::size_t z = x; z < width; ++z) {
          const auto others = dependents.pivots(leave.closings[z]);
          for (std::size_t t = z == 0 ? step + 1 : 0; t < others.size(); ++t)
            E(leave.blocks[x * width + z], j, others[t].row) -= factor * E(leave.blocks[z], r, others[t].row);
        }
      }
    }
    if (!A) continue;
    add_dyad(*A, inverse, F);
    A->n -= (inverse * b) * F.n;
    A->f -= (inverse * b) * F.f;
  }
}

void Factor::expand(const Dependents& dependents, int i, const Motion<double>& x) {
  for (std::size_t l = leaves_[i].size(); l-- > 0;) {
    const OfLeave& leave = leaves_[i][l];
    const auto own = dependents.pivots(leave.closings[0]);
    for (std::size_t step = own.size(); step-- > 0;) {
      const int r = own[step].row, row = plan_.closings[leave.closings[0]].first + r;
      double rest = b_[row];
      for (std::size_t z = 0; z < leave.closings.size(); ++z) {
        const auto others = dependents.pivots(leave.closings[z]);
        const int first = plan_.closings[leave.closings[z]].first;
        for (std::size_t t = z == 0 ? step + 1 : 0; t < others.size(); ++t)
          rest -= E(leave.blocks[z], r, others[t].row) * lambda_[first + others[t].row];
      }
      if (leave.slots[0] >= 0) rest -= power(F_[leave.slots[0]][r], x);
      lambda_[row] = inverse_[row] * rest;
    }
  }
}

void Factor::solve(const Tree& tree, const Dependents& dependents, const Equations& in, std::span<Motion<double>> motions) {
  start(tree, in);
  bends_ = false;
  for (int i = tree.size() - 1; i > 0; --i) {
    for (const OfLeave& one : leaves_[i]) leave(dependents, one, &links_[i].A, in.holding);
    eliminate(tree, in, i);
    pass(tree, i);
    hand_on(tree, in, i);
  }
  for (const OfLeave& one : leaves_[0]) leave(dependents, one, nullptr, in.holding);
  motions[0] = Motion<double>::zero();
  expand(dependents, 0, motions[0]);
  for (int i = 1; i < tree.size(); ++i) {
    const OfLink& one = links_[i];
    const Motion<double>& x_p = motions[tree.links[i].parent];
    const Motion<double> Xx{x_p.w, x_p.v + cross(x_p.w, tree.calc_from_parent(i))};
    Motion<double> x = Xx + one.x0;
    for (int j = 0; j < tree.links[i].free(); ++j) {  // (4)
      double c = one.c[j] - power(one.U[j], Xx);
      for (const Passages::Pass& pass : passages_.open[i]) {
        const Closing& closing = plan_.closings[pass.closing];
        for (int r = 0; r < closing.rows; ++r) c += lambda_[closing.first + r] * y_[pass.slot][r][j];
      }
      x = x + c * one.S[j];
    }
    motions[i] = x;
    expand(dependents, i, x);
  }
}

}  // namespace pintle::partitioned
