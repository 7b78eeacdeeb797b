#include <fmt/core.h>

#include "pintle/io/parts/sections.h"
#include "pintle/io/values.h"

/// Controllers are not read yet. One that is not active is checked for its keys and left out, so that a
/// file that only prepares it can be used.
namespace pintle {
namespace {

void leave_out(const Item& item, Schema schema, std::string_view wanted, std::string_view way_out) {
  const Fields fields(item, schema, wanted);
  if (!fields || !is_usable_throughout(item)) return;
  const auto active = fields.flag("active");
  if (active && !*active)
    item.warn("is not active, and not read yet: the model does without it");
  else
    item.mistake_at_name(fmt::format("is not read yet; {}", way_out));
}

}  // namespace

void read_controller(const Item& item, const std::string&) {
  leave_out(item, schema::controller, "{when: …, set: {…}}", "use events, or say active: false to do without it");
}

}  // namespace pintle
