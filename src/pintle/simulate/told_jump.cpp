#include "pintle/simulate/told_jump.h"

#include <fmt/core.h>

#include <cmath>

#include "pintle/base/error.h"

namespace pintle {
namespace {

constexpr double same_place = 1e-9;  // of L; what is less is rounding, and is put back with the drift

constexpr const char* way_out = "let it go there within some time: by a function of time, for example a table";

}  // namespace

ToldJump::ToldJump(const System& system, const Structure& structure)
    : system_(system), structure_(structure), rows_(system, structure), driving_(system, structure) {}

void ToldJump::update(const Parameters<double>& p, const State<double>& state) {
  std::swap(now_, before_);
  now_.clear();
  driving_.update(state.t, p, state.z.data());
  for (const Drive<double>& drive : driving_.all()) now_.push_back({drive.q, drive.v});
  rows_.update(p, state);
  for (const ConstraintRow<double>& row : rows_.rows()) now_.push_back({row.g, row.gdot});
}

void ToldJump::note(const Parameters<double>& p, const State<double>& state) { update(p, state); }

bool ToldJump::find(const Parameters<double>& p, const State<double>& state, const Structure& next) {
  update(p, state);
  const std::size_t drivers = system_.drivers.size();
  bool any = false;
  for (std::size_t k = 0; k < drivers; ++k) {
    const int joint = system_.drivers[k].joint.i;
    if (!structure_.closed[joint] || !next.closed[joint]) continue;
    check_driver(static_cast<int>(k), state);
    any = any || now_[k].rate != before_[k].rate;
  }
  for (const BodyRows::Group& group : rows_.groups()) {
    if (!group.constraint.exists() || !next.held[group.constraint.i]) continue;
    for (int row = group.first; row < group.first + group.rows; ++row) {
      check_row(group, row, state.t);
      const std::size_t i = drivers + static_cast<std::size_t>(row);
      any = any || now_[i].rate != before_[i].rate;
    }
  }
  return any;
}

void ToldJump::check_driver(int k, const State<double>& state) const {
  const Driver& driver = system_.drivers[k];
  const double before = before_[k].place, now = now_[k].place;
  const bool slides = is_translation(driver.direction);
  if (std::abs(now - before) <= same_place * (slides ? system_.length : 1.0)) return;
  throw Error(fmt::format(
      "joint {} is told by its `driven` to be at {:.6g} {} at t = {:.9g} s and is at {:.6g}: it would have to "
      "jump there; {}, or drive its {}",
      system_.joint(driver.joint).name, now, slides ? "m" : "rad", state.t, before, way_out, slides ? "velocity" : "rate"));
}

void ToldJump::check_row(const BodyRows::Group& group, int row, double t) const {
  const std::size_t i = system_.drivers.size() + static_cast<std::size_t>(row);
  const double off = now_[i].place - before_[i].place;
  if (std::abs(off) <= same_place * group.L) return;
  throw Error(fmt::format("constraint {} is off by {:.3g} {} at t = {:.9g} s by what is set: its bodies would have to jump; {}",
                          system_.constraints[group.constraint.i].name, std::abs(off) / rows_.scale(row),
                          rows_.is_angular(row) ? "rad" : "m", t, way_out));
}

}  // namespace pintle
