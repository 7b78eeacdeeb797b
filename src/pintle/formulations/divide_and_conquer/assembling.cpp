#include "pintle/formulations/divide_and_conquer/assembling.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/base/check.h"
#include "pintle/math/symmetric_eigen.h"
#include "pintle/structure/loop_length.h"

namespace pintle::divide_and_conquer {

using bodies::Equations;
using bodies::JointDrag;
using bodies::LinkRows;

namespace {

/// Principal moments below this part of the largest borrow.
constexpr double slender = 1e-3;

Wrench<double> moved(const Wrench<double>& F, const Vec3<double>& by) { return {F.n + cross(by, F.f), F.f}; }

constexpr double unit_of(int i, int k) { return i == k ? 1 : 0; }
/// One of six: moments about x, y, z, then forces along them.
Wrench<double> unit_wrench(int i) {
  return {{unit_of(i, 0), unit_of(i, 1), unit_of(i, 2)}, {unit_of(i, 3), unit_of(i, 4), unit_of(i, 5)}};
}

/// The rows of a joint as wrenches about M's origin, on the user's child: a point row is a force there, an axes row a moment.
Wrench<double> at_M(const LinkRows& link, const RowValue<double>& row, int r) {
  if (r < link.points) return {Vec3<double>::zero(), row.force};
  return {row.moment_B, Vec3<double>::zero()};
}

}  // namespace

Assembling::Assembling(const System& system, const Plan& plan, std::span<const LinkRows> links)
    : system_(system), plan_(plan), links_(links.begin(), links.end()) {
  lambda_.resize(static_cast<std::size_t>(count_rows(plan.closings)));
  size_.resize(lambda_.size());
}

void Assembling::update_bodies(std::span<const bodies::Body> bodies) {
  LL_.clear();
  for (const double L : calc_loop_lengths(system_, plan_)) LL_.push_back(L * L);
  std::vector<Borrowing> all;
  first_borrowing_.assign(bodies.size() + 1, 0);
  for (int i = 1; i < static_cast<int>(bodies.size()); ++i) {
    const PrincipalAxes own = calc_principal_axes(bodies[i].inertia);
    const double largest = own.moments[2], reach = system_.length;
    const double lent = largest > 0 ? largest : bodies[i].mass * reach * reach;
    for (int axis = 0; axis < 3; ++axis)
      if (own.moments[axis] <= slender * largest) all.push_back({i, own.R.column(axis), lent});
    first_borrowing_[i + 1] = static_cast<int>(all.size());
  }
  const bool same = std::ranges::equal(all, borrowings_, {}, &Borrowing::link, &Borrowing::link);
  borrowings_ = std::move(all);
  if (same) return;
  plain_.reset();
  in_stage_.reset();
}

std::shared_ptr<Assemblies> Assembling::make_assemblies(std::span<const int> drags) {
  Skeleton skeleton = make_skeleton(system_, plan_, links_, drags);
  std::vector<int> bone_of_body(skeleton.bones.size(), 0);
  for (std::size_t i = 0; i < skeleton.bones.size(); ++i) bone_of_body[skeleton.bones[i].body.i] = static_cast<int>(i);
  for (const Borrowing& one : borrowings_) skeleton.borrowing.push_back(bone_of_body[plan_.tree.links[one.link].body.i]);
  return std::make_shared<Assemblies>(skeleton);
}

void Assembling::take(std::shared_ptr<Assemblies> assemblies) {
  work_ = std::move(assemblies);
  const Skeleton& skeleton = work_->skeleton();
  const AssemblyTree& tree = work_->tree();
  std::vector<int> block_of_joint(system_.joints.size(), -1);
  idle_.clear();
  bone_of_link_.assign(links_.size(), 0);
  for (int i = 1; i < static_cast<int>(skeleton.bones.size()); ++i) {
    const Bone& bone = skeleton.bones[i];
    bone_of_link_[plan_.tree.link_of_body[bone.body.i]] = i;
    if (bone.joint.exists()) block_of_joint[bone.joint.i] = tree.joint_block[i];
  }
  block_of_link_.assign(links_.size(), -1);
  for (std::size_t i = 1; i < links_.size(); ++i)
    if (const JointIndex j = plan_.tree.links[i].joint; j.exists()) {
      block_of_link_[i] = block_of_joint[j.i];
      block_of_joint[j.i] = -1;
    }
  for (int block : block_of_joint)
    if (block >= 0) idle_.push_back(block);
  closing_of_.assign(skeleton.closings.size(), -1);
  unknown_of_row_.resize(lambda_.size());
  std::size_t next = 0;
  for (std::size_t c = 0; c < skeleton.closings.size(); ++c) {  // both in the order of their joints, then of their constraints
    const ClosingEnds& ends = skeleton.closings[c];
    const bool holds = next < plan_.closings.size() && plan_.closings[next].joint == ends.joint &&
                       plan_.closings[next].constraint == ends.constraint;
    if (!holds) continue;
    const Closing& closing = plan_.closings[next];
    closing_of_[c] = static_cast<int>(next++);
    const int place = tree.blocks[tree.closing_block[c]].place;
    for (int r = 0; r < closing.rows; ++r) unknown_of_row_[closing.first + r] = place + r;
  }
  PINTLE_CHECK(next == plan_.closings.size());
}

void Assembling::follow(bodies::Solver& before) {
  auto* const other = dynamic_cast<Assembling*>(&before);
  if (!other || !other->plain_) return;
  follows_ = true;
  if (!plain_) plain_ = make_assemblies({});
  if (plain_ == other->plain_ || !(plain_->skeleton() == other->plain_->skeleton())) return;
  plain_ = other->plain_;
}

/// The assemblies that a question is for.
void Assembling::choose(const Equations& in) {
  std::shared_ptr<Assemblies>& wanted = in.drags.joints.empty() ? plain_ : in_stage_;
  if (!wanted) {
    std::vector<int> drags;
    if (!in.drags.joints.empty())
      for (int i = 0; i < static_cast<int>(links_.size()); ++i)
        drags.push_back(i == 0 ? 0 : static_cast<int>(in.drags.of(i).size()));
    wanted = make_assemblies(drags);
  }
  if (work_ != wanted) take(wanted);
  work_->set_team(*team_);
}

/// M of a body with what drags it, and what it borrows; about the mass centre, world axes.
Articulated<double> Assembling::calc_mass(const Equations& in, int link) const {
  Articulated<double> mass{in.placed[link].J, Mat3<double>::zero(), Sym3<double>::diagonal(in.bodies[link].mass),
                           Vec3<double>::zero(), Vec3<double>::zero()};
  if (!in.drags.bodies.empty()) mass += in.drags.bodies[link];
  for (int b = first_borrowing_[link]; b < first_borrowing_[link + 1]; ++b)
    add_dyad(mass, borrowings_[b].inertia, {in.placed[link].R * borrowings_[b].axis_B, Vec3<double>::zero()});
  return mass;
}

void Assembling::put_body(const Equations& in, int link) {
  Assemblies& w = *work_;
  const int bone = bone_of_link_[link];
  w.put_mass(bone, calc_mass(in, link), !in.drags.bodies.empty());
  const int place = w.tree().blocks[w.tree().body_block[bone]].place;
  const Wrench<double>& F = in.wrenches[link];
  const double f[] = {F.n.x, F.n.y, F.n.z, F.f.x, F.f.y, F.f.z};
  for (int c = 0; c < 6; ++c) w.put_right(place + c, -f[c]);
  for (int b = first_borrowing_[link]; b < first_borrowing_[link + 1]; ++b) {
    w.put_wrench(w.tree().spin_wrench[b], {in.placed[link].R * borrowings_[b].axis_B, Vec3<double>::zero()});
    w.put_own(w.tree().blocks[w.tree().spin_block[b]].place, -1 / borrowings_[b].inertia);
  }
}

void Assembling::put_joint(const Equations& in, int i) {
  Assemblies& w = *work_;
  const int b = block_of_link_[i];
  if (b < 0) return;
  const LinkRows& link = in.links[i];
  const Block& block = w.tree().blocks[b];
  const Bone& bone = w.skeleton().bones[block.index];
  const std::span<const JointDrag> drags = in.drags.of(i);
  const int child_link = link.sign > 0 ? i : link.parent;  // the user's
  const int parent_link = link.sign > 0 ? link.parent : i;
  // The bone is the user's child, or its parent.
  const bool is_child = plan_.tree.links[child_link].body == bone.body;
  const int on_bone = w.tree().joint_wrench[block.index], on_parent = on_bone + block.size, D = on_parent + block.size;
  const int on_child = is_child ? on_bone : on_parent, on_other = is_child ? on_parent : on_bone;
  const Vec3<double> c = link.at - in.placed[child_link].p, p = link.at - in.placed[parent_link].p;
  const int rows = link.count() + static_cast<int>(drags.size());
  for (int r = 0; r < link.count(); ++r) {
    const RowValue<double>& row = in.rows[link.first + r];
    w.put_right(block.place + r, link.sign * in.right[link.first + r]);
    if (bone.changes) {
      w.put_wrench(D + r, at_M(link, row, r));
    } else {
      w.put_wrench(on_child + r, {row.moment_B, row.force});
      w.put_wrench(on_other + r, {-row.moment_A, -row.force});
    }
  }
  for (int d = 0; d < static_cast<int>(drags.size()); ++d) {  // φ·(x − x_p) + λ/D = 0, nothing at all if there is no drag
    const int r = link.count() + d;
    const bool pushes = drags[d].drag > 0;
    const Wrench<double> row = pushes ? link.sign * drags[d].row : Wrench<double>::zero();
    w.put_own(block.place + r, pushes ? 1 / drags[d].drag : 1);
    w.put_right(block.place + r, 0);
    if (bone.changes) {
      w.put_wrench(D + r, row);
    } else {
      w.put_wrench(on_child + r, moved(row, c));
      w.put_wrench(on_other + r, -moved(row, p));
    }
  }
  w.put_active(b, rows);
  if (!bone.changes) return;
  for (int r = 0; r < 6; ++r) {
    w.put_wrench(on_child + r, moved(unit_wrench(r), c));
    w.put_wrench(on_other + r, -moved(unit_wrench(r), p));
  }
  for (int r = rows; r < 6; ++r) {
    w.put_wrench(D + r, Wrench<double>::zero());
    w.put_own(block.place + r, 0);
    w.put_right(block.place + r, 0);
  }
}

void Assembling::put_closings(const Equations& in) {
  Assemblies& w = *work_;
  for (std::size_t c = 0; c < closing_of_.size(); ++c) {
    const ClosingEnds& ends = w.skeleton().closings[c];
    const int held = closing_of_[c] < 0 ? 0 : plan_.closings[closing_of_[c]].rows;
    const int first = closing_of_[c] < 0 ? 0 : plan_.closings[closing_of_[c]].first;
    w.put_closing(static_cast<int>(c), first, held);
    const int unknown = w.tree().blocks[w.tree().closing_block[c]].place;
    int place = w.tree().closing_wrench[c];
    for (std::size_t e = 0; e < ends.bones.size(); ++e)
      for (int r = 0; r < ends.rows; ++r)
        w.put_wrench(place++, r < held ? in.closings.rows[first + r].on[e] : Wrench<double>::zero());
    for (int r = 0; r < ends.rows; ++r) w.put_right(unknown + r, r < held ? in.closings.right[first + r] : 0);
  }
}

double Assembling::calc_softness(const Equations& in, int i, double LL) const {
  const LinkRows& link = in.links[i];
  const bodies::Split turn = bodies::split_axes(link, in.rows);
  Articulated<double> mass = calc_mass(in, i);
  shift(mass, in.placed[i].p - link.at);
  double sum = (3 - link.points) / (LL * in.bodies[i].mass);
  for (int k = 0; k < 3 - link.axes; ++k) sum += 1 / dot(turn.free[k], mass.I * turn.free[k]);
  return sum;
}

void Assembling::update_sizes(const Equations& in) {
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
      if (std::isfinite(size_[r])) size_[r] *= square;  // else no joint on the way moves, nor can the row
    }
  }
}

