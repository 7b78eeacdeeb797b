#include "pintle/particles/neighbours.h"

#include <algorithm>
#include <cmath>

namespace pintle {
namespace {

constexpr double cells_per_particle = 4;  // at most: a few that fly far away make cells wider

}  // namespace

int Neighbours::cell_of(const Vec3<double>& p) const {
  const auto along = [&](double x, double low, int n) { return std::min(static_cast<int>((x - low) * inverse_width_), n - 1); };
  return (along(p.z, low_.z, nz_) * ny_ + along(p.y, low_.y, ny_)) * nx_ + along(p.x, low_.x, nx_);
}

void Neighbours::sort_into_cells(double reach) {
  low_ = places_.front();
  Vec3<double> high = low_;
  for (const Vec3<double>& p : places_)
    for (int k = 0; k < 3; ++k) {
      low_[k] = std::min(low_[k], p[k]);
      high[k] = std::max(high[k], p[k]);
    }
  const Vec3<double> size = high - low_;
  double width = reach;
  const auto count = [&](double length) { return std::max(1.0, std::floor(length / width)); };
  const double most = cells_per_particle * static_cast<double>(places_.size()) + 64;
  while (count(size.x) * count(size.y) * count(size.z) > most) width *= 1.5;
  inverse_width_ = 1 / width;
  nx_ = static_cast<int>(count(size.x));
  ny_ = static_cast<int>(count(size.y));
  nz_ = static_cast<int>(count(size.z));

  cell_.resize(places_.size());
  start_.assign(static_cast<std::size_t>(nx_ * ny_ * nz_ + 1), 0);
  for (std::size_t i = 0; i < places_.size(); ++i) ++start_[(cell_[i] = cell_of(places_[i])) + 1];
  for (std::size_t c = 1; c < start_.size(); ++c) start_[c] += start_[c - 1];
  sorted_.resize(places_.size());
  for (std::size_t i = places_.size(); i-- > 0;) sorted_[--start_[cell_[i] + 1]] = static_cast<int>(i);
  // Each start has moved to the place of its neighbour's: start_[c + 1] is where cell c begins.
  std::rotate(start_.begin(), start_.begin() + 1, start_.end());
  start_.back() = static_cast<int>(places_.size());
}

void Neighbours::make(const Particles& all, std::span<const int> carrier, std::span<const Vec3<double>> places, double reach) {
  places_.assign(places.begin(), places.end());
  first_.assign(places_.size() + 1, 0);
  other_.clear();
  const auto is_finite = [](const Vec3<double>& p) { return std::isfinite(dot(p, p)); };
  if (places_.empty() || !std::ranges::all_of(places_, is_finite)) return;
  sort_into_cells(reach);
  for (int i = 0; i < all.count(); ++i) {
    first_[i] = static_cast<int>(other_.size());
    const int c = cell_[i], x = c % nx_, y = c / nx_ % ny_, z = c / (nx_ * ny_);
    const std::vector<int>& bonded = all.bonded[i];
    for (int cz = std::max(z - 1, 0); cz <= std::min(z + 1, nz_ - 1); ++cz)
      for (int cy = std::max(y - 1, 0); cy <= std::min(y + 1, ny_ - 1); ++cy) {
        const int row = (cz * ny_ + cy) * nx_;
        const int begin = start_[row + std::max(x - 1, 0)], end = start_[row + std::min(x + 1, nx_ - 1) + 1];
        for (int k = begin; k < end; ++k) {
          const int j = sorted_[k];
          const Vec3<double> d = places_[j] - places_[i];
          if (j <= i || dot(d, d) >= reach * reach || (carrier[i] > 0 && carrier[i] == carrier[j])) continue;
          if (std::ranges::find(bonded, j) == bonded.end()) other_.push_back(j);
        }
      }
  }
  first_.back() = static_cast<int>(other_.size());
}

bool Neighbours::covers(std::span<const Vec3<double>> places, double way) const {
  if (places.size() != places_.size()) return false;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Vec3<double> d = places[i] - places_[i];
    if (!(dot(d, d) <= way * way)) return false;
  }
  return true;
}

}  // namespace pintle
