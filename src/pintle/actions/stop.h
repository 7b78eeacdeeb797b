#pragma once
#include <array>
#include <string_view>

#include "pintle/actions/edits.h"

/// `stop`: the run ends, with status `stopped`.
namespace pintle {

struct StopAction {
  static constexpr std::array<std::string_view, 1> words{"stop"};
  static constexpr std::string_view example = {};
  static constexpr ActionForm form = ActionForm::alone;

  static constexpr std::string_view word() { return words[0]; }

  template <class Making>
  Edits make_edits(Making&, const std::string&) const {
    return {.text = "stop", .ends_run = true};
  }
};

}  // namespace pintle
