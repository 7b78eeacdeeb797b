#include "pintle/record/picture.h"

#include <algorithm>
#include <cmath>

#include "pintle/math/symmetric_eigen.h"

namespace pintle {
namespace {

constexpr int most_bodies = 400, many_bodies = 100;
constexpr std::size_t most_snapshots = 64, fewer_snapshots = 24, most_events = 16, most_paths = 6, path_points = 512;
constexpr std::size_t most_dots = 520;
constexpr std::size_t most_elements = 1200;  // joints, springs or contacts, each

int count_kept_joints(const Picture& picture, int body) {
  int count = 0;
  for (const auto* links : {&picture.joints, &picture.springs})
    for (const Picture::Link& link : *links) count += (link.a.body == body) + (link.b.body == body);
  for (const Picture::Touch& touch : picture.contacts) count += touch.at.body == body;
  return count;
}

/// The box of uniform density with this mass and inertia: Ixx = m (b² + c²)/12 and so on, in principal axes.
Outline calc_equal_box(const std::string& body, double mass, const Sym3<double>& I) {
  const PrincipalAxes own = calc_principal_axes(I);
  const double sum = own.moments[0] + own.moments[1] + own.moments[2];
  const auto edge = [&](std::size_t i) { return std::sqrt(std::max(0.0, 6 * (sum - 2 * own.moments[i]) / mass)); };
  return {body, Outline::Kind::box, {edge(0), edge(1), edge(2)}, to_quaternion(own.R), true};
}

bool is_finite(const Outline& o) {
  return std::ranges::all_of(o.size, [](double x) { return std::isfinite(x); });
}

/// A run that failed may end with a state that is none.
bool is_finite(const State<double>& state) {
  return std::isfinite(state.t) &&
         std::ranges::all_of(state.X_WB, [](const Pose<double>& X) { return std::isfinite(dot(X.p, X.p)); }) &&
         std::ranges::all_of(state.q_WB, [](const Quaternion<double>& q) { return std::isfinite(q.norm2()) && q.norm2() > 0; });
}

Vec3<double> calc_up(const Vec3<double>& gravity) {
  const double g = norm(gravity);
  return g > 0 ? -1.0 / g * gravity : Vec3<double>{0, 0, 1};
}

}  // namespace

Photographer::Photographer(const System& system, const Parameters<double>& p, const std::vector<Outline>& outlines)
    : system_(system),
      p_(p),
      snapshots_(system.body_count() > many_bodies || system.particles.any() ? fewer_snapshots : most_snapshots),
      paths_(path_points) {
  const int count = system.body_count() - 1;
  const int stride = std::max(1, (count + most_bodies - 1) / most_bodies);
  std::vector<int> place(system.bodies.size(), Picture::not_kept);
  place[0] = Picture::the_world;
  frame_.body_count = count;
  frame_.up = calc_up(p[system.gravity]);
  frame_.has_gravity = norm(p[system.gravity]) > 0;
  for (int b = 1; b <= count; b += stride) {
    place[b] = static_cast<int>(kept_.size());
    kept_.push_back(b);
    frame_.bodies.push_back(system.body(BodyIndex(b)).name);
  }
  const auto anchor = [&](BodyIndex b, const Vec3<double>& at) { return Picture::Anchor{place[b.i], at}; };
  const auto is_kept = [](const Picture::Anchor& a) { return a.body >= 0; };
  const auto add_link = [&](std::vector<Picture::Link>& list, const std::string& name, Picture::Anchor a, Picture::Anchor b) {
    if (list.size() < most_elements && (is_kept(a) || is_kept(b))) list.push_back({name, a, b});
  };
  for (const JointRecord& j : system.joints)
    add_link(frame_.joints, j.name, anchor(j.parent, p[j.X_PF].p), anchor(j.child, p[j.X_CM].p));
  const auto add_plane = [&](const Picture::Plane& plane) {
    const auto is_same = [&](const Picture::Plane& q) {
      return norm(cross(plane.up, q.up)) < 1e-9 && std::abs(dot(plane.up, plane.at - q.at)) < 1e-9;
    };
    if (std::ranges::none_of(frame_.planes, is_same)) frame_.planes.push_back(plane);
  };
  system.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& e) {
    const std::string& name = pool.names[k];
    const auto end = [&](std::size_t i) { return anchor(e.bodies[i], p[e.at[i]]); };
    if constexpr (Kind::points == 2) add_link(frame_.springs, name, end(0), end(1));
    if constexpr (Kind::has_mode) {
      if (frame_.contacts.size() < most_elements) frame_.contacts.push_back({name, end(0)});
      const Pose<double> X_WS = p[e.place];
      if (Kind::ends == 1 && !std::holds_alternative<SlotsOf<Round>>(e.surface)) add_plane({X_WS.p, X_WS.R.column(2)});
    }
  });
  for (const Picture::Touch& touch : frame_.contacts) {
    const std::vector<Signal> force = find_signals(system.names, touch.name + ".force");
    if (force.size() >= 3) pushes_.push_back({force[0], force[1], force[2]});
  }
  for (const Outline& o : outlines)
    if (is_finite(o) && std::ranges::find(frame_.bodies, o.body) != frame_.bodies.end()) frame_.outlines.push_back(o);

  for (std::size_t k = 0; k < kept_.size(); ++k) {
    const int hanging = count_kept_joints(frame_, static_cast<int>(k));
    if (hanging > 1) continue;
    const bool has_dots = system.particles.is_group(BodyIndex(kept_[k]));
    if (traced_.size() < most_paths) traced_.push_back(kept_[k]);
    if (has_dots || std::ranges::find(frame_.outlines, frame_.bodies[k], &Outline::body) != frame_.outlines.end()) continue;
    const BodyRecord& body = system.body(BodyIndex(kept_[k]));
    const Outline box = calc_equal_box(body.name, p[body.mass], p[body.inertia]);
    if (is_finite(box) && std::ranges::max(box.size) > 0) frame_.outlines.push_back(box);
  }
  for (std::size_t k = 0; k < kept_.size() && traced_.empty(); ++k) traced_.push_back(kept_[k]);
}

