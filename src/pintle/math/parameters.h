#pragma once
#include <vector>

#include "pintle/base/check.h"
#include "pintle/base/slot.h"
#include "pintle/math/spatial.h"

namespace pintle {

/// Every number of a model that a case may vary, one set per run; System, Plan and kernels hold slots into it.
template <class T>
struct Parameters {
  std::vector<T> value;

  const T& operator[](Slot s) const { return at(s.i); }
  T& operator[](Slot s) {
    check(s.i);
    return value[s.i];
  }
  Vec3<T> operator[](Slot3 s) const { return {at(s.i), at(s.i + 1), at(s.i + 2)}; }
  Sym3<T> operator[](Slot6 s) const { return {at(s.i), at(s.i + 1), at(s.i + 2), at(s.i + 3), at(s.i + 4), at(s.i + 5)}; }
  Pose<T> operator[](SlotPose s) const {
    return {{at(s.i), at(s.i + 1), at(s.i + 2), at(s.i + 3), at(s.i + 4), at(s.i + 5), at(s.i + 6), at(s.i + 7), at(s.i + 8)},
            {at(s.i + 9), at(s.i + 10), at(s.i + 11)}};
  }
  void set(SlotPose s, const Pose<T>& X) {
    const Mat3<T>& R = X.R;
    const T numbers[] = {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz, X.p.x, X.p.y, X.p.z};
    for (int k = 0; k < 12; ++k) (*this)[Slot{s.i + k}] = numbers[k];
  }
  const T& at(int i) const {
    check(i);
    return value[i];
  }

 private:
  void check([[maybe_unused]] int i) const {
    PINTLE_ASSERT(i >= 0 && i < static_cast<int>(value.size()), "a slot that nobody has put, or of another system");
  }
};

/// Appends numbers to a set of parameters and hands out their slots.
struct SlotMaker {
  std::vector<double>& value;

  Slot put(double x) { return {add({x})}; }
  Slot3 put(const Vec3<double>& v) { return {add({v.x, v.y, v.z})}; }
  Slot6 put(const Sym3<double>& s) { return {add({s.xx, s.xy, s.xz, s.yy, s.yz, s.zz})}; }
  SlotPose put(const Pose<double>& X) {
    const Mat3<double>& R = X.R;
    return {add({R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz, X.p.x, X.p.y, X.p.z})};
  }
  SlotTable put(const std::vector<std::pair<double, double>>& points) {
    const int first = static_cast<int>(value.size());
    for (const auto& [x, y] : points) add({x, y});
    return {first, static_cast<int>(points.size())};
  }

 private:
  int add(std::initializer_list<double> numbers) {
    const int first = static_cast<int>(value.size());
    value.insert(value.end(), numbers);
    return first;
  }
};

/// The same numbers for every lane of a T.
template <class T>
Parameters<T> broadcast(const Parameters<double>& p) {
  Parameters<T> all;
  all.value.assign(p.value.begin(), p.value.end());
  return all;
}

}  // namespace pintle
