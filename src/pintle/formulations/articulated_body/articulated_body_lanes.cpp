#include "pintle/formulations/articulated_body/evaluating.h"
#include "pintle/math/lanes.h"

namespace pintle {

template class articulated_body::Elements<Lanes>;
template class ArticulatedBody<Lanes>;

}  // namespace pintle
