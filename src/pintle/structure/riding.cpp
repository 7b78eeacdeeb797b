#include "pintle/structure/riding.h"

#include <fmt/core.h>

#include "pintle/base/error.h"

namespace pintle {
namespace {

/// visit(body, group) of those that are whole, or of those that are not.
template <class Visit>
void for_each_group(const System& system, const Structure& structure, bool whole, Visit&& visit) {
  for (int b = 1; b < system.body_count() && system.particles.any(); ++b)
    if (system.particles.is_group(BodyIndex(b)) && structure.whole[b] == whole)
      visit(BodyIndex(b), system.particles.group_of(BodyIndex(b)));
}

void ride(const Particles& all, int group, BodyIndex b, State<double>& state) {
  const Pose<double>& X = state.X_WB[b.i];
  const Motion<double>& V = state.V_WB[b.i];
  const Vec3<double> w = X.R * V.w;
  for (int i : all.members[group]) state.particles[i].v = V.v + cross(w, state.particles[i].p - X.p);
}

}  // namespace

void place_absent(const System& system, const Structure& structure, State<double>& state) {
  for_each_group(system, structure, false, [&](BodyIndex b, int group) {
    const Aggregate mean = calc_aggregate(*system.particles.all, group, state.particles);
    state.X_WB[b.i] = {Mat3<double>::identity(), mean.centre.p};
    state.q_WB[b.i] = Quaternion<double>::identity();
    state.V_WB[b.i] = {mean.w, mean.centre.v};
  });
}

void update_riding(const System& system, const Structure& structure, State<double>& state) {
  for_each_group(system, structure, true, [&](BodyIndex b, int group) { ride(*system.particles.all, group, b, state); });
}

void carry_along(const System& system, const Structure& structure, const std::vector<Pose<double>>& before,
                 State<double>& state) {
  const auto is_same = [](const Pose<double>& a, const Pose<double>& b) {
    return norm(a.p - b.p) == 0 && norm(a.R.column(0) - b.R.column(0)) == 0 && norm(a.R.column(1) - b.R.column(1)) == 0;
  };
  for_each_group(system, structure, true, [&](BodyIndex b, int group) {
    if (is_same(state.X_WB[b.i], before[b.i])) return;
    const Pose<double> way = state.X_WB[b.i] * inverse(before[b.i]);
    for (int i : system.particles.all->members[group]) state.particles[i].p = way * state.particles[i].p;
    ride(*system.particles.all, group, b, state);
  });
}

void gather(const System& system, BodyIndex body, Parameters<double>& p, State<double>& state) {
  const int group = system.particles.group_of(body);
  const Sym3<double> I = calc_aggregate(*system.particles.all, group, state.particles).inertia;
  if (!is_spatial(I))
    throw Error(
        fmt::format("aggregate {}: its particles are in one line at t = {:.9g} s, and a body of them would have no moment "
                    "about it; choose another instant, or a larger group",
                    system.body(body).name, state.t));
  const int first = system.body(body).inertia.i;
  for (int k = 0; const double number : {I.xx, I.xy, I.xz, I.yy, I.yz, I.zz}) p[Slot{first + k++}] = number;
  ride(*system.particles.all, group, body, state);
}

void check_present(const System& system, const Structure& structure, BodyIndex body, const std::string& who) {
  if (!structure.is_absent(body)) return;
  throw Error(fmt::format("{0} acts on {1}, which is particles then; let it come between `aggregate: {1}` and `disperse: {1}`",
                          who, system.body(body).name));
}

void check_absent(const System& system, const Structure& structure) {
  if (!system.particles.any()) return;
  for (int j = 0; j < system.joint_count(); ++j) {
    if (!structure.closed[j]) continue;
    const JointRecord& joint = system.joint(JointIndex(j));
    for (BodyIndex body : {joint.parent, joint.child})
      if (structure.is_absent(body))
        throw Error(where_of(PartKind::joint, joint.name),
                    fmt::format("holds {0}, which is particles then; declare the joint `active: false`, and let it hold only "
                                "between `aggregate: {0}` and `disperse: {0}`",
                                system.body(body).name));
  }
  for (std::size_t k = 0; k < system.constraints.size(); ++k)
    for (BodyIndex body : system.constraints[k].bodies)
      if (structure.held[static_cast<int>(k)] && structure.is_absent(body))
        throw Error(where_of(PartKind::constraint, system.constraints[k].name),
                    fmt::format("holds {}, which is particles then; a constraint cannot wait for them: give a joint that an "
                                "event closes",
                                system.body(body).name));
  system.elements.for_each([&](const auto& pool, int k, const auto& element) {
    for (BodyIndex body : element.bodies)
      if (structure.acts(pool.element(k)) && structure.is_absent(body))
        throw Error(pool.names[k],
                    fmt::format("acts on {0}, which is particles then; declare it `active: false`, and let it act only "
                                "between `aggregate: {0}` and `disperse: {0}`",
                                system.body(body).name));
  });
}

int count_particle_freedoms(const System& system, const Structure& structure) {
  int count = 3 * system.particles.count();
  for_each_group(system, structure, true,
                 [&](BodyIndex, int group) { count -= 3 * static_cast<int>(system.particles.all->members[group].size()); });
  for_each_group(system, structure, false, [&](BodyIndex, int) { count -= 6; });
  return count;
}

}  // namespace pintle
