#pragma once
#include "pintle/io/fields.h"
#include "pintle/io/part_list.h"

namespace pintle {

/// Writes out the parts of the file: those at the top, then the instances of every group of `repeat`. Parameters must be
/// known, names are not needed. Says what is wrong with the groups.
void expand_parts(const Item& top, PartList& parts);

/// Takes out the parts whose `if` is false.
void drop_parts(Reading& reading, PartList& parts);

}  // namespace pintle
