#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "pintle/base/described.h"
#include "pintle/base/index.h"
#include "pintle/base/slot.h"
#include "pintle/expressions/number.h"
#include "pintle/joints/direction.h"

/// What an action changes, in elementary edits. Who carries them out (simulate/change.h) knows no action.
namespace pintle {

/// A bit of the structure (structure/structure.h) and what it becomes.
struct BitEdit {
  enum class Of : std::uint8_t { free, closed, active, held, whole };
  Of of;
  int place;
  bool on;
};

constexpr BitEdit edit_free(JointIndex j, Direction d, bool on) { return {BitEdit::Of::free, 6 * j.i + index_of(d), on}; }
constexpr BitEdit edit_whole(BodyIndex b, bool on) { return {BitEdit::Of::whole, b.i, on}; }
constexpr BitEdit edit_closed(JointIndex j, bool on) { return {BitEdit::Of::closed, j.i, on}; }

/// An impulse at a point of a body, with a moment, in the axes of a body or of the world.
struct ImpulseEdit {
  BodyIndex body, axes;
  Slot3 at, force, moment;  // [m] in the body's axes, [N s], [N m s]
  SlotPose turn;            // its R turns what was given within these axes: instances of a `repeat`
};

/// A joint closes where it is declared, or where one of its sides is now (JointRecord::current).
struct ClosingEdit {
  JointIndex joint;
  bool project = false;  // what does not fit is moved there
};

/// A spring and damper hold a direction about its present value; without slots they are taken away.
struct LatchEdit {
  JointIndex joint;
  Direction direction;
  Slot stiffness, damping;
};

/// A number of the model becomes another: `input` of its graph takes the value of a slot.
struct SettingEdit {
  int input;
  Slot value;
};

struct Edits {
  std::string text;  // in the log: "lock elbow"
  std::vector<BitEdit> bits{};
  std::vector<ImpulseEdit> impulses{};
  std::vector<ClosingEdit> closings{};
  std::vector<LatchEdit> latches{};
  std::vector<SettingEdit> settings{};
  BodyIndex gathers{};           // it is made anew of its group of particles; none: no body is
  std::vector<Slot> clocks{};    // they get the present time
  int stage = -1;                // that begins, in System::stages; −1: the present one goes on
  int takes = -1, returns = -1;  // a controller: the settings are its own until it gives back what was there before; −1: none
  bool ends_run = false;
};

/// How an action stands in a file: a word alone, with a name, with a map, or with either. An action with a name says whose it is
/// by `target`, one with a map what is in it by `fields()` (base/described.h), and is then read, written and told by itself; of
/// names that are `world` at first, the world may be meant.
enum class ActionForm : std::uint8_t { alone, name, map, name_or_map };

/// Members of a map, besides a Number and a std::string with the name of a part.
using ActionVector = std::array<Number, 3>;
struct ActionPoint {
  std::string body;
  ActionVector p{};  // in the axes of its mass centre [m]
};

/// "elbow", "elbow.rz".
inline std::string name_of_target(const std::string& joint, const Direction* direction) {
  return direction ? joint + "." + std::string(name_of(*direction)) : joint;
}

}  // namespace pintle
