#pragma once
#include "pintle/io/part_list.h"

namespace pintle {

/// The names of all parts and the types of all joints; says which names cannot be. Signals are known by their values.
void collect_names(Reading& reading, PartList& parts);

/// Parameters that only stand where nobody reads are not called unused: in variants that were not chosen, in parts that
/// were dropped, in what is not active.
void mark_unread_words(const Node& root, Reading& reading, const PartList& parts);

}  // namespace pintle
