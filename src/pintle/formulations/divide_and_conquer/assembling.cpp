#include "pintle/formulations/divide_and_conquer/assembling.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/math/symmetric_eigen.h"
#include "pintle/structure/loop_length.h"

namespace pintle::divide_and_conquer {

using bodies::Equations;
using bodies::JointDrag;
using bodies::LinkRows;

namespace {

/// Principal moments below this part of the largest borrow.
constexpr double slender = 1e-3;
/// A borrowed inertia that is not given back stays free: its pivot is rounding.
constexpr double rounding = 1e-14;

constexpr double not_determined = std::numeric_limits<double>::quiet_NaN();

Wrench<double> moved(const Wrench<double>& F, const Vec3<double>& by) { return {F.n + cross(by, F.f), F.f}; }

void put(double* to, const Wrench<double>& F) {
  to[0] = F.n.x, to[1] = F.n.y, to[2] = F.n.z, to[3] = F.f.x, to[4] = F.f.y, to[5] = F.f.z;
}

/// M of a body with what drags it, and what it borrows; about the mass centre, world axes.
Articulated<double> calc_mass(const Equations& in, int link) {
  Articulated<double> mass{in.placed[link].J, Mat3<double>::zero(), Sym3<double>::diagonal(in.bodies[link].mass),
                           Vec3<double>::zero(), Vec3<double>::zero()};
  if (!in.drags.bodies.empty()) mass += in.drags.bodies[link];
  return mass;
}

}  // namespace

Assembling::Work::Work(const Plan& plan, std::span<const LinkRows> links, std::span<const Borrowing> borrowings,
                       std::span<const int> drags)
    : tree(plan, links, borrowings, drags),
      wrenches(static_cast<std::size_t>(tree.wrenches)),
      own(static_cast<std::size_t>(tree.unknowns), 0.0),
      right(own.size()),
      pivots(own.size()),
      reduced(own.size()),
      x(own.size()),
      order(own.size()),
      counted(plan.closings.size()),
      factors(static_cast<std::size_t>(tree.factors)),
      opens(static_cast<std::size_t>(tree.opens)),
      rights(static_cast<std::size_t>(tree.rights)),
      K(static_cast<std::size_t>(tree.largest * tree.largest)),
      k(static_cast<std::size_t>(tree.largest)),
      x_local(k.size()) {}

Assembling::Assembling(const System& system, const Plan& plan, std::span<const LinkRows> links)
    : plan_(plan), links_(links.begin(), links.end()), reach_(system.length) {
  for (const double L : calc_loop_lengths(system, plan)) LL_.push_back(L * L);
  lambda_.resize(static_cast<std::size_t>(count_rows(plan.closings)));
  size_.resize(lambda_.size());
}

void Assembling::update_bodies(std::span<const bodies::Body> bodies) {
  std::vector<Borrowing> all;
  for (int i = 1; i < static_cast<int>(bodies.size()); ++i) {
    const PrincipalAxes own = calc_principal_axes(bodies[i].inertia);
    const double largest = own.moments[2], lent = largest > 0 ? largest : bodies[i].mass * reach_ * reach_;
    for (int axis = 0; axis < 3; ++axis)
      if (own.moments[axis] <= slender * largest) all.push_back({i, own.R.column(axis), lent});
  }
  const bool same = plain_ && std::ranges::equal(all, borrowings_, {}, &Borrowing::link, &Borrowing::link);
  borrowings_ = std::move(all);
  if (same) return;
  plain_ = std::make_unique<Work>(plan_, links_, borrowings_, std::span<const int>{});
  dragged_.reset();
  done_.assign(static_cast<std::size_t>(plain_->tree.largest), 0);
}

void Assembling::put_joint(const Equations& in, int i) {
  Work& w = *work_;
  const int block = w.tree.joint_block[i];
  if (block < 0) return;
  const LinkRows& link = in.links[i];
  const int place = w.tree.blocks[block].place, count = w.tree.blocks[block].size;
  Wrench<double>*const on_link = w.wrenches.data() + w.tree.joint_wrench[i], *const on_parent = on_link + count;
  for (int r = 0; r < link.count(); ++r) {
    const RowValue<double>& row = in.rows[link.first + r];
    const bool child = link.sign > 0;
    on_link[r] = {child ? row.moment_B : row.moment_A, row.force};
    on_parent[r] = {child ? -row.moment_A : -row.moment_B, -row.force};
    w.right[place + r] = in.right[link.first + r];
  }
  int r = link.count();
  for (const JointDrag& drag : in.drags.of(i)) {  // φ·(x − x_p) + λ/D = 0
    on_link[r] = moved(drag.row, link.at - in.placed[i].p);
    on_parent[r] = -moved(drag.row, link.at - in.placed[link.parent].p);
    w.own[place + r] = drag.drag > 0 ? 1 / drag.drag : 0;
    w.right[place + r] = 0;
    ++r;
  }
}

void Assembling::put_closings(const Equations& in) {
  Work& w = *work_;
  for (std::size_t k = 0; k < plan_.closings.size(); ++k) {
    const Closing& closing = plan_.closings[k];
    const int place = w.tree.blocks[w.tree.closing_block[k]].place;
    Wrench<double>* on = w.wrenches.data() + w.tree.closing_wrench[k];
    for (std::size_t e = 0; e < closing.links.size(); ++e)
      for (int r = 0; r < closing.rows; ++r) *on++ = in.closings.rows[closing.first + r].on[e];
    for (int r = 0; r < closing.rows; ++r) w.right[place + r] = in.closings.right[closing.first + r];
  }
}

double Assembling::calc_softness(const Equations& in, int i, double LL) const {
  const LinkRows& link = in.links[i];
  const bodies::Split turn = bodies::split_axes(link, in.rows);
  Articulated<double> mass = calc_mass(in, i);
  for (const Borrowing& one : borrowings_)
    if (one.link == i) add_dyad(mass, one.inertia, {in.placed[i].R * one.axis_B, Vec3<double>::zero()});
  shift(mass, in.placed[i].p - link.at);
  double sum = (3 - link.points) / (LL * in.bodies[i].mass);
  for (int k = 0; k < 3 - link.axes; ++k) sum += 1 / dot(turn.free[k], mass.I * turn.free[k]);
  return sum;
}

void Assembling::put_sizes(const Equations& in) {
  std::ranges::fill(size_, std::numeric_limits<double>::infinity());
  for (int i = 1; i < plan_.tree.size(); ++i)
    for (int k : plan_.order.open[i]) {
      const double softness = calc_softness(in, i, LL_[k]);
      const Closing& closing = plan_.closings[k];
      for (int r = closing.first; softness > 0 && r < closing.first + closing.rows; ++r) size_[r] = std::min(size_[r], softness);
    }
  for (std::size_t k = 0; k < plan_.closings.size(); ++k) {
    const Closing& closing = plan_.closings[k];
    for (int r = closing.first; r < closing.first + closing.rows; ++r) {
      double square = 0;
      for (std::size_t e = 0; e < closing.links.size(); ++e) {
        const int link = closing.links[e];
        if (link == 0) continue;
        const Wrench<double> F = moved(in.closings.rows[r].on[e], in.placed[link].p - in.links[link].at);
        square = std::max(square, dot(F.n, F.n) + LL_[k] * dot(F.f, F.f));
      }
      size_[r] *= square;
    }
  }
}

void Assembling::put_bodies(const Equations& in) {
  Work& w = *work_;
  for (int i = 1; i < static_cast<int>(in.bodies.size()); ++i)
    pintle::divide_and_conquer::put(w.right.data() + w.tree.blocks[w.tree.body_block[i]].place, -in.wrenches[i]);
  for (std::size_t b = 0; b < borrowings_.size(); ++b) {
    const Borrowing& one = borrowings_[b];
    w.wrenches[w.tree.spin_wrench[b]] = {in.placed[one.link].R * one.axis_B, Vec3<double>::zero()};
    w.own[w.tree.blocks[w.tree.spin_block[b]].place] = -1 / one.inertia;
  }
}

void Assembling::put_numbers(const Equations& in) {
  put_bodies(in);
  for (int i = 1; i < static_cast<int>(in.links.size()); ++i) put_joint(in, i);
  if (plan_.closings.empty()) return;
  put_closings(in);
  put_sizes(in);
}

/// K and k of an assembly, the upper triangle.
void Assembling::gather(const Equations& in, const Assembly& assembly) {
  Work& w = *work_;
  const int n = assembly.size;
  double *const K = w.K.data(), *const k = w.k.data();
  std::fill_n(K, n * n, 0.0);
  std::fill_n(k, n, 0.0);
  for (int c = 0; c < 2 && assembly.children[c] >= 0; ++c) {
    const Assembly& child = w.tree.assemblies[assembly.children[c]];
    const double *open = w.opens.data() + child.open, *right = w.rights.data() + child.right;
    const std::vector<int>& to = assembly.of_child[c];
    for (std::size_t i = 0; i < to.size(); ++i) {
      k[to[i]] += right[i];
      for (std::size_t j = i; j < to.size(); ++j) K[std::min(to[i], to[j]) * n + std::max(to[i], to[j])] += *open++;
    }
  }
  for (int p = 0; p < assembly.eliminated; ++p) {
    K[p * n + p] += w.own[assembly.unknowns[p]];
    k[p] += w.right[assembly.unknowns[p]];
  }
  for (const End& end : assembly.ends)
    for (int r = 0; r < end.count; ++r) {
      double F[6];
      pintle::divide_and_conquer::put(F, w.wrenches[end.wrenches + r]);
      for (int c = 0; c < 6; ++c) {
        const int row = end.local + r, column = end.body + c;
        K[std::min(row, column) * n + std::max(row, column)] += F[c];
      }
    }
  if (assembly.body == 0) return;
  Articulated<double> mass = calc_mass(in, assembly.body);
  for (const Borrowing& one : std::ranges::equal_range(borrowings_, assembly.body, {}, &Borrowing::link))
    add_dyad(mass, one.inertia, {in.placed[assembly.body].R * one.axis_B, Vec3<double>::zero()});
  const Sym3<double>&I = mass.I, &M = mass.M;
  const Mat3<double>& H = mass.H;
  const double rows[6][6] = {
      {I.xx, I.xy, I.xz, H.xx, H.xy, H.xz}, {0, I.yy, I.yz, H.yx, H.yy, H.yz}, {0, 0, I.zz, H.zx, H.zy, H.zz},
      {0, 0, 0, M.xx, M.xy, M.xz},          {0, 0, 0, 0, M.yy, M.yz},          {0, 0, 0, 0, 0, M.zz}};
  for (int i = 0; i < 6; ++i)
    for (int j = i; j < 6; ++j) K[i * n + j] -= rows[i][j];
}

/// (1) for the unknown at place p, of those that are not done.
void Assembling::eliminate(const Assembly& assembly, int p, double inverse) {
  Work& w = *work_;
  const int n = assembly.size;
  double *const K = w.K.data(), *const k = w.k.data();
  const double* const row = K + p * n;
  for (int j = p + 1; j < n; ++j) {
    const double factor = inverse * row[j];
    if (factor == 0) continue;
    double* const other = K + j * n;
    for (int l = j; l < n; ++l) other[l] -= factor * row[l];
    k[j] -= factor * k[p];
  }
}

void Assembling::eliminate_closing(const Equations& in, const Assembly& assembly, const Block& block, int first) {
  constexpr double tie = 1 + 1e-12;  // rounding does not choose
  Work& w = *work_;
  const rank::Holding& holding = in.closings.holding;
  const int n = assembly.size, rows = block.size, row = plan_.closings[block.index].first;
  double *const K = w.K.data(), *const k = w.k.data();
  const auto at = [&](int i, int j) -> double& { return K[std::min(i, j) * n + std::max(i, j)]; };
  std::array<double, most_rows> size;
  double largest = 0;  // before its rows leave: which of them is first must not matter
  for (int i = 0; i < rows; ++i) {
    size[i] = std::max(std::isfinite(size_[row + i]) ? size_[row + i] : 0, 0.01 * at(first + i, first + i));
    w.pivots[block.place + i] = 0;
    if (holding.accelerations) largest = std::max(largest, holding.calc_part(k[first + i], row + i));
    done_[first + i] = 0;
  }
  int& counted = w.counted[block.index] = 0;
  while (counted < rows) {
    int best = -1;
    double greatest = rank::least_firm_square, best_square = 0, best_bend = 0;
    for (int i = 0; i < rows; ++i) {
      const double square = at(first + i, first + i) / size[i];
      if (done_[first + i] || !in.closings.asked[row + i] || square <= greatest) continue;  // NaN goes on
      const double bend =
          holding.asks(square) ? square / rank::full_square * holding.calc_part(k[first + i], row + i) / (1 + largest) : 0;
      if (!rank::counts(square) && !(holding.choose(bend) > rank::least_bend)) continue;
      best = i, best_square = std::min(square, 1.0), best_bend = bend;
      greatest = tie * square;
    }
    if (best < 0) break;
    const int p = first + best;
    const double inverse = rank::calc_share(best_square, holding.choose(best_bend), holding.accelerations) / at(p, p);
    w.pivots[block.place + best] = inverse;
    w.order[block.place + counted++] = best;
    bends_ = bends_ || best_bend > rank::least_bend;
    least_square_ = std::min(least_square_, best_square);
    done_[p] = 1;
    const auto is_left = [&](int j) { return j >= first && (j >= first + rows || !done_[j]); };
    for (int j = first; j < n; ++j) {
      if (!is_left(j)) continue;
      const double factor = inverse * at(p, j);
      k[j] -= factor * k[p];
      for (int l = j; l < n; ++l)
        if (is_left(l)) K[j * n + l] -= factor * at(p, l);
    }
  }
  rank_ += counted;
  for (int i = 0; i < rows; ++i)  // rows of the factor are whole
    for (int j = 0; j < i; ++j) K[(first + i) * n + first + j] = K[(first + j) * n + first + i];
}

/// Factor, Υ and υ.
void Assembling::keep(const Assembly& assembly) {
  Work& w = *work_;
  const int n = assembly.size, e = assembly.eliminated;
  std::copy_n(w.K.data(), e * n, w.factors.data() + assembly.factor);
  for (int p = 0; p < e; ++p) w.reduced[assembly.unknowns[p]] = w.k[p];
  double *open = w.opens.data() + assembly.open, *right = w.rights.data() + assembly.right;
  for (int i = e; i < n; ++i) {
    *right++ = w.k[i];
    open = std::copy_n(w.K.data() + i * n + i, n - i, open);
  }
}

void Assembling::assemble(const Equations& in, const Assembly& assembly) {
  Work& w = *work_;
  gather(in, assembly);
  const int n = assembly.size;
  int p = 0;
  for (int b : assembly.blocks) {
    const Block& block = w.tree.blocks[b];
    if (block.kind == BlockKind::closing) {
      eliminate_closing(in, assembly, block, p);
      p += block.size;
      continue;
    }
    const double sign = block.kind == BlockKind::joint ? 1 : -1;
    const int held = block.kind == BlockKind::joint ? in.links[block.index].count() : block.size;
    for (int r = 0; r < block.size; ++r, ++p) {
      const double d = sign * w.K[p * n + p], own = std::fabs(w.own[block.place + r]);
      double& inverse = w.pivots[block.place + r];
      inverse = d > 0 && (block.kind != BlockKind::spin || d > rounding * own) ? sign / d : not_determined;
      if (r >= held && own == 0) inverse = 0;  // it does not drag
      if (inverse != 0) eliminate(assembly, p, inverse);
    }
  }
  keep(assembly);
}

/// (2)
void Assembling::disassemble(const Assembly& assembly) {
  Work& w = *work_;
  const int n = assembly.size;
  double* const x = w.x_local.data();
  std::fill_n(x, assembly.eliminated, 0.0);
  for (int j = assembly.eliminated; j < n; ++j) x[j] = w.x[assembly.unknowns[j]];
  int first = assembly.eliminated;
  for (std::size_t b = assembly.blocks.size(); b-- > 0;) {
    const Block& block = w.tree.blocks[assembly.blocks[b]];
    first -= block.size;
    const bool closes = block.kind == BlockKind::closing;
    for (int s = (closes ? w.counted[block.index] : block.size) - 1; s >= 0; --s) {
      const int r = closes ? w.order[block.place + s] : s, p = first + r;
      const double* const row = w.factors.data() + assembly.factor + p * n;
      double rest = w.reduced[block.place + r];
      for (int j = closes ? first : p + 1; j < n; ++j) rest -= row[j] * x[j];
      x[p] = w.pivots[block.place + r] * rest;
    }
    std::copy_n(x + first, block.size, w.x.data() + block.place);
  }
}

void Assembling::solve(const Equations& in, std::span<Motion<double>> A_W) {
  work_ = plain_.get();
  if (!in.drags.joints.empty()) {
    if (!dragged_) {
      std::vector<int> drags(links_.size());
      for (std::size_t i = 1; i < drags.size(); ++i) drags[i] = static_cast<int>(in.drags.of(static_cast<int>(i)).size());
      dragged_ = std::make_unique<Work>(plan_, links_, borrowings_, drags);
      done_.assign(static_cast<std::size_t>(dragged_->tree.largest), 0);
    }
    work_ = dragged_.get();
  }
  Work& w = *work_;
  rank_ = 0;
  least_square_ = 1;
  bends_ = false;
  put_numbers(in);
  for (const Assembly& assembly : w.tree.assemblies) assemble(in, assembly);
  for (std::size_t a = w.tree.assemblies.size(); a-- > 0;) disassemble(w.tree.assemblies[a]);
  A_W[0] = Motion<double>::zero();
  for (int i = 1; i < static_cast<int>(in.bodies.size()); ++i) {
    const double* a = w.x.data() + w.tree.blocks[w.tree.body_block[i]].place;
    A_W[i] = {{a[0], a[1], a[2]}, {a[3], a[4], a[5]}};
  }
  for (std::size_t k = 0; k < plan_.closings.size(); ++k)
    std::copy_n(w.x.data() + w.tree.blocks[w.tree.closing_block[k]].place, plan_.closings[k].rows,
                lambda_.data() + plan_.closings[k].first);
}

void Assembling::update_reactions(const Equations& in, std::span<const Motion<double>>,
                                  std::span<Wrench<double>> reactions) const {
  const Work& w = *work_;
  std::ranges::fill(reactions, Wrench<double>::zero());
  for (int i = 1; i < static_cast<int>(in.links.size()); ++i) {
    const LinkRows& link = in.links[i];
    if (w.tree.joint_block[i] < 0) continue;
    const double* const lambda = w.x.data() + w.tree.blocks[w.tree.joint_block[i]].place;
    for (int r = 0; r < link.count(); ++r) {
      const RowValue<double>& row = in.rows[link.first + r];
      const Wrench<double> at_M =
          r < link.points ? Wrench<double>{Vec3<double>::zero(), row.force} : Wrench<double>{row.moment_B, Vec3<double>::zero()};
      reactions[i] = reactions[i] + (link.sign * lambda[r]) * at_M;
    }
  }
}

double Assembling::calc_least_sine() const { return std::sqrt(least_square_); }
bool Assembling::count_in_full() const { return least_square_ >= rank::full_square; }

double Assembling::calc_left(int row) const {
  const Work& w = *work_;
  for (std::size_t k = 0; k < plan_.closings.size(); ++k) {
    const int r = row - plan_.closings[k].first, place = w.tree.blocks[w.tree.closing_block[k]].place + r;
    if (r >= 0 && r < plan_.closings[k].rows) return w.pivots[place] > 0 ? 0 : w.reduced[place];
  }
  return 0;
}

}  // namespace pintle::divide_and_conquer
