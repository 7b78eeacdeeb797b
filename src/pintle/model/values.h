#pragma once
#include <string>
#include <vector>

#include "pintle/expressions/number.h"
#include "pintle/math/lives.h"
#include "pintle/math/quaternion.h"

/// Numbers of a model in groups. Each converts from and to its plain form, so that whoever needs no expressions never
/// meets them.
namespace pintle {

struct Vector {
  Number x, y, z;

  Vector() = default;
  Vector(Number a, Number b, Number c) : x(a), y(b), z(c) {}
  Vector(const Vec3<double>& v) : x(v.x), y(v.y), z(v.z) {}
  operator Vec3<double>() const { return {x.value, y.value, z.value}; }
};

/// A symmetric tensor, in the order of Sym3.
struct Tensor {
  Number xx, xy, xz, yy, yz, zz;

  Tensor() = default;
  Tensor(Number a, Number b, Number c, Number d, Number e, Number f) : xx(a), xy(b), xz(c), yy(d), yz(e), zz(f) {}
  Tensor(const Sym3<double>& s) : xx(s.xx), xy(s.xy), xz(s.xz), yy(s.yy), yz(s.yz), zz(s.zz) {}
  operator Sym3<double>() const { return {xx.value, xy.value, xz.value, yy.value, yz.value, zz.value}; }
};

/// An attitude: turns in their order, each axis carried by the turns before it, or a quaternion of any length but zero.
struct Rotation {
  struct Turn {
    int axis = 2;  // 0 = x, 1 = y, 2 = z
    Number angle;  // [rad]
  };
  std::vector<Turn> turns;  // empty: the quaternion counts
  Number w = 1, x, y, z;

  Rotation() = default;
  Rotation(const Quaternion<double>& q) : w(q.w), x(q.x), y(q.y), z(q.z) {}
  explicit Rotation(std::vector<Turn> list) : turns(std::move(list)) {}
  /// Unit length, w ≥ 0; a quaternion that has them already keeps its bits. Zero stays zero.
  operator Quaternion<double>() const;
};

/// A point fixed on a named body ("world" allowed), in the axes of its mass centre [m].
struct PointOn {
  std::string body;
  Vector p;
};

/// As the user said it (math/lives.h).
template <>
struct Lives<Number> {
  using living = Number;
  using three = Vector;
  using living_three = Vector;
};

}  // namespace pintle
