#pragma once
#include <cmath>

namespace pintle {

/// What two particles at a distance r do to each other, if no bond joins them: Lennard-Jones [Jones 1924], switched off smoothly as
/// in [Eastman 2017],
///
///     U(r) = 4 ε [(σ/r)¹² − (σ/r)⁶] S(r)                                         (1)
///     S = 1 − 10 x³ + 15 x⁴ − 6 x⁵,   x = (r − r_s)/(r_c − r_s) within 0 … 1      (2)
///
/// so that U, U′ and U″ are continuous where it begins to fade, at r_s, and where it ends, at r_c: what cuts a potential off
/// otherwise heats or cools whoever crosses the edge. Its minimum is −ε at r = 2^(1/6) σ, if that is within r_s.
struct PairLaw {
  double depth = 0;     // ε [J]
  double distance = 0;  // σ [m]
  double fade = 0;      // r_s [m]
  double cutoff = 0;    // r_c [m]; 0: no pair feels another

  struct Value {
    double energy, push;  // U [J]; −U′/r [N/m]: the force on a is push (p_a − p_b)
  };
  /// At r² below r_c².
  Value at(double rr) const {
    const double s2 = distance * distance / rr, s6 = s2 * s2 * s2;
    const double U = 4 * depth * (s6 * s6 - s6), push = 24 * depth * (2 * s6 * s6 - s6) / rr;
    if (rr <= fade * fade) return {U, push};
    const double r = std::sqrt(rr), width = cutoff - fade, x = (r - fade) / width;
    const double S = 1 + x * x * x * (-10 + x * (15 - 6 * x));           // (2)
    const double slope = -30 * x * x * (1 - x) * (1 - x) / (width * r);  // S′/r
    return {U * S, push * S - U * slope};
  }
};

}  // namespace pintle
