#include "pintle/formulations/articulated_body/run_sweeps.h"

namespace pintle::articulated_body {

template class Sweeps<double>;

}  // namespace pintle::articulated_body
