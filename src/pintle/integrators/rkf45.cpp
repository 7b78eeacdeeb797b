#include "pintle/integrators/tableau.h"

namespace pintle {

/// Formula 2 of [Fehlberg 1969], with local extrapolation: the 5th-order result is carried on, its difference
/// from the 4th-order one is the error estimate. (Fehlberg carried the 4th-order one.)
///
/// Dense output of order 5 in the manner of [Enright et al. 1986]. With stage 6, f(t + h, y₁), the order
/// conditions for a continuous extension of order 4 leave one weight free; we fix it by Σ b_i(θ) c_i⁴ = θ⁵/5.
/// It gives places at θ = 1/5 and 4/5 that are right to O(h⁵) (stages 7, 8), and the quintic
///
///     y(t + θh) = cubic(θ) + (a + b θ) θ²(1 − θ)²
///
/// through y, f, y₁, f₁ takes its slopes there: right to O(h⁶). Of the pairs (θ, 1 − θ), 1/5 makes the error of
/// the quintic nearly smallest. Price: three evaluations, one of which is the first of the next step.
const Tableau& rkf45_tableau() {
  static constexpr Tableau tableau = {
      .order = 5,
      .dense_order = 5,
      .error_order = 5,
      .stages = 6,
      .dense_stages = 9,
      .degree = 5,
      .error_rows = 1,
      .growth = 5,
      .c = {0, 1. / 4, 3. / 8, 12. / 13, 1, 1. / 2, 1, 1. / 5, 4. / 5},
      .A = {{},
            {1. / 4},
            {3. / 32, 9. / 32},
            {1932. / 2197, -7200. / 2197, 7296. / 2197},
            {439. / 216, -8, 3680. / 513, -845. / 4104},
            {-8. / 27, 2, -3544. / 2565, 1859. / 4104, -11. / 40},
            {16. / 135, 0, 6656. / 12825, 28561. / 56430, -9. / 50, 2. / 55},
            {43006. / 421875, 0, 12755456. / 40078125, 17165161. / 176343750, -14509. / 156250, -44118. / 171875, 4. / 125},
            {49594. / 421875, 0, 21561344. / 40078125, 27475682. / 88171875, -8408. / 78125, 768. / 171875, -8. / 125}},
      .error = {{1. / 360, 0, -128. / 4275, -2197. / 75240, 1. / 50, 2. / 55}},
      .dense = {{16. / 135, 119. / 135, -103. / 135, -263. / 72, 301. / 72},
                {},
                {6656. / 12825, -6656. / 12825, 13312. / 12825, -6656. / 855, 13312. / 855},
                {28561. / 56430, -28561. / 56430, 28561. / 28215, -28561. / 3762, 28561. / 1881},
                {-9. / 50, 9. / 50, -9. / 25, 27. / 10, -27. / 5},
                {2. / 55, -2. / 55, 4. / 55, -6. / 11, 12. / 11},
                {0, 0, -1, 5. / 4, 5. / 8},
                {0, 0, 0, 125. / 12, -125. / 8},
                {0, 0, 0, 125. / 24, -125. / 8}},
  };
  return tableau;
}

}  // namespace pintle
