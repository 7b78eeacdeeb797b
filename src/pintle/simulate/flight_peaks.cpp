#include <algorithm>
#include <limits>

#include "pintle/simulate/flight.h"

/// Where extremes of loads and measures are looked for within a step.
namespace pintle {

/// From one kink or jump of what is measured to the next. Those that time brings are known with both of their sides, a few ulps
/// apart; those that signals bring are two neighbouring numbers.
void Flight::follow_peaks(double start, double end) {
  constexpr double rounding = 64 * std::numeric_limits<double>::epsilon();
  if (!peaks_->any()) return;
  boundaries_.clear();
  const double aside = rounding * std::max(end, end - start);  // next to a jump, sign(x) may be zero
  bool is_before = true;
  for (const double t : conditions_.bends()) {
    boundaries_.push_back(is_before ? t - aside : t + aside);
    is_before = !is_before;
    if (t > start && t < end) note_kink(t);
  }
  for (double t = measured_kinks_.next(start); t < end; t = measured_kinks_.next(t)) boundaries_.push_back(t);
  const std::optional<SingularWatch::Stretch>& beside = singular_.beside();
  if (beside) boundaries_.insert(boundaries_.end(), {beside->from, beside->to});
  std::erase_if(boundaries_, [&](double t) { return !(t > start && t < end); });
  std::ranges::sort(boundaries_);
  boundaries_.push_back(end);
  bool is_cut = false;
  for (double from = start; const double to : boundaries_) {
    const bool is_piece = to - from > 4 * aside;
    if (is_piece) {
      peaks_->set_beside(beside && beside->from <= from && to <= beside->to);
      if (is_cut) peaks_->cut(look_for_peaks(from, peaks_->needs()));
      follow_peaks_between(from, to);
    }
    is_cut = !is_piece || to < end;
    from = to;
  }
  peaks_->set_beside(singular_.is_beside());
  if (is_cut) peaks_->cut(look_for_peaks(end, peaks_->needs()));
}

void Flight::note_kink(double t) {
  engine_->integrator->interpolate(t, engine_->y_inside, engine_->account);  // as exact as the kink's place is
  const Instant instant = make_instant(t, engine_->y_inside, peaks_->needs(), peaks_->reads_ledger());
  view_.state.t = t;
  const std::optional<SingularWatch::Stretch>& beside = singular_.beside();
  peaks_->set_beside(beside && beside->from <= t && t <= beside->to);
  peaks_->note(instant);
}

/// Loads are told in axes that turn with bodies, and points of them go round: where a body turns evenly its motion is simple,
/// and a step in joint coordinates may be many turns long. No piece that is looked at turns further than this, as far as its
/// rate goes on as it did. Beside a singular configuration loads go as 1/s: pieces end where s has doubled.
void Flight::follow_peaks_between(double start, double end) {
  constexpr double most_turn = 1;           // [rad]
  constexpr double shortest_flank = 0.005;  // of a piece
  const double length = end - start, turn = std::max(turning_.rate, turning_.rate + turning_.growth * length) * length;
  const int pieces = std::max(1 + static_cast<int>(turn / most_turn), foresight_.count_pieces(start, end));
  piece_ends_.clear();
  for (int k = 1; k < pieces; ++k) piece_ends_.push_back(start + length * k / pieces);
  if (const std::optional<SingularWatch::Stretch>& beside = singular_.beside()) {
    const double way = std::max(0.5 * (beside->to - beside->from), shortest_flank * length);
    for (double ahead = way; ahead < 0.5 * length && start == beside->to; ahead = 2 * ahead + way)
      piece_ends_.push_back(start + ahead);
    for (double left = way; left < 0.5 * length && end == beside->from; left = 2 * left + way) piece_ends_.push_back(end - left);
  }
  std::ranges::sort(piece_ends_);
  piece_ends_.push_back(end);
  for (double from = start; const double to : piece_ends_) {
    peaks_->add_piece(from, to, [&](double t, const Needs& needs) { return look_for_peaks(t, needs); });
    from = to;
  }
}

/// Beside a kink as exactly as its place is known; elsewhere for nothing.
Instant Flight::look_for_peaks(double t, const Needs& needs) {
  if (std::ranges::binary_search(boundaries_, t))
    engine_->integrator->interpolate(t, engine_->y_inside, engine_->account);
  else
    engine_->integrator->glance(t, engine_->y_inside, engine_->account);
  const Instant instant = make_instant(t, engine_->y_inside, needs, peaks_->reads_ledger());
  view_.state.t = t;
  if (t == boundaries_.back() && needs.loads && peaks_->looks_for_loads()) observer_->sample(instant);
  return instant;
}

}  // namespace pintle
