#pragma once
#include <span>
#include <vector>

#include "pintle/expressions/time_function.h"
#include "pintle/system/formula.h"

/// What time alone brings into forces, efforts, driven motions and grounds, as far as it concerns the choice of steps.
namespace pintle {

/// Where h(t) passes one of the levels, an expression has a kink or a jump: an `abs`, `sign` or `sqrt` of h at zero; the
/// comparison, `min` or `max` of two that differ by h; a table at its points; `floor` at all whole numbers.
struct TimeKink {
  Formula h;                   // and ḣ
  std::vector<double> levels;  // ascending; none: all whole numbers
};

/// A function f(t) that may have a short feature: all but sums, and sines of what is linear in time.
struct TimeCurve {
  Formula f;               // and ḟ, f̈
  std::vector<int> kinks;  // of the laws that it is part of: it is looked at from one to the next
};

struct TimeLaws {
  std::vector<TimeKink> kinks;
  std::vector<TimeCurve> curves;
};

/// Of all parts of these expressions that time alone decides; derivatives grow in the graph.
TimeLaws make_time_laws(Graph& graph, std::span<const Expr> expressions, FormulaMaker& maker);

/// The first outputs of a formula of time and parameters.
TimeFunction make_time_function(const Formula& formula, const Parameters<double>& p);

}  // namespace pintle
