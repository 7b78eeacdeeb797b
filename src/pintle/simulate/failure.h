#pragma once
#include <span>
#include <string>

#include "pintle/formulations/kernel.h"

namespace pintle {

/// One sentence about a run that cannot go on from (t, y): which law of the user's is not finite there or right behind it, which
/// body or joint is not, or moves most violently.
std::string explain_failure(const System& system, const Parameters<double>& p, Kernel<double>& kernel, double t,
                            std::span<const double> y);

/// What moves most violently at (t, y): "the largest acceleration is that of body foot, 1e+12 m/s²"; or the law that jumps there.
std::string explain_violence(const System& system, const Parameters<double>& p, Kernel<double>& kernel, double t,
                             std::span<const double> y);

/// A sentence if a joint whose three rotations follow each other is where two of them turn about one line, or has been there within
/// a step, and an angle was thrown past its stop by that; empty else.
std::string explain_gimbal_lock(const System& system, const Parameters<double>& p, const Structure& structure,
                                const State<double>& state);

/// True if y and ẏ are finite.
bool is_sound(Kernel<double>& kernel, double t, std::span<const double> y, std::vector<double>& scratch);

}  // namespace pintle
