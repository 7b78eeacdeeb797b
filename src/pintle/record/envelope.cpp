#include "pintle/record/envelope.h"

#include <cmath>

namespace pintle {

void Envelope::put(Bucket& bucket, Point point) {
  if (bucket.empty) {
    bucket = {point, point, true, false};
  } else if (point.value < bucket.low.value) {
    bucket.low = point;
    bucket.low_first = false;
  } else if (point.value > bucket.high.value) {
    bucket.high = point;
    bucket.low_first = true;
  } else if (point.value == bucket.high.value && bucket.high.value == bucket.low.value) {
    bucket.high = point;  // a level stretch keeps its two ends
  }
}

void Envelope::merge_pairs() {
  for (std::size_t i = 0; i < buckets_.size(); i += 2) {
    Bucket both = buckets_[i];
    if (i + 1 < buckets_.size() && !buckets_[i + 1].empty) {
      const Bucket& next = buckets_[i + 1];
      put(both, next.low_first ? next.low : next.high);
      put(both, next.low_first ? next.high : next.low);
    }
    buckets_[i / 2] = both;
  }
  buckets_.resize((buckets_.size() + 1) / 2);
  width_ *= 2;
}

void Envelope::add(double t, double value) {
  if (!std::isfinite(value) || !std::isfinite(t)) return;
  if (buckets_.empty()) {
    start_ = t;
    first_ = {t, value};
  }
  last_ = {t, value};
  if (width_ == 0 && t > start_) width_ = t - start_;
  const auto place = [&] { return width_ > 0 ? std::floor((t - start_) / width_) : 0.0; };
  while (place() >= capacity_) merge_pairs();
  const auto i = static_cast<std::size_t>(place());
  if (i >= buckets_.size()) buckets_.resize(i + 1);
  put(buckets_[i], {t, value});
}

std::vector<Envelope::Point> Envelope::points() const {
  std::vector<Point> all;
  const auto append = [&all](const Point& p) {
    if (all.empty() || p.t != all.back().t || p.value != all.back().value) all.push_back(p);
  };
  if (!buckets_.empty()) append(first_);
  for (const Bucket& b : buckets_) {
    if (b.empty) continue;
    append(b.low_first ? b.low : b.high);
    append(b.low_first ? b.high : b.low);
  }
  if (!buckets_.empty()) append(last_);
  return all;
}

}  // namespace pintle
