#include "pintle/system/lengths.h"

#include <algorithm>
#include <memory>

#include "pintle/system/make_parts.h"

namespace pintle {

LengthMaker::LengthMaker(const System& system) : joints_of_(system.bodies.size()) {
  for (const JointRecord& joint : system.joints) {
    joints_of_[joint.parent.i].push_back(joint.X_PF);
    joints_of_[joint.child.i].push_back(joint.X_CM);
  }
  joints_of_.front().clear();  // distances on the world say nothing
  longest_.resize(joints_of_.size());
}

double LengthMaker::calc_longest(const Parameters<double>& p, std::size_t body) {
  constexpr std::size_t many = 1000;
  points_.clear();
  for (const SlotPose& joint : joints_of_[body]) points_.push_back(p[joint].p);
  if (points_.size() == 1) return norm(points_.front());
  if (points_.size() > many) {  // the box around them: pairs of thousands of joints on one hub would take minutes
    Vec3<double> low = points_.front(), high = low;
    for (const Vec3<double>& point : points_)
      for (int k = 0; k < 3; ++k) {
        low[k] = std::min(low[k], point[k]);
        high[k] = std::max(high[k], point[k]);
      }
    return norm(high - low);
  }
  double longest = 0;
  for (std::size_t i = 0; i < points_.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) longest = std::max(longest, norm(points_[i] - points_[k]));
  return longest;
}

const std::vector<double>& LengthMaker::calc(const Parameters<double>& p) {
  for (std::size_t b = 0; b < longest_.size(); ++b) longest_[b] = calc_longest(p, b);
  return longest_;
}

void LengthMaker::update(System& system) {
  calc(system.nominal);
  const double longest = *std::ranges::max_element(longest_);
  system.length = longest > 0 ? longest : 1.0;
  std::vector<double>& lengths = system.mechanisms.lengths;
  std::ranges::fill(lengths, 0.0);
  for (std::size_t b = 1; b < longest_.size(); ++b) {
    double& length = lengths[system.mechanisms.of_body[b]];
    length = std::max(length, longest_[b]);
  }
  for (double& length : lengths)
    if (length == 0) length = 1;
}

bool has_length(const System& system, const Parameters<double>& p, int mechanism) {
  const auto is_away = [&](BodyIndex body, const SlotPose& X) {
    return body != world && system.mechanisms.of(body) == mechanism && norm(p[X].p) > 0;
  };
  return std::ranges::any_of(system.joints, [&](const JointRecord& joint) {
    return is_away(joint.parent, joint.X_PF) || is_away(joint.child, joint.X_CM);
  });
}

void update_lengths(Making& making) {
  System& system = making.system;
  system.length = calc_length(system);
  system.mechanisms = make_mechanisms(system);
  for (BodyIndex body : system.particles.body_of_group)
    if (body != world) system.particles.mechanism = system.mechanisms.of(body);
  making.again([lengths = std::make_shared<LengthMaker>(system), &system] { lengths->update(system); });
}

}  // namespace pintle
