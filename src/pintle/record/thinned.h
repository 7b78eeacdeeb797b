#pragma once
#include <cmath>
#include <cstddef>
#include <vector>

#include "pintle/base/archive.h"

namespace pintle {

/// At most `capacity` items, about equally spaced in time, whatever the length of the run: time is cut into equal slots,
/// the first item of each is kept, and when there are too many the slots grow to twice their length.
template <class Item>
class Thinned {
 public:
  struct Entry {
    double t;
    Item item;
  };

  explicit Thinned(std::size_t capacity) : capacity_(capacity) {}

  /// An item of this time would be kept. Times do not decrease.
  bool wants(double t) const {
    if (entries_.empty()) return true;
    return width_ > 0 ? slot_of(t) > slot_of(entries_.back().t) : t > start();
  }
  void add(double t, Item item) {
    if (!wants(t)) return;
    if (!entries_.empty() && width_ == 0) width_ = t - start();
    entries_.push_back({t, std::move(item)});
    while (entries_.size() > capacity_) widen();
  }
  const std::vector<Entry>& entries() const { return entries_; }
  void archive(Archive& archive) { archive("thinned", entries_, width_); }

 private:
  double start() const { return entries_.front().t; }
  double slot_of(double t) const { return std::floor((t - start()) / width_); }
  void widen() {
    width_ *= 2;
    std::size_t kept = 1;
    for (std::size_t i = 1; i < entries_.size(); ++i) {
      if (slot_of(entries_[i].t) <= slot_of(entries_[kept - 1].t)) continue;
      if (kept != i) entries_[kept] = std::move(entries_[i]);
      ++kept;
    }
    entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(kept), entries_.end());
  }

  std::vector<Entry> entries_;
  std::size_t capacity_;
  double width_ = 0;  // of a slot [s]; found from the first two times
};

}  // namespace pintle
