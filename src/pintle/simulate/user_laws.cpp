#include "pintle/simulate/user_laws.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace pintle {
namespace {

constexpr double beyond_measure = 1e150;  // its square is no number

/// Of those that are wild the largest.
std::string describe_wild(const Formula& formula, std::span<const double> before, std::span<const double> now, double t0,
                          double t) {
  double most = 0;
  std::string sentence;
  for (std::size_t k = 0; k < now.size(); ++k) {
    const Origin& origin = formula.origins[k];
    const double size = std::max(std::abs(before[k]), std::abs(now[k]));
    if (origin.where.empty() || !(size > most)) continue;
    if (size > beyond_measure)
      sentence = fmt::format("{}: {} is {:.3g} at t = {:.9g} s; give an expression that stays within bounds", origin.where,
                             origin.text, now[k], t);
    else if (std::abs(now[k] - before[k]) > 0.5 * size)
      sentence = fmt::format(
          "{}: {} goes from {:.6g} to {:.6g} within {:.0e} s of t = {:.9g} s; give an expression that stays "
          "within bounds and does not jump",
          origin.where, origin.text, before[k], now[k], t - t0, t0);
    else
      continue;
    most = size;
  }
  return sentence;
}

}  // namespace

UserLaws::UserLaws(const System& system)
    : system_(system),
      living_(system.living),
      driving_(system.driving),
      living_outputs_(static_cast<std::size_t>(system.living.output_count())),
      driving_outputs_(static_cast<std::size_t>(system.driving.output_count())) {
  for (std::size_t k = 0; k < living_outputs_.size(); ++k)
    if (!system.living.origins[k].turns.empty()) turning_.push_back({k, std::nan(""), std::nan(""), 0});
}

void UserLaws::restart() {
  for (Turning& one : turning_) one = {one.output, std::nan(""), std::nan(""), 0};
  steps_ = 0;
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

void UserLaws::look(const Parameters<double>& p, const Instant& instant) {
  update(p, instant);
  check_values(system_.driving, driving_outputs_, instant.view.state.t);
  check_values(system_.living, living_outputs_, instant.view.state.t);
}

void UserLaws::check(const Parameters<double>& p, const Instant& instant) {
  look(p, instant);
  count_turns();
}

void UserLaws::start_change(const Parameters<double>& p, const Instant& instant) {
  update(p, instant);
  living_before_ = living_outputs_;
  driving_before_ = driving_outputs_;
  before_ = instant.view.state.t;
}

std::string UserLaws::find_wild(const Parameters<double>& p, const Instant& instant) {
  const double t = instant.view.state.t;
  update(p, instant);
  std::string sentence = describe_wild(system_.driving, driving_before_, driving_outputs_, before_, t);
  return sentence.empty() ? describe_wild(system_.living, living_before_, living_outputs_, before_, t) : sentence;
}

std::string UserLaws::find_largest(const Parameters<double>& p, const Instant& instant, double above) {
  double most = above;
  std::string sentence;
  const auto look = [&](const Formula& formula, std::span<const double> outputs) {
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      const Origin& origin = formula.origins[k];
      if (origin.where.empty() || !(std::abs(outputs[k]) > most)) continue;
      most = std::abs(outputs[k]);
      sentence = fmt::format("the largest law is {}: {}, {:.3g} at t = {:.9g} s; give an expression that stays within bounds",
                             origin.where, origin.text, outputs[k], instant.view.state.t);
    }
  };
  update(p, instant);
  look(system_.driving, driving_outputs_);
  look(system_.living, living_outputs_);
  return sentence;
}

/// A law that chatters jumps back to where it was before it jumped last, and stays there for a few steps. What oscillates
/// smoothly changes by as much from step to step, and does not come back to the same values.
void UserLaws::count_turns() {
  constexpr double jump = 0.1;   // of its size
  constexpr double same = 0.01;  // of a jump
  ++steps_;
  for (Turning& one : turning_) {
    const double now = living_outputs_[one.output], change = std::abs(now - one.last);
    if (change > jump * std::max(std::abs(now), std::abs(one.last))) {
      if (std::abs(now - one.before) < same * change) ++one.turns;
      one.before = one.last;
    }
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
          "smoothly, as tanh does: tanh({}/s) with a small s",
          origin.where, origin.text, origin.turns, one.turns, steps_, origin.turns);
    one.turns = 0;
  }
  steps_ = 0;
  return sentence;
}

}  // namespace pintle
