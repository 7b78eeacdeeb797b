#include "pintle/expressions/dimensions.h"

#include <cstdlib>

namespace pintle {
namespace {

constexpr int largest_exponent = 999;

Dimension calc_sum(const Dimension& a, const Dimension& b, int sign) {
  return {a.kg + sign * b.kg, a.m + sign * b.m, a.s + sign * b.s};
}

}  // namespace

std::optional<Sort> find_common(const Sort& a, const Sort& b) {
  const bool hertz = a.hertz || b.hertz;
  if (is_logic(a) || is_logic(b)) {
    if (!is_truth_like(a) || !is_truth_like(b)) return std::nullopt;
    return Sort{Nature::logic, {}, false};
  }
  if (is_bare(a)) return Sort{b.nature, b.dimension, hertz, b.angle};
  if (is_bare(b) || a.dimension == b.dimension) return Sort{Nature::quantity, a.dimension, hertz, a.angle};
  return std::nullopt;
}

Sort calc_product(const Sort& a, const Sort& b) {
  if (is_bare(a) && is_bare(b)) return {};
  const bool hertz = (a.hertz && is_bare(b)) || (b.hertz && is_bare(a));
  return {Nature::quantity, calc_sum(a.dimension, b.dimension, 1), hertz, a.angle + b.angle};
}

Sort calc_quotient(const Sort& a, const Sort& b) {
  if (is_bare(a) && is_bare(b)) return {};
  return {Nature::quantity, calc_sum(a.dimension, b.dimension, -1), a.hertz && is_bare(b), a.angle - b.angle};
}

std::optional<Sort> find_power(const Sort& a, int n) {
  Sort power = calc_pure(a);
  for (const auto part : {&Dimension::kg, &Dimension::m, &Dimension::s}) {
    const long exponent = static_cast<long>(a.dimension.*part) * n;
    if (std::abs(exponent) > largest_exponent) return std::nullopt;
    power.dimension.*part = static_cast<int>(exponent);
  }
  power.angle = a.angle * n;
  return power;
}

std::optional<Sort> find_root(const Sort& a) {
  Sort root = calc_pure(a);
  for (const auto part : {&Dimension::kg, &Dimension::m, &Dimension::s}) {
    if (a.dimension.*part % 2 != 0) return std::nullopt;
    root.dimension.*part = a.dimension.*part / 2;
  }
  root.angle = a.angle / 2;
  return root;
}

Sort calc_pure(const Sort& a) { return {is_bare(a) ? Nature::bare : Nature::quantity, {}, false}; }

std::string describe(const Sort& a) {
  if (is_logic(a)) return "true or false";
  if (is_bare(a)) return "a bare number";
  return a.hertz ? "a frequency" : describe(a.dimension);
}

std::optional<std::string> find_forgotten_rate(const Sort& have, const Dimension& wanted) {
  const Dimension missing = calc_sum(wanted, have.dimension, -1);
  if (missing.kg != 0 || missing.m != 0) return std::nullopt;
  return unit_of(missing);
}

}  // namespace pintle
