#pragma once
#include <Eigen/Dense>

#include "pintle/math/mat3.h"

/// The same things as Eigen has them: what tests of algebra compare against.
namespace pintle::tests {

inline Eigen::Vector3d to_eigen(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
inline Eigen::Matrix3d to_eigen(const Mat3<double>& A) {
  Eigen::Matrix3d out;
  out << A.xx, A.xy, A.xz, A.yx, A.yy, A.yz, A.zx, A.zy, A.zz;
  return out;
}
inline Eigen::Matrix3d to_eigen(const Sym3<double>& S) { return to_eigen(S.full()); }

}  // namespace pintle::tests
