#pragma once
#include <array>

namespace pintle {

/// A place in Parameters, never a value: what a study may draw or an event may set is read through a slot.
struct Slot {
  int i = -1;
};
struct Slot3 {  // a vector
  int i = -1;
};
struct Slot6 {  // a symmetric matrix: xx xy xz yy yz zz
  int i = -1;
};
struct SlotPose {  // nine numbers of the rotation by rows, then the position
  int i = -1;
};
/// What may live: an output of System::living, new in every stage; −1: the slot's.
struct LivingSlot {
  Slot at;
  int output = -1;
};
struct LivingSlot3 {
  Slot3 at;
  std::array<int, 3> output{-1, -1, -1};
};
/// A piecewise-linear table: `count` pairs (x, y).
struct SlotTable {
  int i = -1;
  int count = 0;
};

}  // namespace pintle
