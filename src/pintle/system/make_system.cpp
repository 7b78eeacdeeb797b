#include "pintle/system/make_system.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "pintle/base/error.h"
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
  const Mat3<double> full = I.full();
  const Eigen::Map<const Eigen::Matrix3d> symmetric(&full.xx);
  const Eigen::Vector3d moments = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(symmetric, Eigen::EigenvaluesOnly).eigenvalues();
  if (moments(0) < -negative_share * std::max(moments(2), 0.0))
    throw Error(where + ".inertia",
                fmt::format("is not positive semidefinite: its smallest principal moment is {:.6g} kg*m^2; give the tensor "
                            "elements about the mass centre (products of inertia with the tensor's sign)",
                            moments(0)));
}

/// Joints that the tree does not use close loops.
void check_tree(const System& system) {
  std::vector<bool> used(system.joints.size(), false);
  for (const Reached& reached : calc_tree(system))
    if (reached.joint.exists()) used[reached.joint.i] = true;
  const auto loop = std::ranges::find(used, false);
  if (loop == used.end()) return;
  const JointRecord& joint = system.joints[loop - used.begin()];
  throw Error(where_of(PartKind::joint, joint.name),
              fmt::format("joint {} closes a loop between {} and {}; loops are not there yet: leave this joint out", joint.name,
                          system.body(joint.parent).name, system.body(joint.child).name));
}

}  // namespace

void update_body_records(const Model& model, System& system) {
  SlotMaker slots{system.nominal.value};
  const auto add = [&](const std::string& name, double mass, const Sym3<double>& inertia) {
    system.bodies.push_back({name, slots.put(mass), slots.put(inertia)});
  };
  add("world", 0.0, Sym3<double>::zero());
  for (const BodyPart& body : model.bodies) {
    check_body(body);
    add(body.name, body.mass, body.inertia);
  }
}

void update_joint_records(const Model& model, const Reference& reference, System& system) {
  SlotMaker slots{system.nominal.value};
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const JointPart& joint = model.joints[j];
    const std::string where = where_of(PartKind::joint, joint.name) + ".between";
    system.joints.push_back({joint.name, joint.type, body_named(system.names, joint.parent, where),
                             body_named(system.names, joint.child, where), slots.put(reference.X_PF[j]),
                             slots.put(reference.X_CM[j])});
  }
  check_tree(system);
}

std::vector<Reached> calc_tree(const System& system) {
  std::vector<JointSides> sides;
  for (const JointRecord& joint : system.joints) sides.push_back({joint.parent, joint.child});
  return calc_walk(sides, std::vector<bool>(system.bodies.size(), false));
}

double calc_length(const System& system) {
  std::vector<std::vector<Vec3<double>>> points(system.bodies.size());  // of a body's joints, in its own axes
  for (const JointRecord& joint : system.joints) {
    points[joint.parent.i].push_back(system.nominal[joint.X_PF].p);
    points[joint.child.i].push_back(system.nominal[joint.X_CM].p);
  }
  points.front().clear();  // distances on the world say nothing
  double longest = 0;
  for (const auto& on_body : points) {
    if (on_body.size() == 1) longest = std::max(longest, norm(on_body.front()));
    for (std::size_t i = 0; i < on_body.size(); ++i)
      for (std::size_t k = 0; k < i; ++k) longest = std::max(longest, norm(on_body[i] - on_body[k]));
  }
  return longest > 0 ? longest : 1.0;
}

System make_system(const Model& model) {
  const Reference reference = make_reference(model);
  System system;
  system.name = model.name;
  system.names = make_names(model);
  system.gravity = SlotMaker{system.nominal.value}.put(model.gravity);
  update_body_records(model, system);
  update_joint_records(model, reference, system);
  update_start(model, reference, system);
  update_laws(model, system);
  update_forces(model, system);
  update_contacts(model, system);
  update_events(model, system);
  system.length = calc_length(system);
  check_inertia(system);
  return system;
}

}  // namespace pintle
