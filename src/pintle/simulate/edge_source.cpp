#include "pintle/simulate/edge_source.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/math/elementary.h"
#include "pintle/system/lengths.h"

namespace pintle {
namespace {

constexpr double rounded_place = 64 * std::numeric_limits<double>::epsilon();  // δ of what a place is made of

}  // namespace

namespace {

/// How far the joints are that hold a mechanism on the world [m].
double calc_farthest_anchor(const System& system, const Parameters<double>& p, int mechanism) {
  double far = 0;
  for (const JointRecord& joint : system.joints) {
    const bool is_on_world = joint.parent == world || joint.child == world;
    if (!is_on_world || system.mechanisms.of(joint.parent == world ? joint.child : joint.parent) != mechanism) continue;
    far = std::max(far, norm(p[joint.parent == world ? joint.X_PF : joint.X_CM].p));
  }
  return far;
}

/// visit(kind, numbers) of a surface that says where it may be touched; false: it is even.
template <class Element, class Visit>
bool visit_uneven(const Element& element, Visit&& visit) {
  bool any = false;
  visit_kind(SurfaceKinds(), element.surface, [&]<class Kind>(std::type_identity<Kind> kind, const auto& numbers) {
    if constexpr (requires { &Kind::within; }) {
      any = true;
      visit(kind, numbers);
    }
  });
  return any;
}

/// Of a ball about its point that holds a shape [m].
template <class Element>
double calc_shape_size(const Parameters<double>& p, const Element& element) {
  double size = 0;
  visit_kind(ShapeKinds(), element.shape, [&]<class Kind>(std::type_identity<Kind>, const auto& numbers) {
    if constexpr (requires { numbers.radius; }) size = p[numbers.radius];
  });
  return size;
}

}  // namespace

ContactEdges::ContactEdges(const System& system, const Parameters<double>& p) : system_(system), p_(p) { restart(); }

void ContactEdges::restart() {
  limits_.clear();
  uneven_ = 0;
  system_.elements.for_each([&]<class Kind>(const Pool<Kind>&, int, const Kind& element) {
    if constexpr (Kind::has_mode) {
      const Vec3<double> place = p_[element.place].p;
      const int mechanism = system_.mechanisms.of(element.bodies[0]);
      const double far =
          std::max({std::abs(place.x), std::abs(place.y), std::abs(place.z), calc_farthest_anchor(system_, p_, mechanism)});
      const bool is_known = has_length(system_, p_, mechanism);
      const bool is_even = !visit_uneven(element, [](const auto&, const auto&) {});
      limits_.push_back({is_known ? std::max(system_.length, far) : far, is_known, 0, is_even ? -1 : 3 * uneven_++});
    }
  });
}

void ContactEdges::update(const Instant& instant, std::span<double> d) {
  const State<double>& state = instant.view.state;
  system_.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element) {
    if constexpr (Kind::has_mode) {
      const auto c = static_cast<std::size_t>(pool.mode(k));
      std::array<Pose<double>, Kind::ends> X_WB;
      double size = limits_[c].size;
      for (std::size_t i = 0; i < X_WB.size(); ++i) {
        X_WB[i] = state.X_WB[element.bodies[i].i];
        if (!limits_[c].is_known || i > 0) size += norm(X_WB[i].p);
        if (!limits_[c].is_known && i == 0) size += limits_[c].was;
      }
      const double depth = element.calc_touch(state.t, p_, X_WB).depth;
      d[c] = (state.mode[c].yes ? -depth : depth) - rounded_place * size;  // (1)
      if (d[c] == 0) d[c] = -std::numeric_limits<double>::min();           // it has not happened yet
    }
  });
}

