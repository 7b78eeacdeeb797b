#include "pintle/expressions/time_roots.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace pintle {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double widest_blur = 1e-7;  // of the search: √ε, as wide as a touch is blurred

/// Where a number stands among levels: odd on one of them, even between two; −1 for NaN. No levels: whole numbers.
class Levels {
 public:
  static constexpr double no_number = -1;

  explicit Levels(std::vector<double> levels) : levels_(std::move(levels)) {}

  double place(double x) const {
    if (std::isnan(x)) return no_number;
    if (levels_.empty()) return 2 * std::floor(x) + (x == std::floor(x) ? 1 : 2) + whole_offset;
    const auto at = std::ranges::lower_bound(levels_, x);
    return static_cast<double>(2 * (at - levels_.begin())) + (at != levels_.end() && *at == x ? 1 : 0);
  }
  static bool is_on(double place) { return std::fmod(place, 2) == 1; }
  /// The same place throughout, whatever the value within its bounds.
  bool is_settled(const Interval& x) const { return x.is_empty() || (!x.nan && place(x.low) == place(x.high)); }
  /// How near x is to a level.
  double distance(double x) const {
    if (levels_.empty()) return std::fabs(x - std::round(x));
    const auto at = std::ranges::lower_bound(levels_, x);
    const double above = at == levels_.end() ? std::numeric_limits<double>::infinity() : *at - x;
    return at == levels_.begin() ? above : std::min(above, x - *(at - 1));
  }

 private:
  static constexpr double whole_offset = 2199023255552.0;  // 2⁴¹: places stay positive
  std::vector<double> levels_;
};

struct Cell {
  double from, to;
};

/// The search from left to right: `settle` what is decided, halve what is not.
class Search {
 public:
  Search(TimeFunction& g, Levels levels, double from, double to) : g_(g), levels_(std::move(levels)), from_(from), to_(to) {
    resolution_ = 2 * epsilon * std::max(std::fabs(from), std::fabs(to));
    place_ = place_at(from);
  }

  TimeRoots go() {
    std::vector<Cell> open{{from_, to_}};
    double searched = from_;
    int cells = 0;
    std::size_t known = 0;
    while (!open.empty() && static_cast<int>(times_.size()) < most_roots) {
      const Cell cell = open.back();
      open.pop_back();
      if (times_.size() > known) cells = 0;
      known = times_.size();
      if (++cells > most_cells) {
        searched = sample({cell.from, to_});
        open.assign(searched < to_ ? 1 : 0, {searched, to_});
        break;
      }
      const Verdict verdict = judge(cell);
      if (verdict == Verdict::open) {
        const double middle = cell.from + 0.5 * (cell.to - cell.from);
        open.push_back({middle, cell.to});
        open.push_back({cell.from, middle});
        continue;
      }
      searched = verdict == Verdict::settled ? settle(cell) : hide(cell);
      if (searched < cell.to) open.push_back({searched, cell.to});
    }
    show_hidden();
    return {std::move(times_), open.empty() ? to_ : searched};
  }

 private:
  enum class Verdict { settled, hidden, open };

  double place_at(double t) { return levels_.place(g_.value(t)); }

  /// settled: sgn g is the same throughout, or g is monotone. hidden: no halving would tell.
  Verdict judge(const Cell& cell) {
    const TimeFunction::Enclosure x = g_.enclose(cell.from, cell.to);
    if (levels_.is_settled(x.value)) return Verdict::settled;
    const bool smooth = !x.value.jumps && !x.value.nan;
    if (smooth && (x.slope.low > 0 || x.slope.high < 0)) return Verdict::settled;
    if (cell.to - cell.from <= resolution_) return Verdict::hidden;
    return smooth && x.rounding > 0 && x.value.width() <= 8 * x.rounding ? Verdict::hidden : Verdict::open;
  }

