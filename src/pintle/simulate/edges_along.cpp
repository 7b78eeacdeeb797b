#include <algorithm>
#include <array>
#include <cmath>

#include "pintle/simulate/edges.h"

/// Edges along a step: which of them have to be looked at. By intervals of all that they are made of, between four samples.
namespace pintle {
namespace {

/// A length of four samples: where its vector passes by zero it falls and rises within a short way. What is below zero is none.
bool may_bend(const SignalRange& range, std::array<double, 4> samples) {
  constexpr double wider = 1.5;
  const auto [least, most] = std::ranges::minmax(samples);
  return least >= 0 && most > least && is_near_zero(range, wider * (range.high - range.low));
}

}  // namespace

void Edges::begin_step(const Sampler& sampler, double length) {
  sampler_ = &sampler;
  length_ = length;
  wide_event_ = -1;
}

void Edges::update_wide(int event, const FourSamples& s) {
  const double from = s[0][value_count() - 1], to = s[3][value_count() - 1];
  if (event == wide_event_ && from == wide_from_ && to == wide_to_) return;
  wide_event_ = event, wide_from_ = from, wide_to_ = to;
  EventEdges& one = events_[event];
  const int first = first_input_[event];
  one.is_sharp = false;
  for (std::size_t i = 0; i < one.wide_inputs.size(); ++i) {
    const auto k = static_cast<std::size_t>(first) + i;
    SignalRange range = range_of(s[0][k], s[1][k], s[2][k], s[3][k]);
    if (is_length(one.condition->formula.inputs[i]) && may_bend(range, {s[0][k], s[1][k], s[2][k], s[3][k]})) {
      one.is_sharp = true;
      range.low = 0;
    }
    one.wide_inputs[i] = range.low <= range.high ? Interval(range.low, range.high) : Interval::none();
  }
  one.condition->formula.tape.evaluate<Interval>(one.wide_inputs, one.wide_scratch, one.wide_outputs);
}

Side Edges::wide_side(int edge, const FourSamples& samples) {
  const Info& info = info_[edge];
  update_wide(info.event, samples);
  const std::vector<Interval>& x = events_[info.event].wide_outputs;
  const Interval l = x[info.edge->l];
  const Interval r = info.edge->r < 0 ? Interval(info.edge->at) : x[info.edge->r];
  if (l.nan || r.nan) return Side::unknown;
  return l.low > r.high ? Side::above : l.high < r.low ? Side::below : Side::unknown;
}

EdgeShape Edges::find_shape(int edge, const FourSamples& s) {
  const Info& info = info_[edge];
  if (std::isnan(s[0][edge]) && std::isnan(s[1][edge]) && std::isnan(s[2][edge]) && std::isnan(s[3][edge]))
    return EdgeShape::one_side;  // no number, no root
  if (info.event < 0) return find_shape_of_source(edge, s);
  if (wide_side(edge, s) != Side::unknown) return EdgeShape::one_side;
  const EventEdges& event = events_[info.event];
  const Tape& tape = event.condition->formula.tape;
  const bool is_tame = !(info.edge->reads_length && event.is_sharp) && tape.is_tame(event.wide_scratch, info.edge->l) &&
                       (info.edge->r < 0 || tape.is_tame(event.wide_scratch, info.edge->r));
  return is_tame ? EdgeShape::smooth : EdgeShape::unknown;
}

/// Of an uneven ground by where the shape gets to; no finer than a small part of the step.
EdgeShape Edges::find_shape_of_source(int edge, const FourSamples& s) const {
  constexpr double least_part = 1.0 / 2048;
  const int contact = edge - first_of_sources_;
  const int first = contacts_ && contact < contacts_->size() ? contacts_->first_place(contact) : -1;
  if (first >= 0) {
    const auto range = [&](int k) {
      const SignalRange x = range_of(s[0][k], s[1][k], s[2][k], s[3][k]);
      return Interval(x.low, x.high);
    };
    const int place = first_input_.back() + first;
    const Interval t(s[0][value_count() - 1], s[3][value_count() - 1]);
    const Within within = contacts_->look(contact, t, {range(place), range(place + 1), range(place + 2)});
    if (!within.near) return EdgeShape::one_side;
    if (!within.even && t.width() > least_part * length_) return EdgeShape::unknown;
  }
  const SignalRange d = range_of(s[0][edge], s[1][edge], s[2][edge], s[3][edge]);
  return d.low > 0 || d.high < 0 ? EdgeShape::one_side : EdgeShape::smooth;
}

bool Edges::update_wanted(const FourSamples& samples, std::span<const Side> sides, std::vector<bool>& wanted) {
  wanted.assign(info_.size(), false);
  known_.assign(sides.begin(), sides.end());
  bool any = false;
  for (std::size_t e = 0; e < events_.size(); ++e) {
    const EventEdges& event = events_[e];
    if (!event.live || !event.has_signals) continue;
    const int end = event.first + static_cast<int>(event.condition->edges.size());
    for (int i = event.first; i < end; ++i) {
      const Condition::Edge& edge = *info_[i].edge;
      if (edge.has_roots() && !edge.is_of_time) known_[i] = wide_side(i, samples);
    }
    if (event.first >= first_bend_) {
      for (int i = event.first; i < end; ++i) {
        const auto k = static_cast<std::size_t>(i);
        wanted[k] = known_[k] != sides[k] && (i < first_kink_ || rests_[i - first_kink_].steps == 0);
        any = any || wanted[k];
      }
      continue;
    }
    const Side truth = calc_truth(static_cast<int>(e), known_);
    if (truth != Side::unknown && truth == calc_truth(static_cast<int>(e), sides)) continue;
    any = true;
    for (int i = event.first; i < end; ++i) {
      const auto k = static_cast<std::size_t>(i);
      wanted[k] = known_[k] != sides[k];
    }
  }
  for (int i = first_of_sources_; i < size(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    wanted[k] = sides[k] == Side::below && find_shape(i, samples) != EdgeShape::one_side;
    any = any || wanted[k];
  }
  return any;
}

bool Edges::are_smooth(const std::vector<bool>& wanted, const FourSamples& samples) {
  for (int i = 0; i < size(); ++i)
    if (wanted[i] && find_shape(i, samples) == EdgeShape::unknown) return false;
  return true;
}

}  // namespace pintle
