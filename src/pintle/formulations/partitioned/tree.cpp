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

/// Two axes at an angle (joints/rows.h, 4 and 5).
struct AxesAt {
  Vec3<double> e;
  double g;
};
AxesAt calc_axes(const JointRow& row, const Mat3<double>& R_WF, const Mat3<double>& R_WM) {
  const Vec3<double> a = R_WF * row.a_F, b = R_WM * row.b_M;
  return {cross(b, a), dot(a, b) - row.c};
}

}  // namespace

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
  passing.resize(links.size());
  for (const Gauge& gauge : make_gauges(system, plan)) joints.emplace_back(system, gauge);
}

void Tree::update_held(const Parameters<double>& p, std::span<const JointCoordinates<double>> held) {
  for (HeldJoint& joint : joints) joint.update_held(p, held);
}

void Tree::set_since(double time) {
  for (HeldJoint& joint : joints) joint.gauge.since = time;
}

void Tree::drive(std::span<const Drive<double>> drives, std::span<JointCoordinates<double>> held) {
  for (int i = 1; i < size(); ++i)
    if (links[i].count() > 0) joints[links[i].joint.i].drive(drives, held[links[i].joint.i]);
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
    Base& base = bases[i];
    std::array<Vec3<double>, 3> n{}, e{};
    if (link.count() > 0) {
      const HeldJoint& joint = joints[link.joint.i];
      const Mat3<double> R_WF = placed[joint.gauge.a].R * joint.gauge.X_AF.R, R_WM = placed[joint.gauge.b].R * joint.gauge.X_BM.R;
      for (int k = 0; k < link.points; ++k) n[k] = R_WF * joint.shapes.row[k].a_F;
      for (int k = 0; k < link.axes; ++k)
        e[k] = transpose_times(placed[i].R, calc_axes(joint.shapes.row[link.points + k], R_WF, R_WM).e);
    }
    base = {normalized(q[i]), placed[i].p, make_axes(e, link.axes), make_axes(n, link.points)};
    where[i] = {};
  }
}

namespace {

/// z_j of (2), twice.
Vec3<double> calc_twice_z(const Base& base, const Mat3<double>& R, const Vec3<double>& eta, int j) {
  const Vec3<double> pi = base.E * eta, E_j = base.E.column(j);
  const double w = std::sqrt(1 - dot(eta, eta));
  return R * (w * E_j + cross(E_j, pi));
}

}  // namespace

void Tree::read_rates(std::span<BodyCoordinates> rates) const {
  for (int i = 1; i < size(); ++i) {
    rates[i].rho = transpose_times(bases[i].P, placed[i].v);
    for (int j = 0; j < 3; ++j)
      rates[i].eta[j] = 0.5 * dot(calc_twice_z(bases[i], placed[i].R, where[i].eta, j), placed[i].w);  // (2)
  }
}

void Tree::read_accelerations(std::span<const Motion<double>> A_W, std::span<BodyCoordinates> out) const {
  for (int i = 1; i < size(); ++i) {
    out[i].rho = transpose_times(bases[i].P, A_W[i].v);
    const double square = 0.25 * dot(placed[i].w, placed[i].w);
    for (int j = 0; j < 3; ++j)
      out[i].eta[j] = 0.5 * dot(calc_twice_z(bases[i], placed[i].R, where[i].eta, j), A_W[i].w) - square * where[i].eta[j];
  }
}

/// R and q by (1), the rows of (2) and their inverse.
void Tree::orient(int i) {
  const Base& base = bases[i];
  const Vec3<double>& eta = where[i].eta;
  const Vec3<double> pi = base.E * eta;
  const double w = std::sqrt(1 - dot(eta, eta));
  q[i] = base.q * Quaternion<double>{w, pi.x, pi.y, pi.z};
  placed[i].R = to_matrix(q[i]);
}

