#include "pintle/report/projection.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pintle {
namespace {

constexpr double thin = 0.12;                       // of the largest extent
constexpr double azimuth = 0.55, elevation = 0.35;  // [rad] of the oblique view
constexpr double snap = 0.06;                       // [rad] to a world axis
constexpr int round_sides = 24;

/// Level directions: the world's x, or y where x is upright, made level; and the one to its left, seen from above.
struct Level {
  Vec3<double> e1, e2;
};
Level make_level(const Vec3<double>& up) {
  const Vec3<double> x = std::abs(up.x) < 0.9 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
  const Vec3<double> level = x - dot(x, up) * up;
  const Vec3<double> e1 = 1.0 / norm(level) * level;
  return {e1, cross(up, e1)};
}

/// Second moments (1) in the directions e₁, e₂, u.
struct Spread {
  double c11 = 0, c12 = 0, c22 = 0, cuu = 0;
};
Spread calc_spread(const Picture& picture, const Level& level) {
  const auto points = find_body_points(picture);
  Vec3<double> mean = Vec3<double>::zero();
  double count = 0;
  const auto visit = [&](auto&& use) {
    for (const Picture::Snapshot& s : picture.snapshots)
      for (std::size_t b = 0; b < points.size(); ++b)
        for (const Vec3<double>& p : points[b]) use(place_of(s, {static_cast<int>(b), p}));
  };
  visit([&](const Vec3<double>& p) {
    mean += p;
    ++count;
  });
  Spread spread;
  if (count == 0) return spread;
  mean = 1 / count * mean;
  visit([&](const Vec3<double>& p) {
    const Vec3<double> d = p - mean;
    const double x = dot(level.e1, d), y = dot(level.e2, d), z = dot(picture.up, d);
    spread.c11 += x * x / count;
    spread.c12 += x * y / count;
    spread.c22 += y * y / count;
    spread.cuu += z * z / count;
  });
  return spread;
}

/// The nearest multiple of a quarter turn if it is near.
double snapped(double angle) {
  const double quarter = std::numbers::pi / 2, nearest = quarter * std::round(angle / quarter);
  return std::abs(angle - nearest) < snap ? nearest : angle;
}

}  // namespace

Vec3<double> place_of(const Picture::Snapshot& snapshot, const Picture::Anchor& anchor) {
  if (anchor.body < 0) return anchor.p;
  const Picture::BodyPose& x = snapshot.poses[anchor.body];
  return Vec3<double>{x[0], x[1], x[2]} + to_matrix(Quaternion<double>{x[3], x[4], x[5], x[6]}) * anchor.p;
}

std::vector<Vec3<double>> find_corners(const Outline& outline) {
  std::vector<Vec3<double>> corners;
  const auto& [a, b, c] = outline.size;
  const auto add_ring = [&](int sides, double radius, double first, double z) {
    for (int k = 0; k < sides; ++k) {
      const double angle = first + 2 * std::numbers::pi * k / sides;
      corners.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
    }
  };
  switch (outline.kind) {
    case Outline::Kind::box:
      for (double z : {-0.5 * c, 0.5 * c})
        for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) corners.push_back({0.5 * x * a, 0.5 * y * b, z});
      break;
    case Outline::Kind::sphere: corners = {{a, 0, 0}, {-a, 0, 0}, {0, a, 0}, {0, -a, 0}, {0, 0, a}, {0, 0, -a}}; break;
    case Outline::Kind::cylinder:
      for (double z : {-0.5 * b, 0.5 * b}) add_ring(round_sides, a, 0, z);
      break;
    case Outline::Kind::prism: {
      const int sides = std::clamp(static_cast<int>(std::lround(a)), 3, 48);
      const double half = std::numbers::pi / sides;
      for (double z : {-0.5 * c, 0.5 * c}) add_ring(sides, 0.5 * b / std::cos(half), half, z);
      break;
    }
  }
  const Mat3<double> R = to_matrix(outline.rotation);
  for (Vec3<double>& p : corners) p = R * p;
  return corners;
}

std::vector<std::vector<Vec3<double>>> find_body_points(const Picture& picture) {
  std::vector<std::vector<Vec3<double>>> points(picture.bodies.size(), {Vec3<double>::zero()});
  const auto add = [&](const Picture::Anchor& a) {
    if (a.body >= 0) points[a.body].push_back(a.p);
  };
  for (const auto* links : {&picture.joints, &picture.springs}) {
    for (const Picture::Link& link : *links) {
      add(link.a);
      add(link.b);
    }
  }
  for (const Picture::Touch& touch : picture.contacts) add(touch.at);
  for (const Outline& outline : picture.outlines) {
    const auto b = std::ranges::find(picture.bodies, outline.body) - picture.bodies.begin();
    if (b == std::ssize(picture.bodies)) continue;
    for (const Vec3<double>& corner : find_corners(outline)) points[b].push_back(corner);
  }
  return points;
}

Projection choose_projection(const Picture& picture) {
  const Vec3<double>& up = picture.up;
  const Level level = make_level(up);
  const Spread s = calc_spread(picture, level);
  const double middle = 0.5 * (s.c11 + s.c22), half = std::hypot(0.5 * (s.c11 - s.c22), s.c12);
  const double largest = std::max(middle + half, s.cuu), smaller = std::max(0.0, middle - half);  // λ₂
  const double angle = half > 1e-6 * largest ? snapped(0.5 * std::atan2(2 * s.c12, s.c11 - s.c22)) : 0;
  const Vec3<double> u = std::cos(angle) * level.e1 + std::sin(angle) * level.e2;

  if (smaller <= thin * thin * largest) return {u, up, "seen from the side"};
  if (s.cuu <= thin * thin * largest) return {level.e1, level.e2, "seen from above"};
  const Vec3<double> w = cross(up, u);
  const Vec3<double> right = std::cos(azimuth) * u + std::sin(azimuth) * w, away = std::cos(azimuth) * w - std::sin(azimuth) * u;
  return {right, std::cos(elevation) * up + std::sin(elevation) * away, "seen obliquely from above"};
}

}  // namespace pintle
