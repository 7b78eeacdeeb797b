#pragma once
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

/// The systems of the speed tables, as plain numbers: the floor makes its sweeps from them, and whoever compares
/// another code with the floor builds the same systems from the same numbers.
namespace pintle::floor {

/// A body B and the joint that carries it. B's origin is the joint point; at q = 0 its axes are those of the joint
/// frame F, which is fixed in the parent P, and a hinge turns it about its own coordinate axis `axis`:
///
///     R_PB = R_PF Rot(axis, q),   p_PB = p_PF
struct BodyData {
  int parent = -1;                                        // −1: ground
  int axis = 1;                                           // hinge about x (0), y (1) or z (2); no meaning for a free base
  std::array<double, 9> R_PF{1, 0, 0, 0, 1, 0, 0, 0, 1};  // row by row
  bool is_aligned = true;                                 // R_PF = 1, and the sweep leaves it out
  std::array<double, 3> p_PF{};                           // [m]
  double mass = 0;                                        // [kg]
  std::array<double, 3> p_BC{};                           // mass centre C [m]
  std::array<double, 6> I_C{};                            // inertia about C in B: xx xy xz yy yz zz [kg m²]
};

/// Bodies in depth-first order: every parent stands before its children.
struct TreeData {
  std::vector<BodyData> bodies;
  std::array<double, 3> gravity_W{0, 0, -9.81};  // [m/s²]
  bool has_free_base = false;                    // body 0 floats; all other joints are hinges
};

/// A chain of n slender links on ground, 1 m and 1 kg each, laid along x; hinges about y, z, y, z …
inline TreeData make_chain(int n) {
  TreeData tree;
  for (int i = 0; i < n; ++i) {
    tree.bodies.push_back({.parent = i - 1,
                           .axis = i % 2 == 0 ? 1 : 2,
                           .p_PF = {i == 0 ? 0.0 : 1.0, 0, 0},
                           .mass = 1,
                           .p_BC = {0.5, 0, 0},
                           .I_C = {0.013, 0, 0, 0.083, 0, 0.083}});
  }
  return tree;
}

/// Cosine and sine of k·60°; 0 and ±1/2 are exact.
inline std::array<double, 2> calc_leg_direction(int k) {
  constexpr double tiny = 1e-12;
  double c = std::cos(k * std::numbers::pi / 3), s = std::sin(k * std::numbers::pi / 3);
  if (std::fabs(s) < tiny) s = 0;
  if (std::fabs(std::fabs(c) - 0.5) < tiny) c = std::copysign(0.5, c);
  return {c, s};
}

/// A lander for Europa on six legs of two links (thigh, shank): 13 bodies, 18 freedoms, 900 kg. In a leg's frame x
/// points outwards, y along the tangent, which is the axis of hip and knee, and z up. After
/// [Wachlin 2018, ch. 6]; these are the round numbers of the speed tables, not those of the landing studies.
inline TreeData make_lander() {
  constexpr double hip_radius = 0.75, hip_height = -0.45;                    // of the hips in the base [m]
  constexpr double link_length = 0.63, link_mass = 7.5, link_radius = 0.03;  // [m], [kg], [m]
  constexpr double I_along = link_mass * link_radius * link_radius / 2;      // [kg m²]
  constexpr double I_across = link_mass * link_length * link_length / 12;    // [kg m²]
  TreeData tree;
  tree.gravity_W = {0, 0, -1.315};
  tree.has_free_base = true;
  tree.bodies.push_back({.mass = 810, .I_C = {151, 0, 0, 151, 0, 281}});
  const BodyData link{.mass = link_mass, .p_BC = {link_length / 2, 0, 0}, .I_C = {I_along, 0, 0, I_across, 0, I_across}};
  for (int k = 0; k < 6; ++k) {
    const auto [c, s] = calc_leg_direction(k);
    BodyData thigh = link, shank = link;
    thigh.parent = 0;
    thigh.R_PF = {c, -s, 0, s, c, 0, 0, 0, 1};
    thigh.is_aligned = k == 0;
    thigh.p_PF = {hip_radius * c, hip_radius * s, hip_height};
    shank.parent = static_cast<int>(tree.bodies.size());
    shank.p_PF = {link_length, 0, 0};
    tree.bodies.push_back(thigh);
    tree.bodies.push_back(shank);
  }
  return tree;
}

}  // namespace pintle::floor
