#pragma once
#include <span>
#include <vector>

#include "pintle/particles/particles.h"

namespace pintle {

/// Who is near whom: all pairs of particles nearer than a reach, but those that a bond joins and those that ride on one body.
/// Particles are sorted into cells as wide as the reach, so that only neighbouring cells are searched: O(n). A list of a reach
/// r_c + s serves until somebody has moved s/2, as two that come towards each other have come s nearer then at most.
class Neighbours {
 public:
  /// `carrier` by particle: the body that it rides on, 0 for none.
  void make(const Particles& particles, std::span<const int> carrier, std::span<const Vec3<double>> places, double reach);
  /// Nobody is more than `way` from where the list was made.
  bool covers(std::span<const Vec3<double>> places, double way) const;
  /// Where it was made.
  std::span<const Vec3<double>> places() const { return places_; }

  /// visit(i, j) for each pair, in an order that the places decide.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i + 1 < first_.size(); ++i)
      for (int k = first_[i]; k < first_[i + 1]; ++k) visit(static_cast<int>(i), other_[k]);
  }

 private:
  void sort_into_cells(double reach);
  int cell_of(const Vec3<double>& place) const;

  std::vector<Vec3<double>> places_;
  std::vector<int> first_, other_;  // of particle i: other_[first_[i]] up to other_[first_[i + 1]], each pair once
  Vec3<double> low_ = Vec3<double>::zero();
  double inverse_width_ = 0;
  int nx_ = 1, ny_ = 1, nz_ = 1;
  std::vector<int> cell_, start_, sorted_;  // by particle; by cell; particles cell by cell
};

}  // namespace pintle
