#pragma once
#include <vector>

#include "pintle/structure/plan.h"

namespace pintle::partitioned {

/// Which links the rows of closings pass on their way from their ends to where they are complete (structure/loop_order.h). At
/// every link and closing there is a slot for what its rows push there.
struct Passages {
  explicit Passages(const Plan& plan);

  struct End {
    int closing, end, link, slot;
  };
  struct Pass {
    int closing, slot;
    int up;  // slot at the parent; −1: that is the world
  };
  struct Leave {
    int closing, slot;       // −1 in the world
    std::vector<int> later;  // coupled closings that leave later, in that order, …
    std::vector<int> slots;  // … and their slots at this link
  };
  std::vector<End> ends;
  std::vector<std::vector<Pass>> open;     // by link, in the order in which they leave
  std::vector<std::vector<Leave>> leaves;  // by link, in their order
  int slots = 0;
};

}  // namespace pintle::partitioned
