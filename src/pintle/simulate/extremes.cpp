#include "pintle/simulate/extremes.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "pintle/base/check.h"
#include "pintle/base/limits.h"
#include "pintle/simulate/abreast.h"
#include "pintle/simulate/side_by_side.h"

namespace pintle {
namespace {

/// Of what a number reaches. Of the thousandth that peaks are promised to, the rest is for what E does not see.
constexpr double not_worth_a_look = 6e-4;
constexpr double well_known = 1e-4;    // by E, which is the error of a polynomial of one node less
constexpr double rounding = 1e-9;      // beside the largest of a group
constexpr double too_near = 0.1;       // of a step: nodes of steps before, or differences are noise
constexpr double least_width = 1e-40;  // [s] its sixth power is a number

/// Gauss's three points of an interval, and what part of it each stands for.
struct GaussPoint {
  double place, part;
};
constexpr std::array<GaussPoint, 3> gauss{{{0.1127016653792583, 5.0 / 18}, {0.5, 8.0 / 18}, {0.8872983346207417, 5.0 / 18}}};

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

Extremes::Extremes(std::vector<WatchedNumber> numbers) : numbers_(std::move(numbers)), row_(padded(numbers_.size())) {
  std::size_t sets = 0;
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    if (numbers_[i].sense != Sense::size) values_.push_back(static_cast<int>(i));
    set_at_.push_back(sets);
    sets += at(numbers_[i].count);
  }
  sets_.resize(sets);
  most_looks_ = 12 + 4 * std::min(static_cast<int>(values_.size()), 12);  // measures have little to do with each other
  const std::size_t most = kept + 1 + at(most_looks_) + 1;                // and one that stands for itself
  nodes_.reserve(most);
  pool_.assign(most * row_ + side_by_side, 0.0);  // groups are read from where they begin
  for (std::size_t k = 0; k < most; ++k) free_.push_back(k * row_);
  suspects_.reserve(numbers_.size());
  stretches_.reserve(most);
  restart();
}

void Extremes::restart() {
  const std::size_t n = numbers_.size();
  extreme_.assign(n, {nan, nan, 0});
  high_.assign(row_, infinity);
  low_.assign(row_, -infinity);
  for (std::size_t i = 0; i < n; ++i) {
    const Sense sense = numbers_[i].sense;
    high_[i] = sense == Sense::size || sense == Sense::largest ? -infinity : infinity;
    low_[i] = sense == Sense::size || sense == Sense::smallest ? infinity : -infinity;
  }
  for (std::vector<double>* unknown : {&start_, &last_, &sets_}) unknown->assign(unknown == &sets_ ? sets_.size() : n, nan);
  for (std::vector<double>* sum : {&span_, &size_, &integral_, &square_, &lost_}) sum->assign(n, 0.0);
  forget_nodes();
  waits_ = false;
  first_ = end_ = lasted_ = 0;
  fresh_ = true;
  stage_ = 0;
  looks_ = suspected_ = 0;
}

void Extremes::archive(Archive& archive) {
  archive("extremes", extreme_, high_, low_, start_, span_, size_, sets_, last_, integral_, square_, lost_, nodes_, pool_, free_);
  archive("so far", first_, end_, lasted_, waits_, fresh_, stage_, looks_, suspected_);
}

std::span<const double> Extremes::set_of(int i) const { return {sets_.data() + set_at_[at(i)], at(numbers_[at(i)].count)}; }

double Extremes::mean(int i) const { return lasted_ > 0 ? integral_[at(i)] / lasted_ : last_[at(i)]; }

double Extremes::mean_square(int i) const {
  const double lasted = lasted_ - lost_[at(i)];
  return lasted > 0 ? std::max(0.0, square_[at(i)] / lasted) : last_[at(i)] * last_[at(i)];
}

void Extremes::finish() {
  if (waits_) integrate_squares(nodes_.size() - 2);
  waits_ = false;
}

double Extremes::noise(std::size_t i) const { return rounding * numbers_[i].unit * size_[at(numbers_[i].first)]; }
double Extremes::slack(std::size_t i) const { return not_worth_a_look * scale(i) + noise(i); }
double Extremes::fine(std::size_t i) const { return fine_beside(i, scale(i)); }
double Extremes::fine_beside(std::size_t i, double size) const { return well_known * size + noise(i); }

/// What is sought is large or small beside itself: a clearance of a millimetre between bodies that come from afar.
double Extremes::scale(std::size_t i) const {
  constexpr double least = 1e-6;
  const Sense sense = numbers_[i].sense;
  if (sense != Sense::largest && sense != Sense::smallest) return span_[i];
  const double reached = std::abs(extreme_[i].value);
  return reached < span_[i] ? std::max(reached, least * span_[i]) : span_[i];
}
double Extremes::known_beside(std::size_t i) const {
  return well_known * numbers_[i].unit * size_[at(numbers_[i].first)] + noise(i);
}

// ---- nodes ---------------------------------------------------------------------------------------------------------
Extremes::Node Extremes::take_node(double t) {
  PINTLE_CHECK(!free_.empty());
  const Node node{t, free_.back()};
  free_.pop_back();
  return node;
}

void Extremes::forget_nodes() {
  for (const Node& node : nodes_) free_.push_back(node.at);
  nodes_.clear();
}

void Extremes::drop_old_nodes() {
  const double least = nodes_.size() < 2 ? 0 : too_near * (end_ - first_);
  std::size_t left = 0;
  double next = infinity;
  for (std::size_t k = nodes_.size(); k-- > 0;) {
    const bool keeps = left < kept && next - nodes_[k].t >= least;
    if (keeps) {
      ++left;
      next = nodes_[k].t;
    } else {
      free_.push_back(nodes_[k].at);
      nodes_[k].at = pool_.size();  // none
    }
  }
  std::erase_if(nodes_, [&](const Node& node) { return node.at == pool_.size(); });
}

// ---- what was reached ----------------------------------------------------------------------------------------------
void Extremes::put(std::size_t i, double value, double t) {
  extreme_[i] = {value, t, stage_};
  switch (numbers_[i].sense) {
    case Sense::size: {  // a magnitude is large or small beside itself
      high_[i] = span_[i] = std::abs(value);
      low_[i] = -high_[i];
      double& size = size_[at(numbers_[i].first)];
      size = std::max(size, high_[i] / numbers_[i].unit);
      break;
    }
    case Sense::largest: high_[i] = value; break;
    case Sense::smallest: low_[i] = value; break;
    case Sense::mean:
    case Sense::none: break;
  }
}

void Extremes::put_all(const Node& node) {
  const double* const x = pool_.data() + node.at;
  for (const int k : values_) {  // a value is large or small beside how far it has gone
    const std::size_t i = at(k);
    if (std::isnan(start_[i])) start_[i] = x[i];
    span_[i] = std::max(span_[i], std::abs(x[i] - start_[i]));
    size_[i] = std::max(size_[i], std::abs(x[i]));
  }
  for (std::size_t some = 0; some < row_; some += side_by_side) {
    const Lanes here = load(x + some);
    if (!any(is_greater(here, load(high_.data() + some)) | is_less(here, load(low_.data() + some)))) continue;
    for (std::size_t i = some; i < std::min(some + side_by_side, numbers_.size()); ++i) {
      if (!(x[i] > high_[i]) && !(x[i] < low_[i])) continue;
      if (!std::isfinite(x[i])) continue;
      put(i, x[i], node.t);
      const WatchedNumber& number = numbers_[i];
      std::copy_n(x + number.first, number.count, sets_.begin() + static_cast<std::ptrdiff_t>(set_at_[i]));
    }
  }
}

void Extremes::note(double t, std::span<const double> x) {
  const Node node = take_node(t);
  std::ranges::copy(x, numbers_of(node).begin());
  put_all(node);
  free_.push_back(node.at);
}

void Extremes::begin(double t, std::span<const double> x) {
  fresh_ = false;
  finish();
  forget_nodes();
  nodes_.push_back(take_node(t));
  std::ranges::copy(x, numbers_of(nodes_.back()).begin());
  for (const int i : values_)
    if (numbers_[at(i)].sense != Sense::mean) start_[at(i)] = nan, span_[at(i)] = 0;  // as far as it goes from here
  put_all(nodes_.back());
  std::ranges::copy(x, last_.begin());
}

// ---- a step --------------------------------------------------------------------------------------------------------
void Extremes::add_step(double end, const Sampler& sample) {
  PINTLE_CHECK(!fresh_ && !nodes_.empty(), "begin() comes first");
  const Node node = take_node(end);
  sample(end, numbers_of(node));
  if (end - nodes_.back().t < least_width) {
    std::ranges::copy(numbers_of(node), last_.begin());
    free_.push_back(node.at);
    return add_jump(end, last_);
  }
  const double before = end_ - first_;
  first_ = nodes_.back().t;
  end_ = end;
  if (end_ - first_ < too_near * before) finish();
  nodes_.push_back(node);
  if (waits_) integrate_squares(nodes_.size() - 3);
  put_all(node);
  collect_suspects();
  suspected_ += static_cast<long>(suspects_.size());
  if (!suspects_.empty()) look(first_, sample);
  integrate(first_);
  std::ranges::copy(numbers_of(node), last_.begin());
  drop_old_nodes();
}

void Extremes::add_jump(double end, std::span<const double> x) {
  const double width = end - nodes_.back().t;
  const std::span<const double> before = numbers_of(nodes_.back());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double square = before[i] * before[i] + before[i] * x[i] + x[i] * x[i];
    integral_[i] += width * 0.5 * (before[i] + x[i]);
    if (std::isnan(square))  // what cannot be trusted is left out
      lost_[i] += width;
    else
      square_[i] += width / 3 * square;
  }
  lasted_ += width;
  begin(end, x);
}

