#include "pintle/closure/branch.h"

#include <algorithm>
#include <cmath>

#include "pintle/math/elementary.h"

namespace pintle {
namespace {

/// The rotation vector of q, at most π long.
Vec3<double> calc_turn(const Quaternion<double>& q) {
  const Vec3<double> v = q.w < 0 ? Vec3<double>{-q.x, -q.y, -q.z} : Vec3<double>{q.x, q.y, q.z};
  const double s = norm(v);
  return s < 1e-12 ? 2.0 * v : (2 * atan2(s, std::fabs(q.w)) / s) * v;
}

Quaternion<double> rotation_by(const Vec3<double>& turn) {
  const double angle = norm(turn);
  double sine = 0, cosine = 1;
  update_sincos(0.5 * angle, sine, cosine);
  const double s = angle < 1e-12 ? 0.5 : sine / angle;
  return normalized(Quaternion<double>{cosine, s * turn.x, s * turn.y, s * turn.z});
}

double length_of(const System& system, JointIndex j) { return system.mechanisms.lengths[system.mechanism_of(j)]; }

/// Every joint with the directions that have a number of their own, and whether it has a rotation in space besides.
template <class Use>
void for_each_joint(const System& system, Use&& use) {
  for (int i = 0; i < system.joint_count(); ++i) {
    const JointIndex j(i);
    use(j, static_cast<std::size_t>(i), system.joint(j).type.ball);
  }
}

bool turns_freely(const Structure& held, JointIndex j) { return held.free_directions(j).bits >> 3 != 0; }

}  // namespace

std::vector<bool> find_unguessed(const System& system, const Structure& held, const JointPoint& start) {
  std::vector<bool> unguessed(static_cast<std::size_t>(system.mechanisms.count()), true);
  for_each_joint(system, [&](JointIndex j, std::size_t i, bool ball) {
    const DirectionSet free = held.free_directions(j);
    bool guessed = ball && turns_freely(held, j) && norm(calc_turn(start[i].rotation)) != 0;
    for (Direction d : all_directions) guessed = guessed || (free.has(d) && start[i].value_of(d) != 0);
    if (guessed) unguessed[system.mechanism_of(j)] = false;
  });
  return unguessed;
}

double calc_way(const System& system, const Structure& held, const std::vector<bool>& which, const JointPoint& start) {
  double way = 0;
  for_each_joint(system, [&](JointIndex j, std::size_t i, bool ball) {
    if (!which[system.mechanism_of(j)]) return;
    const DirectionSet free = held.free_directions(j);
    for (Direction d : all_directions)
      if (!free.has(d)) way += std::fabs(start[i].value_of(d)) / (is_translation(d) ? length_of(system, j) : 1.0);
    if (ball && !turns_freely(held, j)) way += norm(calc_turn(start[i].rotation));
  });
  return way;
}

void set_share(const System& system, const Structure& held, const std::vector<bool>& which, const JointPoint& start, double share,
               bool others, JointPoint& point) {
  for_each_joint(system, [&](JointIndex j, std::size_t i, bool ball) {
    if (!which[system.mechanism_of(j)]) return;
    const DirectionSet free = held.free_directions(j);
    for (Direction d : all_directions) {
      if (!free.has(d))
        point[i].value_of(d) = share == 1 ? start[i].value_of(d) : share * start[i].value_of(d);
      else if (others)
        point[i].value_of(d) = 0;
    }
    if (!ball) return;
    if (!turns_freely(held, j))
      point[i].rotation = share == 1 ? start[i].rotation : rotation_by(share * calc_turn(start[i].rotation));
    else if (others)
      point[i].rotation = Quaternion<double>::identity();
  });
}

void set_on_line(const System& system, const Structure& held, const JointPoint& a, const JointPoint& b, double factor,
                 JointPoint& point) {
  for_each_joint(system, [&](JointIndex j, std::size_t i, bool ball) {
    const DirectionSet free = held.free_directions(j);
    for (Direction d : all_directions)
      if (free.has(d)) point[i].value_of(d) = b[i].value_of(d) + factor * (b[i].value_of(d) - a[i].value_of(d));
    if (ball && turns_freely(held, j))
      point[i].rotation = b[i].rotation * rotation_by(factor * calc_turn(a[i].rotation.conjugate() * b[i].rotation));
  });
}

double calc_distance(const System& system, const JointPoint& a, const JointPoint& b) {
  double most = 0;
  for_each_joint(system, [&](JointIndex j, std::size_t i, bool ball) {
    most = std::max(most, norm(a[i].displacement - b[i].displacement) / length_of(system, j));
    const Vec3<double> angle = a[i].angle - b[i].angle;
    most = std::max({most, std::fabs(angle.x), std::fabs(angle.y), std::fabs(angle.z)});
    if (ball) most = std::max(most, norm(calc_turn(a[i].rotation.conjugate() * b[i].rotation)));
  });
  return most;
}

}  // namespace pintle
