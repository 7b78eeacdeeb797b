#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "pintle/io/item.h"

/// Actions of events in a file: each is the word of its kind with what it acts on, `lock: elbow`, or the word alone, `stop`.
namespace pintle {

class ExpressionWriter;

/// One element of `do`; nothing after a mistake.
std::optional<Action> read_action(const Item& item);
std::string write_action(const Action& action, ExpressionWriter& expressions);

}  // namespace pintle