void Assembling::solve(const Equations& in, std::span<Motion<double>> A_W) {
  choose(in);
  Assemblies& w = *work_;
  const int n = static_cast<int>(in.links.size());
  team_->share(1, n, [&](int from, int to) {
    for (int i = from; i < to; ++i) {
      put_body(in, i);
      put_joint(in, i);
    }
  });
  for (int block : idle_) w.put_active(block, 0);
  put_closings(in);
  if (!plan_.closings.empty()) update_sizes(in);
  w.assemble({in.closings.asked, size_, in.closings.holding});
  if (follows_) reassembled_ += w.made();
  follows_ = false;
  w.disassemble();
  if (!plan_.closings.empty() && !w.judged().fades) {
    w.refine();
    if (w.judged().least_square < rank::near_square) w.refine();  // pivots are known to a hundredth only
  }
  A_W[0] = Motion<double>::zero();
  team_->share(1, n, [&](int from, int to) {
    for (int i = from; i < to; ++i) {
      const double* a = w.x_of(w.tree().body_block[bone_of_link_[i]]);
      A_W[i] = {{a[0], a[1], a[2]}, {a[3], a[4], a[5]}};
    }
  });
  for (std::size_t r = 0; r < lambda_.size(); ++r) lambda_[r] = w.x(unknown_of_row_[r]);
}

void Assembling::update_reactions(const Equations& in, std::span<const Motion<double>>,
                                  std::span<Wrench<double>> reactions) const {
  reactions[0] = Wrench<double>::zero();
  team_->share(1, static_cast<int>(in.links.size()), [&](int from, int to) {
    for (int i = from; i < to; ++i) {
      const LinkRows& link = in.links[i];
      reactions[i] = Wrench<double>::zero();
      if (block_of_link_[i] < 0) continue;
      const double* const lambda = work_->x_of(block_of_link_[i]);
      for (int r = 0; r < link.count(); ++r) reactions[i] = reactions[i] + lambda[r] * at_M(link, in.rows[link.first + r], r);
    }
  });
}

double Assembling::calc_least_sine() const { return std::sqrt(work_->judged().least_square); }
bool Assembling::count_in_full() const { return work_->judged().least_square >= rank::full_square; }
double Assembling::calc_left(int row) const { return work_->calc_left(unknown_of_row_[row]); }

}  // namespace pintle::divide_and_conquer
