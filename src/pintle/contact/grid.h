#pragma once
#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <vector>

#include "pintle/contact/relief.h"
#include "pintle/contact/within.h"
#include "pintle/math/lives.h"

/// A ground through heights on a grid: the natural cubic spline in x and y, with two continuous derivatives everywhere, and straight
/// beyond the edges. With the cell (i, j), s = x/Δx − i, t = y/Δy − j and the splines' numbers c,
///
///     h = Σ_k Σ_l c[i + k − 1, j + l − 1] B_k(s) B_l(t),   k, l = 0 … 3                  (1)
///     B = (1 − s)³/6,  (3 s³ − 6 s² + 4)/6,  (−3 s³ + 3 s² + 3 s + 1)/6,  s³/6           (2)
///
/// [de Boor 1978, chapter IX]. Along a row natural ends make c₀ = f₀, and c₋₁ = 2 c₀ − c₁ and so on outwards go straight on.
namespace pintle {

struct HeightGrid {
  int columns = 0, rows = 0;         // along x, along y; at least two
  std::vector<double> heights;       // [m], row by row
  std::vector<double> coefficients;  // c, in the same order

  /// The numbers of the spline through these heights.
  static HeightGrid make(int columns, int rows, std::vector<double> heights);
  /// c beyond the edges too.
  double at(long i, long j) const;
};
using Heights = std::shared_ptr<const HeightGrid>;

struct Grid {
  static constexpr std::string_view word = "grid";
  static constexpr std::string_view says = "a smooth ground through heights on a grid, of a file or given here";

  template <class N>
  struct Law {
    static constexpr std::string_view name = "grid", title = "A ground through a grid of heights";
    static constexpr std::string_view example = "{heights: terrain.csv, step: 50 cm}";
    Heights heights{};
    N step{}, step_y{};  // Δx, Δy [m]; Δy = 0: Δx
    Three<N> at{}, up = usual_axis<N>(2), x_axis = usual_axis<N>(0);
    static constexpr auto fields() {
      return std::tuple{
          field("heights", &Law::heights, "m",
                "rows along x, the first at y = 0: [[0, 0.1], [0, 0.2]], or the name of a file of them, found from the model "
                "file's folder")
              .required("heights: terrain.csv"),
          field("step", &Law::step, "m", "between columns, along x").required("step: 50 cm").above_zero("give a positive length"),
          field("step_y", &Law::step_y, "m", "between rows; default `step`").zero_or_more("give a positive length"),
          field("at", &Law::at, "m",
                "where the first height belongs; default the world's origin, or that of the body it is `on`"),
          field("up", &Law::up, "1", "z; default the world's or the body's").bounded(Bound::direction),
          field("x_axis", &Law::x_axis, "1", "x, made perpendicular to `up`; default the world's or the body's")
              .bounded(Bound::direction)};
    }
  };

  template <class T>
  struct Data {
    const HeightGrid* grid = nullptr;
    T inverse_x, inverse_y;  // 1/Δx, 1/Δy
  };
  template <class T>
  static Data<T> prepare(const Law<Slot>& law, const Parameters<T>& p) {
    const T step_y = select(is_greater(p[law.step_y], T(0.0)), p[law.step_y], p[law.step]);
    return {law.heights.get(), 1.0 / p[law.step], 1.0 / step_y};
  }
  template <class T>
  static Near<T> near(const Data<T>& d, const T&, const Vec3<T>& p, const T& reach) {
    return find_near(p, reach, [&](const T& x, const T& y) { return calc_relief(d, x, y); });
  }
  /// B of (2) are positive and add up to 1: no height is above the largest number c of the cells. Beyond the edges numbers go
  /// straight on, and are largest at an end.
  static Within within(const Data<double>& d, const Interval&, const Box& box, double r) {
    struct Range {
      long first, last;
      std::array<long, 2> ends;
    };
    const auto cells = [r](const Interval& x, double inverse, int count) {
      const long low = static_cast<long>(find_cell((x.low - r) * inverse)) - 1,
                 high = static_cast<long>(find_cell((x.high + r) * inverse)) + 2;
      return Range{std::clamp<long>(low, 0, count - 1), std::clamp<long>(high, 0, count - 1), {low, high}};
    };
    const Range columns = cells(box.x, d.inverse_x, d.grid->columns), rows = cells(box.y, d.inverse_y, d.grid->rows);
    double highest = -std::numeric_limits<double>::infinity();
    const auto look_along = [&](long i) {
      for (const long j : rows.ends) highest = std::max(highest, d.grid->at(i, j));
      for (long j = rows.first; j <= rows.last; ++j) highest = std::max(highest, d.grid->at(i, j));
    };
    for (const long i : columns.ends) look_along(i);
    for (long i = columns.first; i <= columns.last; ++i) look_along(i);
    return {box.z.low - r <= highest, std::max(box.x.width() * d.inverse_x, box.y.width() * d.inverse_y) <= 1};
  }

