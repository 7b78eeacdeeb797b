#pragma once
#include <fmt/core.h>

#include <array>
#include <string_view>

#include "pintle/actions/edits.h"
#include "pintle/base/error.h"

/// `release: nose.tx`: a direction that the type forbids moves from now on. `lock` may hold it again, wherever it is then. A ball
/// whose translation is released keeps its quaternion.
namespace pintle {

struct ReleaseAction {
  static constexpr std::array<std::string_view, 1> words{"release"};
  static constexpr std::string_view example = "nose.tx";
  static constexpr ActionForm form = ActionForm::name;
  static constexpr std::string_view acts_on = "joint.direction";

  std::string joint;
  Direction direction;

  static constexpr std::string_view word() { return words[0]; }

  /// Directions of a joint that its type forbids, and that move from then on.
  DirectionSet frees(std::string_view of) const { return joint == of ? DirectionSet{}.with(direction) : DirectionSet{}; }

  template <class Making>
  Edits make_edits(Making& making, const std::string& where) const {
    const std::string key = fmt::format("{}.{}", where, word());
    const JointIndex j = joint_named(making.system.names, joint, key);
    if (making.system.joint(j).type.free.has(direction))
      throw Error(key, fmt::format("joint {} ({}) moves in {} by its type; write unlock: {}.{} if it is locked", joint,
                                   making.system.joint(j).type.name, name_of(direction), joint, name_of(direction)));
    return {.text = fmt::format("release {}", name_of_target(joint, &direction)), .bits = {edit_free(j, direction, true)}};
  }
};

}  // namespace pintle
