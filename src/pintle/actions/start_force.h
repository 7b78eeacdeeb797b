#pragma once
#include <fmt/core.h>

#include <array>
#include <string_view>

#include "pintle/actions/edits.h"
#include "pintle/base/error.h"

/// `start: vent`, `stop_force: vent`: a force begins to act, and its `age` is zero then; or it acts no more.
namespace pintle {

struct ForceAction {
  static constexpr std::array<std::string_view, 2> words{"start", "stop_force"};
  static constexpr std::string_view example = "vent";
  static constexpr ActionForm form = ActionForm::name;

  bool start;  // or stop
  std::string force;
  static constexpr auto target = field("", &ForceAction::force).naming("force");

  void take_word(std::string_view given) { start = given == words[0]; }
  constexpr std::string_view word() const { return words[start ? 0 : 1]; }

  /// It lets the part act.
  bool wakes(std::string_view part) const { return start && force == part; }

  template <class Making>
  Edits make_edits(Making& making, const std::string& where) const {
    const int element = making.find_force(force);
    if (element < 0)
      throw Error(fmt::format("{}.{}", where, word()), fmt::format("there is no force {}; name one of the forces", force));
    Edits edits{.text = fmt::format("{} {}", word(), force), .bits = {{BitEdit::Of::active, element, start}}};
    if (const Slot clock = making.clock_of(element); start && clock.i >= 0) edits.clocks.push_back(clock);
    return edits;
  }
};

}  // namespace pintle
