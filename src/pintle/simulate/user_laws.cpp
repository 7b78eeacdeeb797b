#include "pintle/simulate/user_laws.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace pintle {

UserLaws::UserLaws(const System& system)
    : system_(system),
      living_(system.living),
      driving_(system.driving),
      living_outputs_(static_cast<std::size_t>(system.living.output_count())),
      driving_outputs_(static_cast<std::size_t>(system.driving.output_count())) {
  for (std::size_t k = 0; k < living_outputs_.size(); ++k)
    if (!system.living.origins[k].turns.empty()) turning_.push_back({k, std::nan(""), 0});
}

void UserLaws::update(const Parameters<double>& p, const Instant& instant) {
  if (!living_outputs_.empty()) living_.update(system_, p, instant, living_outputs_);
  if (!driving_outputs_.empty()) driving_.update(system_, p, instant, driving_outputs_);
}

std::string UserLaws::find_broken(const Parameters<double>& p, const Instant& instant) {
  const double t = instant.view.state.t;
  update(p, instant);
  std::string sentence = pintle::find_broken(system_.driving, driving_outputs_, t);
  return sentence.empty() ? pintle::find_broken(system_.living, living_outputs_, t) : sentence;
}

void UserLaws::check(const Parameters<double>& p, const Instant& instant) {
  update(p, instant);
  check_values(system_.driving, driving_outputs_, instant.view.state.t);
  check_values(system_.living, living_outputs_, instant.view.state.t);
  count_turns();
}

/// A jump is a change by more than half of what it comes to: small steps make no other.
void UserLaws::count_turns() {
  ++steps_;
  for (Turning& one : turning_) {
    const double now = living_outputs_[one.output];
    if (std::abs(now - one.last) > 0.5 * std::max(std::abs(now), std::abs(one.last))) ++one.turns;
    one.last = now;
  }
}

std::string UserLaws::find_chatter() {
  std::string sentence;
  for (Turning& one : turning_) {
    const Origin& origin = system_.living.origins[one.output];
    if (one.turns > steps_ / 8 && sentence.empty())
      sentence = fmt::format(
          "{}: {} jumps back and forth with {}, {} times in {} steps; use a friction law in its place, or one that turns "
          "smoothly, as tanh does",
          origin.where, origin.text, origin.turns, one.turns, steps_);
    one.turns = 0;
  }
  steps_ = 0;
  return sentence;
}

}  // namespace pintle
