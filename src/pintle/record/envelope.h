#pragma once
#include <vector>

#include "pintle/base/archive.h"

namespace pintle {

/// A curve in constant memory, for the eye: time is cut into equal buckets, and of each the smallest and the largest
/// value are kept with their own times. When time outgrows the buckets they are merged in pairs. What fits is kept
/// as it is, a peak and the two ends always are, and a jump (two values at one time) stays a jump.
class Envelope {
 public:
  struct Point {
    double t, value;
  };

  explicit Envelope(int buckets = 1000) : capacity_(buckets) {}

  /// Times do not decrease. A value that is not finite is left out.
  void add(double t, double value);
  /// At most two points per bucket and the two ends, in order of time.
  std::vector<Point> points() const;
  void archive(Archive& archive) { archive("envelope", buckets_, first_, last_, start_, width_); }

 private:
  struct Bucket {
    Point low{}, high{};
    bool low_first = true, empty = true;
  };
  static void put(Bucket& bucket, Point point);
  void merge_pairs();

  std::vector<Bucket> buckets_;
  Point first_{}, last_{};
  int capacity_;
  double start_ = 0, width_ = 0;  // [s]; the width is found from the first two times
};

}  // namespace pintle
