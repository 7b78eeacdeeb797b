#include "pintle/formulations/partitioned/tree.h"

#include <algorithm>
#include <cmath>

namespace pintle::partitioned {
namespace {

/// The rows of three vectors inverted: duals d_k with d_k·r_l = δ_kl. Returns their determinant.
double invert(const std::array<Vec3<double>, 3>& r, std::array<Vec3<double>, 3>& d) {
  const Vec3<double> c = cross(r[1], r[2]);
  const double det = dot(r[0], c), inverse = 1 / det;
  d = {inverse * c, inverse * cross(r[2], r[0]), inverse * cross(r[0], r[1])};
  return det;
}

Mat3<double> dyad(const Vec3<double>& a, const Vec3<double>& b) {
  return {a.x * b.x, a.x * b.y, a.x * b.z, a.y * b.x, a.y * b.y, a.y * b.z, a.z * b.x, a.z * b.y, a.z * b.z};
}

/// Axes of which the last `count` span `held`, and the others what is normal to these.
Mat3<double> make_axes(const std::array<Vec3<double>, 3>& held, int count) {
  if (count == 0 || count == 3) return Mat3<double>::identity();
  if (count == 1) {
    const Vec3<double> e = (1 / norm(held[0])) * held[0];
    const auto [u, v] = calc_normals(e);
    return Mat3<double>::from_columns(u, v, e);
  }
  const Vec3<double> c = cross(held[0], held[1]), f = (1 / norm(c)) * c;
  const auto [u, v] = calc_normals(f);
  return Mat3<double>::from_columns(f, u, v);
}

}  // namespace

// What is solved link by link for positions, rates and accelerations is [Negrut 2010, (10), (11), (12)], of a joint's own rows; with
// what is free given, the motion of a link is (16) there, H v̈ + Φ_u⁻¹ γ, of which tree.h (4) is the form. That Φ_u stays regular, (13),
// is asked by the determinants of tree.h (2), (3), which partition.cpp watches.
Tree::Tree(const System& system, const Plan& plan)
    : bases(plan.tree.links.size()), where(bases.size()), placed(bases.size()), q(bases.size(), Quaternion<double>::identity()) {
  int rows_so_far = 0;
  for (const pintle::Link& link : plan.tree.links) {
    TreeLink& out = links.emplace_back();
    out = {
        .parent = link.parent, .joint = link.joint, .first = rows_so_far, .sign = link.reversed ? -1.0 : 1.0, .column = columns_};
    if (link.joint.exists()) {
      const JointRows shapes = make_rows(system.joint(link.joint).type, plan.structure.free_directions(link.joint), {});
      for (int k = 0; k < shapes.count; ++k) ++(shapes.row[k].kind == RowKind::point_on_plane ? out.points : out.axes);
    }
    if (link.body == world) continue;
    rows_so_far += out.count();
    columns_ += out.free();
  }
  rows.resize(static_cast<std::size_t>(rows_so_far));
  held.resize(links.size());
  passing.resize(links.size());
  for (const Gauge& gauge : make_gauges(system, plan)) joints.emplace_back(system, gauge);
}

void Tree::update_held(const Parameters<double>& p, std::span<const JointCoordinates<double>> remembered) {
  for (HeldJoint& joint : joints) joint.update_held(p, remembered);
  for (int i = 1; i < size(); ++i) gather(i);
}

void Tree::gather(int i) {
  const TreeLink& link = links[i];
  if (!link.joint.exists()) return;
  const HeldJoint& joint = joints[link.joint.i];
  const Gauge& gauge = joint.gauge;
  GatheredRows& out = held[i];
  out.a = gauge.a, out.b = gauge.b;
  out.p_AF = gauge.X_AF.p, out.p_BM = gauge.X_BM.p;
  for (int k = 0; k < link.points; ++k) {
    const JointRow& row = joint.shapes.row[k];
    out.n_A[k] = gauge.X_AF.R * row.a_F;
    out.c_point[k] = row.c;
  }
  for (int k = 0; k < link.axes; ++k) {
    const JointRow& row = joint.shapes.row[link.points + k];
    out.a_A[k] = gauge.X_AF.R * row.a_F;
    out.b_B[k] = gauge.X_BM.R * row.b_M;
    out.c_axis[k] = row.c;
  }
}

void Tree::set_since(double time) {
  for (HeldJoint& joint : joints) joint.gauge.since = time;
}

void Tree::drive(std::span<const Drive<double>> drives, std::span<JointCoordinates<double>> remembered) {
  for (int i = 1; i < size(); ++i) {
    if (links[i].count() == 0 || joints[links[i].joint.i].drivers.empty()) continue;
    joints[links[i].joint.i].drive(drives, remembered[links[i].joint.i]);
    gather(i);
  }
}

void Tree::place(const Plan& plan, const State<double>& state) {
  for (int i = 1; i < size(); ++i) {
    const auto b = static_cast<std::size_t>(plan.tree.links[i].body.i);
    q[i] = state.q_WB[b];
    Placed& at = placed[i];
    at.R = to_matrix(q[i]);
    at.p = state.X_WB[b].p;
    at.v = state.V_WB[b].v;
    at.w = at.R * state.V_WB[b].w;
  }
}

/// P and E, of rows where the bodies are.
void Tree::choose() {
  for (int i = 1; i < size(); ++i) {
    const TreeLink& link = links[i];
    update_axes(i);
    update_points(i);
    std::array<Vec3<double>, 3> e{};
    for (int k = 0; k < link.axes; ++k) e[k] = transpose_times(placed[i].R, passing[i].e[k]);
    bases[i] = {normalized(q[i]), placed[i].p, make_axes(e, link.axes), make_axes(passing[i].n, link.points)};
  }
}

void Tree::go_to_bases() {
  for (int i = 1; i < size(); ++i) {
    where[i] = {};
    q[i] = bases[i].q;
    placed[i].R = to_matrix(q[i]);
    placed[i].p = bases[i].r;
  }
  update_columns(Columns::speeds);
}

void Tree::go_to(std::span<const BodyCoordinates> coordinates) {
  for (int i = 1; i < size(); ++i) {
    where[i] = coordinates[i];
    orient(i);
    placed[i].p = bases[i].r + bases[i].P * where[i].rho;
  }
  update_columns(Columns::speeds);
}

namespace {

/// z_j of (2)
Vec3<double> calc_z(const Base& base, const Mat3<double>& R, const Vec3<double>& eta, int j) {
  const Vec3<double> pi = base.E * eta, E_j = base.E.column(j);
  const double w = std::sqrt(1 - dot(eta, eta));
  return R * (w * E_j + cross(E_j, pi));
}

}  // namespace

Vec3<double> calc_half_turn(const Vec3<double>& eta, const Vec3<double>& nu) {
  return 0.5 * (std::sqrt(1 - dot(eta, eta)) * nu + cross(eta, nu));
}

void Tree::read_rates(std::span<BodyCoordinates> rates, std::span<BodySpeeds> speeds) const {
  for (int i = 1; i < size(); ++i) {
    const Base& base = bases[i];
    rates[i].rho = speeds[i].rhodot = transpose_times(base.P, placed[i].v);
    speeds[i].nu = transpose_times(base.E, transpose_times(placed[i].R, placed[i].w));
    rates[i].eta = calc_half_turn(where[i].eta, speeds[i].nu);
  }
}

void Tree::read_accelerations(std::span<const Motion<double>> A_W, std::span<BodyCoordinates> seconds,
                              std::span<BodySpeeds> rates) const {
  for (int i = 1; i < size(); ++i) {
    const Base& base = bases[i];
    seconds[i].rho = rates[i].rhodot = transpose_times(base.P, A_W[i].v);
    rates[i].nu = transpose_times(base.E, transpose_times(placed[i].R, A_W[i].w));
    seconds[i].eta = calc_half_turn(where[i].eta, rates[i].nu) - (0.25 * dot(placed[i].w, placed[i].w)) * where[i].eta;
  }
}

/// R and q by (1).
void Tree::orient(int i) {
  const Base& base = bases[i];
  const Vec3<double>& eta = where[i].eta;
  const Vec3<double> pi = base.E * eta;
  const double w = std::sqrt(1 - dot(eta, eta));
  q[i] = base.q * Quaternion<double>{w, pi.x, pi.y, pi.z};
  placed[i].R = to_matrix(q[i]);
}

/// The rows of two axes at an angle (joints/rows.h, 4 and 5); returns how far off they are.
[[gnu::noinline]] Vec3<double> Tree::update_axes(int i) {
  const TreeLink& link = links[i];
  Vec3<double> off = Vec3<double>::zero();
  if (link.axes == 0) return off;
  const GatheredRows& of = held[i];
  const Mat3<double>&A = placed[of.a].R, &B = placed[of.b].R;
  for (int r = 0; r < link.axes; ++r) {
    const Vec3<double> a = A * of.a_A[r], b = B * of.b_B[r];
    passing[i].e[r] = cross(b, a);
    off[r] = link.sign * (dot(a, b) - of.c_axis[r]);
  }
  return off;
}

/// z or ζ, and the inverse of (2); T, with Σ ê eᵀ + Σ ẑ zᵀ = 1.
[[gnu::noinline]] void Tree::update_turning(int i, Columns of) {
  const TreeLink& link = links[i];
  Passing& out = passing[i];
  for (int j = 0; j < link.turns(); ++j)
    out.e[link.axes + j] =
        of == Columns::speeds ? placed[i].R * bases[i].E.column(j) : calc_z(bases[i], placed[i].R, where[i].eta, j);
  if (link.axes == 0 && of == Columns::speeds)
    out.e_dual = out.e;
  else
    invert(out.e, out.e_dual);
  switch (link.axes) {
    case 0: out.T = Mat3<double>::zero(); break;
    case 1: out.T = dyad(out.e_dual[0], out.e[0]); break;
    case 2: out.T = Mat3<double>::identity() - dyad(out.e_dual[2], out.e[2]); break;
    default: out.T = Mat3<double>::identity();
  }
}

int Tree::turn(int i) {
  constexpr int most = 20;
  constexpr double farthest = 0.97, straying = 0.25;  // |η|² of a guess, and of how far from it a solution may be
  constexpr double enough = 1e-15, rounding = 1e-31;  // squares of the last correction, which leaves its square, and of a misfit
  const TreeLink& link = links[i];
  const Passing& at = passing[i];
  Vec3<double>& eta = where[i].eta;
  if (!(dot(eta, eta) < farthest)) return 0;
  const Vec3<double> guess = eta;
  bool found = link.axes == 0;
  for (int k = 1;; ++k) {
    orient(i);
    const Vec3<double> off = update_axes(i);
    const double square = dot(off, off);
    if (found || square < rounding) return dot(eta - guess, eta - guess) < straying ? k : 0;
    if (k == most || !std::isfinite(square)) return 0;
    update_turning(i, Columns::coordinates);
    Vec3<double> by = Vec3<double>::zero(), change = by;
    for (int r = 0; r < link.axes; ++r) by -= off[r] * at.e_dual[r];
    for (int j = link.turns(); j < 3; ++j) change[j] = 0.5 * dot(calc_z(bases[i], placed[i].R, eta, j), by);
    const double size = std::sqrt(dot(change, change));
    eta += (size > 0.5 ? 0.5 / size : 1) * change;
    found = dot(by, by) < enough;
  }
}

void Tree::update_points(int i) {
  const GatheredRows& of = held[i];
  for (int k = 0; k < links[i].points; ++k) passing[i].n[k] = placed[of.a].R * of.n_A[k];
}

/// The rows of (3), their inverse, and N, with Σ n̂ nᵀ + Σ â Pᵀ = 1.
[[gnu::noinline]] void Tree::update_sliding(int i) {
  const TreeLink& link = links[i];
  Passing& out = passing[i];
  for (int j = 0; j < link.slides(); ++j) out.n[link.points + j] = bases[i].P.column(j);
  if (link.points == 0 || link.points == 3)
    out.n_dual = out.n;  // orthonormal
  else
    invert(out.n, out.n_dual);
  switch (link.points) {
    case 0: out.N = Mat3<double>::zero(); break;
    case 1: out.N = dyad(out.n_dual[0], out.n[0]); break;
    case 2: out.N = Mat3<double>::identity() - dyad(out.n_dual[2], out.n[2]); break;
    default: out.N = Mat3<double>::identity();
  }
}

/// M's origin from both mass centres: of a joint that holds nothing too, as its laws act there.
[[gnu::noinline]] void Tree::update_levers(int i) {
  const TreeLink& link = links[i];
  if (!link.joint.exists()) return;
  const GatheredRows& of = held[i];
  const Vec3<double> from_B = placed[of.b].R * of.p_BM, from_A = placed[of.b].p + from_B - placed[of.a].p;
  passing[i].own = link.sign > 0 ? from_B : from_A;
  passing[i].parent = link.sign > 0 ? from_A : from_B;
}

void Tree::slide(int i) {
  const TreeLink& link = links[i];
  const Base& base = bases[i];
  Vec3<double>& r = placed[i].p;
  r = base.r + base.P * where[i].rho;
  update_points(i);
  update_sliding(i);
  update_levers(i);
  if (link.count() == 0) return;
  const Passing& at = passing[i];
  const GatheredRows& of = held[i];
  const Vec3<double> apart = (link.sign > 0 ? at.parent : at.own) - placed[of.a].R * of.p_AF;  // p_FM
  Vec3<double> by = Vec3<double>::zero();
  for (int k = 0; k < link.points; ++k) by -= (link.sign * (dot(at.n[k], apart) - of.c_point[k])) * at.n_dual[k];
  r += by;
  const Vec3<double> rho = transpose_times(base.P, r - base.r);
  for (int j = link.slides(); j < 3; ++j) where[i].rho[j] = rho[j];
  update_levers(i);
}

int Tree::solve(Columns of) {
  int most = 1;
  for (int i = 1; i < size(); ++i) {
    const int iterations = turn(i);
    if (iterations == 0) return 0;
    most = std::max(most, iterations);
    update_turning(i, of);
    slide(i);
  }
  return most;
}

void Tree::update_columns(Columns of) {
  for (int i = 1; i < size(); ++i) {
    update_axes(i);
    update_turning(i, of);
    update_points(i);
    update_sliding(i);
    update_levers(i);
  }
}

void Tree::turn_columns(Columns of) {
  for (int i = 1; i < size(); ++i) update_turning(i, of);
}

Motion<double> Tree::calc_told(int i, std::span<const double> right) const {
  const TreeLink& link = links[i];
  const Passing& at = passing[i];
  Vec3<double> w = Vec3<double>::zero(), v = w;
  const double* one = right.data() + link.first;
  for (int k = 0; k < link.points; ++k) v += *one++ * at.n_dual[k];
  for (int k = 0; k < link.axes; ++k) w += *one++ * at.e_dual[k];
  const Vec3<double> u = cross(w, at.own);
  return {w, v - (link.points == 3 ? u : at.N * u)};
}

Motion<double> Tree::calc_column(int i, int k) const {
  const TreeLink& link = links[i];
  const Passing& at = passing[i];
  if (k < link.slides()) return {Vec3<double>::zero(), at.n_dual[link.points + k]};
  const Vec3<double>& w = at.e_dual[link.axes + k - link.slides()];
  if (link.points == 0) return {w, Vec3<double>::zero()};
  const Vec3<double> u = cross(w, at.own);
  return {w, -(link.points == 3 ? u : at.N * u)};
}

Motion<double> Tree::expand(int i, const Motion<double>& x_p, std::span<const double> right, std::span<const double> free) const {
  const TreeLink& link = links[i];
  const Passing& at = passing[i];
  Vec3<double> w = link.axes > 0 ? at.T * x_p.w : Vec3<double>::zero(), v = Vec3<double>::zero();
  const double *one = right.data() + link.first + link.points, *rate = free.data() + link.column + link.slides();
  for (int k = 0; k < link.axes; ++k) w += *one++ * at.e_dual[k];
  for (int j = 0; j < link.turns(); ++j) w += *rate++ * at.e_dual[link.axes + j];
  one = right.data() + link.first;
  rate = free.data() + link.column;
  if (link.points > 0) {
    const Vec3<double> u = x_p.v + cross(x_p.w, at.parent) - cross(w, at.own);
    v = link.points == 3 ? u : at.N * u;
  }
  for (int k = 0; k < link.points; ++k) v += *one++ * at.n_dual[k];
  for (int j = 0; j < link.slides(); ++j) v += *rate++ * at.n_dual[link.points + j];
  return {w, v};
}

void Tree::update_rows(std::span<const Drive<double>> drives, std::span<const JointCoordinates<double>> remembered) {
  for (int i = 1; i < size(); ++i) {
    const TreeLink& link = links[i];
    if (link.count() == 0) continue;
    const HeldJoint& joint = joints[link.joint.i];
    joint.update_rows(drives, remembered[link.joint.i], placed[joint.gauge.a], placed[joint.gauge.b],
                      std::span(rows).subspan(static_cast<std::size_t>(link.first), static_cast<std::size_t>(link.count())));
  }
}

void Tree::put_right(Right of, std::span<double> right) const {
  for (int i = 1; i < size(); ++i) {
    const TreeLink& link = links[i];
    for (int r = link.first; r < link.first + link.count(); ++r)
      right[r] = link.sign * (of == Right::told ? rows[r].told : of == Right::velocity ? -rows[r].gdot : rows[r].gamma);
  }
}

double Tree::calc_apart() const {
  double least = 1;
  for (int i = 1; i < size(); ++i) {
    const TreeLink& link = links[i];
    std::array<Vec3<double>, 3> e = passing[i].e;
    const auto look = [&](const std::array<Vec3<double>, 3>& r) {
      least = std::min(least, std::fabs(dot(r[0], cross(r[1], r[2]))));
    };
    look(e);
    for (int j = 0; j < link.turns(); ++j) e[link.axes + j] = calc_z(bases[i], placed[i].R, where[i].eta, j);
    look(e);
    look(passing[i].n);
    least = std::min(least, std::sqrt(1 - dot(where[i].eta, where[i].eta)));
  }
  return least;
}

}  // namespace pintle::partitioned
