#include "pintle/closure/singular_start.h"

#include <algorithm>
#include <cmath>

#include "pintle/base/error.h"
#include "pintle/base/random.h"
#include "pintle/closure/assemble.h"
#include "pintle/closure/close_loops.h"
#include "pintle/closure/statics.h"

namespace pintle {
namespace {

constexpr double epsilon = 1e-2;  // of (1): sines grow to as much, a hundred times what counts

std::size_t place(int i) { return static_cast<std::size_t>(i); }

Quaternion<double> turned_by(const Quaternion<double>& q, const Vec3<double>& turn) {
  const Quaternion<double> rate = calc_rate(q, turn);
  return normalized(Quaternion<double>{q.w + rate.w, q.x + rate.x, q.y + rate.y, q.z + rate.z});
}

/// Rates of all that may move in the tree of those that are asked for, drawn at random; those of the bodies follow.
void draw_rates(const System& system, const Parameters<double>& p, const Structure& structure, const Topology& tree,
                const std::vector<bool>& asked, State<double>& state) {
  Random random(2011);  // any number: no singular place hides from a random direction
  const auto draw3 = [&](double size) {
    return Vec3<double>{size * random.normal(), size * random.normal(), size * random.normal()};
  };
  for (JointCoordinates<double>& q : state.joints) q.velocity = q.rate = Vec3<double>::zero();
  std::ranges::fill(state.V_WB, Motion<double>::zero());
  for (const Link& link : tree.links) {
    if (link.body == world) continue;
    const int mechanism = system.mechanisms.of(link.body);
    if (!asked[place(mechanism)]) continue;
    const double L = system.mechanisms.lengths[place(mechanism)];
    if (!link.joint.exists()) {
      state.V_WB[place(link.body.i)] = {draw3(1), draw3(L)};
      continue;
    }
    const DirectionSet free = structure.free_directions(link.joint);
    JointCoordinates<double>& q = state.joints[place(link.joint.i)];
    const Vec3<double> rate = draw3(1), velocity = draw3(L);
    for (int k = 0; k < 3; ++k) {
      if (free.has(static_cast<Direction>(k))) q.velocity[k] = velocity[k];
      if (free.has(static_cast<Direction>(3 + k))) q.rate[k] = rate[k];
    }
  }
  update_bodies(system, p, tree, state);
}

/// L of a body's mechanism.
double length_of(const System& system, std::size_t body) {
  return system.mechanisms.lengths[place(system.mechanisms.of_body[body])];
}

/// The largest rate of each mechanism, lengths in parts of its L.
std::vector<double> calc_speeds(const System& system, const State<double>& state) {
  std::vector<double> speeds(static_cast<std::size_t>(system.mechanisms.count()), 0.0);
  for (std::size_t b = 1; b < state.V_WB.size(); ++b) {
    double& size = speeds[place(system.mechanisms.of_body[b])];
    size = std::max({size, norm(state.V_WB[b].w), norm(state.V_WB[b].v) / length_of(system, b)});
  }
  return speeds;
}

double calc_speed(const System& system, const State<double>& state) { return std::ranges::max(calc_speeds(system, state)); }

/// Each mechanism as fast as ε of (2) asks, whatever others do.
void level_rates(const System& system, const Topology& tree, State<double>& state) {
  const std::vector<double> speeds = calc_speeds(system, state);
  for (const Link& link : tree.links) {
    if (link.body == world) continue;
    const double speed = speeds[place(system.mechanisms.of(link.body))], factor = speed > 0 ? epsilon / speed : 0;
    Motion<double>& V = state.V_WB[place(link.body.i)];
    V = {factor * V.w, factor * V.v};
    if (!link.joint.exists()) continue;
    JointCoordinates<double>& q = state.joints[place(link.joint.i)];
    q.velocity = factor * q.velocity;
    q.rate = factor * q.rate;
  }
}

/// As if the rates of `state` had lasted for a time.
void move(const System& system, const Parameters<double>& p, const Topology& tree, double time, State<double>& state) {
  for (const Link& link : tree.links) {
    if (link.body == world) continue;
    if (!link.joint.exists()) {
      const auto b = place(link.body.i);
      state.X_WB[b].p += time * state.V_WB[b].v;
      state.q_WB[b] = turned_by(state.q_WB[b], time * state.V_WB[b].w);
      state.X_WB[b].R = to_matrix(state.q_WB[b]);
      continue;
    }
    JointCoordinates<double>& q = state.joints[place(link.joint.i)];
    q.displacement += time * q.velocity;
    if (system.joint(link.joint).type.ball)
      q.rotation = turned_by(q.rotation, time * q.rate);
    else
      q.angle += time * q.rate;
  }
  for (JointCoordinates<double>& q : state.joints) q.velocity = q.rate = Vec3<double>::zero();
  std::ranges::fill(state.V_WB, Motion<double>::zero());
  update_bodies(system, p, tree, state);
}

/// The largest way or turn of a body between two states, lengths in parts of L.
double calc_way(const System& system, const State<double>& a, const State<double>& b) {
  double way = 0;
  for (std::size_t k = 1; k < a.X_WB.size(); ++k) {
    const Quaternion<double> turn = to_quaternion(a.X_WB[k].R.transposed() * b.X_WB[k].R);
    way = std::max({way, norm(b.X_WB[k].p - a.X_WB[k].p) / length_of(system, k), 2 * norm(Vec3<double>{turn.x, turn.y, turn.z})});
  }
  return way;
}

/// Those of one kind, with the word before them.
std::string list_names(std::string_view word, const std::vector<std::string>& names) {
  if (names.empty()) return {};
  std::string text = std::string(word) + (names.size() > 1 ? "s " : " ") + names.front();
  for (std::size_t k = 1; k < std::min<std::size_t>(names.size(), 4); ++k) text += ", " + names[k];
  return names.size() > 4 ? text + " and others" : text;
}

std::string describe(const System& system, const Uniqueness& here, const Uniqueness& beside) {
  std::vector<std::string> joints, constraints;
  for (std::size_t j = 0; j < system.joints.size(); ++j)
    if ((here.joints[j].reaction & ~beside.joints[j].reaction) != 0) joints.push_back(system.joints[j].name);
  for (std::size_t k = 0; k < system.constraints.size(); ++k)
    if ((here.constraints[k].reaction & ~beside.constraints[k].reaction) != 0) constraints.push_back(system.constraints[k].name);
  const std::string first = list_names("joint", joints), second = list_names("constraint", constraints);
  if (first.empty() && second.empty()) return "what closes its loops";
  return first + (first.empty() || second.empty() ? "" : " and ") + second;
}

}  // namespace

std::string find_rows_ahead(const System& system, const Parameters<double>& p, const Structure& structure,
                            const State<double>& state) {
  const Topology tree = make_file_topology(system, structure);
  State<double> moved = state;
  level_rates(system, tree, moved);
  move(system, p, tree, 1, moved);
  Statics here(system, structure), there(system, structure);
  here.update(p, state);
  there.update(p, moved);
  if (there.rank() <= here.rank()) return {};  // (2)
  return describe(system, here.judge_uniqueness(), there.judge_uniqueness());
}

std::string find_singular_rows(const System& system, const Parameters<double>& p, const Structure& structure,
                               const State<double>& state, const std::vector<bool>& asked) {
  const Topology tree = make_file_topology(system, structure);
  State<double> moved = state;
  draw_rates(system, p, structure, tree, asked, moved);
  const double drawn = calc_speed(system, moved);
  try {
    close_loops(system, p, structure, tree, {}, moved);
  } catch (const Error&) {
    return {};  // no motion fits: that is for others to say
  }
  const double speed = calc_speed(system, moved);
  if (!(speed > 1e-9 * drawn)) return {};  // nothing can move
  move(system, p, tree, epsilon / speed, moved);
  const State<double> meant = moved;
  try {
    close_loops(system, p, structure, tree, {}, moved);
  } catch (const Error&) {
    moved = state;  // it cannot go there
  }
  Statics here(system, structure), there(system, structure);
  here.update(p, state);
  there.update(p, calc_way(system, state, moved) < 0.5 * calc_way(system, state, meant) ? meant : moved);
  if (there.rank() <= here.rank()) return {};  // (1)
  return describe(system, here.judge_uniqueness(), there.judge_uniqueness());
}

}  // namespace pintle
