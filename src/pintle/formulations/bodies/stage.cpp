#include "pintle/formulations/bodies/stage.h"

#include <algorithm>

#include "pintle/structure/gauge_drag.h"

namespace pintle::bodies {
namespace {

/// The angular velocity, in body axes, by which a quaternion would change at a rate.
Vec3<double> calc_turning(const Quaternion<double>& q, const Quaternion<double>& rate) {
  const Quaternion<double> half = q.conjugate() * rate;
  return 2.0 * Vec3<double>{half.x, half.y, half.z};
}

}  // namespace

Stage::Stage(const System& system, const Plan& plan)
    : system_(system),
      plan_(plan),
      body_(plan.tree.links.size()),
      first_(plan.tree.links.size() + 1),
      given_q_(plan.tree.links.size(), Motion<double>::zero()),
      given_v_(given_q_) {
  for (int i = 1; i < plan.tree.size(); ++i) {
    first_[static_cast<std::size_t>(i)] = static_cast<int>(laws_.size());
    for (const JointLaw& law : system.laws)
      if (plan.tree.links[i].joint.exists() && law.joint == plan.tree.links[i].joint && plan.structure.acts(law))
        laws_.push_back({&law, i, bristle_of(system, law), {1, 0, 0}});
  }
  first_.back() = static_cast<int>(laws_.size());
  joint_.resize(laws_.size());
}

void Stage::begin(double g, const double* c, std::span<const double> y, const Mechanism& m) {
  g_ = g;
  c_ = c;
  for (std::size_t i = 1; i < body_.size(); ++i) {
    body_[i] = {Sym3<double>::zero(), Mat3<double>::zero(), Sym3<double>::zero(), Vec3<double>::zero(), Vec3<double>::zero()};
    if (!c) continue;
    const Body& body = m.bodies[i];
    const Mat3<double>& R = m.placed[i].R;
    const double *q = c + body.q, *v = c + body.v;
    const Vec3<double> turning = calc_turning(quaternion_at(y, body.q + 3), {q[3], q[4], q[5], q[6]});
    given_q_[i] = {R * turning, {q[0], q[1], q[2]}};
    given_v_[i] = {R * Vec3<double>{v[3], v[4], v[5]}, {v[0], v[1], v[2]}};
  }
  if (c) return;
  std::ranges::fill(given_q_, Motion<double>::zero());
  std::ranges::fill(given_v_, Motion<double>::zero());
}

Motion<double> Stage::calc_relative(const Mechanism& m, std::span<const Motion<double>> motions, int i) {
  const LinkRows& link = m.links[i];
  const Motion<double>&own = motions[i], &parent = motions[link.parent];
  return {own.w - parent.w,
          own.v + cross(own.w, link.at - m.placed[i].p) - parent.v - cross(parent.w, link.at - m.placed[link.parent].p)};
}

void Stage::drag_laws(const Parameters<double>& p, std::span<const JointCoordinates<double>> remembered,
                      const LawAround<double>& around, Mechanism& m) {
  for (std::size_t k = 0; k < laws_.size(); ++k) {
    Law& law = laws_[k];
    const int j = law.law->joint.i, parent = m.links[law.link].parent;
    const Gauge& gauge = m.joints[j].gauge;
    const double sign = m.links[law.link].sign;
    GaugeDrag at = calc_gauge_drag(system_, *law.law, p, gauge, remembered[j], m.placed[gauge.a], m.placed[gauge.b], around, g_);
    const Placed& B = m.placed[gauge.b];
    at.row.n += cross(B.p + B.R * gauge.X_BM.p - m.links[law.link].at, at.row.f);  // a joint that holds nothing has another point
    const double gk = g_ * at.drag.k, own = g_ * (at.drag.c + gk);
    law.left = at.drag.bristle;
    joint_[k] = {at.row, own + law.left.drag};
    const double c_q = sign * power(at.row, calc_relative(m, given_q_, law.link)),
                 c_v = sign * power(at.row, calc_relative(m, given_v_, law.link));
    double tau = -gk * (at.rate + c_q) - joint_[k].drag * c_v;  // (1)
    if (law.bristle >= 0) tau -= law.left.h * around.zdot[law.bristle];
    const Wrench<double> push = sign * tau * at.row;  // on the link, at its point
    const Vec3<double>& M = m.links[law.link].at;
    const auto add = [&](int link, double way) {
      Wrench<double>& sum = m.wrenches[link];
      sum.f += way * push.f;
      sum.n += way * (push.n + cross(M - m.placed[link].p, push.f));
    };
    add(law.link, 1);
    add(parent, -1);
  }
}

Vec3<double> Stage::drag_point(int link, const PointDrag<double>& drag, const Vec3<double>& r) {
  const double more = drag.along - drag.across;
  const Vec3<double>&n = drag.n_W, m = more * n;
  Articulated<double> one{
      Sym3<double>::zero(),
      Mat3<double>::zero(),
      {drag.across + m.x * n.x, m.x * n.y, m.x * n.z, drag.across + m.y * n.y, m.y * n.z, drag.across + m.z * n.z},
      Vec3<double>::zero(),
      Vec3<double>::zero()};
  shift(one, r);
  body_[link] += one;
  const Motion<double>& given = given_v_[link];
  return -(drag * (given.v + cross(given.w, r)));
}

void Stage::settle(Mechanism& m) const {
  for (std::size_t i = 1; i < body_.size(); ++i) m.wrenches[i] = m.wrenches[i] - body_[i] * m.motions[i];
  for (std::size_t k = 0; k < laws_.size(); ++k) {
    const int i = laws_[k].link, parent = m.links[i].parent;
    const JointDrag& drag = joint_[k];
    const Wrench<double> push = -drag.drag * power(drag.row, calc_relative(m, m.motions, i)) * drag.row;
    const Vec3<double>& M = m.links[i].at;
    m.wrenches[i] = m.wrenches[i] + Wrench<double>{push.n + cross(M - m.placed[i].p, push.f), push.f};
    m.wrenches[parent] = m.wrenches[parent] - Wrench<double>{push.n + cross(M - m.placed[parent].p, push.f), push.f};
  }
}

void Stage::expand(const Mechanism& m, std::span<const double> y, std::span<double> k) const {
  for (std::size_t i = 1; i < body_.size(); ++i) {
    const Body& body = m.bodies[i];
    if (c_) {
      for (int n = 0; n < 6; ++n) k[body.v + n] += c_[body.v + n];
      for (int n = 0; n < 7; ++n) k[body.q + n] += c_[body.q + n];
    }
    for (int n = 0; n < 3; ++n) k[body.q + n] += g_ * k[body.v + n];
    const Quaternion<double> turn = calc_rate(quaternion_at(y, body.q + 3), vector_at(k, body.v + 3));
    k[body.q + 3] += g_ * turn.w;
    k[body.q + 4] += g_ * turn.x;
    k[body.q + 5] += g_ * turn.y;
    k[body.q + 6] += g_ * turn.z;
  }
  const int z = plan_.y.nq + plan_.y.nv;
  for (std::size_t n = 0; n < laws_.size(); ++n) {
    const Law& law = laws_[n];
    if (law.bristle < 0) continue;
    const double k_v = m.links[law.link].sign * (power(joint_[n].row, calc_relative(m, m.motions, law.link)) +
                                                 power(joint_[n].row, calc_relative(m, given_v_, law.link)));
    double& rate = k[z + law.bristle];
    rate = law.left.q * (rate + g_ * k_v);
  }
}

}  // namespace pintle::bodies
