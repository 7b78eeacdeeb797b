#include "pintle/closure/close_loops.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/base/error.h"
#include "pintle/closure/assemble.h"
#include "pintle/closure/branch.h"
#include "pintle/closure/idle_drives.h"
#include "pintle/closure/least_change.h"
#include "pintle/closure/misfit.h"
#include "pintle/closure/tilted_axes.h"
#include "pintle/structure/gauge.h"
#include "pintle/views/instant.h"

namespace pintle {
namespace {

constexpr int most_steps = 200;
constexpr double agreed = 1e-9;

// ---- of (3), in [rad] and in L
constexpr double first_advance = 1e-3, longest_advance = 0.2, least_advance = 1e-6;
constexpr double bend = 0.05;        // of an advance: what the prediction of the next point may be off by
constexpr double same_point = 1e-6;  // nearer, two points are one and rounding
constexpr int most_points = 4000;    // that are tried
constexpr int least_parts = 16;      // of the way from one closed point to another

class Closer {
 public:
  Closer(const System& system, const Parameters<double>& p, const Structure& structure, const Topology& tree,
         std::span<const Start::Given> given, State<double>& state)
      : system_(system), p_(p), structure_(structure), tree_(tree), given_(given), state_(state) {
    Plan plan{Coordinates::joint, structure, tree, {}, 0, {}, {}};
    gauges_ = make_gauges(system, plan);
  }

  void close_positions() {
    const State<double> before = state_;
    const Structure held = hold([](const Start::Given& given) { return given.value; });
    const std::string left = try_positions(held, before);
    if (keep_branch(held, before, left.empty()) || left.empty()) return;
    check_laws(before);
    std::string cause = find_tilt();
    if (cause.empty() && !system_.drivers.empty() && try_positions(without_drives(held), before).empty()) {
      cause = find_idle_drive();
      if (cause.empty()) cause = "It closes if nothing is driven; give laws that begin where the mechanism can be";
    }
    throw Error("initial", fmt::format("the mechanism does not close: {}. {}", left,
                                       cause.empty() ? "Give fewer or other start values, or a {guess: …} nearer to the "
                                                       "configuration that is meant"
                                                     : cause));
  }

  void close_velocities() {
    const State<double> before = state_;
    const Structure held = hold([](const Start::Given& given) { return given.rate; });
    BodyRows rows(system_, held);
    update_loops(held, true);
    for (bool bases : {false, true}) {
      if (bases && !has_loose_base()) break;
      LeastChange change(system_, rows, fixed_bodies(bases));
      for (int round = 0; round < 3; ++round) {
        rows.update(p_, state_);
        if (largest(rows, true) == 0) break;
        move(held, change.solve(p_, state_, right_sides(rows, true)), true, 1);
      }
      rows.update(p_, state_);
      if (largest(rows, true) <= agreed * calc_speed()) return;
    }
    check_laws(before);
    std::string cause = find_tilt();
    if (cause.empty()) cause = find_idle_drive();
    throw Error("initial", fmt::format("the rates do not fit: {}. {}", misfit_text(system_, rows, true, agreed * calc_speed()),
                                       cause.empty() ? "Give fewer start rates, or others" : cause));
  }

 private:
  /// What is told by a law that is no number fits nowhere: that is then what is said.
  void check_laws(const State<double>& state) const {
    View<double> view = make_view<double>(system_);
    view.state = state;
    std::vector<double> outputs(static_cast<std::size_t>(system_.living.output_count()));
    FormulaValues(system_.living).update(system_, p_, {.view = view, .ledger = {}, .error = {}}, outputs);
    check_values(system_.living, outputs, state.t);
  }
  /// From `before`; what is left, empty if it fits.
  std::string try_positions(const Structure& held, const State<double>& before) {
    std::string left;
    for (bool bases : {false, true}) {
      if (bases && !has_loose_base()) break;
      state_ = before;
      BodyRows rows(system_, held);
      LeastChange change(system_, rows, fixed_bodies(bases));
      left = step_positions(held, rows, change);
      if (left.empty()) break;
    }
    return left;
  }

  /// (3), where the state that was found from `before` is none, or on another branch; says whether it is the state now.
  bool keep_branch(const Structure& held, const State<double>& before, bool found) {
    std::vector<bool> led = find_unguessed(system_, held, before.joints);
    if (!(calc_way(system_, held, led, before.joints) > 0)) return false;
    const State<double> other = state_;
    const bool follows = follow(held, before, led);
    const State<double> followed = state_;
    const bool counts = follows && !(found && is_connected(held, other));
    state_ = counts ? followed : other;
    return counts;
  }

