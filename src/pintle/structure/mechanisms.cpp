#include "pintle/structure/mechanisms.h"

#include <algorithm>
#include <numeric>

namespace pintle {
namespace {

/// By body: the first of those that it is connected with.
class Connected {
 public:
  explicit Connected(std::size_t bodies) : above_(bodies) { std::iota(above_.begin(), above_.end(), 0); }
  int first(int b) {
    while (at(b) != b) b = at(b) = at(at(b));
    return b;
  }
  void join(BodyIndex a, BodyIndex b) {
    if (a == world || b == world) return;
    const int x = first(a.i), y = first(b.i);
    at(std::max(x, y)) = std::min(x, y);
  }

 private:
  int& at(int b) { return above_[static_cast<std::size_t>(b)]; }
  std::vector<int> above_;
};

/// By body: the longest distance between two of its joints, or from its one joint to its mass centre.
std::vector<double> calc_reaches(const System& system) {
  std::vector<std::vector<Vec3<double>>> points(system.bodies.size());  // of a body's joints, in its own axes
  for (const JointRecord& joint : system.joints) {
    points[static_cast<std::size_t>(joint.parent.i)].push_back(system.nominal[joint.X_PF].p);
    points[static_cast<std::size_t>(joint.child.i)].push_back(system.nominal[joint.X_CM].p);
  }
  std::vector<double> reach(system.bodies.size(), 0.0);
  for (std::size_t b = 1; b < reach.size(); ++b) {
    const auto& on_body = points[b];
    if (on_body.size() == 1) reach[b] = norm(on_body.front());
    for (std::size_t i = 0; i < on_body.size(); ++i)
      for (std::size_t k = 0; k < i; ++k) reach[b] = std::max(reach[b], norm(on_body[i] - on_body[k]));
  }
  return reach;
}

}  // namespace

double Mechanisms::length_of(std::span<const BodyIndex> bodies) const {
  for (BodyIndex b : bodies)
    if (b != world) return length[static_cast<std::size_t>(of_body[static_cast<std::size_t>(b.i)])];
  return 1;
}

Mechanisms find_mechanisms(const System& system) {
  Connected connected(system.bodies.size());
  for (const JointRecord& joint : system.joints) connected.join(joint.parent, joint.child);
  for (const ConstraintRecord& constraint : system.constraints)
    for (std::size_t e = 1; e < constraint.bodies.size(); ++e) connected.join(constraint.bodies[0], constraint.bodies[e]);

  const std::vector<double> reach = calc_reaches(system);
  Mechanisms out{std::vector<int>(system.bodies.size(), -1), {}};
  for (int b = 1; b < system.body_count(); ++b) {
    const int first = connected.first(b);
    int& place = out.of_body[static_cast<std::size_t>(b)];
    if (first == b) {
      place = out.count();
      out.length.push_back(0);
    }
    place = out.of_body[static_cast<std::size_t>(first)];
    double& L = out.length[static_cast<std::size_t>(place)];
    L = std::max(L, reach[static_cast<std::size_t>(b)]);
  }
  for (double& L : out.length)
    if (L == 0) L = 1;
  return out;
}

std::vector<double> calc_loop_lengths(const System& system, const Plan& plan) {
  const Mechanisms mechanisms = find_mechanisms(system);
  const std::vector<double> reach = calc_reaches(system);
  std::vector<double> length(plan.closings.size(), 0.0);
  for (std::size_t i = 1; i < plan.tree.links.size(); ++i)
    for (int k : plan.order.open[i]) {
      double& L = length[static_cast<std::size_t>(k)];
      L = std::max(L, reach[static_cast<std::size_t>(plan.tree.links[i].body.i)]);
    }
  for (std::size_t k = 0; k < length.size(); ++k) {
    if (length[k] > 0) continue;
    std::vector<BodyIndex> bodies;
    for (int link : plan.closings[k].links) bodies.push_back(plan.tree.links[static_cast<std::size_t>(link)].body);
    length[k] = mechanisms.length_of(bodies);
  }
  return length;
}

}  // namespace pintle
