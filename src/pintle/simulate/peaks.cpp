#include "pintle/simulate/peaks.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/math/elementary.h"

namespace pintle {
namespace {

constexpr int per_joint = 10;
constexpr int most_halvings = 40;
constexpr unsigned forces = 7, moments = 56;
/// The place of a component of loads.csv among the numbers of a joint: axial is fz, torsion mz.
constexpr std::array<int, load_components.size()> number_of{0, 1, 2, 3, 4, 5, 6, 7, 2, 8, 5, 9};
/// What a component is made of: bits of fx … mz.
constexpr std::array<unsigned, load_components.size()> made_of{1, 2, 4, 8, 16, 32, forces, moments, 4, 3, 32, 24};

/// Bits of fx … mz to which constraints contribute; six further on those to which laws do; and another six those of directions
/// that could move and are held. A force along an axis of F stays on one axis of M if the joint turns about that axis alone; a
/// moment does if there is one rotation.
unsigned find_sources(const System& system, const Structure& structure, JointIndex j) {
  if (!structure.closed[j.i]) return 0;
  const DirectionSet movable = system.joint(j).movable;
  const DirectionSet free = structure.free_directions(j);
  int turns = 0, turn = -1;
  for (int k = 0; k < 3; ++k)
    if (movable.has(static_cast<Direction>(3 + k))) {
      ++turns;
      turn = k;
    }
  const auto bits_of = [&](Direction d) {
    const int k = axis_of(d);
    if (is_translation(d)) return turns == 0 || (turns == 1 && turn == k) ? 1u << k : forces;
    return turns <= 1 ? 8u << k : moments;
  };
  unsigned reaction = 0, laws = 0, held = 0;
  for (Direction d : all_directions) {
    if (free.has(d)) continue;
    reaction |= bits_of(d);
    if (movable.has(d)) held |= bits_of(d);
  }
  for (const JointLaw& law : system.laws)
    if (law.joint == j && free.has(law.direction)) laws |= bits_of(law.direction);
  return reaction | laws << 6 | held << 12;
}

LoadSource source_of(unsigned bits, int component) {
  const unsigned of = made_of[component];
  const bool reaction = bits & of, laws = bits >> 6 & of, held = (bits >> 12 & of) == of;
  if (reaction && laws) return LoadSource::both;
  if (laws) return LoadSource::laws;
  return held ? LoadSource::held : reaction ? LoadSource::reaction : LoadSource::unknown;
}

Wrench<double> wrench_of(std::span<const double> x) { return {{x[3], x[4], x[5]}, {x[0], x[1], x[2]}}; }

}  // namespace

Peaks::Peaks(const System& system, const Parameters<double>& p, bool with_loads)
    : system_(system),
      p_(p),
      with_loads_(with_loads),
      measures_(system),
      measured_needs_(measures_.needs()),
      carried_(make_carried()),
      measured_(measures_.make_numbers()),
      any_measured_(measures_.any_sought()),
      now_(static_cast<std::size_t>(measured_.size())),
      beside_(now_),
      at_end_(now_),
      carried_now_(static_cast<std::size_t>(carried_.size())) {
  measured_needs_.state = !system.measures.empty();
  measures_.read_numbers(p);
  carried_needs_.state = false;
  if (with_loads) {
    carried_needs_.loads = system.joint_count() > 0;
    carried_needs_.reactions = system.multipliers > 0;
    carried_needs_.elements = elements_ < carried_.size();
  }
  needs_ = carried_needs_ | measured_needs_;
}

template <class Put>
void Peaks::for_each_moment(Put&& put) const {
  if (!with_loads_) return;
  for (int j = 0; j < system_.joint_count(); ++j)
    for (int k : {3, 4, 5, 7, 9}) put(per_joint * j + k);
  for (const ConstraintRecord& constraint : system_.constraints)
    for (int r = 0; r < constraint.row_count(); ++r)
      if (constraint.angular[r]) put(constraints_ + constraint.first + r);
}

void Peaks::restart() {
  for_each_moment([&](int i) { carried_.set_unit(i, system_.length); });
  carried_.restart();
  measured_.restart();
  is_beside_ = false;
  pieces_ = spent_ = 0;
  measuring_ = false;
  read_numbers();
}

void Peaks::read_numbers() {
  measures_.read_numbers(p_);
  looked_ = never;
}

std::vector<WatchedNumber> Peaks::make_carried() {
  std::vector<WatchedNumber> numbers;
  const auto count = [&] { return static_cast<int>(numbers.size()); };
  const auto add_group = [&](int size) {
    const int first = count();
    for (int k = 0; k < size; ++k) numbers.push_back({Sense::size, first, size, 1});
  };
  for (int j = 0; with_loads_ && j < system_.joint_count(); ++j) add_group(per_joint);
  constraints_ = count();
  for (std::size_t k = 0; with_loads_ && k < system_.constraints.size(); ++k) add_group(system_.constraints[k].row_count());
  for_each_moment([&](int i) { numbers[i].unit = system_.length; });
  elements_ = count();
  system_.elements.for_each([&]<class Kind>(const Pool<Kind>&, int, const Kind&) {
    if (with_loads_) add_group(static_cast<int>(std::ranges::count(Kind::signals, true, &ElementSignal::is_load)));
  });
  return numbers;
}

void Peaks::update(const Instant& instant, std::span<double> x) { measures_.update(system_, p_, instant, x); }

void Peaks::update_carried(const Instant& instant, std::span<double> x) const {
  const View<double>& view = instant.view;
  double* to = x.data();
  for (const Wrench<double>& load : view.load) {
    const auto& [m, f] = load;
    for (double one :
         {f.x, f.y, f.z, m.x, m.y, m.z, norm(f), norm(m), std::sqrt(f.x * f.x + f.y * f.y), std::sqrt(m.x * m.x + m.y * m.y)})
      *to++ = one;
  }
  to = std::ranges::copy(view.multiplier, to).out;
  if (is_beside_ || !view.has_sound_loads()) std::fill(x.data(), to, std::numeric_limits<double>::quiet_NaN());
  system_.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind&) {
    for (std::size_t s = 0; s < Kind::signals.size(); ++s)
      if (Kind::signals[s].is_load) *to++ = view.element[static_cast<std::size_t>(pool.signal(k)) + s];
  });
}

