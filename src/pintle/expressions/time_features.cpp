#include "pintle/expressions/time_features.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pintle {
namespace {

constexpr double share = 0.02;  // ε of (1)
constexpr double much_wider = 4, look_back = 32;
constexpr int most_splits = 300;       // to find an amplitude
constexpr int most_intervals = 2000;   // of one scan()
constexpr double least_share = 1e-13;  // of the range: what is shorter is rounding, or a pole

}  // namespace

FeatureScan::FeatureScan(TimeFunction f, double from) : f_(std::move(f)), start_(from), scanned_(from) {}

/// A is the largest less the smallest value, found by halving the stretch that could exceed the values seen most; at most three
/// times too small. What is less than rounding does not count.
void FeatureScan::begin_piece(double end) {
  const double from = start_ = scanned_;
  least_width_ = least_share * std::max(std::fabs(end), end - from);
  wider_.clear();
  open_.push_back({from, end});
  struct Piece {
    double from, to;
    Interval range;
  };
  double low = std::numeric_limits<double>::infinity(), high = -low;
  const auto look = [&](double t) {
    const double x = f_.value(t);
    if (!std::isfinite(x)) return;
    low = std::min(low, x);
    high = std::max(high, x);
  };
  const auto excess = [&](const Piece& part) { return std::max(part.range.high - high, low - part.range.low); };
  look(from);
  look(end);
  std::vector<Piece> parts{{from, end, f_.range(from, end).value}};
  for (int k = 0; k < most_splits; ++k) {
    const auto worst = std::ranges::max_element(parts, {}, excess);
    if (!(excess(*worst) > high - low) || worst->to - worst->from < least_width_) break;
    const double middle = 0.5 * (worst->from + worst->to), to = worst->to;
    look(middle);
    *worst = {worst->from, middle, f_.range(worst->from, middle).value};
    parts.push_back({middle, to, f_.range(middle, to).value});
  }
  const double rounding = 1e3 * std::numeric_limits<double>::epsilon() * std::max(std::fabs(low), std::fabs(high));
  tolerance_ = high - low > rounding ? share * (high - low) : 0;
}

bool FeatureScan::is_settled(double from, double to) {  // (1)
  const double w = to - from;
  const TimeFunction::Range x = f_.range(from, to);
  if (x.value.width() <= tolerance_) return true;
  if (!x.value.is_bounded() && !std::isfinite(f_.value(0.5 * (from + to)))) return true;  // it is no number here
  if (x.value.jumps || x.value.nan) return false;
  return 0.25 * w * x.slope.width() <= tolerance_ || 0.125 * w * w * x.bend.magnitude() <= tolerance_;
}

void FeatureScan::scan(double piece_end) {
  if (scanned_ >= piece_end) return;
  if (open_.empty()) begin_piece(piece_end);
  if (!(tolerance_ > 0)) {  // nothing varies
    open_.clear();
    scanned_ = piece_end;
    return;
  }
  for (int k = 0; k < most_intervals && !open_.empty(); ++k) {
    const Cell cell = open_.back();
    open_.pop_back();
    if (cell.width() > least_width_ && !is_settled(cell.from, cell.to)) {
      const double middle = 0.5 * (cell.from + cell.to);
      open_.push_back({middle, cell.to});
      open_.push_back({cell.from, middle});
      continue;
    }
    add(cell);
    scanned_ = joined_.from;  // more may join it
  }
  if (!open_.empty()) return;
  scanned_ = joined_.to;
  finish_cell();
}

void FeatureScan::add(const Cell& cell) {
  const bool joins = joined_.width() > 0 && joined_.to == cell.from;
  if (joins && is_settled(joined_.from, cell.to)) {
    joined_.to = cell.to;
    return;
  }
  finish_cell();
  joined_ = cell;
}

void FeatureScan::finish_cell() {
  const Cell cell = std::exchange(joined_, {0, 0});
  const double w = cell.width();
  if (!(w > least_width_)) return;
  const auto last_wide =
      std::ranges::find_if(wider_.rbegin(), wider_.rend(), [&](const Cell& one) { return one.width() >= much_wider * w; });
  const double quiet_to = last_wide == wider_.rend() ? start_ : last_wide->to;
  if (cell.from - quiet_to <= look_back * w) {
    const bool goes_on =
        !features_.empty() && features_.back().to == cell.from && features_.back().step == TimeFeature::step_share * w;
    if (goes_on)
      features_.back().to = cell.to;
    else
      features_.push_back({cell.from, cell.to, TimeFeature::step_share * w});
  }
  while (!wider_.empty() && wider_.back().width() <= w) wider_.pop_back();
  wider_.push_back(cell);
}

void FeatureScan::forget(double before) {
  const auto first = std::ranges::find_if(features_, [&](const TimeFeature& one) { return one.to > before; });
  features_.erase(features_.begin(), first);
}

}  // namespace pintle
