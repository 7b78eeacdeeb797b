#include "pintle/simulate/count_allocations.h"  // the test program counts, so that runs can be held to zero
