#include "pintle/closure/statics.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "pintle/base/random.h"
#include "pintle/math/rank.h"
#include "pintle/model/signal.h"
#include "pintle/structure/closing.h"

namespace pintle {
namespace {

/// The world alone does not move.
std::vector<bool> fixed_bodies(const System& system) {
  std::vector<bool> fixed(static_cast<std::size_t>(system.body_count()), false);
  fixed[0] = true;
  return fixed;
}

/// A row's part on one body: force, then moment/L.
std::array<double, 6> as_six(const Wrench<double>& on, double L) {
  return {on.f.x, on.f.y, on.f.z, on.n.x / L, on.n.y / L, on.n.z / L};
}

}  // namespace

Statics::Statics(const System& system, const Structure& structure)
    : system_(system),
      rows_(system, structure),
      ends_at_(find_ends(rows_, fixed_bodies(system))),
      angles_(group_sizes(rows_), coupled_groups(ends_at_)),
      angles_there_(angles_),
      sharing_(system, structure) {}

const BodyRows& Statics::rows_at(const Parameters<double>& p, const State<double>& state) {
  rows_.update(p, state);
  return rows_;
}

double Statics::condition() const { return 1 / std::sqrt(angles_.least_ratio()); }

void Statics::factorize(Semidefinite& angles) const {
  angles.clear();
  for (const auto& ends : ends_at_)
    for (std::size_t x = 0; x < ends.size(); ++x)
      for (std::size_t y = 0; y <= x; ++y) {
        const int i = ends[x].first, j = ends[y].first;
        const BodyRows::Group &A = rows_.groups()[i], &B = rows_.groups()[j];
        for (int r = 0; r < A.rows; ++r)
          for (int c = 0; c < B.rows; ++c) {
            const auto a = as_six(rows_.rows()[A.first + r].on[ends[x].second], A.L),
                       b = as_six(rows_.rows()[B.first + c].on[ends[y].second], B.L);
            double sum = 0;
            for (std::size_t k = 0; k < 6; ++k) sum += a[k] * b[k];
            angles.add(i, r, j, c, sum);
            if (i == j && x != y) angles.add(i, c, j, r, sum);  // two ends on one body
          }
      }
  angles.factorize(rank::least_square);
}

double Statics::find_sine(const Parameters<double>& p, const State<double>& state) {
  rows_.update(p, state);
  factorize(angles_there_);
  most_rank_ = std::max(most_rank_, angles_there_.rank());
  return angles_there_.rank() < most_rank_ ? 0 : std::sqrt(angles_there_.least_ratio());
}

void Statics::update(const Parameters<double>& p, const State<double>& state) {
  rows_.update(p, state);
  forbidden_speed_ = 0;
  for (const ConstraintRow<double>& row : rows_.rows()) forbidden_speed_ = std::max(forbidden_speed_, std::abs(row.gdot));
  factorize(angles_);
  most_rank_ = angles_.rank();
  sharing_.update_held(state);
  sharing_.update(p, state);
}

void Statics::update_rows(const Parameters<double>& p, const State<double>& state) { sharing_.update(p, state); }

void Statics::share(std::span<Wrench<double>> reaction, std::span<double> multiplier, std::span<Wrench<double>> load) {
  sharing_.share(reaction, multiplier, load);
}

void Statics::share_in_M(std::span<Wrench<double>> load, std::span<double> multiplier) {
  in_F_.resize(load.size());
  for (std::size_t j = 0; j < in_F_.size(); ++j) in_F_[j] = seen_in_F(JointIndex(static_cast<int>(j)), load[j]);
  sharing_.share(in_F_, multiplier, load);
}

const Uniqueness& Statics::judge_uniqueness() {
  constexpr double rounding = 1e-6;  // of draws of size 1
  Uniqueness& out = uniqueness_;
  out.joints.assign(system_.joints.size(), {});
  out.constraints.assign(system_.constraints.size(), {});
  if (redundant() == 0) return out;
  Random random(2010);  // any number: no self-stress hides from three random draws
  std::vector<Wrench<double>>& stress = stress_;
  stress.resize(system_.joints.size());
  const auto mark = [&](const Wrench<double>& seen, unsigned& bits) {
    for (int k = 0; k < 3; ++k) {
      if (std::fabs(seen.f[k]) > rounding) bits |= 1u << k;
      if (std::fabs(seen.n[k]) > rounding) bits |= 8u << k;
    }
  };
  std::vector<double>& of_row = of_row_;
  of_row.resize(static_cast<std::size_t>(sharing_.constraints().row_count()));
  const auto draw3 = [&] { return Vec3<double>{random.normal(), random.normal(), random.normal()}; };
  for (int draw = 0; draw < 3; ++draw) {
    for (Wrench<double>& one : stress) one = {draw3(), draw3()};
    for (double& one : of_row) one = random.normal();
    sharing_.update_stress(stress, of_row);
    for (const BodyRows::Group& group : sharing_.constraints().groups())
      for (int k = 0; k < group.rows; ++k)
        if (std::fabs(of_row[group.first + k]) > rounding) out.constraints[group.constraint.i].reaction |= 1u << k;
    for (std::size_t j = 0; j < stress.size(); ++j) {
      const JointIndex joint(static_cast<int>(j));
      mark(seen_in(sharing_.R_WM(joint), stress[j]), out.joints[j].load);
      mark(seen_in(sharing_.R_WF(joint), stress[j]), out.joints[j].reaction);
    }
  }
  return out;
}

Wrench<double> Statics::seen_in_F(JointIndex j, const Wrench<double>& in_M) const {
  return seen_in(sharing_.R_WF(j), {sharing_.R_WM(j) * in_M.n, sharing_.R_WM(j) * in_M.f});
}

void share_loads(const Parameters<double>& p, Statics& statics, View<double>& view) {
  if (statics.redundant() == 0) return;
  statics.update_rows(p, view.state);
  statics.share(view.reaction, view.multiplier, view.load);
}

void share_impulses(const System& system, const Parameters<double>& p, const State<double>& state, Statics& statics,
                    JumpRecord<double>& jump) {
  statics.update(p, state);
  if (statics.redundant() == 0) return;
  jump.multiplier.resize(static_cast<std::size_t>(system.multipliers), 0.0);
  statics.share_in_M(jump.impulse, jump.multiplier);
}

namespace {

constexpr unsigned forces = 7, moments = 56;

/// Bits of a joint's wrench that a component of `load` or `reaction` depends on.
unsigned bits_of(int component, bool load) {
  if (component < 6) return 1u << component;
  switch (component) {
    case 6: return forces;
    case 7: return moments;
    case 8: return 4;                     // axial
    case 9: return 3;                     // radial
    case 10: return 32;                   // torsion
    default: return load ? 24 : moments;  // bending
  }
}

}  // namespace

bool may_be_shared(const Signal& signal) { return signal.facts().share != SignalShare::none; }

bool is_unique(const Uniqueness& uniqueness, const Signal& signal) {
  const auto i = static_cast<std::size_t>(signal.index);
  if (!may_be_shared(signal)) return true;
  const SignalShare share = signal.facts().share;
  if (share == SignalShare::multiplier) return (uniqueness.constraints[i].reaction >> signal.component & 1) == 0;
  const bool reaction = share == SignalShare::reaction;
  return ((reaction ? uniqueness.joints[i].reaction : uniqueness.joints[i].load) & bits_of(signal.component, !reaction)) == 0;
}

bool has_closings(const System& system, const Structure& structure) {
  return !make_closings(system, structure, make_topology(system, structure)).empty();
}

}  // namespace pintle
