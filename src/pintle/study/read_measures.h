#pragma once
#include "pintle/io/item.h"
#include "pintle/study/study.h"

namespace pintle {

/// The section `measures` of a study: what they are, and what they are for the model.
void read_measures(const Item& section, Study& study);
/// The section `factors`: measures of what does not change while a case runs.
void read_factors(const Item& section, Study& study);

}  // namespace pintle
