#include "pintle/formulations/bodies/bodies.h"

namespace pintle::bodies {

void update_bodies(const System& system, const Plan& plan, const Parameters<double>& p, std::span<Body> bodies) {
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    const BodyRecord& record = system.body(plan.tree.links[i].body);
    bodies[i] = {p[record.mass], p[record.inertia], plan.y.q[i], plan.y.nq + plan.y.v[i]};
  }
}

void update_placed(std::span<const Body> bodies, std::span<const double> y, std::span<Placed> placed, Links of) {
  for (int i = of.from; i < of.to; ++i) {
    const Body& body = bodies[i];
    Placed& at = placed[i];
    at.R = to_matrix(quaternion_at(y, body.q + 3));
    at.p = vector_at(y, body.q);
    at.v = vector_at(y, body.v);
    at.w = at.R * vector_at(y, body.v + 3);
    at.J = turned(at.R, body.inertia);
  }
}

void update_placed(const Plan& plan, std::span<const Body> bodies, const State<double>& state, std::span<Placed> placed) {
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    const int b = plan.tree.links[i].body.i;
    const Mat3<double> R = to_matrix(state.q_WB[b]);
    placed[i] = {{R, state.X_WB[b].p, state.V_WB[b].v, R * state.V_WB[b].w}, turned(R, bodies[i].inertia)};
  }
}

void update_own_wrenches(std::span<const Body> bodies, std::span<const Placed> placed, const Vec3<double>& gravity_W,
                         std::span<Wrench<double>> wrenches, Links of) {
  for (int i = of.from; i < of.to; ++i) {
    const Placed& at = placed[i];
    wrenches[i] = {-cross(at.w, at.J * at.w), bodies[i].mass * gravity_W};  // (2)
  }
}

void update_rates(std::span<const Body> bodies, std::span<const Placed> placed, std::span<const Motion<double>> A_W,
                  std::span<const double> y, std::span<double> ydot, Links of) {
  for (int i = of.from; i < of.to; ++i) {
    const Body& body = bodies[i];
    put(ydot, body.q, placed[i].v);
    put(ydot, body.q + 3, calc_rate(quaternion_at(y, body.q + 3), vector_at(y, body.v + 3)));  // (1)
    put(ydot, body.v, A_W[i].v);
    put(ydot, body.v + 3, transpose_times(placed[i].R, A_W[i].w));
  }
}

}  // namespace pintle::bodies