/// (1)
void Extremes::collect_suspects() {
  suspects_.clear();
  const std::size_t n = nodes_.size();
  if (n < enough) {
    for (std::size_t i = 0; i < numbers_.size(); ++i)
      if (numbers_[i].sense != Sense::none) suspects_.push_back({static_cast<int>(i)});
    return;
  }
  const std::size_t m = std::min<std::size_t>(n, 5);
  std::array<const double*, 5> x{};
  std::array<std::array<double, 5>, 3> c{};  // of the differences of order 2, 3, 4, times ω
  const auto t = [&](std::size_t k) { return nodes_[n - 1 - k].t; };
  for (std::size_t k = 0; k < m; ++k) x[k] = pool_.data() + nodes_[n - 1 - k].at;
  double omega = 0.25 * (t(0) - t(1)) * (t(0) - t(1));
  for (std::size_t order = 2; order < m; ++order) {
    const double weight = order + 1 == m ? 2 * omega : omega;
    for (std::size_t k = 0; k <= order; ++k) {
      double product = 1;
      for (std::size_t j = 0; j <= order; ++j)
        if (j != k) product *= t(k) - t(j);
      c[order - 2][k] = weight / product;
    }
    omega *= t(0) - t(order);
  }
  if (m == 4) x[4] = x[3];  // its weight is zero
  for (std::size_t some = 0; some < row_; some += side_by_side) {
    const Lanes x0 = load(x[0] + some), x1 = load(x[1] + some), x2 = load(x[2] + some), x3 = load(x[3] + some),
                x4 = load(x[4] + some);
    const Lanes beyond = size_of(c[0][0] * x0 + c[0][1] * x1 + c[0][2] * x2) +
                         size_of(c[1][0] * x0 + c[1][1] * x1 + c[1][2] * x2 + c[1][3] * x3) +
                         size_of(c[2][0] * x0 + c[2][1] * x1 + c[2][2] * x2 + c[2][3] * x3 + c[2][4] * x4);
    const Mask<Lanes> leaves =
        is_greater(max(x0, x1) + beyond, load(high_.data() + some)) | is_less(min(x0, x1) - beyond, load(low_.data() + some));
    if (!any(leaves)) continue;
    for (int k = 0; k < lane_count; ++k)
      if (lane(leaves, k)) suspect(some + at(k), lane(x1, k), lane(x0, k), lane(beyond, k));
  }
  bool added = false;
  for (const int i : values_)
    if (numbers_[at(i)].sense == Sense::mean) suspects_.push_back({i}), added = true;
  if (added) std::ranges::sort(suspects_, {}, &Suspect::number);
}

