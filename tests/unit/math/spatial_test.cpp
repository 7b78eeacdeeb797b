#include "pintle/math/spatial.h"

#include <doctest/doctest.h>

#include <Eigen/Dense>

#include <vector>

#include "unit/math/draw.h"
#include "unit/math/to_eigen.h"

using namespace pintle;
using namespace pintle::tests;

TEST_CASE("pose: compositions are those of 4 × 4 matrices, and the inverse undoes") {
  Random random(1);
  const auto homogeneous = [](const Pose<double>& X) {
    Eigen::Matrix4d out = Eigen::Matrix4d::Identity();
    out.topLeftCorner<3, 3>() = to_eigen(X.R);
    out.topRightCorner<3, 1>() = to_eigen(X.p);
    return out;
  };
  for (int k = 0; k < 100; ++k) {
    const Pose<double> A = draw_pose(random), B = draw_pose(random);
    const Vec3<double> p = draw_vector(random);
    CHECK((homogeneous(A * B) - homogeneous(A) * homogeneous(B)).norm() < 1e-14);
    CHECK((homogeneous(inverse(A)) - homogeneous(A).inverse()).norm() < 1e-14);
    CHECK(distance((A * B) * p, A * (B * p)) < 1e-14);
    CHECK(distance((inverse(A) * A).p, Vec3<double>::zero()) < 1e-14);
  }
}

// A rigid body is a cloud of points: mass, first and second moments about any frame are sums over them.
TEST_CASE("rigid inertia: seen from any frame, it is the sum over the points that make the body") {
  Random random(2);
  for (int k = 0; k < 50; ++k) {
    std::vector<Vec3<double>> points;
    std::vector<double> masses;
    Vec3<double> centre = Vec3<double>::zero();
    double m = 0;
    for (int i = 0; i < 5; ++i) {
      points.push_back(draw_vector(random));
      masses.push_back(random.uniform(0.1, 3));
      centre += masses.back() * points.back();
      m += masses.back();
    }
    for (Vec3<double>& p : points) p -= (1 / m) * centre;  // mass-centre frame
    const auto moments = [&](const Pose<double>& X) {
      Eigen::Matrix3d I = Eigen::Matrix3d::Zero();
      for (std::size_t i = 0; i < points.size(); ++i) {
        const Eigen::Vector3d r = to_eigen(X * points[i]);
        I += masses[i] * (r.dot(r) * Eigen::Matrix3d::Identity() - r * r.transpose());
      }
      return I;
    };
    const Eigen::Matrix3d I = moments(Pose<double>::identity());
    const Sym3<double> I_com{I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2), I(2, 2)};
    const Pose<double> X_LB = draw_pose(random);
    const RigidInertia<double> seen = calc_rigid_inertia(m, I_com, X_LB);
    CHECK((to_eigen(seen.I) - moments(X_LB)).norm() < 1e-13 * I.norm() + 1e-13 * m * dot(X_LB.p, X_LB.p));
    CHECK(distance(seen.mc, m * X_LB.p) < 1e-14 * m);
    CHECK(seen.m == m);
  }
}
