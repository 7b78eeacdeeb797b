#pragma once
#include <span>

#include "pintle/formulations/bodies/equations.h"

/// What each joint does to the user's child. With x solved, the balance of every body gives its inboard joint's wrench
/// from those of its outboard joints, from the leaves to the roots:
///
///     Gᵀλ of link i, about its mass centre:   F_i = M_i x_i − wrench_i − Σ_k λ_k on_k + Σ_children F_c moved to i   (1)
///
/// with the multipliers λ_k of closings whose rows push link i by on_k. So forces and accelerations balance to rounding
/// whatever the elimination lost. The rows then take out of F_i at M's origin what they can carry; the rest is rounding.
/// [Aslanov 2011, eq. 20–23] reads λ off the solution; his λ act along directions fixed in one body and are `reaction`,
/// not `load`.
namespace pintle::newton_euler {

using namespace bodies;

/// The constraint part of each link's inboard joint, after solve(): on the user's child, at M's origin, world axes.
void update_reactions(const Plan& plan, const Equations& in, std::span<const double> lambda, std::span<const Motion<double>> A_W,
                      std::span<Wrench<double>> reactions);

}  // namespace pintle::newton_euler
