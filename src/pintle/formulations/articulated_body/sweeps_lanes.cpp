#include "pintle/formulations/articulated_body/run_sweeps.h"
#include "pintle/math/lanes.h"

namespace pintle::articulated_body {

template class Sweeps<Lanes>;

}  // namespace pintle::articulated_body