/// Both searches read the instant, one after the other, and know nothing of each other.
template <class Put>
void Peaks::put_both(const Instant& instant, Put&& put) {
  update(instant, now_);
  put(measured_, std::span<const double>(now_));
  if (!with_loads_) return;
  update_carried(instant, carried_now_);
  put(carried_, std::span<const double>(carried_now_));
}

void Peaks::begin(const Structure& structure, const Instant& instant) {
  const auto [stage, is_new] = stages_.try_emplace(structure, static_cast<int>(sources_.size()));
  if (is_new) {
    std::vector<unsigned>& bits = sources_.emplace_back();
    for (int j = 0; j < system_.joint_count(); ++j) bits.push_back(find_sources(system_, structure, JointIndex(j)));
  }
  carried_.set_stage(stage->second);
  const double t = instant.view.state.t;
  if (instant.jump)  // impulses are there at this one instant, and not in what follows
    put_both(instant, [t](Extremes& extremes, std::span<const double> x) { extremes.note(t, x); });
  Instant after = instant;
  after.jump = nullptr;
  put_both(after, [t](Extremes& extremes, std::span<const double> x) { extremes.begin(t, x); });
}

void Peaks::note(const Instant& instant) {
  put_both(instant, [&](Extremes& extremes, std::span<const double> x) { extremes.note(instant.view.state.t, x); });
}

void Peaks::cut(const Instant& instant) {
  put_both(instant, [&](Extremes& extremes, std::span<const double> x) { extremes.begin(instant.view.state.t, x); });
  looked_ = never;
}

void Peaks::add_piece(double start, double end, const Look& look) {
  ++pieces_;
  measuring_ = true;
  if (any_measured_) add_narrow(start, end, measures_.any_narrow() ? 0 : most_halvings, look);
  measuring_ = false;
  if (!with_loads_) return;
  carried_.add_step(end, [this, &look](double t, std::span<double> x) { update_carried(look(t, carried_needs_), x); });
}

