#pragma once
#include "pintle/formulations/articulated_body/articulated_body.h"
#include "pintle/math/dual.h"

/// The kernel for dual numbers, by which tests derive its rates exactly. The library has no use for it.
namespace pintle {

extern template class articulated_body::Sweeps<Dual>;
extern template class articulated_body::Elements<Dual>;
extern template class ArticulatedBody<Dual>;

}  // namespace pintle