/// (2)
void Extremes::suspect(std::size_t i, double a, double b, double beyond) {
  if (!(beyond > noise(i))) return;
  const double bend = 4 * beyond - std::abs(b - a), over = bend > 0 ? bend * bend / (16 * beyond) : 0;
  const double least = fine(i);
  if (std::max(a, b) + over > high_[i] + least || std::min(a, b) - over < low_[i] - least)
    suspects_.push_back({static_cast<int>(i)});
}

// ---- polynomials ---------------------------------------------------------------------------------------------------
/// Around an interval between two nodes, from those nearest to it.
Stretch Extremes::make_stretch(std::size_t interval, int most) const {
  std::size_t low = interval, high = interval + 1;
  const double middle = 0.5 * (nodes_[low].t + nodes_[high].t);
  while (high - low + 1 < at(most) && (low > 0 || high + 1 < nodes_.size())) {
    const bool down = low > 0 && (high + 1 == nodes_.size() || middle - nodes_[low - 1].t < nodes_[high + 1].t - middle);
    low -= down;
    high += !down;
  }
  Stretch s;
  s.start = nodes_[interval].t;
  s.end = nodes_[interval + 1].t;
  s.count = static_cast<int>(high - low + 1);
  s.first = interval - low;
  for (std::size_t k = low; k <= high; ++k) {
    s.t[k - low] = nodes_[k].t;
    s.x[k - low] = pool_.data() + nodes_[k].at;
  }
  std::fill(s.x.begin() + s.count, s.x.end(), s.x[0]);  // they weigh nothing
  s.update_differences();
  return s;
}