void ContactEdges::update_places(const Instant& instant, std::span<double> places) const {
  const State<double>& state = instant.view.state;
  system_.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element) {
    if constexpr (Kind::has_mode) {
      const int first = limits_[static_cast<std::size_t>(pool.mode(k))].first_place;
      if (first < 0) return;
      Pose<double> X_WS = p_[element.place];
      if constexpr (Kind::ends == 2) X_WS = state.X_WB[element.bodies[1].i] * X_WS;
      const Vec3<double> p_S = inverse(X_WS) * (state.X_WB[element.bodies[0].i] * p_[element.at[0]]);
      for (int axis = 0; axis < 3; ++axis) places[static_cast<std::size_t>(first + axis)] = p_S[axis];
    }
  });
}

Within ContactEdges::look(int contact, const Interval& t, const Box& box) const {
  Within out;
  system_.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element) {
    if constexpr (Kind::has_mode)
      if (pool.mode(k) == contact)
        visit_uneven(element, [&]<class Surface>(std::type_identity<Surface>, const auto& numbers) {
          out = Surface::within(Surface::prepare(numbers, p_), t, box, calc_shape_size(p_, element));
        });
  });
  return out;
}

void ContactEdges::settle(const Instant& instant) {
  system_.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element) {
    if constexpr (Kind::has_mode)
      limits_[static_cast<std::size_t>(pool.mode(k))].was = norm(instant.view.state.X_WB[element.bodies[0].i].p);
  });
}

StopEdges::StopEdges(const System& system, const Parameters<double>& p)
    : system_(system),
      p_(p),
      stops_(make_stops(system, p)),
      living_values_(system.living),
      living_(static_cast<std::size_t>(system.living.output_count())),
      pulls_(system),
      noise_(stops_.size(), 0.0) {}

void StopEdges::restart() {
  for (Stop& stop : stops_) stop = {stop.law, stop.side};
  pulls_.restart();
  std::ranges::fill(noise_, 0.0);
}

Needs StopEdges::needs() const {
  Needs needs;
  needs.reactions = !stops_.empty();
  needs.loads = std::ranges::any_of(stops_, [&](const Stop& stop) { return needs_load(system_, stop); });
  return needs;
}

/// What a stop that rests has pushed so far; one that is back inside is reached at its limit again.
void StopEdges::settle(const Instant& instant) {
  if (stops_.empty()) return;
  living_values_.update(system_, p_, instant, living_);
  pulls_.note(instant.view);
  for (std::size_t s = 0; s < stops_.size(); ++s) {
    Stop& stop = stops_[s];
    const int mechanism = system_.mechanism_of(stop.law->joint);
    if (stop.mode != Stop::Mode::resting)
      noise_[s] = calc_stop_rounding(system_, p_, stop, instant.view.state);
    else
      noise_[s] = is_translation(stop.law->direction) ? pulls_.force(mechanism) : pulls_.moment(mechanism);
    if (stop.mode == Stop::Mode::resting)
      stop.pushed = std::max(stop.pushed, -calc_stop(system_, p_, stop, stops_, instant.view, living_));
    else if (calc_beyond(p_, stop, instant.view.state) < 0)
      stop.slack = 0;
  }
}

void StopEdges::update(const Instant& instant, std::span<double> d) {
  if (stops_.empty()) return;
  living_values_.update(system_, p_, instant, living_);
  for (std::size_t s = 0; s < stops_.size(); ++s) {
    d[s] = calc_stop(system_, p_, stops_[s], stops_, instant.view, living_);
    if (stops_[s].mode == Stop::Mode::resting) d[s] -= noise_[s];
    if (d[s] == 0) d[s] = -std::numeric_limits<double>::min();
  }
}

SoftStopEdges::SoftStopEdges(const System& system, const Parameters<double>& p) : system_(system), p_(p) {
  for (const JointLaw& law : system.laws)
    if (law.has_soft_stops()) laws_.push_back(&law);
  restart();
}

void SoftStopEdges::restart() {
  sizes_.clear();
  for (const JointLaw* law : laws_) {
    const int mechanism = system_.mechanism_of(law->joint);
    const bool is_known = has_length(system_, p_, mechanism);
    sizes_.push_back(!is_translation(law->direction) ? 1.0 : is_known ? system_.mechanisms.lengths[mechanism] : 0.0);
  }
}