int Tree::turn(int i) {
  constexpr int most = 20;
  constexpr double farthest = 0.97, straying = 0.25;  // |η|² of a guess, and of how far from it a solution may be
  constexpr double enough = 1e-15, rounding = 1e-31;  // squares of the last correction, which leaves its square, and of a misfit
  const TreeLink& link = links[i];
  Passing& out = passing[i];
  Vec3<double>& eta = where[i].eta;
  if (!(dot(eta, eta) < farthest)) return 0;
  const Vec3<double> guess = eta;
  bool found = link.axes == 0;
  for (int k = 1;; ++k) {
    orient(i);
    double g[3] = {0, 0, 0}, square = 0;
    if (link.axes > 0) {
      const HeldJoint& joint = joints[link.joint.i];
      const Mat3<double> R_WF = placed[joint.gauge.a].R * joint.gauge.X_AF.R, R_WM = placed[joint.gauge.b].R * joint.gauge.X_BM.R;
      for (int r = 0; r < link.axes; ++r) {
        const AxesAt row = calc_axes(joint.shapes.row[link.points + r], R_WF, R_WM);
        out.e[r] = row.e;
        g[r] = link.sign * row.g;
        square += row.g * row.g;
      }
    }
    for (int j = 0; j < link.turns(); ++j) out.e[link.axes + j] = 0.5 * calc_twice_z(bases[i], placed[i].R, eta, j);
    const double w = std::sqrt(1 - dot(eta, eta));
    out.turns_apart = std::min(w, std::fabs(invert(out.e, out.e_dual)) * (1 << link.turns()));
    if (found || square < rounding) return dot(eta - guess, eta - guess) < straying ? k : 0;
    if (k == most || !std::isfinite(square)) return 0;
    Vec3<double> by = Vec3<double>::zero();
    for (int r = 0; r < link.axes; ++r) by -= g[r] * out.e_dual[r];
    Vec3<double> change = Vec3<double>::zero();
    for (int j = link.turns(); j < 3; ++j) change[j] = 0.5 * dot(calc_twice_z(bases[i], placed[i].R, eta, j), by);
    const double size = std::sqrt(dot(change, change));
    eta += (size > 0.5 ? 0.5 / size : 1) * change;
    found = dot(by, by) < enough;
  }
}

void Tree::slide(int i) {
  const TreeLink& link = links[i];
  const Base& base = bases[i];
  Passing& out = passing[i];
  Vec3<double>& r = placed[i].p;
  r = base.r + base.P * where[i].rho;
  for (int j = 0; j < link.slides(); ++j) out.n[link.points + j] = base.P.column(j);
  if (link.count() == 0) {
    out.n_dual = out.n;
    return;
  }
  const HeldJoint& joint = joints[link.joint.i];
  const Placed &A = placed[joint.gauge.a], &B = placed[joint.gauge.b];
  const Mat3<double> R_WF = A.R * joint.gauge.X_AF.R;
  const Vec3<double> p_WF = A.p + A.R * joint.gauge.X_AF.p, p_WM = B.p + B.R * joint.gauge.X_BM.p;
  for (int k = 0; k < link.points; ++k) out.n[k] = R_WF * joint.shapes.row[k].a_F;
  if (link.points == 3)
    out.n_dual = out.n;
  else
    out.slides_apart = std::fabs(invert(out.n, out.n_dual));
  Vec3<double> by = Vec3<double>::zero();
  for (int k = 0; k < link.points; ++k) by -= (link.sign * (dot(out.n[k], p_WM - p_WF) - joint.shapes.row[k].c)) * out.n_dual[k];
  r += by;
  const Vec3<double> rho = transpose_times(base.P, r - base.r);
  for (int j = link.slides(); j < 3; ++j) where[i].rho[j] = rho[j];
  const Vec3<double> at = link.sign > 0 ? p_WM + by : p_WM;
  out.own = at - r;
  out.parent = at - placed[link.parent].p;
}

int Tree::solve() {
  int most = 1;
  for (int i = 1; i < size(); ++i) {
    const TreeLink& link = links[i];
    const int iterations = turn(i);
    if (iterations == 0) return 0;
    most = std::max(most, iterations);
    slide(i);
    Passing& out = passing[i];
    out.T = out.N = Mat3<double>::zero();
    for (int k = 0; k < link.axes; ++k) out.T = out.T + dyad(out.e_dual[k], out.e[k]);
    for (int k = 0; k < link.points && link.points < 3; ++k) out.N = out.N + dyad(out.n_dual[k], out.n[k]);
    if (link.points == 3) out.N = Mat3<double>::identity();
  }
  return most;
}

Motion<double> Tree::carry(int i, const Motion<double>& x_p) const {
  const TreeLink& link = links[i];
  const Passing& at = passing[i];
  if (link.count() == 0) return Motion<double>::zero();
  const Vec3<double> w = at.T * x_p.w, u = x_p.v + cross(x_p.w, at.parent) - cross(w, at.own);
  return {w, link.points == 3 ? u : at.N * u};
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

void Tree::update_rows(std::span<const Drive<double>> drives, std::span<const JointCoordinates<double>> held) {
  for (int i = 1; i < size(); ++i) {
    const TreeLink& link = links[i];
    if (link.count() == 0) continue;
    const HeldJoint& joint = joints[link.joint.i];
    joint.update_rows(drives, held[link.joint.i], placed[joint.gauge.a], placed[joint.gauge.b],
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
  for (int i = 1; i < size(); ++i) least = std::min({least, passing[i].turns_apart, passing[i].slides_apart});
  return least;
}

}  // namespace pintle::partitioned
