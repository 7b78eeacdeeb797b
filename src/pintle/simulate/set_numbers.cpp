#include "pintle/simulate/set_numbers.h"

#include <fmt/core.h>

#include <algorithm>

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

}  // namespace

void check_settings(const System& system) {
  if (!system.settable) return;
  CaseMaker maker(*system.settable);
  const Case& made = maker.make();
  const std::vector<double> before = made.parameters.value, inputs = made.inputs;
  for (const EventRecord& event : system.events)
    for (const Edits& edits : event.actions)
      for (const SettingEdit& one : edits.settings) {
        try {
          maker.set(one.input, system.nominal[one.value]);
          check_frames(system, before, maker.make().parameters.value);
        } catch (const Error& error) {
          const std::string where = event.is_of_controller ? where_of(PartKind::controller, event.name) + ".set"
                                                           : where_of(PartKind::event, event.name) + ".do";
          throw Error(where, fmt::format("{}: {}", edits.text, error.what()));
        }
        maker.set(one.input, inputs[static_cast<std::size_t>(one.input)]);
      }
}

void SetNumbers::restart(std::span<const double> inputs) {
  inputs_.assign(inputs.begin(), inputs.end());
  maker_.reset();
  holdings_.clear();
}

void SetNumbers::begin() {
  if (maker_) return;
  maker_ = std::make_unique<CaseMaker>(*system_.settable);
  for (std::size_t i = 0; i < inputs_.size(); ++i) maker_->set(static_cast<int>(i), inputs_[i]);
  const Case& made = maker_->make();
  before_ = made.parameters.value;
  inputs_ = made.inputs;
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

void SetNumbers::archive(Archive& archive) {
  archive("set", inputs_, holdings_);
  if (archive.is_loading()) maker_.reset();
}

}  // namespace pintle
