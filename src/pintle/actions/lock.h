#pragma once
#include <fmt/core.h>

#include <array>
#include <optional>
#include <string_view>

#include "pintle/actions/edits.h"
#include "pintle/base/error.h"
#include "pintle/expressions/number.h"

/// `lock: elbow`, `unlock: wrist.rx`: directions that can move are held where they are, or move again.
///
/// `lock: {joint: elbow, stiffness: 2 kN*m/rad, damping: 5 N*m*s/rad}` is a latch that gives way. It takes no impulse: about the
/// value q₀ that the direction has at the instant,
///
///     τ = −k (q − q₀) − c q̇                                                                               (1)
///
/// which is a law of the direction like others, part of the load and not of the reaction. `unlock` takes it away.
namespace pintle {

struct LockAction {
  static constexpr std::array<std::string_view, 2> words{"lock", "unlock"};
  static constexpr std::string_view example = "elbow";
  static constexpr ActionForm form = ActionForm::name_or_map;
  static constexpr std::string_view acts_on = "joint or joint.direction";

  /// (1)
  struct Latch {
    Number stiffness, damping;  // [N m/rad], [N m s/rad] or [N/m], [N s/m]
  };

  bool lock;  // or unlock
  std::string joint;
  std::optional<Direction> direction;  // none: lock all that moves, unlock what the type leaves free
  std::optional<Latch> latch{};

  constexpr std::string_view word() const { return words[lock ? 0 : 1]; }
  template <class Visit>
  void visit_numbers(Visit&& visit) {
    if (latch) visit(latch->stiffness), visit(latch->damping);
  }

  /// Directions of a joint that get a law by it, of those that its type leaves `free`.
  DirectionSet latches(std::string_view of, DirectionSet free) const {
    if (!latch || joint != of) return {};
    return direction ? DirectionSet{}.with(*direction) : free;
  }

  template <class Making>
  Edits make_edits(Making& making, const std::string& where) const {
    const auto& system = making.system;
    const std::string key = fmt::format("{}.{}", where, word());
    const JointIndex j = joint_named(system.names, joint, key);
    const auto& record = system.joint(j);
    if (record.movable.count() == 0)
      throw Error(key, fmt::format("joint {} ({}) has nothing that moves; leave this action out", joint, record.type.name));
    if (direction && !record.movable.has(*direction))
      throw Error(key, fmt::format("joint {} ({}) does not move in {}; name one of its free directions", joint, record.type.name,
                                   name_of(*direction)));
    const DirectionSet directions = direction ? DirectionSet{}.with(*direction) : lock ? record.movable : record.type.free;
    for (const auto& driver : system.drivers)
      if (driver.joint == j && directions.has(driver.direction))
        throw Error(key, fmt::format("{} of joint {} is driven and cannot be locked; lock another direction",
                                     name_of(driver.direction), joint));
    Edits edits{fmt::format("{} {}", word(), name_of_target(joint, direction ? &*direction : nullptr))};
    for (Direction d : all_directions) {
      if (!directions.has(d)) continue;
      if (!latch) edits.bits.push_back(edit_free(j, d, !lock));
      if (latch) edits.latches.push_back({j, d, making.put(latch->stiffness), making.put(latch->damping)});
      if (!lock && making.has_latch(j, d)) edits.latches.push_back({j, d, {}, {}});
    }
    if (latch) edits.text += fmt::format(" (stiffness {:.6g}, damping {:.6g})", latch->stiffness.value, latch->damping.value);
    return edits;
  }
};

}  // namespace pintle
