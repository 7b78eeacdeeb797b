#include "pintle/closure/idle_drives.h"

#include <fmt/core.h>

#include "pintle/base/joined.h"
#include "pintle/closure/statics.h"

namespace pintle {
namespace {

/// Freedoms of variations of one structure at one state.
class Trial {
 public:
  Trial(const System& system, const Parameters<double>& p, const Structure& structure, const State<double>& state)
      : system_(system), p_(p), structure_(structure), state_(state) {}

  void hold(int driver, bool on) {
    const Driver& d = system_.drivers[driver];
    structure_.set_free(d.joint, d.direction, !on);
  }
  void hold(ConstraintIndex constraint, bool on) { structure_.held.set(constraint.i, on); }

  int calc_freedoms() const {
    Statics statics(system_, structure_);
    statics.update(p_, state_);
    return statics.freedoms();
  }
  /// To hold this driver takes a freedom.
  bool is_needed(int driver) {
    hold(driver, false);
    const int before = calc_freedoms();
    hold(driver, true);
    return calc_freedoms() < before;
  }

 private:
  const System& system_;
  const Parameters<double>& p_;
  Structure structure_;
  const State<double>& state_;
};

bool is_closed(const System& system, const Structure& structure, int driver) {
  return structure.closed[system.drivers[driver].joint.i];
}

IdleDrive find_others(const System& system, const Structure& structure, int driver, Trial& trial) {
  IdleDrive idle{driver, {}, {}};
  for (int other = 0; other < driver; ++other) {
    if (!is_closed(system, structure, other)) continue;
    trial.hold(other, false);
    if (trial.is_needed(driver)) idle.others.push_back(other);
    trial.hold(other, true);
  }
  for (int k = 0; k < static_cast<int>(system.constraints.size()); ++k) {
    if (!structure.held[k] || system.constraints[k].has_position()) continue;
    trial.hold(ConstraintIndex(k), false);
    if (trial.is_needed(driver)) idle.constraints.push_back(ConstraintIndex(k));
    trial.hold(ConstraintIndex(k), true);
  }
  return idle;
}

std::string name_of_driver(const System& system, int driver) {
  const Driver& d = system.drivers[driver];
  const JointRecord& joint = system.joint(d.joint);
  return joint.type.freedoms() == 1 ? joint.name : fmt::format("{}.{}", joint.name, name_of(d.direction));
}

}  // namespace

std::vector<IdleDrive> find_idle_drives(const System& system, const Parameters<double>& p, const Structure& structure,
                                        const State<double>& state) {
  if (system.drivers.empty() || !has_closings(system, structure)) return {};
  Trial trial(system, p, structure, state);
  const int held = trial.calc_freedoms();
  int count = 0;
  for (int k = 0; k < static_cast<int>(system.drivers.size()); ++k) {
    if (!is_closed(system, structure, k)) continue;
    trial.hold(k, false);
    ++count;
  }
  if (trial.calc_freedoms() - held == count) return {};
  std::vector<IdleDrive> list;
  for (int k = 0; k < static_cast<int>(system.drivers.size()); ++k) {
    if (!is_closed(system, structure, k)) continue;
    if (trial.is_needed(k)) continue;  // leaves it held
    IdleDrive idle = find_others(system, structure, k, trial);
    if (!idle.others.empty() || !idle.constraints.empty()) list.push_back(std::move(idle));
    trial.hold(k, false);
  }
  return list;
}

std::string idle_text(const System& system, const IdleDrive& idle) {
  std::vector<std::string> names;
  for (int other : idle.others) names.push_back(name_of_driver(system, other));
  const bool driven = !names.empty();
  if (!driven)
    for (ConstraintIndex k : idle.constraints) names.push_back(system.constraints[k.i].name);
  return fmt::format("{} is driven, and {} {} it already", name_of_driver(system, idle.driver),
                     driven ? fmt::format("so {} {}, which", names.size() == 1 ? "is" : "are", joined(names))
                            : fmt::format("the constraint{} {}", names.size() == 1 ? "" : "s", joined(names)),
                     names.size() == 1 ? "moves" : "move");
}

}  // namespace pintle
