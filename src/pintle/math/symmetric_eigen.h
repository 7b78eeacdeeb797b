#pragma once
#include <array>
#include <vector>

#include "pintle/math/mat3.h"

namespace pintle {

/// A = Σ λₖ xₖ xₖᵀ with unit vectors xₖ that are perpendicular to each other.
struct SymmetricEigen {
  std::vector<double> values;                // λ, ascending
  std::vector<std::vector<double>> vectors;  // x, by value
};

/// Of a symmetric matrix that is given by its rows.
SymmetricEigen calc_symmetric_eigen(std::vector<std::vector<double>> A);

/// A symmetric tensor in its own axes: I = R diag(moments) Rᵀ, R a rotation.
struct PrincipalAxes {
  std::array<double, 3> moments;  // ascending
  Mat3<double> R;
};
PrincipalAxes calc_principal_axes(const Sym3<double>& I);

}  // namespace pintle
