#pragma once
#include <string>
#include <vector>

#include "pintle/structure/state.h"
#include "pintle/structure/structure.h"

namespace pintle {

/// Rows that say nothing new where a mechanism stands, and do next to it: bars in line, where it could go on in more than one
/// way, or in none. On the way of a regular mechanism the rank of its rows stays as it is. So we go a little along a motion V
/// that all rows allow, drawn at random, and close the loops there,
///
///     rank G(q') > rank G(q),   q' = q + ε V, closed,   G V = 0                                           (1)
///
/// with an ε of a hundredth (rad, or parts of L). If closing takes it back to where it came from there is no way at all, and q
/// + ε V itself stands for q'. Returns the joints and constraints that take part in a self-stress at q which is none at q', as
/// text: "joints A, B"; empty if the configuration is regular. Mechanisms that are not `asked` for stay where they are.
std::string find_singular_rows(const System& system, const Parameters<double>& p, const Structure& structure,
                               const State<double>& state, const std::vector<bool>& asked);

/// The same along the rates V of the state itself, whether the loops close there or not,
///
///     rank G(q + ε V) > rank G(q)                                                                           (2)
///
/// for rows that say nothing wherever their mechanism may be, and forbid what leads away from there: a rod as long as the two
/// bars that it goes along.
std::string find_rows_ahead(const System& system, const Parameters<double>& p, const Structure& structure,
                            const State<double>& state);

}  // namespace pintle