void SoftStopEdges::update(const Instant& instant, std::span<double> d) {
  for (std::size_t k = 0; k < laws_.size(); ++k) update_law(*laws_[k], sizes_[k], instant.view.state, d.subspan(2 * k, 2));
}

namespace {

/// At zero the mode is the one that laws/limit.h (4) has there, or nothing would happen where a step was cut.
double take_side(double d, bool zero_is_above) {
  constexpr double least = std::numeric_limits<double>::min();
  return d != 0 ? d : zero_is_above ? least : -least;
}

}  // namespace

void SoftStopEdges::update_law(const JointLaw& law, double size, const State<double>& state, std::span<double> d) const {
  const JointCoordinates<double>& joint = state.joints[law.joint.i];
  const double q = joint.value_of(law.direction), v = joint.rate_of(law.direction);
  const double rounding = rounded_place * (size + std::abs(q));  // δ
  const LimitNumbers<double> n = prepare_limits(p_, *law.limits);
  const double mode = state.stop[law.limits->place];
  if (mode == 0) {  // (2); a stop that was not given is nobody's
    constexpr double nobody = std::numeric_limits<double>::quiet_NaN();
    d[0] = std::isfinite(n.high) ? take_side(q - n.high - rounding, false) : nobody;
    d[1] = std::isfinite(n.low) ? take_side(n.low - q - rounding, false) : nobody;
    return;
  }
  const double side = mode > 0 ? 1 : -1, x = calc_beyond(n, mode, q), pull = side * (-n.stiffness * x - n.damping * v);
  const bool pushes = std::abs(mode) < 1.5;
  d[0] = take_side(-side * x - rounding, true);  // (3)
  d[1] = take_side((pushes ? pull : -pull) - n.stiffness * rounding, !pushes);
}

namespace {

constexpr double zones[] = {1e-1, 1e-2, 1e-3};  // r₁, r₂, r₃
constexpr int innermost = 3;
constexpr double about = 1e-6;  // what is put back on its constraints after a cut is still beyond it

double square_of(int zone) { return zones[zone - 1] * zones[zone - 1]; }  // r²

}  // namespace

SequenceEdges::SequenceEdges(const System& system) {
  for (int j = 0; j < system.joint_count(); ++j) {
    const JointType& type = system.joint(JointIndex(j)).type;
    if (!type.ball && system.joint(JointIndex(j)).movable.bits >> 3 == 7) joints_.push_back({JointIndex(j), type.sequence[1]});
  }
}

void SequenceEdges::restart() {
  for (Watched& one : joints_) one.zone = 0;
}

double SequenceEdges::calc_square(const Watched& one, const State<double>& state) {
  double sine, cosine;
  update_sincos(state.joints[one.joint.i].angle[one.middle], sine, cosine);
  return cosine * cosine;
}

void SequenceEdges::settle(const Instant& instant) {
  for (Watched& one : joints_) {
    const double square = calc_square(one, instant.view.state);
    while (one.zone < innermost && square < (1 + about) * square_of(one.zone + 1)) ++one.zone;
    while (one.zone > 0 && square > (1 - about) * 4 * square_of(one.zone)) --one.zone;
  }
}

void SequenceEdges::update(const Instant& instant, std::span<double> d) {
  constexpr double nobody = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t k = 0; k < joints_.size(); ++k) {
    const Watched& one = joints_[k];
    const double square = calc_square(one, instant.view.state);
    d[2 * k] = one.zone < innermost ? square_of(one.zone + 1) - square : nobody;  // (4)
    d[2 * k + 1] = one.zone > 0 ? square - 4 * square_of(one.zone) : nobody;
  }
  for (double& one : d)
    if (one == 0) one = std::numeric_limits<double>::min();
}

}  // namespace pintle
