#include "pintle/simulate/stretch.h"

#include <cmath>

namespace pintle {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Nodes that are left.
struct Range {
  int from, to;

  /// Without the one that is farthest from the middle of the stretch.
  Range shrink(const Stretch& s) const {
    const double middle = 0.5 * (s.start + s.end);
    const bool drops_first = middle - s.t[at(from)] > s.t[at(to - 1)] - middle;
    return {from + drops_first, to - !drops_first};
  }
  double calc_product(const Stretch& s, double time) const {
    double product = 1;
    for (int k = from; k < to; ++k) product *= time - s.t[at(k)];
    return std::abs(product);
  }
  void update_differences(const Stretch& s, Stretch::Row& d) const {
    for (int k = from; k < to; ++k) {
      double below = 1;
      for (int j = from; j < to; ++j)
        if (j != k) below *= s.t[at(k)] - s.t[at(j)];
      d[at(k)] = 1 / below;
    }
  }
};

}  // namespace

void Stretch::update_differences() { Range{0, count}.update_differences(*this, difference); }

Stretch::Row Stretch::make_weights(double time) const {
  Row weights{};
  double product = 1;
  for (int k = 0; k < count; ++k) {
    const double beyond = time - t[at(k)];
    if (beyond == 0) {
      weights = {};
      weights[at(k)] = 1;
      return weights;
    }
    product *= beyond;
    weights[at(k)] = difference[at(k)] / beyond;
  }
  for (int k = 0; k < count; ++k) weights[at(k)] *= product;
  return weights;
}

double Stretch::calc(const Row& weights, std::size_t i) const {
  double sum = 0;
  for (int k = 0; k < count; ++k) sum += weights[at(k)] * x[at(k)][i];
  return sum;
}

double Stretch::calc_product(double time) const { return Range{0, count}.shrink(*this).calc_product(*this, time); }

Scan::Scan(const Stretch& s) {
  const Range fewer = Range{0, s.count}.shrink(s), fewest = fewer.to - fewer.from < 2 ? fewer : fewer.shrink(s);
  if (fewer.to - fewer.from >= 2) fewer.update_differences(s, coarse);
  const double width = (s.end - s.start) / Stretch::parts;
  for (std::size_t j = 0; j < places; ++j) {
    const double time = s.start + width * static_cast<double>(j + 1);
    value[j] = s.make_weights(time);
    fine_at[j] = fewer.calc_product(s, time);
    coarse_at[j] = 0.1 * fewest.calc_product(s, time);
  }
}

}  // namespace pintle
