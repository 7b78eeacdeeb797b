#include "pintle/closure/sharing.h"

#include <algorithm>
#include <cmath>

namespace pintle {
namespace {

constexpr double delta = 1e-10;    // against the squares of lengths/L
constexpr int most_rounds = 4;     // of (1); two are enough unless σ² comes near δ
constexpr double nothing = 1e-12;  // of what was given: rounding
constexpr int w = DefiniteBlocks::width;

std::size_t place(int i) { return static_cast<std::size_t>(i); }

Structure without_joints(const System& system, Structure structure) {
  for (int j = 0; j < system.joint_count(); ++j) structure.closed.set(j, false);
  return structure;
}

std::vector<std::pair<int, int>> find_coupled(const System& system, const Structure& structure, const BodyRows& constraints) {
  std::vector<std::pair<int, int>> pairs;
  const auto add = [&](BodyIndex a, BodyIndex b) {
    if (a != world && b != world && a != b) pairs.emplace_back(a.i - 1, b.i - 1);
  };
  for (int j = 0; j < system.joint_count(); ++j)
    if (structure.closed[j]) add(system.joint(JointIndex(j)).parent, system.joint(JointIndex(j)).child);
  for (const BodyRows::Group& group : constraints.groups())
    for (std::size_t a = 0; a < group.bodies.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) add(group.bodies[a], group.bodies[b]);
  return pairs;
}

/// S += a aᵀ
void add_square(const Vec3<double>& a, Sym3<double>& S) {
  S = S + Sym3<double>{a.x * a.x, a.x * a.y, a.x * a.z, a.y * a.y, a.y * a.z, a.z * a.z};
}

/// −N s̃
Mat3<double> calc_P(const Sym3<double>& N, const Vec3<double>& s) {
  const Mat3<double> n = N.full();
  const Vec3<double> x = cross(s, n.row(0)), y = cross(s, n.row(1)), z = cross(s, n.row(2));  // row k of −N s̃ is s × nₖ
  return {x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z};
}
/// s̃ A
Mat3<double> calc_cross(const Vec3<double>& s, const Mat3<double>& A) {
  return Mat3<double>::from_columns(cross(s, A.column(0)), cross(s, A.column(1)), cross(s, A.column(2)));
}

/// A 3 × 3 part of a block, from row r and column c on, += s A.
void add_part(const Mat3<double>& A, double s, int r, int c, DefiniteBlocks::Block& block) {
  double* const at = block.data() + r * w + c;
  at[0] += s * A.xx, at[1] += s * A.xy, at[2] += s * A.xz;
  at[w] += s * A.yx, at[w + 1] += s * A.yy, at[w + 2] += s * A.yz;
  at[2 * w] += s * A.zx, at[2 * w + 1] += s * A.zy, at[2 * w + 2] += s * A.zz;
}

Vec3<double> vector_at(const double* x) { return {x[0], x[1], x[2]}; }
void add_to(double* x, const Vec3<double>& v) { x[0] += v.x, x[1] += v.y, x[2] += v.z; }

}  // namespace

Sharing::Sharing(const System& system, const Structure& structure)
    : system_(system),
      structure_(structure),
      constraints_(system, without_joints(system, structure)),
      matrix_(system.body_count() - 1, find_coupled(system, structure, constraints_)),
      R_WF_(system.joints.size(), Mat3<double>::identity()),
      R_WM_(R_WF_),
      left_(place(constraints_.row_count())),
      net_(place(w * (system.body_count() - 1))) {
  const Mechanisms& mechanisms = system.mechanisms;
  for (int j = 0; j < system.joint_count(); ++j) {
    if (!structure.closed[j]) continue;
    const JointRecord& joint = system.joint(JointIndex(j));
    Spring spring{};
    spring.joint = JointIndex(j);
    spring.rows = make_rows(joint.type, structure.free_directions(spring.joint), {});
    if (spring.rows.count == 0) continue;
    spring.a = joint.parent.i - 1;
    spring.b = joint.child.i - 1;
    if (spring.a >= 0 && spring.b >= 0) spring.place = matrix_.find(spring.b, spring.a);
    const std::array<BodyIndex, 2> bodies{joint.parent, joint.child};
    spring.L = mechanisms.length_of(bodies);
    for (const Driver& driver : system.drivers) spring.driven = spring.driven || driver.joint == spring.joint;
    for (int k = 0; k < spring.rows.count; ++k) spring.forces += spring.rows.row[place(k)].kind == RowKind::point_on_plane;
    springs_.push_back(spring);
  }
}

void Sharing::update_held(const State<double>& state) {
  for (Spring& spring : springs_)
    spring.rows = make_rows(system_.joint(spring.joint).type, structure_.free_directions(spring.joint),
                            state.joints[place(spring.joint.i)]);
}

void Sharing::update_spring(const Parameters<double>& p, const State<double>& state, Spring& spring) {
  const JointRecord& joint = system_.joint(spring.joint);
  const Pose<double>&A = state.X_WB[place(joint.parent.i)], &B = state.X_WB[place(joint.child.i)];
  const Pose<double> X_BM = p[joint.X_CM];
  const Mat3<double>& R_WF = R_WF_[place(spring.joint.i)] = A.R * p[joint.X_PF].R;
  const Mat3<double>& R_WM = R_WM_[place(spring.joint.i)] = B.R * X_BM.R;
  if (spring.driven)
    spring.rows = make_rows(joint.type, structure_.free_directions(spring.joint), state.joints[place(spring.joint.i)]);
  const Vec3<double> to_M = B.R * X_BM.p;
  spring.s = (1 / spring.L) * to_M;
  spring.r = (1 / spring.L) * (B.p - A.p + to_M);
  const auto& row = spring.rows.row;
  const auto first = place(spring.forces);
  spring.N = Sym3<double>::diagonal(spring.forces == 3 ? 1 : 0);
  for (std::size_t k = 0; k < first && first < 3; ++k) add_square(R_WF * row[k].a_F, spring.N);
  switch (spring.rows.count - spring.forces) {
    case 0: spring.E = Sym3<double>::zero(); break;
    case 1: {  // two free axes
      const Vec3<double> e = cross(R_WM * row[first].b_M, R_WF * row[first].a_F);
      spring.E = Sym3<double>::zero();
      if (const double size = norm(e); size > 1e-12) add_square((1 / size) * e, spring.E);
      break;
    }
    case 2: {  // one free axis f: 1 − f fᵀ
      const Vec3<double> f = R_WF * cross(row[first].a_F, row[first + 1].a_F);
      spring.E = Sym3<double>::zero();
      add_square(f, spring.E);
      spring.E = Sym3<double>::diagonal(1) + (-1.0) * spring.E;
      break;
    }
    default: spring.E = Sym3<double>::diagonal(1);
  }
}

/// (3)
void Sharing::add(const Spring& spring) {
  const Mat3<double> N = spring.N.full(), E = spring.E.full();
  const Mat3<double> P_b = calc_P(spring.N, spring.s), P_a = calc_P(spring.N, spring.r);
  const auto add_diagonal = [&](int body, const Mat3<double>& P, const Vec3<double>& arm) {
    DefiniteBlocks::Block& block = matrix_.diagonal(body);
    add_part(N, 1, 0, 0, block);
    add_part(P.transposed(), 1, 3, 0, block);
    add_part(E + calc_cross(arm, P), 1, 3, 3, block);
  };
  if (spring.a >= 0) add_diagonal(spring.a, P_a, spring.r);
  if (spring.b >= 0) add_diagonal(spring.b, P_b, spring.s);
  if (spring.a < 0 || spring.b < 0) return;
  DefiniteBlocks::Block& block = matrix_.beside(spring.place.block);
  const Mat3<double> turn = E + calc_cross(spring.s, P_a);
  if (spring.place.swapped) {
    add_part(N, -1, 0, 0, block);
    add_part(P_b, -1, 0, 3, block);
    add_part(P_a.transposed(), -1, 3, 0, block);
    add_part(turn.transposed(), -1, 3, 3, block);
  } else {
    add_part(N, -1, 0, 0, block);
    add_part(P_a, -1, 0, 3, block);
    add_part(P_b.transposed(), -1, 3, 0, block);
    add_part(turn, -1, 3, 3, block);
  }
}

void Sharing::add_constraints() {
  for (const BodyRows::Group& group : constraints_.groups())
    for (int k = 0; k < group.rows; ++k) {
      const ConstraintRow<double>& row = constraints_.rows()[place(group.first + k)];
      const auto six = [&](std::size_t e) {
        const Wrench<double>& on = row.on[e];
        return std::array<double, w>{on.f.x, on.f.y, on.f.z, on.n.x / group.L, on.n.y / group.L, on.n.z / group.L};
      };
      for (std::size_t a = 0; a < group.bodies.size(); ++a)
        for (std::size_t b = 0; b < group.bodies.size(); ++b) {
          if (group.bodies[a] == world || group.bodies[b] == world) continue;
          const int i = group.bodies[a].i - 1, j = group.bodies[b].i - 1;
          const bool same = i == j;
          const DefiniteBlocks::Place at = same ? DefiniteBlocks::Place{} : matrix_.find(i, j);
          if (at.swapped) continue;  // the other way round it is not
          DefiniteBlocks::Block& block = same ? matrix_.diagonal(i) : matrix_.beside(at.block);
          const auto x = six(a), y = six(b);
          for (int r = 0; r < w; ++r)
            for (int c = 0; c < w; ++c) block[place(r * w + c)] += x[place(r)] * y[place(c)];
        }
    }
}

void Sharing::update(const Parameters<double>& p, const State<double>& state) {
  matrix_.clear();
  for (Spring& spring : springs_) {
    update_spring(p, state, spring);
    add(spring);
  }
  if (constraints_.row_count() > 0) {
    constraints_.update(p, state);
    add_constraints();
  }
  for (int b = 0; b < system_.body_count() - 1; ++b)
    for (int k = 0; k < w; ++k) matrix_.diagonal(b)[place(k * w + k)] += delta;
  matrix_.factorize();
}

double Sharing::update_net() {
  std::ranges::fill(net_, 0.0);
  const auto push = [&](int body, const Vec3<double>& f, const Vec3<double>& n) {
    if (body < 0) return;
    add_to(net_.data() + w * body, f);
    add_to(net_.data() + w * body + 3, n);
  };
  for (const Spring& spring : springs_) {
    push(spring.b, spring.force, spring.moment + cross(spring.s, spring.force));
    push(spring.a, -spring.force, -(spring.moment + cross(spring.r, spring.force)));
  }
  for (const BodyRows::Group& group : constraints_.groups())
    for (int k = 0; k < group.rows; ++k) {
      const ConstraintRow<double>& row = constraints_.rows()[place(group.first + k)];
      const double lambda = left_[place(group.first + k)];
      for (std::size_t e = 0; e < group.bodies.size(); ++e)
        push(group.bodies[e].i - 1, lambda * row.on[e].f, (lambda / group.L) * row.on[e].n);
    }
  double largest = 0;
  for (double x : net_) largest = std::max(largest, std::fabs(x));
  return largest;
}

void Sharing::take_away() {
  const auto shift = [&](int body) { return body < 0 ? Vec3<double>::zero() : vector_at(net_.data() + w * body); };
  const auto turn = [&](int body) { return body < 0 ? Vec3<double>::zero() : vector_at(net_.data() + w * body + 3); };
  for (Spring& spring : springs_) {
    const Vec3<double> phi_a = turn(spring.a), phi_b = turn(spring.b);
    const Vec3<double> along = shift(spring.b) + cross(phi_b, spring.s) - shift(spring.a) - cross(phi_a, spring.r);
    spring.force -= spring.N * along;
    spring.moment -= spring.E * (phi_b - phi_a);
  }
  for (const BodyRows::Group& group : constraints_.groups())
    for (int k = 0; k < group.rows; ++k) {
      const ConstraintRow<double>& row = constraints_.rows()[place(group.first + k)];
      for (std::size_t e = 0; e < group.bodies.size(); ++e) {
        const int body = group.bodies[e].i - 1;
        left_[place(group.first + k)] -= dot(row.on[e].f, shift(body)) + dot(row.on[e].n, turn(body)) / group.L;
      }
    }
}

void Sharing::shorten() {
  double given = 0;
  for (int round = 0; round < most_rounds; ++round) {
    const double size = update_net();
    if (round == 0) given = size;
    if (!(size > nothing * given)) return;
    matrix_.solve(net_);
    take_away();
  }
}

void Sharing::share(std::span<Wrench<double>> reaction, std::span<double> multiplier, std::span<Wrench<double>> load) {
  const auto multiplier_of = [&](const BodyRows::Group& group, int k) -> double& {
    return multiplier[place(system_.constraints[place(group.constraint.i)].first + k)];
  };
  for (Spring& spring : springs_) {
    const Mat3<double>& R = R_WF(spring.joint);
    const Wrench<double>& on = reaction[place(spring.joint.i)];
    spring.force = spring.N * (R * on.f);
    spring.moment = (1 / spring.L) * (spring.E * (R * on.n));
  }
  for (const BodyRows::Group& group : constraints_.groups())
    for (int k = 0; k < group.rows; ++k)
      left_[place(group.first + k)] = multiplier_of(group, k) / constraints_.scale(group.first + k);
  shorten();
  for (const Spring& spring : springs_) {
    const Vec3<double> f = -spring.force, n = -(spring.L * spring.moment);
    Wrench<double>& on = reaction[place(spring.joint.i)];
    on.f += transpose_times(R_WF(spring.joint), f);
    on.n += transpose_times(R_WF(spring.joint), n);
    if (load.empty()) continue;
    load[place(spring.joint.i)].f += transpose_times(R_WM(spring.joint), f);
    load[place(spring.joint.i)].n += transpose_times(R_WM(spring.joint), n);
  }
  for (const BodyRows::Group& group : constraints_.groups())
    for (int k = 0; k < group.rows; ++k)
      multiplier_of(group, k) -= left_[place(group.first + k)] * constraints_.scale(group.first + k);
}

void Sharing::update_stress(std::span<Wrench<double>> of_joint, std::span<double> of_row) {
  for (Spring& spring : springs_) {
    const Wrench<double>& given = of_joint[place(spring.joint.i)];
    spring.force = spring.N * given.f;
    spring.moment = spring.E * given.n;
  }
  std::ranges::copy(of_row, left_.begin());
  shorten();
  std::ranges::fill(of_joint, Wrench<double>::zero());
  for (const Spring& spring : springs_) of_joint[place(spring.joint.i)] = {spring.moment, spring.force};
  std::ranges::copy(left_, of_row.begin());
}

}  // namespace pintle
