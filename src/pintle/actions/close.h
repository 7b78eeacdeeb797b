#pragma once
#include <fmt/core.h>

#include <array>
#include <string_view>

#include "pintle/actions/edits.h"

/// `close: catch`: a joint that was declared `active: false`, or was broken, holds from now on. Where one of its sides says
/// `current`, the frame there takes the present place and attitude of the other one, and the coordinates start at zero. Else the
/// frames are those of the file, and have to fit; with `{joint: catch, fit: project}` bodies are moved until they do. `close: rod`:
/// a constraint begins to hold; it has to fit, or is projected, likewise.
namespace pintle {

struct CloseAction {
  static constexpr std::array<std::string_view, 1> words{"close"};
  static constexpr std::string_view example = "catch";
  static constexpr ActionForm form = ActionForm::name_or_map;
  static constexpr std::string_view acts_on = "joint or constraint";

  std::string joint;  // or constraint
  bool project = false;

  static constexpr std::string_view word() { return words[0]; }

  /// It lets the part act.
  bool wakes(std::string_view part) const { return joint == part; }

  template <class Making>
  Edits make_edits(Making& making, const std::string& where) const {
    if (const auto part = making.system.names.find(joint); part && part->kind == decltype(part->kind)::constraint)
      return {
          .text = fmt::format("close {}", joint), .bits = {{BitEdit::Of::held, part->index, true}}, .closings = {{{}, project}}};
    const JointIndex j = joint_named(making.system.names, joint, fmt::format("{}.{}", where, word()));
    return {.text = fmt::format("close {}", joint), .bits = {edit_closed(j, true)}, .closings = {{j, project}}};
  }
};

}  // namespace pintle
