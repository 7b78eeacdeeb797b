#pragma once
#include <fmt/core.h>

#include <array>
#include <optional>
#include <string_view>

#include "pintle/actions/edits.h"
#include "pintle/base/error.h"

/// `lock: elbow`, `unlock: wrist.rx`: directions that the type leaves free are held where they are, or move again.
namespace pintle {

struct LockAction {
  static constexpr std::array<std::string_view, 2> words{"lock", "unlock"};
  static constexpr std::string_view example = "elbow";

  bool lock;  // or unlock
  std::string joint;
  std::optional<Direction> direction;  // none: all free directions of the type

  constexpr std::string_view word() const { return words[lock ? 0 : 1]; }

  template <class System>
  Edits make_edits(const System& system, const std::string& where) const {
    const std::string key = fmt::format("{}.{}", where, word());
    const JointIndex j = joint_named(system.names, joint, key);
    const auto& type = system.joint(j).type;
    if (type.freedoms() == 0)
      throw Error(key, fmt::format("joint {} ({}) has nothing that moves; leave this action out", joint, type.name));
    if (direction && !type.free.has(*direction))
      throw Error(key, fmt::format("joint {} ({}) does not move in {}; name one of its free directions", joint, type.name,
                                   name_of(*direction)));
    const DirectionSet directions = direction ? DirectionSet{}.with(*direction) : type.free;
    for (const auto& driver : system.drivers)
      if (driver.joint == j && directions.has(driver.direction))
        throw Error(key, fmt::format("{} of joint {} is driven and cannot be locked; lock another direction",
                                     name_of(driver.direction), joint));
    Edits edits{fmt::format("{} {}{}", word(), joint, direction ? fmt::format(".{}", name_of(*direction)) : "")};
    for (Direction d : all_directions)
      if (directions.has(d)) edits.bits.push_back(edit_free(j, d, !lock));
    return edits;
  }
};

}  // namespace pintle
