#include "pintle/formulations/bodies/equations.h"

#include <algorithm>
#include <cmath>

namespace pintle::bodies {

using Directions = std::array<Vec3<double>, 3>;

Split split_points(const LinkRows& link, std::span<const RowValue<double>> rows) {
  Split out{};
  Directions &n = out.dual, &free = out.free;  // axes of F: they are their own duals
  for (int k = 0; k < link.points; ++k) n[k] = rows[link.first + k].force;
  if (link.points == 2) free[0] = cross(n[0], n[1]);
  if (link.points == 1) std::ranges::copy(calc_normals(n[0]), free.begin());
  if (link.points == 0) free = {unit<double>(0), unit<double>(1), unit<double>(2)};
  return out;
}

Split split_axes(const LinkRows& link, std::span<const RowValue<double>> rows) {
  const auto e = [&](int k) -> const Vec3<double>& { return rows[link.first + link.points + k].moment_B; };
  switch (link.axes) {
    case 0: return {{}, {unit<double>(0), unit<double>(1), unit<double>(2)}};
    case 1: {
      const double size = norm(e(0));
      const auto [u, v] = calc_normals((1 / size) * e(0));
      return {{(1 / (size * size)) * e(0)}, {u, v}};
    }
    case 2: {
      const Vec3<double> f = cross(e(0), e(1));
      const double ff = 1 / dot(f, f);
      return {{ff * cross(e(1), f), ff * cross(f, e(0))}, {std::sqrt(ff) * f}};
    }
    default: {
      const Vec3<double> a = cross(e(1), e(2));
      const double inverse = 1 / dot(e(0), a);
      return {{inverse * a, inverse * cross(e(2), e(0)), inverse * cross(e(0), e(1))}, {}};
    }
  }
}

}  // namespace pintle::bodies
