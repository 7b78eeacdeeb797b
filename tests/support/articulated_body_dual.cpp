#include "support/articulated_body_dual.h"

#include "pintle/formulations/articulated_body/evaluating.h"
#include "pintle/formulations/articulated_body/stage_sweeps.h"

namespace pintle {

template class articulated_body::Sweeps<Dual>;
template class articulated_body::Elements<Dual>;
template class ArticulatedBody<Dual>;

}  // namespace pintle
