#include "pintle/simulate/allocations.h"

/// Defined by count_allocations.h where a program includes it; null elsewhere.
extern "C" [[gnu::weak]] long pintle_allocation_count();

namespace pintle {

long allocation_count() { return pintle_allocation_count ? pintle_allocation_count() : -1; }

}  // namespace pintle
