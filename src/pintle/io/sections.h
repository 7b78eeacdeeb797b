#pragma once
#include "pintle/io/fields.h"

/// One reader per section of the file; each fills its part of `item.reading().model`.
/// Names are known before any of them runs; joints come before `initial` and `events`, which ask for their types.
namespace pintle {

void read_bodies(const Item& section);
void read_joints(const Item& section);
void read_forces(const Item& section);
void read_surfaces(const Item& section);
void read_contacts(const Item& section);
void read_initial(const Item& section);
void read_events(const Item& section);
void read_run(const Item& section);

}  // namespace pintle
