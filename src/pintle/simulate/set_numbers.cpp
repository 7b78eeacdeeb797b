#include "pintle/simulate/set_numbers.h"

#include <fmt/core.h>

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
          throw Error(where_of(PartKind::event, event.name) + ".do", fmt::format("{}: {}", edits.text, error.what()));
        }
        maker.set(one.input, inputs[static_cast<std::size_t>(one.input)]);
      }
}

void SetNumbers::restart(std::span<const double> inputs) {
  inputs_.assign(inputs.begin(), inputs.end());
  maker_.reset();
}

void SetNumbers::apply(std::span<const SettingEdit> settings, Parameters<double>& p) {
  if (settings.empty()) return;
  if (!maker_) {
    maker_ = std::make_unique<CaseMaker>(*system_.settable);
    for (std::size_t i = 0; i < inputs_.size(); ++i) maker_->set(static_cast<int>(i), inputs_[i]);
    before_ = maker_->make().parameters.value;
  }
  for (const SettingEdit& one : settings) maker_->set(one.input, p[one.value]);
  const Case& made = maker_->make();
  const std::vector<double>& after = made.parameters.value;
  check_frames(system_, before_, after);
  for (std::size_t i = 0; i < after.size(); ++i)
    if (after[i] != before_[i]) p.value[i] = after[i];
  before_ = after;
  inputs_ = made.inputs;
}

void SetNumbers::archive(Archive& archive) {
  archive("set", inputs_);
  if (archive.is_loading()) maker_.reset();
}

}  // namespace pintle
