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
            fmt::format("`set` moves a frame of joint {}, and its bodies would have to jump there; set numbers of laws, "
                        "masses, forces or gravity",
                        joint.name));
}

}  // namespace

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
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (after[i] == before_[i]) continue;
    check_frames(system_, static_cast<int>(i));
    p.value[i] = after[i];
  }
  before_ = after;
  inputs_ = made.inputs;
}

void SetNumbers::archive(Archive& archive) {
  archive("set", inputs_);
  if (archive.is_loading()) maker_.reset();
}

}  // namespace pintle
