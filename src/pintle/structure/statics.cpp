#include "pintle/structure/statics.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "pintle/base/random.h"
#include "pintle/structure/closing.h"

namespace pintle {
namespace {

/// Of a pivot against its own diagonal element. Rows that depend on others leave 1e-15 to 1e-13; 1e-10 is an angle of 1e-5.
constexpr double threshold = 1e-10;
constexpr double delta = 1e-9;  // against the squares of lengths/L
constexpr int w = Semidefinite::width;

std::vector<int> block_sizes(const System& system) {
  return std::vector<int>(static_cast<std::size_t>(system.body_count() - 1), 6);
}

std::vector<std::pair<int, int>> coupled_bodies(const BodyRows& rows) {
  std::vector<std::pair<int, int>> pairs;
  for (const BodyRows::Group& group : rows.groups())
    for (std::size_t a = 0; a < group.bodies.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        if (group.bodies[a] != world && group.bodies[b] != world && group.bodies[a] != group.bodies[b])
          pairs.emplace_back(group.bodies[a].i - 1, group.bodies[b].i - 1);
  return pairs;
}

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

Wrench<double> seen_in(const Mat3<double>& R, const Wrench<double>& wrench) {
  return {transpose_times(R, wrench.n), transpose_times(R, wrench.f)};
}

}  // namespace

Statics::Statics(const System& system, const Structure& structure)
    : system_(system),
      rows_(system, structure),
      ends_at_(find_ends(rows_, fixed_bodies(system))),
      matrix_(block_sizes(system), coupled_bodies(rows_)),
      angles_(group_sizes(rows_), coupled_groups(ends_at_)),
      R_WF_(system.joints.size()),
      R_WM_(system.joints.size()),
      given_(static_cast<std::size_t>(rows_.row_count())),
      lambda_(given_.size()),
      left_(given_.size()),
      net_(static_cast<std::size_t>(w * (system.body_count() - 1))) {}

double Statics::condition() const { return 1 / std::sqrt(angles_.least_ratio()); }

void Statics::update(const Parameters<double>& p, const State<double>& state) {
  update_rows(p, state);
  const double L = system_.length;
  angles_.clear();
  for (const auto& ends : ends_at_)
    for (std::size_t x = 0; x < ends.size(); ++x)
      for (std::size_t y = 0; y <= x; ++y) {
        const int i = ends[x].first, j = ends[y].first;
        const BodyRows::Group &A = rows_.groups()[static_cast<std::size_t>(i)], &B = rows_.groups()[static_cast<std::size_t>(j)];
        for (int r = 0; r < A.rows; ++r)
          for (int c = 0; c < B.rows; ++c) {
            const auto a = as_six(rows_.rows()[static_cast<std::size_t>(A.first + r)].on[ends[x].second], L),
                       b = as_six(rows_.rows()[static_cast<std::size_t>(B.first + c)].on[ends[y].second], L);
            double sum = 0;
            for (std::size_t k = 0; k < 6; ++k) sum += a[k] * b[k];
            angles_.add(i, r, j, c, sum);
            if (i == j && x != y) angles_.add(i, c, j, r, sum);  // two ends on one body
          }
      }
  angles_.factorize(threshold);
}

void Statics::update_rows(const Parameters<double>& p, const State<double>& state) {
  const double L = system_.length;
  rows_.update(p, state);
  for (std::size_t j = 0; j < system_.joints.size(); ++j) {
    const JointRecord& joint = system_.joints[j];
    R_WF_[j] = state.X_WB[static_cast<std::size_t>(joint.parent.i)].R * p[joint.X_PF].R;
    R_WM_[j] = state.X_WB[static_cast<std::size_t>(joint.child.i)].R * p[joint.X_CM].R;
  }
  matrix_.clear();
  for (const BodyRows::Group& group : rows_.groups())
    for (int k = 0; k < group.rows; ++k) {
      const ConstraintRow<double>& row = rows_.rows()[static_cast<std::size_t>(group.first + k)];
      for (std::size_t a = 0; a < group.bodies.size(); ++a) {
        if (group.bodies[a] == world) continue;
        const auto x = as_six(row.on[a], L);
        for (std::size_t b = 0; b <= a; ++b) {
          if (group.bodies[b] == world) continue;
          const auto y = as_six(row.on[b], L);
          const bool same = a != b && group.bodies[a] == group.bodies[b];  // two ends on one body: both halves count
          for (int r = 0; r < 6; ++r)
            for (int c = 0; c < 6; ++c) {
              const double value = x[static_cast<std::size_t>(r)] * y[static_cast<std::size_t>(c)];
              matrix_.add(group.bodies[a].i - 1, r, group.bodies[b].i - 1, c, value);
              if (same) matrix_.add(group.bodies[a].i - 1, c, group.bodies[b].i - 1, r, value);
            }
        }
      }
    }
  for (int b = 0; b < matrix_.block_count(); ++b)
    for (int k = 0; k < w; ++k) matrix_.add(b, k, b, k, delta);
  matrix_.factorize(0);
}

template <class Visit>
void Statics::for_ends(Visit&& visit) const {
  for (const BodyRows::Group& group : rows_.groups())
    for (int k = 0; k < group.rows; ++k) {
      const auto i = static_cast<std::size_t>(group.first + k);
      for (std::size_t e = 0; e < group.bodies.size(); ++e)
        if (group.bodies[e] != world)
          visit(i, as_six(rows_.rows()[i].on[e], system_.length), static_cast<std::size_t>(w * (group.bodies[e].i - 1)));
    }
}

void Statics::shorten() {
  std::ranges::fill(lambda_, 0.0);
  std::ranges::copy(given_, left_.begin());
  for (int round = 0; round < 4; ++round) {
    std::ranges::fill(net_, 0.0);
    for_ends([&](std::size_t row, const std::array<double, 6>& on, std::size_t body) {
      for (std::size_t r = 0; r < 6; ++r) net_[body + r] += on[r] * left_[row];
    });
    matrix_.solve(net_);  // y
    for_ends([&](std::size_t row, const std::array<double, 6>& on, std::size_t body) {
      for (std::size_t r = 0; r < 6; ++r) lambda_[row] += on[r] * net_[body + r];
    });
    for (std::size_t i = 0; i < left_.size(); ++i) left_[i] = given_[i] - lambda_[i];
  }
}

double& Statics::multiplier_of(const BodyRows::Group& group, int k, std::span<double> multiplier) const {
  return multiplier[static_cast<std::size_t>(system_.constraints[static_cast<std::size_t>(group.constraint.i)].first + k)];
}

void Statics::share(std::span<Wrench<double>> reaction, std::span<double> multiplier, std::span<Wrench<double>> load) {
  const double L = system_.length;
  for (const BodyRows::Group& group : rows_.groups())
    for (int k = 0; k < group.rows; ++k) {
      double& given = given_[static_cast<std::size_t>(group.first + k)];
      if (group.constraint.exists()) {
        given = multiplier_of(group, k, multiplier) / rows_.scale(group.first + k);
        continue;
      }
      const auto j = static_cast<std::size_t>(group.joint.i);
      const Vec3<double> axis = transpose_times(R_WF_[j], rows_.axes(group)[static_cast<std::size_t>(k)]);
      given = k < group.forces ? dot(axis, reaction[j].f) : dot(axis, reaction[j].n) / L;
    }
  shorten();
  for (const BodyRows::Group& group : rows_.groups())
    for (int k = 0; k < group.rows; ++k) {
      const double change = -left_[static_cast<std::size_t>(group.first + k)];
      if (group.constraint.exists()) {
        multiplier_of(group, k, multiplier) += change * rows_.scale(group.first + k);
        continue;
      }
      const auto j = static_cast<std::size_t>(group.joint.i);
      const Vec3<double> axis_W = rows_.axes(group)[static_cast<std::size_t>(k)];
      const bool is_force = k < group.forces;
      const double size = is_force ? change : L * change;
      (is_force ? reaction[j].f : reaction[j].n) += size * transpose_times(R_WF_[j], axis_W);
      if (!load.empty()) (is_force ? load[j].f : load[j].n) += size * transpose_times(R_WM_[j], axis_W);
    }
}

Uniqueness Statics::find_uniqueness() {
  constexpr double rounding = 1e-6;  // of draws of size 1
  Uniqueness out{std::vector<NotUnique>(system_.joints.size()), std::vector<NotUnique>(system_.constraints.size())};
  if (redundant() == 0) return out;
  Random random(2010);  // any number: no self-stress hides from three random draws
  std::vector<Wrench<double>> stress(system_.joints.size());
  const auto mark = [&](const Wrench<double>& seen, unsigned& bits) {
    for (int k = 0; k < 3; ++k) {
      if (std::fabs(seen.f[k]) > rounding) bits |= 1u << k;
      if (std::fabs(seen.n[k]) > rounding) bits |= 8u << k;
    }
  };
  for (int draw = 0; draw < 3; ++draw) {
    for (double& x : given_) x = random.normal();
    shorten();
    std::ranges::fill(stress, Wrench<double>::zero());
    for (const BodyRows::Group& group : rows_.groups())
      for (int k = 0; k < group.rows; ++k) {
        const double x = left_[static_cast<std::size_t>(group.first + k)];
        if (group.constraint.exists()) {
          if (std::fabs(x) > rounding) out.constraints[static_cast<std::size_t>(group.constraint.i)].reaction |= 1u << k;
          continue;
        }
        Wrench<double>& sum = stress[static_cast<std::size_t>(group.joint.i)];
        (k < group.forces ? sum.f : sum.n) += x * rows_.axes(group)[static_cast<std::size_t>(k)];
      }
    for (std::size_t j = 0; j < stress.size(); ++j) {
      mark(seen_in(R_WM_[j], stress[j]), out.joints[j].load);
      mark(seen_in(R_WF_[j], stress[j]), out.joints[j].reaction);
    }
  }
  return out;
}

Wrench<double> Statics::seen_in_M(JointIndex j, const Wrench<double>& in_F) const {
  const auto i = static_cast<std::size_t>(j.i);
  return seen_in(R_WM_[i], {R_WF_[i] * in_F.n, R_WF_[i] * in_F.f});
}

Wrench<double> Statics::seen_in_F(JointIndex j, const Wrench<double>& in_M) const {
  const auto i = static_cast<std::size_t>(j.i);
  return seen_in(R_WF_[i], {R_WM_[i] * in_M.n, R_WM_[i] * in_M.f});
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
  std::vector<Wrench<double>> in_F(system.joints.size());
  for (std::size_t j = 0; j < in_F.size(); ++j) in_F[j] = statics.seen_in_F(JointIndex(static_cast<int>(j)), jump.impulse[j]);
  statics.share(in_F, jump.multiplier, jump.impulse);
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

bool is_unique(const Uniqueness& uniqueness, const Signal& signal) {
  const auto i = static_cast<std::size_t>(signal.index);
  switch (signal.kind) {
    case SignalKind::load:
    case SignalKind::impulse: return (uniqueness.joints[i].load & bits_of(signal.component, true)) == 0;
    case SignalKind::reaction: return (uniqueness.joints[i].reaction & bits_of(signal.component, false)) == 0;
    case SignalKind::multiplier: return (uniqueness.constraints[i].reaction >> signal.component & 1) == 0;
    default: return true;
  }
}

bool has_closings(const System& system, const Structure& structure) {
  return !make_closings(system, structure, make_topology(system, structure)).empty();
}

}  // namespace pintle
