#include "pintle/system/mechanisms.h"

#include <algorithm>
#include <numeric>

#include "pintle/system/lengths.h"

namespace pintle {

std::vector<double> calc_lengths_of_bodies(const System& system) { return LengthMaker(system).calc(system.nominal); }

namespace {

/// Sets of bodies that grow together.
class Sets {
 public:
  explicit Sets(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), 0); }

  int find(int i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(BodyIndex a, BodyIndex b) {
    if (a == world || b == world) return;
    parent_[static_cast<std::size_t>(std::max(find(a.i), find(b.i)))] = std::min(find(a.i), find(b.i));
  }

 private:
  std::vector<int> parent_;
};

}  // namespace

double Mechanisms::length_of(std::span<const BodyIndex> bodies) const {
  for (BodyIndex b : bodies)
    if (b != world) return lengths[of(b)];
  return 1;
}

double calc_length(const System& system) {
  const std::vector<double> lengths = calc_lengths_of_bodies(system);
  const double longest = *std::ranges::max_element(lengths);
  return longest > 0 ? longest : 1.0;
}

Mechanisms make_mechanisms(const System& system) {
  Sets sets(system.bodies.size());
  for (const JointRecord& joint : system.joints) sets.join(joint.parent, joint.child);
  system.elements.for_each([&](const auto&, int, const auto& element) {
    for (int i = 1; i < std::decay_t<decltype(element)>::pushed; ++i) sets.join(element.bodies[0], element.bodies[i]);
  });
  for (const ConstraintRecord& constraint : system.constraints) {
    BodyIndex last = world;
    const auto add = [&](BodyIndex body) {
      sets.join(last, body);
      if (body != world) last = body;
    };
    for (BodyIndex body : constraint.bodies) add(body);
    for (const CoordinateOf& read : constraint.reads) {
      add(system.joint(read.joint).parent);
      add(system.joint(read.joint).child);
    }
  }
  BodyIndex first = world;  // of groups: their particles push each other
  for (BodyIndex body : system.particles.body_of_group) {
    sets.join(first, body);
    if (first == world) first = body;
  }
  Mechanisms out{std::vector<int>(system.bodies.size(), 0), {}};
  const std::vector<double> of_body = calc_lengths_of_bodies(system);
  for (int b = 1; b < system.body_count(); ++b) {
    const int root = sets.find(b);
    if (root == b) {
      out.of_body[b] = out.count();
      out.lengths.push_back(0);
    }
    double& length = out.lengths[out.of_body[b] = out.of_body[root]];
    length = std::max(length, of_body[b]);
  }
  if (out.lengths.empty()) out.lengths.push_back(0);
  for (double& length : out.lengths)
    if (length == 0) length = 1;
  return out;
}

}  // namespace pintle
