#include "pintle/simulate/set_numbers.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "pintle/base/error.h"

namespace pintle {
namespace {

/// A frame of a joint is where its bodies are.
void check_frames(const System& system, int slot) {
  constexpr int numbers = 12;
  for (const JointRecord& joint : system.joints)
    for (const SlotPose frame : {joint.X_PF, joint.X_CM})
      if (slot >= frame.i && slot < frame.i + numbers)
        throw Error(
            fmt::format("it moves a frame of joint {}, and its bodies would have to jump there; set numbers of laws, "
                        "masses, forces or gravity",
                        joint.name));
}

/// Slots that differ; the first that moves a frame is told.
void check_frames(const System& system, std::span<const double> before, std::span<const double> after) {
  for (std::size_t i = 0; i < after.size(); ++i)
    if (after[i] != before[i]) check_frames(system, static_cast<int>(i));
}

/// Settings of one action together: what follows from a parameter takes a value, and leave to have it.
template <class ValueOf>
const Case& make_with(CaseMaker& maker, const Edits& edits, const ValueOf& value_of) {
  for (const SettingEdit& one : edits.settings) maker.set(one.input, value_of(one));
  return maker.make();
}

void take_back(CaseMaker& maker, const Edits& edits, const Case& before) {
  for (const SettingEdit& one : edits.settings) maker.set(one.input, before.inputs[static_cast<std::size_t>(one.input)]);
}

void check_event(const System& system, CaseMaker& maker, const Case& before, const EventRecord& event) {
  const std::string where = event.is_of_controller ? where_of(PartKind::controller, event.name) + ".set"
                                                   : where_of(PartKind::event, event.name) + ".do";
  for (const Edits& edits : event.actions) {
    if (edits.settings.empty()) continue;
    try {
      const Case& after = make_with(maker, edits, [&](const SettingEdit& one) { return system.nominal[one.value]; });
      check_frames(system, before.parameters.value, after.parameters.value);
    } catch (const Error& error) {
      throw Error(where, fmt::format("{}: {}", edits.text, error.what()));
    }
    take_back(maker, edits, before);
  }
}

/// What it will set is not known before; which numbers it moves is told by any other value that the model can have.
void check_sampled(const System& system, CaseMaker& maker, const Case& before, const ControllerRecord& controller) {
  constexpr double aside = 1;  // in SI units; of a switch, too
  const std::vector<double>* after = nullptr;
  try {
    after = &make_with(maker, controller.edits, [&](const SettingEdit& one) {
               return before.inputs[static_cast<std::size_t>(one.input)] + aside;
             }).parameters.value;
  } catch (const Error&) {}
  take_back(maker, controller.edits, before);
  if (!after) return;
  try {
    check_frames(system, before.parameters.value, *after);
  } catch (const Error& error) {
    throw Error(where_of(PartKind::controller, controller.name) + ".set", error.what());
  }
}

}  // namespace

void check_settings(const System& system) {
  if (!system.settable) return;
  CaseMaker maker(*system.settable);
  const Case before = maker.make();
  for (const EventRecord& event : system.events) check_event(system, maker, before, event);
  for (const ControllerRecord& controller : system.controllers) check_sampled(system, maker, before, controller);
}

void SetNumbers::restart(std::span<const double> inputs) {
  inputs_.assign(inputs.begin(), inputs.end());
  is_begun_ = false;
  holdings_.clear();
}

/// The maker stays from run to run: it is a model, and to make one for each of many cases would cost as much as their events.
void SetNumbers::begin() {
  if (is_begun_) return;
  if (!maker_) {
    maker_ = std::make_unique<CaseMaker>(*system_.settable);
    as_it_stands_ = maker_->make().inputs;
  }
  if (inputs_.empty()) inputs_ = as_it_stands_;
  for (std::size_t i = 0; i < inputs_.size(); ++i) maker_->set(static_cast<int>(i), inputs_[i]);
  before_ = maker_->make().parameters.value;
  is_begun_ = true;
}

void SetNumbers::set(int input, double value) {
  maker_->set(input, value);
  inputs_[input] = value;
}

void SetNumbers::take(int controller, int input) { holdings_.push_back({controller, input, inputs_[input]}); }

void SetNumbers::give_back(int controller) {
  for (std::size_t k = 0; k < holdings_.size();) {
    const Holding one = holdings_[k];
    if (one.controller != controller) {
      ++k;
      continue;
    }
    holdings_.erase(holdings_.begin() + static_cast<std::ptrdiff_t>(k));
    const auto later = std::find_if(holdings_.begin() + static_cast<std::ptrdiff_t>(k), holdings_.end(),
                                    [&](const Holding& other) { return other.input == one.input; });
    if (later != holdings_.end())
      later->before = one.before;
    else
      set(one.input, one.before);
  }
}

bool SetNumbers::apply(const Edits& edits, Parameters<double>& p) {
  if (edits.settings.empty() && edits.returns < 0) return false;
  begin();
  if (edits.returns >= 0) give_back(edits.returns);
  for (const SettingEdit& one : edits.settings) {
    if (edits.takes >= 0) take(edits.takes, one.input);
    set(one.input, p[one.value]);
  }
  const std::vector<double>& after = maker_->make().parameters.value;
  check_frames(system_, before_, after);
  bool changes = false;
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (after[i] == before_[i]) continue;
    p.value[i] = after[i];
    changes = true;
  }
  before_ = after;
  return changes;
}

struct SetNumbers::Memory {
  struct One {
    std::string name;
    double value;
    void archive(Archive& archive) { archive("input", name, value); }
  };
  struct Held {
    int controller;
    One one;
    void archive(Archive& archive) { archive("holding", controller, one); }
  };
  std::vector<One> inputs{};
  std::vector<Held> holdings{};

  void archive(Archive& archive) { archive("set", inputs, holdings); }
};

void SetNumbers::archive(Archive& archive) {
  if (!system_.settable) return;
  const std::vector<Input>& inputs = system_.settable->graph.inputs();
  Memory memory;
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    if (inputs[i].kind == InputKind::parameter) memory.inputs.push_back({inputs[i].name, inputs_[i]});
  for (const Holding& one : holdings_) memory.holdings.push_back({one.controller, {inputs[one.input].name, one.before}});
  memory.archive(archive);
  if (!archive.is_loading()) return;

  is_begun_ = false;
  holdings_.clear();
  const auto find = [&](const std::string& name) {
    const auto found = std::ranges::find_if(
        inputs, [&](const Input& input) { return input.kind == InputKind::parameter && input.name == name; });
    return found == inputs.end() ? -1 : static_cast<int>(found - inputs.begin());
  };
  if (!memory.inputs.empty() && inputs_.empty())
    for (const Input& input : inputs) inputs_.push_back(input.nominal);
  for (const Memory::One& one : memory.inputs)
    if (const int input = find(one.name); input >= 0) inputs_[input] = one.value;
  for (const Memory::Held& held : memory.holdings) {
    const int input = find(held.one.name);
    if (input < 0) throw Error(fmt::format("a controller has set {}, which is no number that can be set here", held.one.name));
    holdings_.push_back({held.controller, input, held.one.value});
  }
}

}  // namespace pintle
