#include "pintle/formulations/articulated_body/segments.h"

#include <cmath>

#include "pintle/base/check.h"
#include "pintle/math/dual.h"
#include "pintle/math/lanes.h"

namespace pintle::articulated_body {
namespace {

constexpr double tiny = 4e-15;  // of L, and of 1 for direction cosines: rounding of the user's frames

/// The directions of a joint in walking order: translations and then the rotations of the sequence, or backwards.
/// A quaternion is one step, named rx.
std::vector<Direction> walking_order(const JointType& type, bool quaternion, bool reversed) {
  std::vector<Direction> order{Direction::tx, Direction::ty, Direction::tz};
  if (quaternion)
    order.push_back(Direction::rx);
  else
    for (int axis : type.sequence) order.push_back(static_cast<Direction>(3 + axis));
  if (reversed) order = {order.rbegin(), order.rend()};
  return order;
}

/// Places in y of a link's free directions: translations, then rotations in the type's sequence, or a quaternion.
struct Places {
  std::array<int, 6> q{}, v{};  // by direction; a quaternion's at rx
};
Places places_of(const JointType& type, DirectionSet free, const Layout& y, int link) {
  Places out;
  int q = y.q[link], v = y.nq + y.v[link];
  for (Direction d : walking_order(type, is_quaternion(type, free), false)) {
    if (!free.has(d)) continue;
    out.q[index_of(d)] = q++;
    out.v[index_of(d)] = v++;
  }
  return out;
}

/// The driver of a joint's direction; −1 if there is none.
int find_driver(const System& system, JointIndex j, Direction d) {
  for (std::size_t k = 0; k < system.drivers.size(); ++k)
    if (system.drivers[k].joint == j && system.drivers[k].direction == d) return static_cast<int>(k);
  return -1;
}

bool has_law(const System& system, JointIndex j) {
  for (const JointLaw& law : system.laws)
    if (law.joint == j) return true;
  return false;
}

void connect(Segments& s) {
  for (int i = 1; i < s.size(); ++i) {
    Segment& x = s.list[i];
    x.next = x.parent > 0 && x.parent == i - 1;
    if (x.next) s.list[x.parent].carried = true;
    if (x.parent > 0 && !x.next) s.list[x.parent].keep = true;
    if (!is_hinge(x.code) && x.code != Code::slider) x.wide = s.wide++;
  }
  for (int i = s.size() - 1; i >= 1; --i) {
    Segment& x = s.list[i];
    if (x.parent == 0 || x.next) continue;
    Segment& parent = s.list[x.parent];
    if (parent.stored >= 0) continue;
    parent.stored = s.stored++;
    parent.more = true;
    x.first = true;
  }
}

/// The rotation that puts z on a coordinate axis (against it where the joint is walked backwards).
template <class T>
Mat3<T> axis_to_z(int axis, bool reversed) {
  const Vec3<T> x = unit<T>((axis + 1) % 3), y = unit<T>((axis + 2) % 3), z = unit<T>(axis);
  return reversed ? Mat3<T>::from_columns(x, -y, -z) : Mat3<T>::from_columns(x, y, z);
}

template <class T>
Pose<T> held_step(Direction d, const JointCoordinates<T>& q, bool reversed) {
  const int axis = axis_of(d);
  const T sign(reversed ? -1.0 : 1.0);
  if (is_translation(d)) return {Mat3<T>::identity(), (sign * q.displacement[axis]) * unit<T>(axis)};
  return {rotation_about(axis, sign * q.angle[axis]), Vec3<T>::zero()};
}

/// Angle by which a hinge's frame is spun, from the placement of its main child.
template <class T>
T calc_spin(Spin spin, const Pose<T>& child) {
  if (spin == Spin::axes) return atan2(child.R.xz, -child.R.yz);
  if (spin == Spin::offset) return atan2(child.p.y, child.p.x);
  return T(0.0);
}

template <class T>
Pose<T> unspun(const T& angle, const Pose<T>& X) {
  const Mat3<T> R = rotation_about(2, -angle);
  return {R * X.R, R * X.p};
}

Code hinge_code(const Pose<double>& X, double length, bool varies) {
  if (varies) return Code::hinge_zx;
  const bool on_x = std::fabs(X.p.y) < tiny * length && std::fabs(X.p.z) < tiny * length;
  if (std::fabs(X.R.xz) > tiny) return Code::hinge_zx;
  if (std::fabs(X.R.yz) > tiny || X.R.zz < 0) return on_x ? Code::hinge_xa : Code::hinge_xp;
  return on_x ? Code::hinge_0a : Code::hinge_0p;
}

Spin spin_for(const Pose<double>& child, double length) {
  if (hypot(child.R.xz, child.R.yz) > tiny) return Spin::axes;
  return hypot(child.p.x, child.p.y) > tiny * length ? Spin::offset : Spin::none;
}

}  // namespace

template <class T>
void Walk<T>::update(const System& system, const Plan& plan, const Segments& s, const Parameters<T>& p,
                     const std::vector<JointCoordinates<T>>& held) {
  for (std::vector<Pose<T>>* list : {&placement, &body, &far}) list->assign(s.list.size(), Pose<T>::identity());
  angle.assign(s.list.size(), T(0.0));
  for (int i = 1; i < plan.tree.size(); ++i) update_link(system, plan, s, p, held, i);
}

template <class T>
void Walk<T>::update_link(const System& system, const Plan& plan, const Segments& s, const Parameters<T>& p,
                          const std::vector<JointCoordinates<T>>& held, int i) {
  const Link& link = plan.tree.links[i];
  if (!link.joint.exists()) return;
  const JointRecord& joint = system.joint(link.joint);
  const Chain& chain = s.chain[i];
  const int parent = s.chain[link.parent].last;
  JointCoordinates<T> q = held.empty() ? JointCoordinates<T>{} : held[link.joint.i];
  const Pose<T> near = p[link.reversed ? joint.X_CM : joint.X_PF], end = p[link.reversed ? joint.X_PF : joint.X_CM];
  Pose<T> pending = body[parent] * near;
  for (const DirectionStep& step : chain.steps) {
    if (step.segment < 0) {
      pending = pending * held_step(step.direction, q, link.reversed);
      continue;
    }
    const auto k = static_cast<std::size_t>(step.segment);
    const Code code = s.list[k].code;
    const bool plain = code == Code::ball || code == Code::weld || code == Code::base;
    const Mat3<T> K = plain ? Mat3<T>::identity() : axis_to_z<T>(axis_of(step.direction), link.reversed);
    placement[k] = pending * Pose<T>{K, Vec3<T>::zero()};
    pending = {K.transposed(), Vec3<T>::zero()};
  }
  if (s.list[chain.last].code == Code::weld) {
    placement[chain.last] = pending;
    pending = Pose<T>::identity();
  }
  far[chain.last] = pending;
  body[chain.last] = pending * inverse(end);
}

namespace {

void find_varying_tails(const System& system, const Plan& plan, Segments& s) {
  s.tail_varies.assign(s.list.size(), 0);
  s.mechanism.assign(s.list.size(), 0);
  for (int i = 1; i < plan.tree.size(); ++i) {
    const Link& link = plan.tree.links[i];
    const Chain& chain = s.chain[i];
    for (int k = chain.first; k <= chain.last; ++k) s.mechanism[k] = system.mechanisms.of(link.body);
    if (!link.joint.exists()) continue;
    const JointRecord& joint = system.joint(link.joint);
    for (auto step = chain.steps.rbegin(); step != chain.steps.rend() && step->segment < 0; ++step)
      if (joint.type.ball || joint.movable.has(step->direction)) s.tail_varies[chain.last] = 1;
    if (s.list[chain.last].code == Code::weld) s.tail_varies[chain.last] = 0;
  }
}

}  // namespace

Segments make_segments(const System& system, const Plan& plan) {
  Segments s;
  s.list.emplace_back();
  s.chain.resize(static_cast<std::size_t>(plan.tree.size()));
  const auto add = [&](int parent, Code code) {
    s.list.push_back({.parent = parent, .code = code});
    return s.size() - 1;
  };
  for (int i = 1; i < plan.tree.size(); ++i) {
    const Link& link = plan.tree.links[i];
    Chain& chain = s.chain[i];
    int parent = s.chain[link.parent].last;
    chain.first = s.size();
    const auto finish = [&] {
      chain.last = s.size() - 1;
      s.list.back().link = i;
    };
    if (!link.joint.exists()) {
      Segment& base = s.list[add(parent, Code::base)];
      base.q = plan.y.q[i];
      base.v = plan.y.nq + plan.y.v[i];
      finish();
      continue;
    }
    const JointType& type = system.joint(link.joint).type;
    const DirectionSet free = plan.structure.free_directions(link.joint);
    const Places places = places_of(type, free, plan.y, i);
    const auto set_places = [&](int segment, Direction d) {
      s.list[segment].q = places.q[index_of(d)];
      s.list[segment].v = places.v[index_of(d)];
    };
    if (free.count() == 6 && type.ball && parent == 0 && !link.reversed && !has_law(system, link.joint)) {
      const int base = add(0, Code::base);
      set_places(base, Direction::tx);
      chain.steps.push_back({Direction::tx, base});
      finish();
      continue;
    }
    bool varies = false;
    for (Direction d : walking_order(type, is_quaternion(type, free), link.reversed)) {
      if (const int driver = find_driver(system, link.joint, d); driver >= 0) {
        parent = add(parent, is_translation(d) ? Code::driven_slide : Code::driven_turn);
        s.list.back().varies = varies;
        s.list.back().driver = driver;
        varies = false;
        chain.steps.push_back({d, parent});
        continue;
      }
      if (!free.has(d)) {
        varies = varies || system.joint(link.joint).movable.has(d) || type.ball;
        chain.steps.push_back({d, -1});
        continue;
      }
      const Code code = is_translation(d) ? Code::slider : is_quaternion(type, free) ? Code::ball : Code::hinge_zx;
      parent = add(parent, code);
      set_places(parent, d);
      s.list.back().varies = varies;
      varies = false;
      chain.steps.push_back({d, parent});
    }
    if (chain.first == s.size()) {
      add(parent, Code::weld);
      s.list.back().varies = varies;
    }
    finish();
  }
  connect(s);
  find_varying_tails(system, plan, s);
  return s;
}

void choose_codes(const System& system, const Plan& plan, const Parameters<double>& p, Segments& s) {
  Walk<double>& walk = s.walk;
  walk.update(system, plan, s, p, {});
  std::vector<double>& angle = walk.angle;
  for (int i = 1; i < s.size(); ++i) {
    Segment& x = s.list[i];
    if (!is_hinge(x.code)) continue;
    const bool varies = x.varies || s.tail_varies[x.parent];
    x.code = hinge_code(unspun(angle[x.parent], walk.placement[i]), system.length, varies);
    const bool child_behind = x.carried && is_hinge(s.list[static_cast<std::size_t>(i) + 1].code);
    const bool child_varies = child_behind && (s.list[static_cast<std::size_t>(i) + 1].varies || s.tail_varies[i]);
    x.spin =
        child_behind && !child_varies ? spin_for(walk.placement[static_cast<std::size_t>(i) + 1], system.length) : Spin::none;
    if (x.spin != Spin::none) angle[i] = calc_spin(x.spin, walk.placement[static_cast<std::size_t>(i) + 1]);
  }
  s.runs.clear();
  for (int i = 1; i < s.size(); ++i) {
    const Segment& x = s.list[i];
    // Multipliers leave between segments, so with closings every segment is a run of its own.
    const bool goes_on = plan.closings.empty() && !s.runs.empty() && is_hinge(x.code) && x.next &&
                         x.code == s.list[static_cast<std::size_t>(i) - 1].code;
    if (goes_on)
      s.runs.back().last = i;
    else
      s.runs.push_back({i, i, s.mechanism[i]});
  }
}

namespace {

/// After those that come before it.
template <class T>
void update_segment(const System& system, const Segments& s, std::size_t k, Geometry<T>& g) {
  Walk<T>& walk = g.walk;
  std::vector<T>& angle = walk.angle;
  const auto is_zero = [&](const T& x, double scale) { return all(is_less(abs(x), T(1e-12 * scale))); };
  const Segment& x = s.list[k];
  if (x.spin != Spin::none) angle[k] = calc_spin(x.spin, walk.placement[k + 1]);
  const Pose<T> X = unspun(angle[x.parent], walk.placement[k]);
  g.X_LB[k] = unspun(angle[k], walk.body[k]);
  g.X_LJ[k] = unspun(angle[k], walk.far[k]);
  g.placement[k] = {X.R, X.p, T(1.0), T(0.0)};
  if (!is_hinge(x.code)) return;
  ScrewNumbers<T>& w = g.screw[k];
  w.a = X.p.x;
  // R = Rz(β) Rx(α) Rz(γ): z of the joint is (sin β sin α, −cos β sin α, cos α).
  const bool plain_x = x.code != Code::hinge_zx;
  w.ca = X.R.zz;
  w.sa = plain_x ? -X.R.yz : sqrt(X.R.xz * X.R.xz + X.R.yz * X.R.yz);
  T gamma;
  if (plain_x) {
    gamma = atan2(-X.R.xy, X.R.xx);
    PINTLE_CHECK(is_zero(X.R.xz, 1), "a joint axis was varied that the plan takes as fixed");
  } else {
    // Where the axes are nearly parallel β has few digits, and only β + γ matters: γ is what this β leaves of R.
    T &sb = g.placement[k].sb, &cb = g.placement[k].cb;
    const T beta = select(is_greater(w.sa, T(0.0)), atan2(X.R.xz, -X.R.yz), T(0.0));
    update_sincos(beta, sb, cb);
    gamma = atan2(-(cb * X.R.xy + sb * X.R.yy), cb * X.R.xx + sb * X.R.yx);
  }
  if (x.code == Code::hinge_0a || x.code == Code::hinge_0p)
    PINTLE_CHECK(is_zero(X.R.yz, 1), "a joint axis was varied that the plan takes as fixed");
  if (x.code == Code::hinge_0a || x.code == Code::hinge_xa)
    PINTLE_CHECK(is_zero(X.p.y, system.length) && is_zero(X.p.z, system.length),
                 "a joint point was varied that the plan takes as fixed");
  w.offset = gamma + angle[k];
}

}  // namespace

template <class T>
void update_geometry(const System& system, const Plan& plan, const Segments& s, const Parameters<T>& p,
                     const std::vector<JointCoordinates<T>>& held, Geometry<T>& g) {
  g.walk.update(system, plan, s, p, held);
  for (int k = 1; k < s.size(); ++k) update_segment(system, s, static_cast<std::size_t>(k), g);
}

/// No frame is spun by what is held: the angles of all others stand.
template <class T>
void update_geometry(const System& system, const Plan& plan, const Segments& s, const Parameters<T>& p,
                     const std::vector<JointCoordinates<T>>& held, std::span<const int> links, Geometry<T>& g) {
  for (int i : links) g.walk.update_link(system, plan, s, p, held, i);
  for (int i : links)
    for (int k = s.chain[i].first; k <= s.chain[i].last; ++k) update_segment(system, s, static_cast<std::size_t>(k), g);
}

template void update_geometry<double>(const System&, const Plan&, const Segments&, const Parameters<double>&,
                                      const std::vector<JointCoordinates<double>>&, Geometry<double>&);
template void update_geometry<Lanes>(const System&, const Plan&, const Segments&, const Parameters<Lanes>&,
                                     const std::vector<JointCoordinates<Lanes>>&, Geometry<Lanes>&);
template void update_geometry<Dual>(const System&, const Plan&, const Segments&, const Parameters<Dual>&,
                                    const std::vector<JointCoordinates<Dual>>&, Geometry<Dual>&);
template void update_geometry<double>(const System&, const Plan&, const Segments&, const Parameters<double>&,
                                      const std::vector<JointCoordinates<double>>&, std::span<const int>, Geometry<double>&);
template void update_geometry<Lanes>(const System&, const Plan&, const Segments&, const Parameters<Lanes>&,
                                     const std::vector<JointCoordinates<Lanes>>&, std::span<const int>, Geometry<Lanes>&);
template void update_geometry<Dual>(const System&, const Plan&, const Segments&, const Parameters<Dual>&,
                                    const std::vector<JointCoordinates<Dual>>&, std::span<const int>, Geometry<Dual>&);

}  // namespace pintle::articulated_body
