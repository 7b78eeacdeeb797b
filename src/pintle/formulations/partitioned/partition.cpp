#include <algorithm>
#include <cmath>

#include "pintle/formulations/partitioned/partitioned.h"

/// When and how coordinates are partitioned anew. Where it is chosen, joints leave their free coordinates along the axes of their
/// bases (tree.h), and every row that closes a loop has the largest number of its block as pivot (dependents.h). On the way from
/// there bodies turn away from their bases, w → 0, and other coordinates would serve loops better. A choice serves as long as
///
///     determinants of tree.h (2), (3) > 0.85,   κ < 5,   Newton's method needs no more than 8 rounds from one step to the next   (1)
///
/// and no row that was redundant says something new. A body that turns about one axis meets the first after 63°. Next to a singular
/// configuration, where the numbers of some row are small, no choice would be good, and the old one stays as long as it can. Nobody but accept() asks, so rates stay a function of (t, y). All coordinates are chosen anew then, since the cost of
/// that is one evaluation at most, and numbers begin at zero again.
namespace pintle {

using namespace partitioned;

void Partitioned::choose_partition(double t, const double* z) {
  tell(t, z);
  tree_.choose();
  chosen_time_ = t;
  chosen_bends_ = bends();
  chosen_z_.assign(z, z + plan_->y.nz);
  repeat_choice(t, z);
}

void Partitioned::repeat_choice(double t, const double* z) {
  tell(t, z);
  tree_.go_to_bases();
  if (!closings_.any()) return;
  update_closings();
  for (Dependents* one : {&dependents_, of_position_.get()})
    if (one) one->choose(tree_, {closings_.rows(), closing_right_, no_right_}, chosen_bends_);
  count_active();
}

void Partitioned::count_active() {
  std::vector<int>& count = active_count_;
  std::ranges::fill(count, 0);
  std::ranges::fill(active_, 0.0);
  const auto velocity = dependents_.is_dependent(), position = (of_position_ ? *of_position_ : dependents_).is_dependent();
  for (std::size_t c = 0; c < velocity.size(); ++c)
    active_[mechanism_[column_link_[c]]] -= (velocity[c] != 0) + (position[c] != 0);
  for (const ErrorPart& part : parts_) count[part.group] += part.count;
  for (std::size_t m = 0; m < active_.size(); ++m)
    active_[m] = count[m] > 0 ? std::sqrt(std::max(1.0, count[m] + active_[m]) / count[m]) : 1;
}

bool Partitioned::is_worn(double apart, int iterations) const {
  constexpr double least_apart = 0.85, least_loose_apart = 0.4;
  constexpr int most_iterations = 8;
  const bool firm = bends() || is_firm();
  return (firm ? apart < least_apart : apart < least_loose_apart) ||
         (bends() ? dependents_.worst_held_share() : dependents_.worst_share()) > most_share ||
         (firm && iterations > most_iterations) || (firm && dependents_.spare_sine() > rank::near_sine);
}

/// No row is near to where it would be let go.
bool Partitioned::is_firm() const { return dependents_.least_sine() > rank::near_sine; }

/// Bodies are placed and move as they did, in new coordinates.
void Partitioned::partition_anew(double t, std::span<double> y) {
  const double* z = states(y);
  choose_partition(t, z);
  know(t, known_);
  known_.forget_accelerations();  // of other axes
  accepted_ydot_.clear();
  put_coordinates(y);
  known_.y.assign(y.begin(), y.end());
}

void Partitioned::put_coordinates(std::span<double> y) const {
  const auto velocity = dependents_.is_dependent(), position = (of_position_ ? *of_position_ : dependents_).is_dependent();
  const int n = places();
  y[0] = y[n] = 0;
  for (int i = 1; i < tree_.size(); ++i)
    for (int k = 0; k < tree_.links[i].free(); ++k) {
      const int c = tree_.links[i].column + k;
      y[c] = position[c] ? 0 : tree_.at(known_.at[i], i, k);
      y[n + c] = velocity[c] ? 0 : tree_.at(known_.speed[i], i, k);
    }
}

}  // namespace pintle
