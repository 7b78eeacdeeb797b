#pragma once
#include <algorithm>

#include "pintle/expressions/interval.h"
#include "pintle/math/elementary.h"

/// Where a surface may be touched while a place moves: within a stretch of time a place is somewhere in a box, in the surface's
/// axes. An uneven surface says, besides near() (near.h), by intervals:
///
///     within(data, t, box, r)    whether a ball of radius r about the place may touch, and whether the distance is even:
///                                as smooth over the box as the motion is
///
/// So ground that is narrow against a step is not flown over.
namespace pintle {

struct Box {
  Interval x, y, z;  // [m]

  double breadth() const { return hypot(x.width(), y.width()); }  // along the ground [m]
  double size() const { return hypot(breadth(), z.width()); }     // [m]
};

struct Within {
  bool near = true, even = true;
};

/// Of a ball of radius R about c: it is as smooth as it is round.
inline Within within_ball(const Box& box, double cx, double cy, double cz, double R, double r) {
  const auto apart = [](const Interval& x, double c) { return std::max({0.0, x.low - c, c - x.high}); };
  const double away = hypot(hypot(apart(box.x, cx), apart(box.y, cy)), apart(box.z, cz));
  return {!(away > R + r), box.size() <= R + r};
}

}  // namespace pintle
