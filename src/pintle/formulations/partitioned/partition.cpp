#include <algorithm>
#include <cmath>

#include "pintle/formulations/partitioned/partitioned.h"

/// When and how coordinates are partitioned anew. Where it is chosen, joints leave their free coordinates along the axes of their
/// bases (tree.h), and every row that closes a loop has the largest number of its block as pivot (dependents.h). On the way from
/// there bodies turn away from their bases, w → 0, and other coordinates would serve loops better. A choice serves as long as
///
///     determinants of tree.h (2), (3) > 0.85,   κ < 5,   Newton's method needs no more than 8 rounds from one step to the next   (1)
///
/// and no row that was redundant says something new: [Negrut 2010, (13)], that Φ_u is regular for a while, in numbers. A body that
/// turns about one axis meets the first after 63°. Next to a singular configuration, where the numbers of some row are small, no
/// choice would be good, and the old one stays as long as it can. Nobody but accept() asks, so rates stay a function of (t, y). All
/// coordinates are chosen anew then, since the cost of that is one evaluation at most, and numbers begin at zero again.
///
/// A motion that starts in a singular configuration has a choice as if it had come there: rows that say something new a little way
/// ahead, where velocities lead by ε = 10⁻³ (rad, or parts of L) to first order, have their pivots from there. Places are off by ε²
/// then, so that rows which say nothing new on the way have sines of ε², and those that do, of ε.
namespace pintle {

using namespace partitioned;

void Partitioned::choose_partition(double t, const double* z) {
  tell(t, z);
  tree_.choose();
  chosen_time_ = t;
  chosen_bends_ = bends();
  chosen_z_.assign(z, z + plan_->y.nz);
  ahead_.clear();
  repeat_choice(t, z);
}

/// After choose_partition(), of bodies as they are placed and move.
void Partitioned::look_where_it_leads(double t, std::span<double> y) {
  constexpr double way = 1e-3;
  const int rank = dependents_.rank(false);
  if (!closings_.any() || rank == dependents_.asked()) return;
  double speed = 0;
  for (int i = 1; i < tree_.size(); ++i) {
    const Placed& at = tree_.placed[i];
    speed = std::max({speed, norm(at.w), norm(at.v) / system_.mechanisms.lengths[static_cast<std::size_t>(mechanism_[i])]});
  }
  if (!(speed > 0)) return;
  tree_.read_rates(rate_, speed_);
  ahead_ = rate_;
  for (BodyCoordinates& one : ahead_) one = {(way / speed) * one.rho, (way / speed) * one.eta};
  const double* z = states(y);
  repeat_choice(t, z);
  if (rank_ahead_ <= rank) {
    ahead_.clear();
    repeat_choice(t, z);
  }
  know(t, known_);
  put_coordinates(y);
  known_.y.assign(y.begin(), y.end());
}

void Partitioned::repeat_choice(double t, const double* z) {
  tell(t, z);
  if (ahead_.empty())
    tree_.go_to_bases();
  else
    tree_.go_to(ahead_);
  if (!closings_.any()) return;
  constexpr double least_ahead = 1e-4;
  const double least = !ahead_.empty() ? least_ahead : chosen_bends_ ? rank::least_firm_sine : rank::least_sine;
  const auto for_each_choice = [&](auto&& act) {
    update_closings();
    for (Dependents* one : {&dependents_, of_position_.get()})
      if (one) act(*one, Dependents::Question{closings_.rows(), closing_right_, no_right_});
  };
  for_each_choice([&](Dependents& one, const Dependents::Question& in) { one.choose(tree_, in, least); });
  count_active();
  if (ahead_.empty()) return;
  rank_ahead_ = dependents_.rank(false);
  tree_.go_to_bases();
  for_each_choice([&](Dependents& one, const Dependents::Question& in) { one.eliminate(tree_, in); });
}

void Partitioned::count_active() {
  const auto velocity = dependents_.is_dependent(), position = (of_position_ ? *of_position_ : dependents_).is_dependent();
  std::ranges::fill(vacant_, 0);
  for (std::size_t c = 0; c < velocity.size(); ++c)
    vacant_[mechanism_[column_link_[c]]] += (velocity[c] != 0) + (position[c] != 0);
  for (std::size_t m = 0; m < active_.size(); ++m) {
    idle_[m] = vacant_[m] + told_of_[m] == places_of_[m];
    active_[m] = places_of_[m] > 0 ? std::sqrt(std::max(1.0, double(places_of_[m] - vacant_[m])) / places_of_[m]) : 1;
  }
  make_parts();
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
