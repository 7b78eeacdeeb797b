#pragma once
#include "pintle/io/fields.h"

/// One reader per kind of part; each adds to `item.reading().model` under the complete name. Names and the types of joints
/// are known before any of them runs.
namespace pintle {

/// Before the bodies, which may be made of them.
void read_particles(const Item& section);
void read_body(const Item& item, const std::string& name);
void read_point(const Item& item, const std::string& name);
void read_joint(const Item& item, const std::string& name);
void read_force(const Item& item, const std::string& name);
void read_surface(const Item& item, const std::string& name);
void read_contact(const Item& item, const std::string& name);
void read_event(const Item& item, const std::string& name);
/// After the joints: what is driven has no start of its own.
void read_start(const Item& item, const std::string& name);
void read_constraint(const Item& item, const std::string& name);
/// One that is not active is checked, and left out.
void read_controller(const Item& item, const std::string& name);

/// After the user's signals.
void read_measure(const Item& item, const std::string& name);
void read_run(const Item& section);

/// The type of a joint; nothing after a mistake.
std::optional<JointType> read_joint_type(const Item& item);
/// The rows of a constraint, with the units of their multipliers; mistakes are for read_constraint() to tell. After the
/// types of the joints.
std::vector<NameTable::Entry::Row> find_constraint_rows(const Item& item);
/// What can be recorded of a force; mistakes are for read_force() to tell.
std::vector<NameTable::Entry::Row> find_force_rows(const Item& item);
/// Events that wait for each other. After all events.
void check_event_order(Reading& reading);
/// The user's own signals, in the model.
void add_signals(Reading& reading);

}  // namespace pintle
