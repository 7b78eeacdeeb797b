#pragma once
#include <map>
#include <optional>
#include <span>

#include "pintle/system/place.h"

/// Whether the closures of a mechanism hold motions that the mass matrix does not see. With the motions as columns of N, and
/// the rows of loop joints and constraints as G, a combination of them is free if G N x = 0: so the columns of G N must be
/// independent. Motions that no closure connects are judged apart.
namespace pintle {

/// Of a body, world axes, v that of its point at p.
struct MotionAt {
  Vec3<double> p;
  Motion<double> V;

  Motion<double> seen_from(const Vec3<double>& point) const { return {V.w, V.v + cross(V.w, point - p)}; }
};
/// By body; those that are not there stay.
using Motions = std::map<int, MotionAt>;

/// The place among `motions` of one that takes part in a free combination; none if all are held. `order` is the tree that
/// the joints which close loops are not part of; poses are by body.
std::optional<std::size_t> find_motion_not_held(const System& system, std::span<const Reached> order,
                                                std::span<const Pose<double>> X_WB, std::span<const Motions> motions);

}  // namespace pintle
