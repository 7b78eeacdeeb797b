#pragma once
#include <string>

#include "pintle/record/picture.h"

namespace pintle {

struct FlatPoint {
  double x = 0, y = 0;  // to the right, upwards
};

/// Where a drawing is seen from: two directions of the world that lie in the paper, x to the right and y upwards.
struct Projection {
  Vec3<double> right{1, 0, 0}, upward{0, 0, 1};
  std::string words;  // "seen from the side"

  FlatPoint operator()(const Vec3<double>& p) const { return {dot(right, p), dot(upward, p)}; }
};

/// The world's place of a point of a body, or of the world.
Vec3<double> place_of(const Picture::Snapshot& snapshot, const Picture::Anchor& anchor);

/// All points that a body shows, in its axes: its mass centre, what hangs on it, the corners of its outline.
std::vector<std::vector<Vec3<double>>> find_body_points(const Picture& picture);
/// Corners of an outline in the body's axes; a round edge is a polygon. The two ends of a cylinder or prism follow each
/// other, a box is a prism of four sides, a sphere its six poles.
std::vector<Vec3<double>> find_corners(const Outline& outline);

/// The mechanism from the side from which it shows most. With e₁, e₂ level and u against gravity, over all points and times
///
///     C = ⟨(p − p̄)(p − p̄)ᵀ⟩,   λ₁ ≥ λ₂ the principal values of its level part,   λᵤ = u·C u           (1)
///
/// a thin λ₂ is looked at from the side, u upright; a thin λᵤ from above; what is thin in neither, obliquely.
Projection choose_projection(const Picture& picture);

}  // namespace pintle
