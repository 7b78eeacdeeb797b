#include "pintle/formulations/partitioned/stage.h"

#include "pintle/structure/gauge_drag.h"

namespace pintle::partitioned {
namespace {

/// φ·(x − X x_p)
double calc_rate(const Tree& tree, int link, const Wrench<double>& row, std::span<const Motion<double>> x) {
  const Motion<double>& x_p = x[tree.links[link].parent];
  return power(row, x[link] - Motion<double>{x_p.w, x_p.v + cross(x_p.w, tree.calc_from_parent(link))});
}

/// A push on a link, about its mass centre, and the opposite on its parent.
void push_apart(const Tree& tree, int link, const Wrench<double>& push, std::span<Wrench<double>> wrenches) {
  Wrench<double>&own = wrenches[link], &parent = wrenches[tree.links[link].parent];
  own = own + push;
  parent = parent - Wrench<double>{push.n + cross(tree.calc_from_parent(link), push.f), push.f};
}

}  // namespace

Stage::Stage(const System& system, const Plan& plan)
    : system_(system), body_(plan.tree.links.size()), first_(plan.tree.links.size() + 1) {
  for (int i = 1; i < plan.tree.size(); ++i) {
    first_[static_cast<std::size_t>(i)] = static_cast<int>(laws_.size());
    for (const JointLaw& law : system.laws)
      if (plan.tree.links[i].joint.exists() && law.joint == plan.tree.links[i].joint && plan.structure.acts(law))
        laws_.push_back({&law, i, bristle_of(system, law), {1, 0, 0}});
  }
  first_.back() = static_cast<int>(laws_.size());
  joint_.resize(laws_.size());
}

void Stage::begin(double g, std::span<const Motion<double>> given_q, std::span<const Motion<double>> given_v) {
  g_ = g;
  given_q_ = given_q;
  given_v_ = given_v;
  const Vec3<double> none = Vec3<double>::zero();
  for (Articulated<double>& drag : body_) drag = {Sym3<double>::zero(), Mat3<double>::zero(), Sym3<double>::zero(), none, none};
}

void Stage::drag_laws(const Parameters<double>& p, std::span<const JointCoordinates<double>> remembered,
                      const LawAround<double>& around, const Tree& tree, std::span<Wrench<double>> wrenches) {
  for (std::size_t k = 0; k < laws_.size(); ++k) {
    Law& law = laws_[k];
    const int j = law.law->joint.i;
    const Gauge& gauge = tree.joints[j].gauge;
    const double sign = tree.links[law.link].sign;
    const GaugeDrag at =
        calc_gauge_drag(system_, *law.law, p, gauge, remembered[j], tree.placed[gauge.a], tree.placed[gauge.b], around, g_);
    const Wrench<double> row{sign * (at.row.n + cross(tree.passing[law.link].own, at.row.f)), sign * at.row.f};
    const double gk = g_ * at.drag.k;
    law.left = at.drag.bristle;
    joint_[k] = {row, g_ * (at.drag.c + gk) + law.left.drag};
    double tau = -gk * (at.rate + calc_rate(tree, law.link, row, given_q_)) -
                 joint_[k].drag * calc_rate(tree, law.link, row, given_v_);  // (2)
    if (law.bristle >= 0) tau -= law.left.h * around.zdot[law.bristle];
    push_apart(tree, law.link, tau * row, wrenches);
  }
}

Vec3<double> Stage::drag_point(int link, const PointDrag<double>& drag, const Vec3<double>& r) {
  const Vec3<double>&n = drag.n_W, m = (drag.along - drag.across) * n, none = Vec3<double>::zero();
  Articulated<double> one{
      Sym3<double>::zero(),
      Mat3<double>::zero(),
      {drag.across + m.x * n.x, m.x * n.y, m.x * n.z, drag.across + m.y * n.y, m.y * n.z, drag.across + m.z * n.z},
      none,
      none};
  shift(one, r);
  body_[link] += one;
  const Motion<double>& given = given_v_[link];
  return -(drag * (given.v + cross(given.w, r)));
}

void Stage::settle(const Tree& tree, std::span<const Motion<double>> x, std::span<Wrench<double>> wrenches) const {
  for (std::size_t i = 1; i < body_.size(); ++i) wrenches[i] = wrenches[i] - body_[i] * x[i];
  for (std::size_t k = 0; k < laws_.size(); ++k) {
    const double force = -joint_[k].drag * calc_rate(tree, laws_[k].link, joint_[k].row, x);
    push_apart(tree, laws_[k].link, force * joint_[k].row, wrenches);
  }
}

void Stage::expand_bristles(const Tree& tree, std::span<const Motion<double>> x, double* k_z) const {
  for (std::size_t k = 0; k < laws_.size(); ++k) {
    const Law& law = laws_[k];
    if (law.bristle < 0) continue;
    const double k_v = calc_rate(tree, law.link, joint_[k].row, x) + calc_rate(tree, law.link, joint_[k].row, given_v_);
    k_z[law.bristle] = law.left.q * (k_z[law.bristle] + g_ * k_v);
  }
}

}  // namespace pintle::partitioned
