#include "pintle/study/samples.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace pintle;

namespace {

constexpr double pi = std::numbers::pi;

std::vector<double> make_sine(double frequency, double dt, int count) {
  std::vector<double> x(static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k) x[static_cast<std::size_t>(k)] = std::sin(2 * pi * frequency * dt * k);
  return x;
}

}  // namespace

TEST_CASE("a step of acceleration shakes an oscillator by the overshoot of the closed form") {
  // ÿ/a = 1 − exp(−ζωt) (cos ω_d t − ζ/β sin ω_d t), β = √(1 − ζ²): the damper pulls at the base too. It peaks at
  // ω_d t = π − 2 asin ζ with 1 + exp(−(π − 2 asin ζ) ζ/β). The peak lies between samples, by up to (ωT)²/8 = 5·10⁻⁶; the step takes one.
  const std::vector<double> step(20'000, 3.0);
  for (const double damping : {0.0, 0.05, 0.3}) {
    const double peak = 3 * (1 + std::exp(-(pi - 2 * std::asin(damping)) * damping / std::sqrt(1 - damping * damping)));
    CHECK(calc_shock_response(step, 1e-4, 10, damping) == doctest::Approx(peak).epsilon(1e-4));
  }
}

TEST_CASE("a half-sine shakes oscillators by its known spectrum") {
  // a sin(πt/T), then nothing; without damping, with β = 1/(2 f T). While it lasts ÿ/a = (sin ωt − β sin(ωt/β))/(1 − β²), level at
  // ωt = 2πkβ/(1 + β), where it is sin(ωt)/(1 − β); after it the amplitude is |2β cos(π/2β)/(1 − β²)| [Harris 2002, chapter 8]. The
  // largest of all, 1.768, is at fT = 0.81.
  const double T = 0.011, a = 500, dt = 1e-6;
  std::vector<double> pulse(static_cast<std::size_t>(std::llround(40 * T / dt)));
  for (std::size_t k = 0; k < pulse.size(); ++k)
    pulse[k] = static_cast<double>(k) * dt < T ? a * std::sin(pi * static_cast<double>(k) * dt / T) : 0;
  double top = 0;
  for (const double fT : {0.05, 0.2, 0.45, 0.6, 0.81, 1.3, 2.2, 3.7, 8.0}) {
    CAPTURE(fT);
    const double beta = 1 / (2 * fT);
    double known = std::fabs(2 * beta * std::cos(pi / (2 * beta)) / (1 - beta * beta));
    for (int k = 1; 2 * k * beta / (1 + beta) <= 1; ++k)
      known = std::max(known, std::sin(2 * pi * k * beta / (1 + beta)) / (1 - beta));
    const double shock = calc_shock_response(pulse, dt, fT / T, 0) / a;
    CHECK(shock == doctest::Approx(known).epsilon(1e-5));  // peaks lie between samples, by up to (2πf dt)²/8
    top = std::max(top, shock);
  }
  CHECK(top == doctest::Approx(1.768).epsilon(1e-3));
}

TEST_CASE("a stiff oscillator follows a slow shake, and a soft one does not feel a fast one") {
  const std::vector<double> slow = make_sine(1, 1e-4, 20'000), fast = make_sine(1000, 1e-5, 20'000);
  CHECK(calc_shock_response(slow, 1e-4, 100, 0.05) == doctest::Approx(1).epsilon(0.02));  // (f/f₀)² and the start
  CHECK(calc_shock_response(fast, 1e-5, 5, 0.05) < 0.02);
}

TEST_CASE("a channel filter has the gain of its class, and delays nothing") {
  // Two passes of a Butterworth filter with its corner at 2.0775 classes: 1/(1 + (f/f_c)⁴); the corner is exact, elsewhere the
  // bilinear transform bends the scale by (π f dt)²/3.
  const double dt = 1e-5;
  for (const int channel_class : {60, 180}) {
    const double corner = 2.0775 * channel_class;
    for (const double ratio : {0.2, 1.0, 2.0}) {
      std::vector<double> x = make_sine(ratio * corner, dt, 40'000);
      const std::vector<double> before = x;
      apply_channel_filter(x, dt, channel_class);
      double along = 0, across = 0;  // in the middle, where ends have died away
      for (std::size_t k = 10'000; k < 30'000; ++k) {
        along += x[k] * before[k];
        across += before[k] * before[k];
      }
      CHECK(along / across == doctest::Approx(1 / (1 + std::pow(ratio, 4))).epsilon(2e-3));
    }
  }
  // The standard's own points: 3 dB at 5/3 of the class, where 1 + (f/f_c)⁴ = 1.414.
  for (const int channel_class : {60, 180, 600, 1000}) {
    std::vector<double> x = make_sine(5.0 / 3 * channel_class, 2e-6, 60'000);
    apply_channel_filter(x, 2e-6, channel_class);
    const double most = *std::max_element(x.begin() + 20'000, x.begin() + 40'000);
    CHECK(20 * std::log10(most) == doctest::Approx(-3.0).epsilon(0.01));
  }
  std::vector<double> constant(1000, 2.5);
  apply_channel_filter(constant, dt, 60);
  for (const double x : constant) CHECK(x == doctest::Approx(2.5).epsilon(1e-9));
}

TEST_CASE("a quantile over time is the one of the curve") {
  std::vector<double> x = make_sine(1, 1e-4, 10'000);
  CHECK(calc_time_quantile(x, 0.75) == doctest::Approx(std::sqrt(0.5)).epsilon(1e-3));
  CHECK(std::isnan(calc_shock_response({}, 1, 1, 0)));
}
