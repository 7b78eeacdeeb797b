#include "pintle/structure/plan.h"

#include "pintle/joints/motion.h"

namespace pintle {
namespace {

class LayoutMaker {
 public:
  LayoutMaker(const System& system, const Structure& structure, Coordinates family)
      : system_(system), structure_(structure), family_(family), length_(system.length) {}

  Layout make(const Topology& tree) {
    for (const Link& link : tree.links) {
      y_.q.push_back(y_.nq);
      y_.v.push_back(y_.nv);
      if (link.body == world) continue;
      if (family_ == Coordinates::body || !link.joint.exists()) {
        add_base();
      } else {
        add_joint(link.joint);
      }
    }
    y_.nz = system_.state_count();
    y_.scales = position_scales_;
    y_.scales.insert(y_.scales.end(), velocity_scales_.begin(), velocity_scales_.end());
    // A contact's states are depths, and a hundredth of L is deep; a bristle is as small.
    y_.scales.insert(y_.scales.end(), static_cast<std::size_t>(system_.bristle_place(0)), 0.01 * length_);
    y_.scales.insert(y_.scales.end(), static_cast<std::size_t>(system_.bristles), 0.01);
    y_.scales.insert(y_.scales.end(), static_cast<std::size_t>(system_.driven_rates), 1.0);
    return std::move(y_);
  }

 private:
  void add_base() {
    for (int k = 0; k < 3; ++k) add(length_, length_);
    add_quaternion();
  }
  void add_joint(JointIndex j) {
    const JointType& type = system_.joint(j).type;
    const DirectionSet free = structure_.free_directions(j);
    for (Direction d : all_directions) {
      if (!free.has(d)) continue;
      if (is_translation(d))
        add(length_, length_);
      else if (!is_quaternion(type, free))
        add(1.0, 1.0);
    }
    if (is_quaternion(type, free)) add_quaternion();
  }
  void add_quaternion() {
    position_scales_.insert(position_scales_.end(), 4, 1.0);
    velocity_scales_.insert(velocity_scales_.end(), 3, 1.0);
    y_.nq += 4;
    y_.nv += 3;
  }
  void add(double position_scale, double velocity_scale) {
    position_scales_.push_back(position_scale);
    velocity_scales_.push_back(velocity_scale);
    ++y_.nq;
    ++y_.nv;
  }

  const System& system_;
  const Structure& structure_;
  Coordinates family_;
  double length_;
  Layout y_;
  std::vector<double> position_scales_, velocity_scales_;
};

}  // namespace

Plan make_plan(const System& system, const Structure& structure, Coordinates family) {
  Plan plan{family, structure, make_topology(system, structure), {}, 0, {}, {}};
  plan.closings = make_closings(system, structure, plan.tree);
  plan.order = make_loop_order(plan.tree, plan.closings);
  plan.y = LayoutMaker(system, structure, family).make(plan.tree);
  for (const Link& link : plan.tree.links)
    if (link.body != world) plan.freedoms += link.joint.exists() ? structure.free_directions(link.joint).count() : 6;
  return plan;
}

std::shared_ptr<const Plan> PlanCache::plan_for(const Structure& structure, Coordinates family) {
  auto& plan = plans_[{family, structure}];
  if (!plan) plan = std::make_shared<const Plan>(make_plan(system_, structure, family));
  return plan;
}

}  // namespace pintle
