#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/io/expression.h"
#include "pintle/io/item.h"

/// Numbers of the model that events and controllers set, by their paths.
namespace pintle {

/// One value of `set`, and the path of what it sets: `parameters.k` or `k`, `joints.hip1.spring.stiffness`, `gravity.z`.
struct SetValue {
  std::string path;
  Item item;
};

/// All values of a `set`, duplicates reported and left out. A map in it goes on along its path, {joints.hip.spring: {stiffness: …,
/// damping: …}}; names of parts are this instance's own.
std::vector<SetValue> find_set_values(const Item& map);
/// "joints.hip.spring.stiffness" as seen from an instance of a group: "joints.hip3.spring.stiffness".
std::string find_own_path(const Reading& reading, const Context* context, std::string_view path);

/// A quantity or an expression of the dimension of what it replaces: of parameters, or, where `field` says so, of signals.
std::optional<Number> read_set_value(const SetValue& value, Field field);
/// Says so if nothing of that name can be set.
bool check_settable(const Item& item, const std::string& path);

}  // namespace pintle
