#include "pintle/system/make_system.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "pintle/base/error.h"
#include "pintle/math/symmetric_eigen.h"
#include "pintle/system/check_inertia.h"
#include "pintle/system/make_parts.h"

namespace pintle {
namespace {

/// Rounding in a user's tensor is no mistake: principal moments down to −1e-9 of the largest count as zero.
constexpr double negative_share = 1e-9;

void check_body(const BodyPart& body) {
  const std::string where = where_of(PartKind::body, body.name);
  if (!std::isfinite(body.mass) || body.mass < 0)
    throw Error(where + ".mass", fmt::format("{} kg; give a positive mass", body.mass));
  if (body.mass == 0)
    throw Error(where + ".mass", "0 kg; give a positive mass, however small, or join the neighbours of this body without it");
  const Sym3<double>& I = body.inertia;
  for (double x : {I.xx, I.xy, I.xz, I.yy, I.yz, I.zz})
    if (!std::isfinite(x)) throw Error(where + ".inertia", "is not finite; give six numbers");
  const std::array<double, 3> moments = calc_principal_axes(I).moments;
  if (moments[0] < -negative_share * std::max(moments[2], 0.0))
    throw Error(where + ".inertia",
                fmt::format("is not positive semidefinite: its smallest principal moment is {:.6g} kg*m^2; give the tensor "
                            "elements about the mass centre (products of inertia with the tensor's sign)",
                            moments[0]));
}

}  // namespace

int Making::add_living(const Number& number, const std::string& where, bool active) {
  if (!number.expr.exists() || !model.graph.is_living(number.expr)) return -1;
  for (int i : model.graph.inputs_of(number.expr)) {
    const Input& input = model.graph.inputs()[static_cast<std::size_t>(i)];
    if (input.kind != InputKind::signal) continue;
    const std::vector<Signal> signals = find_signals(system.names, input.name);
    if (signals.size() != 1 || signals.front().facts().level > SignalLevel::motion)
      throw Error(where, fmt::format("reads {}, which is not known while forces are computed; read positions, velocities and "
                                     "joint coordinates (of a body's attitude the matrix, of a ball its rate)",
                                     input.name));
  }
  laws.push_back(number.expr);
  return put_living(number.expr, formulas.make_origin(graph(), number.expr, active ? where : ""));
}

int Making::put_living(Expr e, Origin origin) {
  living.push_back(e);
  origins.push_back(std::move(origin));
  return static_cast<int>(living.size()) - 1;
}

Slot3 Making::put_point(BodyIndex body, const PointOn& point, int instance) const {
  return slots().put(reference.point_on(model, body, point.p, instance));
}

void update_body_records(Making& making) {
  System& system = making.system;
  const auto add = [&](const std::string& name, double mass, const Sym3<double>& inertia) {
    system.bodies.push_back({name, making.slots().put(mass), making.slots().put(inertia)});
  };
  add("world", 0.0, Sym3<double>::zero());
  for (const BodyPart& body : making.model.bodies) {
    check_body(body);
    add(body.name, body.mass, body.inertia);
  }
}

void update_points(Making& making) {
  for (const PointPart& point : making.model.points) {
    const BodyIndex body = body_named(making.system.names, point.at.body, where_of(PartKind::point, point.name) + ".at");
    making.system.points.push_back({point.name, body, making.put_point(body, point.at, point.instance)});
  }
}

void update_joint_records(Making& making) {
  System& system = making.system;
  for (std::size_t j = 0; j < making.model.joints.size(); ++j) {
    const JointPart& joint = making.model.joints[j];
    const std::string where = where_of(PartKind::joint, joint.name) + ".between";
    system.joints.push_back({joint.name, joint.type, body_named(system.names, joint.parent, where),
                             body_named(system.names, joint.child, where), making.slots().put(making.reference.X_PF[j]),
                             making.slots().put(making.reference.X_CM[j]), joint.active});
  }
}

System make_system(const Model& model) {
  System system;
  system.name = model.name;
  system.names = make_names(model);
  const Reference reference = make_reference(model, system.names);
  Making making{model, reference, system, FormulaMaker(model, system.names, system.nominal.value)};
  system.gravity = making.slots().put(model.gravity);
  update_body_records(making);
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
  update_user_signals(making);
  update_tables(making);
  system.living = making.formulas.make(making.graph(), making.living, "forces");
  system.living.origins = std::move(making.origins);
  system.law_kinks = make_law_kinks(making.graph(), making.laws, making.formulas);
  if (!making.laws.empty()) system.time_laws = make_time_laws(making.growing(), making.laws, making.formulas);
  system.length = calc_length(system);
  system.mechanisms = make_mechanisms(system);
  check_inertia(system);
  return system;
}

}  // namespace pintle
