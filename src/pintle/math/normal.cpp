/// Φ by its series about zero [Marsaglia 2004],
///
///     Φ(x) = ½ + φ(x) (x + x³/3 + x⁵/(3·5) + x⁷/(3·5·7) + …),   φ(x) = exp(−x²/2)/√(2π)                       (1)
///
/// and its inverse by the rational functions of [Wichura 1988], algorithm AS 241 (PPND16): with q = u − ½ and, in the tails,
/// r = √(−ln min(u, 1 − u)),
///
///     x = q P(0.425² − q²)      |q| ≤ 0.425                                                                    (2)
///     x = ± Q(r − 1.6)          r ≤ 5                                                                          (3)
///     x = ± R(r − 5)            beyond                                                                         (4)
#include "pintle/math/normal.h"

#include <array>
#include <cmath>
#include <limits>

#include "pintle/math/elementary.h"
#include "pintle/math/scalar.h"

namespace pintle {
namespace {

using Eight = std::array<double, 8>;

constexpr double calc_polynomial(const Eight& c, double x) {
  double sum = 0;
  for (int k = 7; k >= 0; --k) sum = sum * x + c[k];
  return sum;
}

constexpr Eight middle_up{3.3871328727963666080e0,  1.3314166789178437745e+2, 1.9715909503065514427e+3, 1.3731693765509461125e+4,
                          4.5921953931549871457e+4, 6.7265770927008700853e+4, 3.3430575583588128105e+4, 2.5090809287301226727e+3};
constexpr Eight middle_down{1.0,
                            4.2313330701600911252e+1,
                            6.8718700749205790830e+2,
                            5.3941960214247511077e+3,
                            2.1213794301586595867e+4,
                            3.9307895800092710610e+4,
                            2.8729085735721942674e+4,
                            5.2264952788528545610e+3};
constexpr Eight tail_up{1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
                        3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
                        2.27238449892691845833e-2, 7.74545014278341407640e-4};
constexpr Eight tail_down{1.0,
                          2.05319162663775882187e0,
                          1.67638483018380384940e0,
                          6.89767334985100004550e-1,
                          1.48103976427480074590e-1,
                          1.51986665636164571966e-2,
                          5.47593808499534494600e-4,
                          1.05075007164441684324e-9};
constexpr Eight far_up{6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                       2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                       2.71155556874348757815e-5, 2.01033439929228813265e-7};
constexpr Eight far_down{1.0,
                         5.99832206555887937690e-1,
                         1.36929880922735805310e-1,
                         1.48753612908506148525e-2,
                         7.86869131145613259100e-4,
                         1.84631831751005468180e-5,
                         1.42151175831644588870e-7,
                         2.04426310338993978564e-15};

}  // namespace

double calc_normal_probability(double x) {
  constexpr double per_root_two_pi = 0.39894228040143267794;
  if (!(std::fabs(x) < 9)) return std::isnan(x) ? x : x > 0 ? 1 : 0;
  double sum = x, before = 0, term = x;
  for (int n = 3; sum != before; n += 2) {
    before = sum;
    term *= x * x / n;
    sum += term;
  }
  return 0.5 + sum * per_root_two_pi * exp(-0.5 * x * x);  // (1)
}

double calc_normal_quantile(double u) {
  const double q = u - 0.5;
  if (std::fabs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * calc_polynomial(middle_up, r) / calc_polynomial(middle_down, r);  // (2)
  }
  const double least = q < 0 ? u : 1 - u;
  if (!(least > 0)) return (q < 0 ? -1 : 1) * std::numeric_limits<double>::infinity();
  const double r = std::sqrt(-log(least));
  const double x = r <= 5 ? calc_polynomial(tail_up, r - 1.6) / calc_polynomial(tail_down, r - 1.6)  // (3)
                          : calc_polynomial(far_up, r - 5) / calc_polynomial(far_down, r - 5);       // (4)
  return q < 0 ? -x : x;
}

}  // namespace pintle