 private:
  /// B, B′ and B″ of (2).
  template <class T>
  struct Basis {
    std::array<T, 4> b, b1, b2;

    explicit Basis(const T& s) {
      const T r = 1.0 - s, s2 = s * s;
      b = {r * r * r * (1.0 / 6), (3.0 * s - 6.0) * s2 * (1.0 / 6) + 4.0 / 6,
           ((3.0 - 3.0 * s) * s + 3.0) * s * (1.0 / 6) + 1.0 / 6, s2 * s * (1.0 / 6)};
      b1 = {-0.5 * r * r, (1.5 * s - 2.0) * s, (1.0 - 1.5 * s) * s + 0.5, 0.5 * s2};
      b2 = {r, 3.0 * s - 2.0, 1.0 - 3.0 * s, s};
    }
  };

  template <class T>
  static Relief<T> calc_relief(const Data<T>& d, const T& x, const T& y) {
    const T u = x * d.inverse_x, v = y * d.inverse_y;
    T column(0.0), row(0.0);
    std::array<T, 16> c;
    for (int k = 0; k < width<T>; ++k) {
      const double i = find_cell(lane(u, k)), j = find_cell(lane(v, k));
      set_lane(column, k, i);
      set_lane(row, k, j);
      for (int m = 0; m < 16; ++m)
        set_lane(c[static_cast<std::size_t>(m)], k,
                 d.grid->at(static_cast<long>(i) + m / 4 - 1, static_cast<long>(j) + m % 4 - 1));
    }
    const Basis<T> X(u - column), Y(v - row);
    Relief<T> out{T(0.0), T(0.0), T(0.0), T(0.0), T(0.0), T(0.0), T(0.0), T(0.0), T(0.0)};
    for (std::size_t k = 0; k < 4; ++k) {  // (1)
      const T* const at = c.data() + 4 * k;
      const auto sum = [&](const std::array<T, 4>& b) { return at[0] * b[0] + at[1] * b[1] + at[2] * b[2] + at[3] * b[3]; };
      const T h = sum(Y.b), h1 = sum(Y.b1), h2 = sum(Y.b2);
      out.h += X.b[k] * h;
      out.x += X.b1[k] * h;
      out.xx += X.b2[k] * h;
      out.y += X.b[k] * h1;
      out.xy += X.b1[k] * h1;
      out.yy += X.b[k] * h2;
    }
    out.x *= d.inverse_x;
    out.xx *= d.inverse_x * d.inverse_x;
    out.y *= d.inverse_y;
    out.yy *= d.inverse_y * d.inverse_y;
    out.xy *= d.inverse_x * d.inverse_y;
    return out;
  }

  static double find_cell(double u) {
    constexpr double far = 1e9;
    const double cell = std::floor(u);
    return cell > far ? far : cell > -far ? cell : -far;  // also of NaN
  }
};

}  // namespace pintle
