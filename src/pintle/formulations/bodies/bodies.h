#pragma once
#include <cmath>
#include <span>
#include <vector>

#include "pintle/formulations/pushed_bodies.h"
#include "pintle/math/parameters.h"
#include "pintle/structure/plan.h"
#include "pintle/structure/state.h"

/// Body coordinates: every link has its mass centre p in world axes, its quaternion, its velocity v in world axes and its
/// angular velocity in body axes. One list of bodies and one set of coordinates serve all structures of a system
/// [Aslanov 2011, section 2]; what changes are the rows (rows.h).
///
///     ṗ = v,   q̇ = ½ q ∘ (0, ω)                                                      (1)
///     m v̇ = f,   J ω̇ = n − ω × J ω                                                   (2)
///
/// (2) is [Aslanov 2011, eq. 2]; his (3), (41), (47) print the gyroscopic term with a plus. The equations are set up in
/// world axes, ω = R ω_B and J = R J_B Rᵀ: two bodies then share rows without rotating anything, and α = ω̇ goes back
/// to body axes by ω̇_B = Rᵀ α.
namespace pintle::bodies {

/// A link's body: constants of a case and its places in y. Link 0, the world, has none.
struct Body {
  double mass = 0;                              // [kg]
  Sym3<double> inertia = Sym3<double>::zero();  // J_B about the mass centre, body axes [kg m²]
  int q = 0, v = 0;                             // places of p and v in y
};

/// Masses, inertias and places in y of all links.
void update_bodies(const System& system, const Plan& plan, const Parameters<double>& p, std::span<Body> bodies);

/// Of a list by link, so that several may share one.
struct Links {
  int from, to;
};
inline Links all_links(std::span<const Body> bodies) { return {1, static_cast<int>(bodies.size())}; }

/// y → every link's Placed.
void update_placed(std::span<const Body> bodies, std::span<const double> y, std::span<Placed> placed, Links of);
inline void update_placed(std::span<const Body> bodies, std::span<const double> y, std::span<Placed> placed) {
  update_placed(bodies, y, placed, all_links(bodies));
}
/// The same from a carrier.
void update_placed(const Plan& plan, std::span<const Body> bodies, const State<double>& state, std::span<Placed> placed);

/// Gravity and the gyroscopic term of (2): the wrench about the mass centre, world axes. Sets, does not add.
void update_own_wrenches(std::span<const Body> bodies, std::span<const Placed> placed, const Vec3<double>& gravity_W,
                         std::span<Wrench<double>> wrenches, Links of);

/// (1) and ω̇_B = Rᵀ α, from accelerations in world axes.
void update_rates(std::span<const Body> bodies, std::span<const Placed> placed, std::span<const Motion<double>> A_W,
                  std::span<const double> y, std::span<double> ydot, Links of);

inline Quaternion<double> quaternion_at(std::span<const double> y, int i) {
  const double* q = y.data() + i;
  return {q[0], q[1], q[2], q[3]};
}
/// Of unit length; what is so to rounding stays as it is, so that a state that comes back is the same to the bit.
inline Quaternion<double> unit_length(const Quaternion<double>& q) {
  constexpr double rounding = 1e-15;
  return std::fabs(q.norm2() - 1) < rounding ? q : normalized(q);
}
inline Vec3<double> vector_at(std::span<const double> y, int i) {
  const double* v = y.data() + i;
  return {v[0], v[1], v[2]};
}
inline void put(std::span<double> y, int i, const Vec3<double>& v) {
  double* to = y.data() + i;
  to[0] = v.x, to[1] = v.y, to[2] = v.z;
}
inline void put(std::span<double> y, int i, const Quaternion<double>& q) {
  double* to = y.data() + i;
  to[0] = q.w, to[1] = q.x, to[2] = q.y, to[3] = q.z;
}

}  // namespace pintle::bodies
