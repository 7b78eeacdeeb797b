#pragma once
#include "pintle/structure/plan.h"
#include "pintle/structure/state.h"

namespace pintle {

/// Makes loops and constraints fit: first positions, then velocities. Unknown are the coordinates of the tree's joints that the
/// user did not give; bodies ride on them. Newton's method with the least change in the sense of the masses (least_change.h):
///
///     G δ = −g,   q ← q + δq,   poses from q,   until g is rounding                                     (1)
///     G δ = −ġ,   q̇ ← q̇ + δq̇                                                                           (2)
///
/// Directions that were given are held like those that the type forbids, also those of joints that close a loop; driven ones
/// are where their law says. Steps are at most half a radian and half of L, so that a guess picks the branch. A base stays
/// where it is; only if nothing else helps, one whose start is not given moves.
///
/// Without a guess the branch is that of the reference configuration, if that closes: what is told, u, is led from zero to its
/// value,
///
///     u = s u₁,   s: 0 → 1,   q(s + h) ≈ q(s) + h/h₋ (q(s) − q(s − h₋)),   then (1)                     (3)
///
/// in steps h so short that (1) takes away little of what they have moved. Where no such path leads to u₁, and where that of
/// (1) alone is on the same branch, (1) alone counts.
///
/// Throws Error, naming the joints and constraints that do not fit and by how much, if a row is off by more than 1e-9 L, or
/// 1e-9 of the largest speed; where an axis is tilted (tilted_axes.h) or drives fight (idle_drives.h), it says so.
void close_loops(const System& system, const Parameters<double>& p, const Structure& structure, const Topology& tree,
                 std::span<const Start::Given> given, State<double>& state);

}  // namespace pintle
