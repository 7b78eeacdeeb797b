#pragma once
#include <fmt/core.h>

#include <array>
#include <string>
#include <string_view>

#include "pintle/actions/edits.h"

/// `stage: cruise`: the phase that begins. Names count from 1 in the order of the file, 0 is what was before the first of them;
/// `system.stage` is the number, and conditions ask `stage == cruise`.
namespace pintle {

struct StageAction {
  static constexpr std::array<std::string_view, 1> words{"stage"};
  static constexpr std::string_view example = "cruise";
  static constexpr ActionForm form = ActionForm::name;
  static constexpr std::string_view acts_on = "name";

  std::string name;

  static constexpr std::string_view word() { return words[0]; }

  template <class Making>
  Edits make_edits(Making& making, const std::string&) const {
    return {.text = fmt::format("stage {}", name), .stage = making.stage_named(name)};
  }
};

}  // namespace pintle
