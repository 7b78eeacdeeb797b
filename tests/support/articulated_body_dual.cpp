#include "pintle/formulations/articulated_body/evaluating.h"
#include "pintle/formulations/articulated_body/stage_sweeps.h"
#include "pintle/math/dual.h"

/// The kernel for dual numbers, by which tests derive its rates exactly. The library has no use for it.
namespace pintle {

template class articulated_body::Sweeps<Dual>;
template class articulated_body::Elements<Dual>;
template class ArticulatedBody<Dual>;

}  // namespace pintle
