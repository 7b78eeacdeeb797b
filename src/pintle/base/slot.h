#pragma once

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
/// A piecewise-linear table: `count` pairs (x, y).
struct SlotTable {
  int i = -1;
  int count = 0;
};

}  // namespace pintle