  /// All changes of place within a cell in which g goes one way, or as many as there is room for; returns where it ended.
  double settle(const Cell& cell) {
    show_hidden();
    double from = cell.from;
    const double end = place_at(cell.to);
    while (place_ != end && from < cell.to) {
      if (static_cast<int>(times_.size()) >= most_roots) return from;
      const auto [before, after] = find_change(from, cell.to);
      add(Levels::is_on(place_) ? before : after);
      from = std::min(cell.to, std::max(after, before + resolution_));  // nearer, they are one
      place_ = place_at(from);
    }
    place_ = end;
    return cell.to;
  }

  /// Neighbouring times with place_ before and another place after.
  std::pair<double, double> find_change(double from, double to) {
    while (true) {
      const double middle = from + 0.5 * (to - from);
      if (!(middle > from && middle < to)) return {from, to};
      (place_at(middle) == place_ ? from : to) = middle;
    }
  }

  void add(double t) {
    if (t - from_ > resolution_ && t <= to_ && !(t <= blurred_to_)) times_.push_back(t);
    blurred_to_ = std::max(blurred_to_, t + resolution_);
  }

  // ---- what rounding hides: cells side by side are one root

  double hide(const Cell& cell) {
    if (!hidden_) {
      hidden_ = true;
      hidden_from_ = cell.from;
      nearest_ = std::numeric_limits<double>::infinity();
      look(cell.from);
    }
    hidden_to_ = cell.to;
    look(cell.to);
    return cell.to;
  }
  void look(double t) {
    const double distance = levels_.distance(g_.value(t));
    if (distance < nearest_) {
      nearest_ = distance;
      first_nearest_ = last_nearest_ = t;
    } else if (distance == nearest_) {
      last_nearest_ = t;
    }
  }
  /// Beside a stretch that rounding hides, as far as it is wide, rounding makes roots of its own: they are the same one.
  void show_hidden() {
    if (!hidden_) return;
    hidden_ = false;
    const double end = place_at(hidden_to_);
    const double width = std::min(hidden_to_ - hidden_from_, widest_blur * (to_ - from_));
    while (!times_.empty() && times_.back() >= hidden_from_ - width) times_.pop_back();
    blurred_to_ = -std::numeric_limits<double>::infinity();
    if (end != place_) {
      const auto [before, after] = find_change(hidden_from_, hidden_to_);
      add(Levels::is_on(place_) ? before : after);
    } else {
      add(std::isfinite(nearest_) ? 0.5 * (first_nearest_ + last_nearest_) : 0.5 * (hidden_from_ + hidden_to_));
    }
    blurred_to_ = hidden_to_ + width;
    place_ = end;
  }

  double sample(const Cell& rest) {
    const double step = (rest.to - rest.from) / most_cells;
    for (int k = 0; k < most_cells; ++k) {
      const Cell cell{rest.from + k * step, k + 1 == most_cells ? rest.to : rest.from + (k + 1) * step};
      if (const double end = settle(cell); end < cell.to) return end;
    }
    return rest.to;
  }

  TimeFunction& g_;
  Levels levels_;
  double from_, to_, resolution_;
  double place_;                                                  // of g at the end of what has been searched
  double blurred_to_ = -std::numeric_limits<double>::infinity();  // changes up to here are the last root
  std::vector<double> times_;
  bool hidden_ = false;
  double hidden_from_ = 0, hidden_to_ = 0, nearest_ = 0, first_nearest_ = 0, last_nearest_ = 0;
};

}  // namespace

TimeRoots find_time_roots(TimeFunction& g, double from, double to) { return find_level_times(g, {0.0}, from, to); }

TimeRoots find_level_times(TimeFunction& g, std::vector<double> levels, double from, double to) {
  if (!(from < to)) return {{}, to};
  return Search(g, Levels(std::move(levels)), from, to).go();
}

std::vector<double> find_time_roots(const Graph& graph, Expr g, double from, double to) {
  TimeFunction function(graph, g);
  std::vector<double> times;
  for (double done = from; done < to;) {
    TimeRoots more = find_time_roots(function, done, to);
    times.insert(times.end(), more.times.begin(), more.times.end());
    done = more.searched;
  }
  return times;
}

}  // namespace pintle