Picture::Snapshot Photographer::make_snapshot(const State<double>& state, const std::string& event) const {
  Picture::Snapshot s{state.t, event, {}, {}};
  s.poses.reserve(kept_.size());
  for (int b : kept_) {
    const Vec3<double>& p = state.X_WB[b].p;
    const Quaternion<double>& q = state.q_WB[b];
    const auto f = [](double x) { return static_cast<float>(x); };
    s.poses.push_back({f(p.x), f(p.y), f(p.z), f(q.w), f(q.x), f(q.y), f(q.z)});
  }
  const std::size_t stride = (state.particles.size() + most_dots - 1) / most_dots;
  for (std::size_t i = 0; i < state.particles.size(); i += stride) {
    const Vec3<double>& p = state.particles[i].p;
    s.dots.push_back({static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)});
  }
  for (std::size_t k = 0; k < std::min(state.mode.size(), frame_.contacts.size()); ++k) s.touching.push_back(any(state.mode[k]));
  return s;
}

Needs Photographer::needs() const {
  Needs needs;
  needs.elements = !pushes_.empty();
  return needs;
}

std::vector<std::array<float, 3>> Photographer::find_forces(const Instant& instant) const {
  std::vector<std::array<float, 3>> forces;
  for (const std::array<Signal, 3>& push : pushes_) {
    const auto value = [&](std::size_t i) { return static_cast<float>(calc_signal(system_, p_, push[i], instant)); };
    forces.push_back({value(0), value(1), value(2)});
  }
  return forces;
}

/// The row behind an event is of the instant of its snapshot.
void Photographer::add(const Instant& instant) {
  const State<double>& state = instant.view.state;
  if (!is_finite(state)) return;
  shown_ = state.t;
  shown_forces_ = find_forces(instant);
  if (snapshots_.wants(state.t)) {
    Picture::Snapshot snapshot = make_snapshot(state, "");
    snapshot.forces = shown_forces_;
    snapshots_.add(state.t, std::move(snapshot));
  }
  for (Picture::Snapshot& event : events_)
    if (event.time == state.t) event.forces = shown_forces_;
  add_way(state);
}

void Photographer::add(const State<double>& state) {
  if (!is_finite(state)) return;
  if (pushes_.empty() && snapshots_.wants(state.t)) snapshots_.add(state.t, make_snapshot(state, ""));
  add_way(state);
}

void Photographer::add_way(const State<double>& state) {
  if (!paths_.wants(state.t)) return;
  std::vector<std::array<float, 3>> points;
  for (int b : traced_) {
    const Vec3<double>& p = state.X_WB[b].p;
    points.push_back({static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)});
  }
  paths_.add(state.t, std::move(points));
}

void Photographer::add_event(const State<double>& state, const std::string& event) {
  if (events_.size() < most_events && is_finite(state)) events_.push_back(make_snapshot(state, event));
}

Picture Photographer::make_picture(const State<double>& last) const {
  Picture picture = frame_;
  for (const auto& entry : snapshots_.entries()) picture.snapshots.push_back(entry.item);
  picture.snapshots.insert(picture.snapshots.end(), events_.begin(), events_.end());
  std::ranges::stable_sort(picture.snapshots, {}, &Picture::Snapshot::time);
  const bool has_last = last.X_WB.size() > static_cast<std::size_t>(kept_.empty() ? 0 : kept_.back()) && is_finite(last);
  if (has_last && (picture.snapshots.empty() || picture.snapshots.back().time < last.t)) {
    picture.snapshots.push_back(make_snapshot(last, ""));
    if (shown_ == last.t) picture.snapshots.back().forces = shown_forces_;
  }
  for (std::size_t k = 0; k < traced_.size(); ++k) {
    Picture::Trace trace{static_cast<int>(std::ranges::find(kept_, traced_[k]) - kept_.begin()), {}};
    for (const auto& [t, points] : paths_.entries())
      trace.points.push_back({static_cast<float>(t), points[k][0], points[k][1], points[k][2]});
    picture.traces.push_back(std::move(trace));
  }
  return picture;
}

}  // namespace pintle
