#include "pintle/structure/plan.h"

#include <utility>

#include "pintle/joints/motion.h"
#include "pintle/structure/plan_on_tree.h"

namespace pintle {
namespace {

class LayoutMaker {
 public:
  LayoutMaker(const System& system, const Structure& structure, Coordinates family)
      : system_(system), structure_(structure), family_(family) {}

  Layout make(const Topology& tree) {
    for (const Link& link : tree.links) {
      y_.q.push_back(y_.nq);
      y_.v.push_back(y_.nv);
      if (link.body == world) continue;
      mechanism_ = system_.mechanisms.of(link.body);
      if (family_ == Coordinates::body || !link.joint.exists()) {
        add_base(link.body);
      } else {
        add_joint(link.joint);
      }
    }
    y_.nz = system_.state_count();
    for (Block& block : velocities_) block.first += y_.nq;
    y_.blocks.insert(y_.blocks.end(), velocities_.begin(), velocities_.end());
    y_.scales.resize(static_cast<std::size_t>(y_.size()));
    for (const Block& block : y_.blocks)
      for (int i = block.first; i < block.first + block.count; ++i) put(i, block.mechanism, scale_of(block));
    add_states();
    add_parts();
    return std::move(y_);
  }

 private:
  static Scale scale_of(const Block& block) {
    const bool linear = block.kind == BlockKind::length || block.kind == BlockKind::speed;
    return linear ? Scale{1.0, block.mechanism} : Scale{};
  }
  void put(int i, int mechanism, Scale scale) {
    y_.scales[i] = scale;
    mechanism_of_.resize(y_.scales.size(), 0);
    mechanism_of_[i] = mechanism;
  }
  void add_base(BodyIndex b) {
    const auto place = [&](BlockKind q) { return moved_place(system_, b, q); };
    add({0, 3, mechanism_, BlockKind::length, place(BlockKind::length)},
        {0, 3, mechanism_, BlockKind::speed, place(BlockKind::speed)});
    add({0, 4, mechanism_, BlockKind::angle, place(BlockKind::angle)},
        {0, 3, mechanism_, BlockKind::rate, place(BlockKind::rate)});
  }
  void add_joint(JointIndex j) {
    const JointType& type = system_.joint(j).type;
    const DirectionSet free = structure_.free_directions(j);
    const auto add_one = [&](Direction d, int numbers, int rates) {
      const bool slides = is_translation(d);
      add({0, numbers, mechanism_, slides ? BlockKind::length : BlockKind::angle, moved_place(j, d, false)},
          {0, rates, mechanism_, slides ? BlockKind::speed : BlockKind::rate, moved_place(j, d, true)});
    };
    for (Direction d : all_directions)
      if (free.has(d) && (is_translation(d) || !is_quaternion(type, free))) add_one(d, 1, 1);
    if (is_quaternion(type, free)) add_one(Direction::rx, 4, 3);
  }
  void add(Block position, Block velocity) {
    position.first = y_.nq;
    velocity.first = y_.nv;
    y_.nq += position.count;
    y_.nv += velocity.count;
    y_.blocks.push_back(position);
    velocities_.push_back(velocity);
  }
  /// An element's states are depths, and a hundredth of L is deep; a bristle is as small. A coordinate that is driven by its rate
  /// is one like others.
  void add_states() {
    const int first = y_.nq + y_.nv;
    system_.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element) {
      const int mechanism = system_.mechanism_of(element);
      for (int s = 0; s < count_states(element); ++s) put(first + pool.state(k) + s, mechanism, {0.01, mechanism});
    });
    for (const JointLaw& law : system_.laws)
      if (law.friction && law.friction->bristle >= 0)
        put(first + system_.bristle_place(law.friction->bristle), system_.mechanism_of(law.joint), {0.01});
    for (const Driver& driver : system_.drivers) {
      if (driver.state < 0) continue;
      const BlockKind kind = is_translation(driver.direction) ? BlockKind::length : BlockKind::angle;
      const Block block{first + system_.driven_place(driver.state), 1, system_.mechanism_of(driver.joint), kind,
                        moved_place(driver.joint, driver.direction, false)};
      y_.blocks.push_back(block);
      put(block.first, block.mechanism, scale_of(block));
    }
  }
  void add_parts() {
    mechanism_of_.resize(y_.scales.size(), 0);
    for (int i = 0; i < y_.size(); ++i) {
      const int mechanism = mechanism_of_[i];
      if (y_.parts.empty() || y_.parts.back().group != mechanism)
        y_.parts.push_back({i, 1, mechanism});
      else
        ++y_.parts.back().count;
    }
  }

  const System& system_;
  const Structure& structure_;
  Coordinates family_;
  int mechanism_ = 0;  // of the link at hand
  Layout y_;
  std::vector<Block> velocities_;  // first: from the start of the velocities
  std::vector<int> mechanism_of_;  // by y
};

}  // namespace

Plan make_plan(const System& system, const Structure& structure, Coordinates family) {
  return make_plan(system, structure, family, make_topology(system, structure));
}

Plan make_plan(const System& system, const Structure& structure, Coordinates family, Topology tree) {
  Plan plan{family, structure, std::move(tree), {}, 0, {}, {}};
  plan.closings = make_closings(system, structure, plan.tree);
  plan.order = make_loop_order(plan.tree, plan.closings);
  plan.y = LayoutMaker(system, structure, family).make(plan.tree);
  for (const Link& link : plan.tree.links)
    if (link.body != world) plan.freedoms += link.joint.exists() ? structure.free_directions(link.joint).count() : 6;
  return plan;
}

void Layout::update_scales(const System& system, std::vector<double>& values) const {
  values.resize(scales.size());
  for (std::size_t i = 0; i < scales.size(); ++i) values[i] = scales[i].value(system.mechanisms);
}

std::shared_ptr<const Plan> PlanCache::plan_for(const System& system, const Structure& structure, Coordinates family) {
  const std::lock_guard lock(mutex_);
  if (const auto found = plans_.find({family, structure}); found != plans_.end()) return found->second;
  constexpr std::size_t most = 256;  // of more, those that nobody uses now are given up
  if (plans_.size() >= most) std::erase_if(plans_, [](const auto& entry) { return entry.second.use_count() == 1; });
  const auto plan = std::make_shared<const Plan>(make_plan(system, structure, family));
  if (plan->closings.empty()) plans_[{family, structure}] = plan;
  return plan;
}

int PlanCache::size() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(plans_.size());
}

}  // namespace pintle
