#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/math/lanes.h"
#include "pintle/math/vec3.h"

namespace pintle::benchmarks {

/// How far two answers of one kind are apart: max|a − b| / max|a|, infinite if a number is not finite.
class Gap {
 public:
  template <class T>
  void add(const T& a, const T& b) {
    for (int l = 0; l < width<T>; ++l) add_one(lane(a, l), lane(b, l));
  }
  template <class T>
  void add(const Vec3<T>& a, const Vec3<T>& b) {
    for (int k = 0; k < 3; ++k) add(a[k], b[k]);
  }
  double relative() const { return largest_difference_ == 0 ? 0 : largest_difference_ / size_; }

 private:
  void add_one(double a, double b) {
    const double difference = std::fabs(a - b);
    largest_difference_ =
        std::isfinite(difference) ? std::max(largest_difference_, difference) : std::numeric_limits<double>::infinity();
    size_ = std::max(size_, std::isfinite(a) ? std::fabs(a) : 0);
  }
  double largest_difference_ = 0, size_ = 0;
};

}  // namespace pintle::benchmarks