  /// (3) for what is told in these mechanisms, as far as they close in the reference configuration.
  bool follow(const Structure& held, const State<double>& before, std::vector<bool>& led) {
    BodyRows rows(system_, held);
    LeastChange change(system_, rows, fixed_bodies(false));
    state_ = before;
    if (fits(rows)) return false;  // nothing has to move
    set_share(system_, held, led, before.joints, 0, true, state_.joints);
    place_bodies(held);
    leave_open(rows, led);
    const double way = calc_way(system_, held, led, before.joints);
    if (!(way > 0)) return false;
    state_ = before;
    set_share(system_, held, led, before.joints, 0, true, state_.joints);
    place_bodies(held);
    if (!step_positions(held, rows, change).empty()) return false;

    State<double> here = state_;
    JointPoint last = here.joints;
    double share = 0, step = first_advance / way, last_step = 0;
    for (int k = 0; share < 1; ++k) {
      if (k == most_points || step * way < least_advance) return false;
      const double next = share + step < 1 ? share + step : 1;
      if (last_step > 0) set_on_line(system_, held, last, here.joints, (next - share) / last_step, state_.joints);
      set_share(system_, held, led, before.joints, next, false, state_.joints);
      place_bodies(held);
      const JointPoint expected = state_.joints;
      if (!correct(held, rows, change) || !is_near(expected, here.joints, last_step > 0)) {
        state_ = here;
        step *= 0.5;
        continue;
      }
      last = std::move(here.joints);
      here = state_;
      last_step = next - share;
      share = next;
      step = std::min(2 * step, longest_advance / way);
    }
    return step_positions(held, rows, change).empty();
  }

  /// The state is where it was expected, for the way that it has come from `last`.
  bool is_near(const JointPoint& expected, const JointPoint& last, bool by_line) const {
    const double off = calc_distance(system_, expected, state_.joints), advance = calc_distance(system_, last, state_.joints);
    return by_line ? off <= bend * advance + same_point * bend : advance <= bend;
  }

  /// On the straight way from here to another closed state nothing has to jump. Leaves the state somewhere.
  bool is_connected(const Structure& held, const State<double>& other) {
    const JointPoint from = state_.joints;
    const double apart = calc_distance(system_, from, other.joints);
    if (apart <= same_point) return true;
    BodyRows rows(system_, held);
    LeastChange change(system_, rows, fixed_bodies(false));
    JointPoint last = from;
    const int parts = least_parts + static_cast<int>(std::min(apart / (0.5 * longest_advance), 1.0 * most_points));
    for (int k = 1; k <= parts; ++k) {
      set_on_line(system_, held, from, other.joints, static_cast<double>(k) / parts - 1, state_.joints);
      place_bodies(held);
      if (!correct(held, rows, change) || calc_distance(system_, last, state_.joints) > 3 * apart / parts) return false;
      last = state_.joints;
    }
    return true;
  }

  /// Newton's method from nearby; says whether it closes.
  bool correct(const Structure& held, BodyRows& rows, LeastChange& change) {
    for (int k = 0; k < 8; ++k) {
      if (fits(rows)) return true;
      move(held, change.solve(p_, state_, right_sides(rows, false)), false, 1);
    }
    return fits(rows);
  }
  bool fits(BodyRows& rows) const {
    rows.update(p_, state_);
    return std::ranges::all_of(rows.groups(), [&](const BodyRows::Group& group) { return fits(rows, group); });
  }
  bool fits(const BodyRows& rows, const BodyRows::Group& group) const {
    const auto of_group = rows.rows().subspan(static_cast<std::size_t>(group.first), static_cast<std::size_t>(group.rows));
    return std::ranges::all_of(of_group, [&](const auto& row) { return std::fabs(row.g) <= agreed * group.L; });
  }
  /// Mechanisms that do not close as they are now are not led.
  void leave_open(BodyRows& rows, std::vector<bool>& led) const {
    rows.update(p_, state_);
    for (const BodyRows::Group& group : rows.groups()) {
      if (fits(rows, group)) continue;
      for (BodyIndex b : group.bodies)
        if (b != world) led[system_.mechanisms.of(b)] = false;
    }
  }
  void place_bodies(const Structure& held) {
    update_bodies(system_, p_, tree_, state_);
    update_loops(held, false);
  }

