#pragma once
#include <fmt/core.h>

#include <array>
#include <string>
#include <string_view>

#include "pintle/actions/edits.h"
#include "pintle/base/error.h"
#include "pintle/expressions/number.h"

/// `impulse: {at: {hub: [0, 0, 1]}, value: [0, 2, 0]}`: an impulse from outside at a point of a body, with a `moment` or alone,
/// in world axes or in those of a body. It enters the same balance as what joints do at the instant [Mukherjee 2007, eq. 7],
///
///     M (V⁺ − V⁻) = Gᵀ Λ + applied                                                                        (1)
namespace pintle {

struct ImpulseAction {
  static constexpr std::array<std::string_view, 1> words{"impulse"};
  static constexpr std::string_view example = "{at: {hub: [0, 0, 1]}, value: [0, 2, 0]}";
  static constexpr ActionForm form = ActionForm::map;

  ActionPoint at;
  ActionVector force{}, moment{};  // [N s], [N m s]
  std::string axes = "world";
  int instance = -1;  // of a `repeat` that turns; −1: none

  static constexpr std::array<std::string_view, 2> acts{"value", "moment"};  // without one of them it does nothing
  static constexpr std::string_view idle = "give value, moment or both";
  static constexpr auto fields() {
    return std::tuple{
        field("at", &ImpulseAction::at, "m", "one point of a body").required("at: {hub: [0, 0, 1]}").naming("an impulse"),
        field("value", &ImpulseAction::force, "N*s", "the impulse; with `moment` or alone"),
        field("moment", &ImpulseAction::moment, "N*m*s", "in place of `value` or with it"),
        field("axes", &ImpulseAction::axes, "", "the body whose axes they are in; default the world's").naming("body")};
  }
  static constexpr std::string_view word() { return words[0]; }

  template <class Making>
  Edits make_edits(Making& making, const std::string& where) const {
    const std::string key = fmt::format("{}.{}", where, word());
    const BodyIndex b = body_named(making.system.names, at.body, key + ".at");
    if (b == world) throw Error(key + ".at", "is a point of the world, which nothing moves; give a body");
    const BodyIndex in = body_named(making.system.names, axes, key + ".axes");
    Edits edits{.text = fmt::format("impulse on {}", at.body)};
    edits.impulses.push_back({b, in, making.put_point_on(b, at.p, instance), making.put_three(force), making.put_three(moment),
                              making.put_turn(in, instance)});
    return edits;
  }
};

}  // namespace pintle
