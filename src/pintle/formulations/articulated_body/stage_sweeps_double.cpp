#include "pintle/formulations/articulated_body/stage_sweeps.h"

namespace pintle::articulated_body {

template void Sweeps<double>::fold_stage();

}  // namespace pintle::articulated_body
