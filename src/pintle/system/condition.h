#pragma once
#include <span>
#include <string>
#include <vector>

#include "pintle/system/formula.h"

namespace pintle {

/// Which side of zero a number is on; of a condition: true, false, or not known.
enum class Side : signed char { below = -1, unknown = 0, above = 1 };

/// A condition as a tree over edges. An edge is a number d that is followed along a motion: each comparison is one, and is
/// true above zero, and so is each place at which an expression has a kink or a jump,
///
///     l > r, l ≥ r:  d = l − r          abs(x), sign(x):    d = x           if(c, x, y):  the comparisons of c
///     l < r, l ≤ r:  d = r − l          min(x, y), max:     d = x − y       a table, at each of its points p:  d = x − p    (1)
///
/// and floor(x), mod(x, y) have one with roots wherever x, or x/y, is whole; a yaw or a roll ψ, which begins anew at half a
/// turn, has d = sin ψ,
///
/// so that between the roots of all its edges a condition does not change, and its expressions are smooth. Zero counts as
/// above for ≥ and ≤ and as below for > and <. With above = 1 and below = −1
///
///     a and b:  min(a, b)       a or b:  max(a, b)       not a:  −a                                                (2)
///
/// and unknown = 0 makes these three-valued: what is known of the parts may decide the whole.
struct Condition {
  struct Edge {
    enum class Kind : std::uint8_t { difference, equality, truth };
    Kind kind = Kind::difference;
    int l = -1, r = -1;  // outputs of the formula; r = −1: the number `at` takes its place
    double at = 0;
    bool zero_is_above = false;
    bool is_of_time = false;    // no signal enters: steps end at its roots
    bool reads_length = false;  // of a vector (is_length)
    int timing = -1;            // then its d and ḋ are this one of `timings`
    std::vector<int> kinks;     // edges of signals at whose roots it has kinks or jumps; they stand before it

    /// Never zero, so that it always has a side. An equality and a truth value are ±1 and have no roots: what they compare
    /// stays as it is for a while.
    double calc_d(std::span<const double> outputs) const;
    /// What rounding of l and r is measured by.
    double calc_size(std::span<const double> outputs) const;
    bool has_roots() const { return kind == Kind::difference; }
  };
  struct Node {
    enum class Kind : std::uint8_t { edge, both, either, opposite };
    Kind kind;
    int a = -1, b = -1;  // nodes before it; of an edge its number
  };
  Formula formula;               // both sides of all edges
  std::vector<Formula> timings;  // of edges of time: d and ḋ
  std::vector<Edge> edges;
  std::vector<Node> nodes;  // operands before those that use them; the last is the whole

  /// (2), from a side for every edge.
  Side calc_truth(std::span<const Side> sides) const;
};

/// `when` is an expression that is true or false.
Condition make_condition(const Model& model, Expr when, FormulaMaker& maker, const std::string& where);

/// Where a law that is no expression has a kink: a coordinate, and the number that it has there.
struct LawLevel {
  Expr coordinate, number;
};
/// Of the points of a table of a coordinate, those that steps must not pass over.
std::vector<int> find_kept_points(std::span<const double> x);

/// The edges (1) of laws that read signals, and no nodes: where a table has a point, where the motion takes an `abs`, `min`,
/// `max`, `sign`, `floor`, `mod` or `if` over its kink, and the middles of bells (bells.h), next to which a step sees them.
/// Between them laws are smooth, however narrow a feature is. Not those where a speed that comes to rest makes a law turn round,
/// d = 0 if all signals are zero, which may hold the motion at their root; of tables with more than 16 points those where gaps
/// are wide or change. `levels` are those of springs of joints, whose tables are numbers.
Condition make_law_kinks(const Graph& graph, std::span<const Expr> laws, std::span<const LawLevel> levels, FormulaMaker& maker);
/// The same of something that is measured, by positions and speeds alike: it holds no motion.
Condition make_measure_kinks(const Graph& graph, Expr of, FormulaMaker& maker);

}  // namespace pintle
