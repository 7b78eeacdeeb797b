#pragma once
#include <span>
#include <vector>

#include "pintle/closure/body_rows.h"
#include "pintle/views/jump.h"

namespace pintle {

/// Work of the impulses of a jump, by mechanism [J]. It is known from them alone, and so proves the velocities that came out:
///
///     T⁺ − T⁻ = ½ (V⁺ + V⁻)ᵀ M (V⁺ − V⁻) = ½ Σ Λ·(V⁺ + V⁻)                                               (1)
///
/// with V⁺, V⁻ of each joint's child against its parent, the rates of the constraints' rows, and of what is applied from outside the
/// velocities of its body. `rows` are those of the structure that the jump was computed in, at `before`; none if there are no constraints.
void update_jump_work(const System& system, const Parameters<double>& p, const BodyRows* rows, const State<double>& before,
                      const State<double>& after, const JumpRecord<double>& jump, std::span<const Impulse> applied,
                      std::vector<double>& work);

}  // namespace pintle
