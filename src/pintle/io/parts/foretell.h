#pragma once
#include "pintle/io/part_list.h"

namespace pintle {

/// What must be known of actions before parts and conditions are read: directions that are released, names of stages, and numbers
/// that an event sets, which become inputs of the model's graph (system/case_maker.h). After collect_names(). What is wrong with
/// an action is for read_action() to tell.
void foretell_actions(Node& root, PartList& parts, Reading& reading);

}  // namespace pintle
