#pragma once

namespace pintle {

/// What step control asks of a method.
struct StepRule {
  double error_order;  // q: err = O(h^q); 0: no estimate, fixed step
  double growth;       // largest factor from one step to the next
};

}  // namespace pintle