  Structure without_drives(Structure held) const {
    for (const Driver& driver : system_.drivers) held.set_free(driver.joint, driver.direction, true);
    return held;
  }
  /// What is wrong besides numbers, a sentence each; empty if nothing is.
  std::string find_tilt() const {
    const std::vector<TiltedAxis> tilted = find_tilted_axes(system_, p_, structure_);
    return tilted.empty() ? std::string()
                          : fmt::format("In the reference configuration {}; mend the axis", tilt_text(system_, tilted.front()));
  }
  std::string find_idle_drive() const {
    const std::vector<IdleDrive> idle = find_idle_drives(system_, p_, structure_, state_);
    return idle.empty() ? std::string() : fmt::format("{}; take one of them out", idle_text(system_, idle.front()));
  }

  /// The structure with the given directions held too.
  template <class Pick>
  Structure hold(Pick&& pick) const {
    Structure held = structure_;
    for (std::size_t j = 0; j < given_.size(); ++j)
      for (Direction d : all_directions)
        if (pick(given_[j]).has(d)) held.set_free(JointIndex(static_cast<int>(j)), d, false);
    return held;
  }
  bool is_base(int link) const { return link > 0 && !tree_.links[link].joint.exists(); }
  bool is_loose(BodyIndex b) const {
    const auto i = static_cast<std::size_t>(b.i);
    return i >= system_.start.base_given.size() || !system_.start.base_given[i];
  }
  bool has_loose_base() const {
    for (int i = 1; i < tree_.size(); ++i)
      if (is_base(i) && is_loose(tree_.links[i].body)) return true;
    return false;
  }
  std::vector<bool> fixed_bodies(bool bases_move) const {
    std::vector<bool> fixed(system_.bodies.size(), false);
    fixed[0] = true;
    for (int i = 1; i < tree_.size(); ++i) {
      const BodyIndex b = tree_.links[i].body;
      if (is_base(i)) fixed[b.i] = !(bases_move && is_loose(b));
    }
    return fixed;
  }

  static std::vector<double> right_sides(const BodyRows& rows, bool velocity) {
    std::vector<double> b;
    for (const ConstraintRow<double>& row : rows.rows()) b.push_back(velocity ? -row.gdot : -row.g);
    return b;
  }
  static double largest(const BodyRows& rows, bool velocity) {
    double size = 0;
    for (const ConstraintRow<double>& row : rows.rows()) {
      const double off = std::fabs(velocity ? row.gdot : row.g);
      if (!(off <= size)) size = off;
    }
    return size;
  }
  double calc_speed() const {
    double speed = 1e-3 * system_.length;  // [m/s]: what is at rest has no scale of its own
    for (const Motion<double>& V : state_.V_WB) speed = std::max({speed, norm(V.v), system_.length * norm(V.w)});
    return speed;
  }

  /// (1); what is left, empty if it fits.
  std::string step_positions(const Structure& held, BodyRows& rows, LeastChange& change) {
    double farthest = system_.length;
    for (const Pose<double>& X : state_.X_WB) farthest = std::max(farthest, norm(X.p));
    double best = std::numeric_limits<double>::infinity();
    int idle = 0;
    update_loops(held, false);
    for (int k = 0; k < most_steps && idle < 20; ++k) {
      rows.update(p_, state_);
      const double off = largest(rows, false);
      if (off <= 2e-16 * farthest || (off <= 1e-13 * farthest && off > 0.5 * best)) break;
      idle = off < 0.9 * best ? 0 : idle + 1;
      best = std::min(best, off);
      const auto& delta = change.solve(p_, state_, right_sides(rows, false));
      double size = 0;
      for (const Motion<double>& one : delta) size = std::max({size, norm(one.v) / system_.length, norm(one.w)});
      if (!std::isfinite(size)) break;
      move(held, delta, false, size > 0.5 ? 0.5 / size : 1.0);
    }
    rows.update(p_, state_);
    return largest(rows, false) <= agreed * system_.length ? std::string()
                                                           : misfit_text(system_, rows, false, agreed * system_.length);
  }

  /// δ of the bodies → δ of the joints' free directions, positions or rates; bodies follow.
  void move(const Structure& held, const std::vector<Motion<double>>& delta, bool velocity, double factor) {
    for (int i = 1; i < tree_.size(); ++i) {
      const Link& link = tree_.links[i];
      const auto b = static_cast<std::size_t>(link.body.i);
      if (!link.joint.exists()) {
        move_base(b, delta[b], velocity, factor);
        continue;
      }
      move_joint(link.joint, held.free_directions(link.joint), delta, velocity, factor);
    }
    update_bodies(system_, p_, tree_, state_);
    update_loops(held, velocity);
  }

