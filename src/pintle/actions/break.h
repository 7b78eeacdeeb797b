#pragma once
#include <fmt/core.h>

#include <array>
#include <string_view>

#include "pintle/actions/edits.h"

/// `break: pin`: the joint holds no more. Its reaction and its load are zero, its laws do not act; coordinates are still read off
/// the two bodies. `break: rod`: so does a constraint.
namespace pintle {

struct BreakAction {
  static constexpr std::array<std::string_view, 1> words{"break"};
  static constexpr std::string_view example = "pin";
  static constexpr ActionForm form = ActionForm::name;
  static constexpr std::string_view acts_on = "joint or constraint";

  std::string joint;  // or constraint

  static constexpr std::string_view word() { return words[0]; }

  template <class Making>
  Edits make_edits(Making& making, const std::string& where) const {
    if (const auto part = making.system.names.find(joint); part && part->kind == decltype(part->kind)::constraint)
      return {.text = fmt::format("break {}", joint), .bits = {{BitEdit::Of::held, part->index, false}}};
    const JointIndex j = joint_named(making.system.names, joint, fmt::format("{}.{}", where, word()));
    return {.text = fmt::format("break {}", joint), .bits = {edit_closed(j, false)}};
  }
};

}  // namespace pintle
