#pragma once
#include <fmt/core.h>

#include <array>
#include <string>
#include <string_view>

#include "pintle/actions/edits.h"
#include "pintle/base/error.h"

/// `aggregate: lobe`: a group of particles becomes the body that was declared of it, with their mass, moments, momentum and
/// angular momentum (particles/particles.h); what they move against it is lost. `disperse: lobe`: the body becomes its particles
/// again, at their places on it, each with the velocity of its place; nothing is lost.
namespace pintle {

struct AggregateAction {
  static constexpr std::array<std::string_view, 2> words{"aggregate", "disperse"};
  static constexpr std::string_view example = "lobe";
  static constexpr ActionForm form = ActionForm::name;

  bool gather;  // or let go
  std::string body;
  static constexpr auto target = field("", &AggregateAction::body).naming("body");

  void take_word(std::string_view given) { gather = given == words[0]; }
  constexpr std::string_view word() const { return words[gather ? 0 : 1]; }

  template <class Making>
  Edits make_edits(Making& making, const std::string& where) const {
    const std::string place = fmt::format("{}.{}", where, word());
    const BodyIndex b = body_named(making.system.names, body, place);
    if (!making.system.particles.is_group(b))
      throw Error(place, fmt::format("{} is not made of particles; name a body that was declared with `group`", body));
    Edits edits{.text = fmt::format("{} {}", word(), body), .bits = {edit_whole(b, gather)}};
    if (gather) edits.gathers = b;
    return edits;
  }
};

}  // namespace pintle