  void update_loops(const Structure& held, bool velocity) {
    for (JointIndex j : tree_.loops) update_loop(j, held, velocity);
  }

  void move_base(std::size_t b, const Motion<double>& delta, bool velocity, double factor) {
    Pose<double>& X = state_.X_WB[b];
    const Vec3<double> turn = factor * transpose_times(X.R, delta.w);
    if (velocity) {
      state_.V_WB[b] = state_.V_WB[b] + Motion<double>{turn, factor * delta.v};
      return;
    }
    X.p += factor * delta.v;
    state_.q_WB[b] = turned_by(state_.q_WB[b], turn);
    X.R = to_matrix(state_.q_WB[b]);
  }

  static Quaternion<double> turned_by(const Quaternion<double>& q, const Vec3<double>& turn) {
    const Quaternion<double> rate = pintle::calc_rate(q, turn);
    return normalized(Quaternion<double>{q.w + rate.w, q.x + rate.x, q.y + rate.y, q.z + rate.z});
  }

  void move_joint(JointIndex j, DirectionSet free, const std::vector<Motion<double>>& delta, bool velocity, double factor) {
    const JointRecord& joint = system_.joint(j);
    JointCoordinates<double>& q = state_.joints[j.i];
    const BodyPlace A = place_of(state_, joint.parent), B = place_of(state_, joint.child);
    const Mat3<double> R_WF = A.R * p_[joint.X_PF].R;
    const Vec3<double> p_WM = B.p + B.R * p_[joint.X_CM].p;
    const Motion<double>&d_A = delta[joint.parent.i], &d_B = delta[joint.child.i];
    const Vec3<double> turn = d_B.w - d_A.w, slide = d_B.v + cross(d_B.w, p_WM - B.p) - d_A.v - cross(d_A.w, p_WM - A.p);
    const Motion<double> in_F{factor * transpose_times(R_WF, turn), factor * transpose_times(R_WF, slide)};
    const JointCoordinates<double> change = calc_coordinates(joint.type, free, q, calc_pose(joint.type, q), in_F);
    const bool turns = free.bits >> 3 != 0;
    for (int k = 0; k < 3; ++k) {
      if (free.has(static_cast<Direction>(k))) (velocity ? q.velocity : q.displacement)[k] += change.velocity[k];
      if (!joint.type.ball && free.has(static_cast<Direction>(3 + k))) (velocity ? q.rate : q.angle)[k] += change.rate[k];
    }
    if (!joint.type.ball || !turns) return;
    if (velocity)
      q.rate += change.rate;
    else
      q.rotation = turned_by(q.rotation, change.rate);
  }

  /// Coordinates of a joint that closes a loop, as its bodies have them; given ones stay.
  void update_loop(JointIndex j, const Structure& held, bool velocity) {
    const auto i = static_cast<std::size_t>(j.i);
    const JointRecord& joint = system_.joint(j);
    JointCoordinates<double>& q = state_.joints[i];
    Gauge gauge = gauges_[i];
    update_gauge(p_, state_.joints, gauge);
    const JointCoordinates<double> now =
        calc_coordinates(gauge, q, place_of(state_, joint.parent), place_of(state_, joint.child));
    const DirectionSet free = held.free_directions(j);
    for (int k = 0; k < 3; ++k) {
      if (free.has(static_cast<Direction>(k)))
        (velocity ? q.velocity : q.displacement)[k] = (velocity ? now.velocity : now.displacement)[k];
      if (free.has(static_cast<Direction>(3 + k))) (velocity ? q.rate : q.angle)[k] = (velocity ? now.rate : now.angle)[k];
    }
    if (joint.type.ball && free.bits >> 3 == 7 && !velocity) q.rotation = now.rotation;
  }

  const System& system_;
  const Parameters<double>& p_;
  const Structure& structure_;
  const Topology& tree_;
  std::span<const Start::Given> given_;
  State<double>& state_;
  std::vector<Gauge> gauges_;
};

}  // namespace

void close_loops(const System& system, const Parameters<double>& p, const Structure& structure, const Topology& tree,
                 std::span<const Start::Given> given, State<double>& state) {
  if (make_closings(system, structure, tree).empty()) return;
  Closer closer(system, p, structure, tree, given, state);
  closer.close_positions();
  closer.close_velocities();
}

}  // namespace pintle
