#include "pintle/simulate/count_allocations.h"  // summary.json counts them
