#include "pintle/formulations/newton_euler/elimination.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/formulations/newton_euler/loads.h"

namespace pintle::newton_euler {
namespace {

/// The body alone, about a point from which its mass centre is at c.
Articulated<double> calc_own(const Body& body, const Placed& at, const Wrench<double>& wrench, const Vec3<double>& c) {
  const Vec3<double> mc = body.mass * c;
  const double xx = mc.x * c.x, yy = mc.y * c.y, zz = mc.z * c.z;
  const Sym3<double> moved{yy + zz, -mc.x * c.y, -mc.x * c.z, xx + zz, -mc.y * c.z, xx + yy};
  return {at.J + moved, skew(mc), Sym3<double>::diagonal(body.mass), -wrench.n - cross(c, wrench.f), -wrench.f};
}

/// 1/d if the pivot d stands out of the rounding of the diagonal element it came from, else NaN: a motion that is not
/// determined ends as NaN and never as a large number.
double invert_pivot(double d, double diagonal) {
  constexpr double rounding = 1e-14;
  return d > 0 && d > rounding * diagonal ? 1 / d : std::numeric_limits<double>::quiet_NaN();
}

/// (6) and (5) for one direction z more, u = A' z; `before` are those that left already.
Free release(const Motion<double>& z, const Wrench<double>& u, std::span<const Free> before, Articulated<double>& A) {
  const double d = power(u, z);
  double diagonal = d;
  Motion<double> s = z;
  for (const Free& one : before) {
    const double part = power(one.u, z);
    s = s - part * one.s;
    diagonal += part * part;
  }
  const double inverse = invert_pivot(d, diagonal), scale = std::sqrt(inverse), c = -inverse * power({A.n, A.f}, z);
  add_dyad(A, -inverse, u);
  A.n += c * u.n;
  A.f += c * u.f;
  return {scale * s, scale * u, d * scale * c};
}

/// (7) and (5) for one direction z more; `with_drag` are (A + B) s of those before. A keeps what the link's own is.
Free release_dragged(Motion<double> s, std::span<const JointDrag> drags, std::span<const Free> before,
                     std::array<Wrench<double>, 6>& with_drag, const Articulated<double>& A) {
  const auto with = [&](const Motion<double>& x) {
    Wrench<double> sum = A * x;
    for (const JointDrag& drag : drags) sum = sum + drag.drag * power(drag.row, x) * drag.row;
    return sum;
  };
  const double diagonal = power(with(s), s);
  const Motion<double> z = s;
  for (std::size_t i = 0; i < before.size(); ++i) s = s - power(with_drag[i], z) * before[i].s;
  const double scale = std::sqrt(invert_pivot(power(with(s), s), diagonal));
  s = scale * s;
  with_drag[before.size()] = with(s);
  return {s, A * s, -power({A.n, A.f}, s)};
}

}  // namespace

Elimination::Elimination(const System& system, const Plan& plan, std::span<const LinkRows> links)
    : plan_(plan),
      A_(links.size()),
      x0_(links.size(), Motion<double>::zero()),
      first_free_(links.size() + 1),
      loops_(system, plan, links) {
  for (std::size_t i = 1; i < links.size(); ++i) first_free_[i + 1] = first_free_[i] + 6 - links[i].count();
  free_.resize(static_cast<std::size_t>(first_free_.back()));
}

void Elimination::eliminate(const Equations& in, int i) {
  const LinkRows& link = in.links[i];
  const Split point = split_points(link, in.rows), turn = split_axes(link, in.rows);
  Articulated<double>& A = A_[i];
  Motion<double>& x0 = x0_[i] = Motion<double>::zero();
  const double* right = in.right.data() + link.first;
  for (int k = 0; k < link.points; ++k) x0.v += *right++ * point.dual[k];  // (3)
  for (int k = 0; k < link.axes; ++k) x0.w += *right++ * turn.dual[k];
  const Wrench<double> push = A * x0;
  A.n += push.n;
  A.f += push.f;
  std::size_t left = 0;
  const std::span<Free> free = free_of(i);
  const std::span<const JointDrag> drags = in.drags.of(i);
  std::array<Wrench<double>, 6> with_drag;
  const auto leave = [&](const Motion<double>& z, const Wrench<double>& u) {
    free[left] = drags.empty() ? release(z, u, free.first(left), A) : release_dragged(z, drags, free.first(left), with_drag, A);
    ++left;
  };
  for (int k = 0; k < 3 - link.points; ++k) {
    const Vec3<double>& v = point.free[k];
    leave({Vec3<double>::zero(), v}, {A.H * v, A.M * v});
  }
  for (int k = 0; k < 3 - link.axes; ++k) {
    const Vec3<double>& w = turn.free[k];
    leave({w, Vec3<double>::zero()}, {A.I * w, transpose_times(A.H, w)});
  }
  if (drags.empty()) return;
  for (const Free& one : free) {  // (5)
    add_dyad(A, -1.0, one.u);
    A.n += one.c * one.u.n;
    A.f += one.c * one.u.f;
  }
}

Motion<double> Elimination::substitute(const Equations& in, int i, const Motion<double>& A_p) {
  const LinkRows& link = in.links[i];
  const Motion<double> x_p{A_p.w, A_p.v + cross(A_p.w, link.at - in.placed[link.parent].p)};
  Motion<double> x = x_p + x0_[i];
  int j = 0;
  for (const Free& free : free_of(i)) x = x + (free.c - power(free.u, x_p) + loops_.calc_known(i, j++)) * free.s;  // (4)
  loops_.expand(i, x);
  return {x.w, x.v + cross(x.w, in.placed[i].p - link.at)};
}

void Elimination::solve(const Equations& in, std::span<Motion<double>> A_W) {
  const int n = static_cast<int>(in.links.size());
  loops_.start(in.closings, in.placed, in.links);
  for (int i = 1; i < n; ++i) A_[i] = calc_own(in.bodies[i], in.placed[i], in.wrenches[i], in.placed[i].p - in.links[i].at);
  for (int i = 1; i < n && !in.drags.bodies.empty(); ++i) {
    Articulated<double> drag = in.drags.bodies[static_cast<std::size_t>(i)];
    shift(drag, in.placed[i].p - in.links[i].at);
    A_[i] += drag;
  }
  for (int i = n - 1; i > 0; --i) {
    const LinkRows& link = in.links[i];
    const Vec3<double> d = link.at - in.links[link.parent].at;
    loops_.close(i, A_[i]);
    eliminate(in, i);
    loops_.pass(i, d, x0_[i], free_of(i));
    if (link.parent == 0 || (link.count() == 0 && in.drags.of(i).empty())) continue;  // nothing is handed on
    shift(A_[i], d);
    A_[link.parent] += A_[i];
  }
  loops_.close_world();
  A_W[0] = Motion<double>::zero();
  for (int i = 1; i < n; ++i) A_W[i] = substitute(in, i, A_W[in.links[i].parent]);
}

void Elimination::update_reactions(const Equations& in, std::span<const Motion<double>> A_W,
                                   std::span<Wrench<double>> reactions) const {
  newton_euler::update_reactions(plan_, in, lambda(), A_W, reactions);
}

}  // namespace pintle::newton_euler
