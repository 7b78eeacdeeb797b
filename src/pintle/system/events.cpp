#include <fmt/format.h>

#include "pintle/base/error.h"
#include "pintle/system/make_parts.h"

namespace pintle {
namespace {

Signal signal_of(const EventPart& event, const System& system, const std::string& where) {
  const std::vector<Signal> found = find_signals(system, event.signal);
  if (found.empty())
    throw Error(where + ".when", fmt::format("there is no signal {}; a condition is a signal, a comparison and a value, for "
                                             "example elbow.angle > 30 deg",
                                             event.signal));
  if (found.size() > 1)
    throw Error(where + ".when", fmt::format("{} is {} signals; name one of them, for example {}", event.signal, found.size(),
                                             found.front().name));
  if (found.front().kind == SignalKind::impulse)
    throw Error(where + ".when",
                fmt::format("{} is zero but at the instant of an event; take a signal of the motion", event.signal));
  return found.front();
}

LockTarget target_of(const LockAction& action, const System& system, const std::string& where) {
  const std::string key = where + (action.lock ? ".do.lock" : ".do.unlock");
  const JointIndex j = joint_named(system.names, action.joint, key);
  const JointType& type = system.joint(j).type;
  LockTarget target{action.lock, j, type.free, fmt::format("{} {}", action.lock ? "lock" : "unlock", action.joint)};
  if (type.freedoms() == 0)
    throw Error(key, fmt::format("joint {} ({}) has nothing that moves; leave this action out", action.joint, type.name));
  if (action.direction) {
    if (!type.free.has(*action.direction))
      throw Error(key, fmt::format("joint {} ({}) does not move in {}; name one of its free directions", action.joint, type.name,
                                   name_of(*action.direction)));
    target.directions = DirectionSet{}.with(*action.direction);
    target.text += fmt::format(".{}", name_of(*action.direction));
  }
  return target;
}

}  // namespace

void update_events(const Model& model, System& system) {
  SlotMaker slots{system.nominal.value};
  for (const EventPart& event : model.events) {
    const std::string where = where_of(PartKind::event, event.name);
    EventRecord record{event.name, event.when, signal_of(event, system, where), event.comparison, slots.put(event.value),
                       {},         event.rearm};
    for (const LockAction& action : event.actions) record.actions.push_back(target_of(action, system, where));
    system.events.push_back(std::move(record));
  }
}

}  // namespace pintle