/// The interval between nodes that begins at t or before it.
std::size_t Extremes::find_interval(double t) const {
  const auto next = std::ranges::upper_bound(nodes_, t, {}, &Node::t);
  return std::min<std::size_t>(static_cast<std::size_t>(std::max<std::ptrdiff_t>(next - nodes_.begin() - 1, 0)),
                               nodes_.size() - 2);
}

/// (3)
void Extremes::integrate(double start) {
  const std::size_t first = find_interval(start);
  waits_ = first + 2 == nodes_.size();
  for (std::size_t k = first; k + 1 < nodes_.size(); ++k) {
    const double width = nodes_[k + 1].t - nodes_[k].t;
    lasted_ += width;
    if (!waits_) integrate_squares(k);
    if (values_.empty()) continue;
    const Stretch s = make_stretch(k, Stretch::widest);
    for (const auto& [place, part] : gauss) {
      const Stretch::Row w = s.make_weights(s.start + place * width);
      for (const int i : values_) {
        const double here = s.calc(w, at(i));
        integral_[at(i)] += part * width * here;
        square_[at(i)] += part * width * here * here;
      }
    }
  }
}

/// Of those that are sought by size.
void Extremes::integrate_squares(std::size_t interval) {
  const Stretch s = make_stretch(interval, Stretch::widest);
  const std::size_t sizes = numbers_.size() - values_.size();
  std::array<Stretch::Row, gauss.size()> weights;
  for (std::size_t g = 0; g < gauss.size(); ++g) weights[g] = s.make_weights(s.start + gauss[g].place * (s.end - s.start));
  for (std::size_t i = 0; i < sizes; i += side_by_side) {
    const Abreast abreast(s, i);
    Lanes squares(0.0);
    for (std::size_t g = 0; g < gauss.size(); ++g) {
      const Lanes here = abreast.calc(weights[g]);
      squares += (gauss[g].part * (s.end - s.start)) * (here * here);
    }
    const Lanes trusted = select(is_equal(squares, squares), squares, Lanes(0.0));  // what cannot be trusted is left out
    const Lanes lost = select(is_equal(squares, squares), Lanes(0.0), Lanes(s.end - s.start));
    if (i + side_by_side <= sizes) {
      store(load(square_.data() + i) + trusted, square_.data() + i);
      store(load(lost_.data() + i) + lost, lost_.data() + i);
      continue;
    }
    for (std::size_t k = i; k < sizes; ++k) {
      square_[k] += lane(trusted, static_cast<int>(k - i));
      lost_[k] += lane(lost, static_cast<int>(k - i));
    }
  }
}

}  // namespace pintle
