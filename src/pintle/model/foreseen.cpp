#include "pintle/model/foreseen.h"

#include <variant>

namespace pintle {
namespace {

/// visit(action) for all actions of all events.
template <class Visit>
void visit_actions(const Model& model, Visit&& visit) {
  for (const EventPart& event : model.events)
    for (const Action& action : event.actions) std::visit(visit, action);
}

}  // namespace

bool is_woken(const Model& model, std::string_view part) {
  bool woken = false;
  visit_actions(model, [&](const auto& action) {
    if constexpr (requires { action.wakes(part); }) woken = woken || action.wakes(part);
  });
  return woken;
}

DirectionSet find_freed(const Model& model, const JointPart& joint) {
  DirectionSet all;
  visit_actions(model, [&](const auto& action) {
    if constexpr (requires { action.frees(joint.name); }) all = all.with(action.frees(joint.name));
  });
  return all;
}

DirectionSet find_latched(const Model& model, const JointPart& joint) {
  DirectionSet all;
  visit_actions(model, [&](const auto& action) {
    if constexpr (requires { action.latches(joint.name, joint.type.free); })
      all = all.with(action.latches(joint.name, joint.type.free));
  });
  return all;
}

}  // namespace pintle
