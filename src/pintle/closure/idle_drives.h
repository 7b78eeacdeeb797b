#pragma once
#include <string>
#include <vector>

#include "pintle/structure/state.h"
#include "pintle/structure/structure.h"

/// Two drives on one freedom. A driver is idle if what else is driven, and what constrains velocities, moves its direction
/// already: its law can agree with theirs at all times or contradict them, and do nothing else. Seen by rank (statics.h): to
/// hold it takes no freedom from the mechanism, and would if one of the others were not there.
namespace pintle {

struct IdleDrive {
  int driver = 0;                            // in System::drivers
  std::vector<int> others;                   // drivers, any of which would leave it a freedom
  std::vector<ConstraintIndex> constraints;  // that drive velocities, likewise
};

/// In the order of the file, at a state: of two drivers that fight, the second.
std::vector<IdleDrive> find_idle_drives(const System& system, const Parameters<double>& p, const Structure& structure,
                                        const State<double>& state);

/// "pin_d is driven, and so is pin_a, which moves it already".
std::string idle_text(const System& system, const IdleDrive& idle);

}  // namespace pintle
