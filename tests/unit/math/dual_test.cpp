#include "pintle/math/dual.h"

#include <doctest/doctest.h>

#include <initializer_list>

#include "pintle/base/random.h"

using namespace pintle;

namespace {

constexpr double few_roundings = 1e-15;  // a few roundings of numbers of size one

void check(const Dual& got, double value, double slope) {
  CHECK(std::fabs(got.value - value) <= few_roundings * (1 + std::fabs(value)));
  CHECK(std::fabs(got.slope - slope) <= few_roundings * (1 + std::fabs(slope)));
}

}  // namespace

TEST_CASE("dual: rules of differentiation, against the formulas") {
  Random random(1);
  for (int k = 0; k < 200; ++k) {
    const double a = random.uniform(0.2, 3), b = random.uniform(-3, -0.2), da = random.normal(), db = random.normal();
    const Dual x(a, da), y(b, db);
    check(x + y, a + b, da + db);
    check(x - y, a - b, da - db);
    check(x * y, a * b, da * b + a * db);
    check(x / y, a / b, (da * b - a * db) / (b * b));
    check(-x, -a, -da);
    check(sqrt(x), std::sqrt(a), da / (2 * std::sqrt(a)));
    check(abs(y), -b, -db);
    check(exp(y), std::exp(b), std::exp(b) * db);
    check(atan2(y, x), std::atan2(b, a), (a * db - b * da) / (a * a + b * b));
    Dual s, c;
    update_sincos(x, s, c);
    check(s, std::sin(a), std::cos(a) * da);
    check(c, std::cos(a), -std::sin(a) * da);
    Dual sum = x;
    sum += y;
    sum *= x;
    sum -= y;
    check(sum, (a + b) * a - b, (da + db) * a + (a + b) * da - db);
  }
}

TEST_CASE("dual: comparisons and choices look at values, and bring the slope of what they choose") {
  const Dual low(1, 5), high(2, 7);
  CHECK(is_less(low, high).yes);
  CHECK(is_greater(high, low).yes);
  CHECK(max(low, high).slope == 7);
  CHECK(min(low, high).slope == 5);
  CHECK(select(is_less(low, high), low, high).slope == 5);
  CHECK((!is_less(low, high)).yes == false);
  CHECK(sqrt(Dual(0, 1)).slope == 0);  // a length at zero: no direction, and no NaN
}

// One of the two, never neither nor both: a sum of parts clipped to [x0, x1], [x1, x2] has the slope of x at x1.
TEST_CASE("dual: clipping at a joint of two intervals keeps the slope exactly once") {
  for (const double at : {0.0, 1.0, 2.0, -1.0, 0.5, 3.0}) {
    const Dual x(at, 1);
    const auto part = [&](double from, double to) { return min(max(x, Dual(from)), Dual(to)) - Dual(from); };
    const Dual sum = min(x, Dual(0.0)) + part(0, 1) + part(1, 2) + max(x, Dual(2.0)) - Dual(2.0);
    CHECK(sum.value == at);
    CHECK(sum.slope == 1);
  }
}
