#pragma once
#include "pintle/io/item.h"
#include "pintle/study/study.h"

namespace pintle {

/// The section `vary`.
void read_vary(const Item& section, Study& study);

/// "europa.study.yaml:7:30: vary.parameters.mass.normal.sd"
std::string where_of(const Item& item);

}  // namespace pintle
