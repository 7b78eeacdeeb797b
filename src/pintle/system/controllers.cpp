#include <fmt/core.h>

#include "pintle/base/error.h"
#include "pintle/controllers/library.h"
#include "pintle/system/make_parts.h"

/// Controllers with a condition become two events: one sets numbers when it becomes true, the other gives back what was there
/// before when it is false again. What is sampled is a list of its own.
namespace pintle {
namespace {

std::string where_of_controller(const ControllerPart& controller) { return where_of(PartKind::controller, controller.name); }

/// When it begins.
EventRecord make_beginning(Making& making, const ControllerPart& controller, int index) {
  const std::string where = where_of_controller(controller);
  Edits edits{.text = "set"};
  for (const ControllerPart::Output& output : controller.outputs) {
    making.add_setting(output.path, making.put(output.value), where + ".set", edits);
    edits.text += fmt::format("{} {} = {}", &output == controller.outputs.data() ? "" : ",", output.path, output.text);
  }
  if (!controller.keeps) edits.takes = index;
  EventRecord record{.name = controller.name,
                     .cause = controller.when,
                     .condition = make_condition(making.model, controller.condition, making.formulas, where + ".when"),
                     .actions = {std::move(edits)},
                     .after = {},
                     .duration = std::nullopt,
                     .rearm = true,
                     .active = true,
                     .is_of_controller = true};
  check_observed(record.condition.formula, where + ".when");
  return record;
}

/// When the condition of `beginning` is false again.
EventRecord make_end(const ControllerPart& controller, const EventRecord& beginning, EventIndex after, int index) {
  EventRecord record = beginning;
  record.cause = fmt::format("not ({})", controller.when);
  std::vector<Condition::Node>& nodes = record.condition.nodes;
  nodes.push_back({Condition::Node::Kind::opposite, static_cast<int>(nodes.size()) - 1});
  Edits edits{.text = "restore"};
  for (const ControllerPart::Output& output : controller.outputs)
    edits.text += fmt::format("{} {}", &output == controller.outputs.data() ? "" : ",", output.path);
  edits.returns = index;
  record.actions = {std::move(edits)};
  record.after = after;
  return record;
}

ControllerRecord make_sampled(Making& making, const ControllerPart& controller) {
  const std::string where = where_of_controller(controller);
  std::vector<Expr> reads;
  ControllerRecord record{.name = controller.name,
                          .every = making.put(*controller.every),
                          .formula = {},
                          .library = {},
                          .inputs = {},
                          .outputs = {},
                          .held = {},
                          .edits = {.text = {}}};
  for (const ControllerPart::Input& input : controller.inputs) {
    reads.push_back(input.value);
    record.inputs.push_back(input.text);
  }
  for (const ControllerPart::Output& output : controller.outputs) {
    if (controller.library.empty()) reads.push_back(output.value.expr);
    record.outputs.push_back(output.path);
    record.held.push_back(making.slots().put(0.0));
    making.add_setting(output.path, record.held.back(), where + (controller.library.empty() ? ".set" : ".outputs"), record.edits);
  }
  record.formula = making.formulas.make(reads, where);
  check_observed(record.formula, where);
  try {
    if (!controller.library.empty()) record.library = ControllerLibrary::open(controller.library);
  } catch (const Error& reason) {
    throw Error(where + ".library", reason.what());
  }
  making.again([every = &*controller.every, where] {
    if (!(every->value > 0)) throw Error(where + ".every", fmt::format("{} s is no time; give more than zero", every->value));
  });
  return record;
}

}  // namespace

void update_controllers(Making& making) {
  System& system = making.system;
  for (int index = -1; const ControllerPart& controller : making.model.controllers) {
    ++index;
    if (!controller.active) continue;
    if (controller.every) {
      system.controllers.push_back(make_sampled(making, controller));
      continue;
    }
    const EventIndex beginning(static_cast<int>(system.events.size()));
    system.events.push_back(make_beginning(making, controller, index));
    if (!controller.keeps) system.events.push_back(make_end(controller, system.events.back(), beginning, index));
  }
}

}  // namespace pintle
