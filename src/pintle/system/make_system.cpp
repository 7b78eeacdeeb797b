#include "pintle/system/make_system.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "pintle/base/error.h"
#include "pintle/math/symmetric_eigen.h"
#include "pintle/model/foreseen.h"
#include "pintle/system/check_inertia.h"
#include "pintle/system/make_parts.h"

namespace pintle {
namespace {

/// Rounding in a user's tensor is no mistake: principal moments down to −1e-9 of the largest count as zero.
constexpr double negative_share = 1e-9;

/// Surely no principal moment is negative: diagonal, or all leading minors clearly above zero.
bool is_plainly_good(const Sym3<double>& I) {
  if (!(I.xx >= 0 && I.yy >= 0 && I.zz >= 0)) return false;
  if (I.xy == 0 && I.xz == 0 && I.yz == 0) return true;
  constexpr double clear = 1e-6;
  const double minor = I.xx * I.yy - I.xy * I.xy;
  const double determinant = I.zz * minor - I.xx * I.yz * I.yz - I.yy * I.xz * I.xz + 2 * I.xy * I.xz * I.yz;
  return minor > clear * I.xx * I.yy && determinant > clear * I.xx * I.yy * I.zz;
}

void check_body(const BodyPart& body) {
  const auto where = [&](const char* key) { return where_of(PartKind::body, body.name) + key; };
  if (!std::isfinite(body.mass) || body.mass < 0)
    throw Error(where(".mass"), fmt::format("{} kg; give a positive mass", body.mass));
  if (body.mass == 0)
    throw Error(where(".mass"), "0 kg; give a positive mass, however small, or join the neighbours of this body without it");
  const Sym3<double>& I = body.inertia;
  for (double x : {I.xx, I.xy, I.xz, I.yy, I.yz, I.zz})
    if (!std::isfinite(x)) throw Error(where(".inertia"), "is not finite; give six numbers");
  if (is_plainly_good(I)) return;
  const std::array<double, 3> moments = calc_principal_axes(I).moments;
  if (moments[0] < -negative_share * std::max(moments[2], 0.0))
    throw Error(where(".inertia"),
                fmt::format("is not positive semidefinite: its smallest principal moment is {:.6g} kg*m^2; give the tensor "
                            "elements about the mass centre (products of inertia with the tensor's sign)",
                            moments[0]));
}

}  // namespace

int Making::add_living(const Number& number, const std::string& where, bool active, Expr clock) {
  if (!number.expr.exists() || !model.graph.is_living(number.expr)) return -1;
  for (int i : model.graph.inputs_of(number.expr)) {
    const Input& input = model.graph.inputs()[i];
    if (input.kind != InputKind::signal) continue;
    const std::vector<Signal> signals = find_signals(system.names, input.name);
    if (signals.size() != 1 || signals.front().facts().level > SignalLevel::motion)
      throw Error(where, fmt::format("reads {}, which is not known while forces are computed; read positions, velocities and "
                                     "joint coordinates (of a body's attitude the matrix, of a ball its rate)",
                                     input.name));
  }
  Origin origin = formulas.make_origin(graph(), number.expr, active ? where : "");
  Expr law = number.expr;
  if (clock.exists() && model.graph.reads(law, InputKind::age)) {
    Graph& all = growing();
    const Expr time = all.input(InputKind::time, "", 0), age = all.input(InputKind::age, "", 0);
    law = all.replace(law, age, all.apply(Op::subtract, time, clock));
  }
  laws.push_back(law);
  return put_living(law, std::move(origin));
}

int Making::put_living(Expr e, Origin origin) {
  living.push_back(e);
  origins.push_back(std::move(origin));
  return static_cast<int>(living.size()) - 1;
}

Slot3 Making::put_point(BodyIndex body, const PointOn& point, int instance) {
  return put([&r = reference, &m = model, &p = point.p, body, instance] { return r.point_on(m, body, p, instance); });
}

SlotPose Making::put_turn(BodyIndex axes, int instance) {
  return put(
      [&r = reference, &m = model, axes, instance] { return Pose<double>{r.turn_in(m, axes, instance), Vec3<double>::zero()}; });
}

void update_body_records(Making& making) {
  std::vector<BodyRecord>& bodies = making.system.bodies;
  bodies.push_back({"world", making.slots().put(0.0), making.slots().put(Sym3<double>::zero())});
  for (const BodyPart& body : making.model.bodies) {
    making.now_and_again([&body] { check_body(body); });
    const Slot mass = making.put(body.mass);
    bodies.push_back({body.name, mass, making.put([&body] { return Sym3<double>(body.inertia); })});
  }
}

void update_particles(Making& making) {
  if (!making.model.particles) return;
  const ParticlesPart& part = *making.model.particles;
  ParticleRecord& record = making.system.particles;
  record.all = part.all;
  record.body_of_group.assign(part.all->groups.size(), world);
  record.group_of_body.assign(making.system.bodies.size(), -1);
  for (std::size_t b = 0; b < making.model.bodies.size(); ++b) {
    const BodyPart& body = making.model.bodies[b];
    if (body.group.empty()) continue;
    const int group = part.all->find_group(body.group);
    record.body_of_group[group] = BodyIndex(static_cast<int>(b) + 1);
    record.group_of_body[b + 1] = group;
  }
  if (!part.pairs) return;
  const ParticlesPart::Pairs& pairs = *part.pairs;
  making.now_and_again([&pairs] {
    if (!(pairs.fade < pairs.cutoff))
      throw Error("particles.pairs.fade", fmt::format("{} m is not below the cutoff, {} m; give a distance below it",
                                                      pairs.fade.value, pairs.cutoff.value));
  });
  record.depth = making.put(pairs.depth);
  record.distance = making.put(pairs.distance);
  record.fade = making.put(pairs.fade);
  record.cutoff = making.put(pairs.cutoff);
}

void update_points(Making& making) {
  for (const PointPart& point : making.model.points) {
    const BodyIndex body = body_named(making.system.names, point.at.body, where_of(PartKind::point, point.name) + ".at");
    making.system.points.push_back({point.name, body, making.put_point(body, point.at, point.instance)});
  }
}

namespace {

JointRecord::Current current_of(const JointPart& joint) {
  using enum JointRecord::Current;
  return !joint.current ? neither : *joint.current == 0 ? F : M;
}

}  // namespace

void update_joint_records(Making& making) {
  System& system = making.system;
  for (std::size_t j = 0; j < making.model.joints.size(); ++j) {
    const JointPart& joint = making.model.joints[j];
    const std::string where = where_of(PartKind::joint, joint.name) + ".between";
    system.joints.push_back({joint.name, joint.type, body_named(system.names, joint.parent, where),
                             body_named(system.names, joint.child, where),
                             making.put([&r = making.reference, j] { return r.X_PF[j]; }),
                             making.put([&r = making.reference, j] { return r.X_CM[j]; }), joint.active,
                             joint.type.free.with(find_freed(making.model, joint)), joint.locked, current_of(joint)});
  }
}

System make_system(const Model& model) {
  System system;
  Reference reference;
  make_system(model, reference, system, nullptr);
  return system;
}

std::vector<Slot> make_system(const Model& model, Reference& reference, System& system, NumberSteps* steps) {
  system.name = model.name;
  system.names = make_names(model);
  Making making{model, reference, system, FormulaMaker(model, system.names, system.nominal.value), steps};
  const auto places = std::make_shared<const ReferenceMaker>(model, system.names);
  making.now_and_again([places, &reference] { places->update(reference); });
  system.gravity = making.put(model.gravity);
  update_body_records(making);
  update_particles(making);
  update_points(making);
  update_joint_records(making);
  update_start(making);
  update_drivers(making);
  update_constraints(making);
  update_laws(making);
  update_forces(making);
  update_contacts(making);
  lower_bases(making);
  update_events(making);
  update_controllers(making);
  update_user_signals(making);
  update_tables(making);
  system.living = making.formulas.make(making.graph(), making.living, "forces");
  system.living.origins = std::move(making.origins);
  system.law_kinks = make_law_kinks(making.graph(), making.laws, making.law_levels, making.formulas);
  std::vector<Expr> in_time = making.laws;
  in_time.insert(in_time.end(), making.grounds.begin(), making.grounds.end());
  if (!in_time.empty()) system.time_laws = make_time_laws(making.growing(), in_time, making.formulas);
  update_lengths(making);
  const auto inertia = std::make_shared<InertiaCheck>(system);
  making.now_and_again([inertia] { inertia->go(); });
  return making.formulas.slots();
}

}  // namespace pintle
