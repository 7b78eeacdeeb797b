#include "pintle/formulations/articulated_body/stage_sweeps.h"
#include "pintle/math/lanes.h"

namespace pintle::articulated_body {

template void Sweeps<Lanes>::fold_stage();

}  // namespace pintle::articulated_body
