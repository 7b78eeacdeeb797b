#pragma once
#include <vector>

#include "pintle/structure/state.h"
#include "pintle/structure/structure.h"

/// Coordinates of all joints as points of a path, for assembly (close_loops.h). Directions that do not move are told, by a
/// type, a given value or a law; the others follow. Every angle is one of [rad], every displacement one of L of its mechanism.
namespace pintle {

using JointPoint = std::vector<JointCoordinates<double>>;

/// By mechanism: nobody guessed a value of it, so that what follows begins at zero.
std::vector<bool> find_unguessed(const System& system, const Structure& held, const JointPoint& start);
/// What told directions of these mechanisms add up to.
double calc_way(const System& system, const Structure& held, const std::vector<bool>& which, const JointPoint& start);
/// Told directions of these mechanisms at a share of the way from zero to `start`; with `others`, all other directions of them
/// at zero.
void set_share(const System& system, const Structure& held, const std::vector<bool>& which, const JointPoint& start, double share,
               bool others, JointPoint& point);
/// Directions that follow, on the line from a through b: b + factor (b − a). Rotations in space turn about one axis.
void set_on_line(const System& system, const Structure& held, const JointPoint& a, const JointPoint& b, double factor,
                 JointPoint& point);
/// The largest difference of a coordinate.
double calc_distance(const System& system, const JointPoint& a, const JointPoint& b);

}  // namespace pintle
