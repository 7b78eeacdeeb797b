#pragma once
#include <span>
#include <string>
#include <vector>

#include "pintle/math/mat3.h"

namespace pintle {

/// Where a point mass is and how it moves, world axes.
struct PointMotion {
  Vec3<double> p = Vec3<double>::zero(), v = Vec3<double>::zero();  // [m], [m/s]
};

/// A spring between two particles: U = ½ k (r − ℓ)².
struct Bond {
  int a, b;
  double stiffness, length;  // [N/m], [m]
};

/// Point masses that push each other in pairs, as their files say them. Some belong to groups, which events make bodies of.
struct Particles {
  std::vector<double> mass;               // [kg]
  std::vector<PointMotion> start;         // at t = 0
  std::vector<int> group;                 // by particle: place in `groups`; −1: it belongs to none
  std::vector<std::string> groups;        // names, in the order in which the file has them first
  std::vector<std::vector<int>> members;  // by group
  std::vector<Bond> bonds;
  std::vector<std::vector<int>> bonded;  // by particle: those that bonds join it to, which it has no other force with

  int count() const { return static_cast<int>(mass.size()); }
  int find_group(const std::string& name) const;  // −1: none
};

/// Fills `members` and `bonded` from the other lists.
void connect(Particles& particles);

/// What the members of a group are together, as one body would be that has all that moves them in common:
///
///     m = Σ mᵢ,   m p = Σ mᵢ pᵢ,   m v = Σ mᵢ vᵢ                                     (1)
///     I = Σ mᵢ (rᵢ·rᵢ 1 − rᵢ rᵢᵀ),   I ω = Σ rᵢ × mᵢ (vᵢ − v),   rᵢ = pᵢ − p         (2)
///
/// world axes. The body has their momentum and angular momentum; of their kinetic energy it has all but what they move against
/// it, Σ ½ mᵢ |vᵢ − v − ω × rᵢ|².
struct Aggregate {
  double mass = 0;
  PointMotion centre;
  Sym3<double> inertia = Sym3<double>::zero();
  Vec3<double> w = Vec3<double>::zero();  // [rad/s]
};
Aggregate calc_aggregate(const Particles& particles, int group, std::span<const PointMotion> motions);

/// How it would go on if the forces f on its members moved it: v̇ = Σ fᵢ/m, and ω̇ of the mean rotation, from (2),
///
///     I ω̇ = Σ rᵢ × fᵢ − İ ω,   İ = Σ mᵢ (2 rᵢ·uᵢ 1 − rᵢ uᵢᵀ − uᵢ rᵢᵀ),   uᵢ = vᵢ − v      (3)
struct MeanAcceleration {
  Vec3<double> v = Vec3<double>::zero(), w = Vec3<double>::zero();
};
MeanAcceleration calc_mean_acceleration(const Particles& particles, int group, const Aggregate& now,
                                        std::span<const PointMotion> motions, std::span<const Vec3<double>> forces);

/// The moments of a group tell how it turns: its members are not all in one line.
bool is_spatial(const Sym3<double>& inertia);

}  // namespace pintle
