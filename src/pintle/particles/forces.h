#pragma once
#include <span>
#include <vector>

#include "pintle/particles/neighbours.h"
#include "pintle/particles/pair_law.h"

/// What particles do to each other: bonds (particles.h) and pairs (pair_law.h). Each force has its opposite, to the bit, and both
/// are along the line between the two: momentum and angular momentum stay.
namespace pintle {

/// Adds the forces; between those that ride on one body none.
void add_bonds(const Particles& particles, std::span<const int> carrier, std::span<const Vec3<double>> places,
               std::span<Vec3<double>> forces);
void add_pairs(const PairLaw& law, const Neighbours& neighbours, std::span<const Vec3<double>> places,
               std::span<Vec3<double>> forces);

/// What bonds and pairs have stored, those within a body too [J]. It makes a list of its own, and so is a check on forces whose
/// list is older.
double calc_stored(const Particles& particles, const PairLaw& law, std::span<const PointMotion> motions);

/// An upper bound of how fast a particle can swing [rad/s]: by Gershgorin's circles around the bonds, and by the curvature of a
/// pair at its minimum. 1 where nothing pushes.
double calc_pace(const Particles& particles, const PairLaw& law);
/// How far particles are from their neighbours, where something pushes: σ, or the shortest bond; 1 m if nothing does [m].
double calc_spacing(const Particles& particles, const PairLaw& law);

}  // namespace pintle