/// What is still narrow in a piece that cannot be halved any more jumps there. A budget keeps a run with a measure that is
/// narrow everywhere from taking hours: beyond it, measures are what the ends of pieces and the looks there tell.
void Peaks::add_narrow(double start, double end, int halvings, const Look& look) {
  constexpr long free = 100'000, per_piece = 32;
  const double resolution = 64 * std::numeric_limits<double>::epsilon() * std::abs(end);
  const bool looks = halvings < most_halvings && spent_ < free + per_piece * pieces_;
  if (looks) {
    const double width = end - start;
    spent_ += 4;
    if (start == looked_)
      measures_.look_again();
    else
      measures_.look(0, system_, p_, look(start, measures_.narrow_needs()));
    measures_.look(1, system_, p_, look(start + 0.25 * width, measures_.narrow_needs()));
    measures_.look(2, system_, p_, look(end - 0.25 * width, measures_.narrow_needs()));
    const Instant at_end = look(end, measured_needs_);
    measures_.look(3, system_, p_, at_end);
    looked_ = end;
    if (!measures_.are_tame(measured_)) {
      if (halvings + 1 < most_halvings && width > resolution) {
        add_narrow(start, start + 0.5 * width, halvings + 1, look);
        return add_narrow(start + 0.5 * width, end, halvings + 1, look);
      }
      update(look(end + 1000 * width, measured_needs_), beside_);
      update(look(end, measured_needs_), now_);
      measures_.check_poles(end, now_, beside_);
      return measured_.add_jump(end, now_);
    }
    update(at_end, at_end_);
  }
  const struct {
    double known;  // when numbers are known from above
    const Look& look;
  } piece{looks ? end : never, look};
  measured_.add_step(end, [this, &piece](double t, std::span<double> x) {  // no larger: it would take memory
    if (t == piece.known)
      std::ranges::copy(at_end_, x.begin());
    else
      update(piece.look(t, measured_needs_), x);
  });
}

void Peaks::end(const Instant& instant) {
  measures_.update_last(system_, p_, instant, now_);
  for (int k = 0; k < measured_.size(); ++k) measured_.set_last(k, now_[static_cast<std::size_t>(k)]);
}

/// The mean square of a length is the sum of those of its components, which are smooth where a length has a corner at zero.
LoadTable Peaks::make_table(const Uniqueness& uniqueness) const {
  LoadTable table(system_.joint_count());
  for (int j = 0; j < system_.joint_count(); ++j)
    for (int c = 0; c < static_cast<int>(load_components.size()); ++c) {
      const int i = per_joint * j + number_of[c];
      const Extreme& extreme = carried_.extreme(i);
      double square = 0;
      for (int k = 0; k < 6; ++k)
        if (made_of[c] >> k & 1) square += carried_.mean_square(per_joint * j + k);
      table.set_rms(j, c, std::fmin(std::sqrt(square), std::abs(extreme.value)));
      if (std::isnan(extreme.value)) continue;
      const LoadSet set = calc_load_set(wrench_of(carried_.set_of(i)));
      const unsigned sources = sources_[extreme.stage][j];
      table.peak(j, c) = {set[c], extreme.time, set, source_of(sources, c)};
    }
  for (std::size_t j = 0; j < uniqueness.joints.size(); ++j) table.mark_shared(static_cast<int>(j), uniqueness.joints[j].load);
  const auto add = [&](const std::string& part, const std::string& component, const std::string& unit, int i, const char* source,
                       bool unique = true) {
    const Extreme& extreme = carried_.extreme(i);
    const double rms = std::fmin(std::sqrt(carried_.mean_square(i)), std::abs(extreme.value));
    const std::span<const double> set = carried_.set_of(i);
    table.add({part, component, unit, extreme.value, extreme.time, rms, unique, source, {set.begin(), set.end()}});
  };
  for (std::size_t k = 0; k < system_.constraints.size(); ++k) {
    const ConstraintRecord& constraint = system_.constraints[k];
    const unsigned open = uniqueness.constraints.empty() ? 0 : uniqueness.constraints[k].reaction;
    const std::vector<NameTable::Entry::Row>& rows = system_.names.find_entry(constraint.name)->rows;
    for (int r = 0; r < constraint.row_count(); ++r)
      add(constraint.name, rows[r].signal, rows[r].unit, constraints_ + constraint.first + r, "reaction", (open >> r & 1) == 0);
  }
  int i = elements_;
  system_.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind&) {
    for (const ElementSignal& signal : Kind::signals)
      if (signal.is_load)
        add(pool.names[k], std::string(signal.name), std::string(signal.unit), i++, Kind::has_mode ? "contact" : "force");
  });
  return table;
}

void Peaks::update_summary(std::span<const Conditions::Seen> seen, RunSummary& summary) {
  carried_.finish();
  measured_.finish();
  if (with_loads_) summary.loads = make_table(summary.uniqueness);
  measures_.update_values(measured_, seen, summary.measures);
}

}  // namespace pintle
