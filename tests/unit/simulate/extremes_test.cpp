#include "pintle/simulate/extremes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

using namespace pintle;

namespace {

/// Follows numbers x(t) = f(t) from 0 in steps of h.
template <class F>
Extremes follow(std::vector<WatchedNumber> numbers, double h, int steps, F f) {
  Extremes extremes(std::move(numbers));
  std::vector<double> x(static_cast<std::size_t>(extremes.size()));
  f(0.0, std::span(x));
  extremes.begin(0, x);
  for (int k = 1; k <= steps; ++k) extremes.add_step(k * h, [&](double t, std::span<double> out) { f(t, out); });
  return extremes;
}

}  // namespace

TEST_CASE("extremes: the largest of a wave is found between samples, however coarse they are") {
  // By radians of the wave in a step. 1e-4: what a polynomial is trusted to.
  for (const double h : {0.1, 0.37, 0.61, 0.97, 1.27, 2.13, 2.9}) {
    CAPTURE(h);
    const auto wave = [](double t, std::span<double> x) {
      x[0] = 3 * std::sin(t + 0.3);
      x[1] = x[2] = 5 + std::sin(t + 0.3) * std::cos(0.21 * t);
    };
    const Extremes e =
        follow({{Sense::size, 0, 1}, {Sense::largest, 1, 1}, {Sense::smallest, 2, 1}}, h, static_cast<int>(40 / h), wave);
    double largest = 0, smallest = 9;
    for (double t = 0; t < h * static_cast<int>(40 / h); t += 1e-4) {
      largest = std::max(largest, 5 + std::sin(t + 0.3) * std::cos(0.21 * t));
      smallest = std::min(smallest, 5 + std::sin(t + 0.3) * std::cos(0.21 * t));
    }
    CHECK(std::abs(e.extreme(0).value) == doctest::Approx(3).epsilon(1e-4));
    CHECK(std::abs(std::sin(e.extreme(0).time + 0.3)) == doctest::Approx(1).epsilon(1e-4));
    CHECK(std::abs(e.extreme(1).value - largest) < 5e-4);
    CHECK(std::abs(e.extreme(2).value - smallest) < 5e-4);
  }
}

TEST_CASE(
    "extremes: where nodes are too far apart for polynomials, a top that hardly goes beyond what was reached is looked for") {
  // Steps of a crank that a motor speeds up, and a sextic through what it measured: each node more changes the polynomial by half as much as
  // the one before, and the last one still lacks 0.032.
  const std::vector<std::pair<double, double>> known{{0, -4.134121},         {0.9876379, -4.586022}, {1.7097613, -5.416525},
                                                     {1.8721519, -5.692104}, {2.4444187, -6.855182}, {2.7239133, -7.180751},
                                                     {2.8169189, -7.12143}};
  const auto sextic = [&](double t, std::span<double> x) {
    x[0] = 0;
    for (const auto& [at, value] : known) {
      double weight = 1;
      for (const auto& [other, _] : known)
        if (other != at) weight *= (t - other) / (at - other);
      x[0] += weight * value;
    }
  };
  Extremes e({{Sense::smallest, 0, 1}});
  const auto tell = [&](double t, auto what) {
    double x = 0;
    sextic(t, std::span(&x, 1));
    (e.*what)(t, std::span<const double>(&x, 1));
  };
  tell(0, &Extremes::begin);
  const double before = -7.165;
  e.note(0, std::span(&before, 1));
  for (std::size_t k = 1; k < known.size(); ++k)
    if (k != 5) e.add_step(known[k].first, sextic);
  CHECK(e.extreme(0).value == doctest::Approx(-7.1808).epsilon(1e-3));
}

TEST_CASE("extremes: a pulse does not make the mean coarse of what comes after it") {
  // A thousand for a hundredth of a second, then a wave of one for 40 s: E of 1e-4 of a thousand would be a tenth of the wave.
  for (const double h : {0.7, 1.3, 1.9}) {  // radians of the wave in a step
    CAPTURE(h);
    Extremes e({{Sense::mean, 0, 1}});
    const auto begin = [&](double t, double x) { e.begin(t, std::span(&x, 1)); };
    begin(0, 1000);
    e.add_step(0.01, [](double, std::span<double> x) { x[0] = 1000; });
    const auto wave = [](double t) { return 1 + std::sin(t) * std::sin(0.31 * t); };
    begin(0.01, wave(0.01));
    const int steps = static_cast<int>(40 / h);
    for (int k = 1; k <= steps; ++k) e.add_step(0.01 + k * h, [&](double t, std::span<double> x) { x[0] = wave(t); });
    const double end = 0.01 + steps * h, a = 0.69, b = 1.31;
    const auto integral = [&](double t) { return t + 0.5 * (std::sin(a * t) / a - std::sin(b * t) / b); };
    const double mean = (10 + integral(end) - integral(0.01)) / end;
    CHECK(e.mean(0) == doctest::Approx(mean).epsilon(1e-4));
  }
}

TEST_CASE("extremes: a wave that comes back alike is hardly looked at again") {
  const auto wave = [](double t, std::span<double> x) { x[0] = std::sin(t); };
  for (const double h : {0.2, 0.4, 0.7}) {  // radians in a step
    const Extremes e = follow({{Sense::size, 0, 1}}, h, 2000, wave);
    CAPTURE(h);
    CHECK(e.looks() < 1.2 * 2000 * h / std::numbers::pi);  // about once for each of its tops, and in no other step
  }
  CHECK(follow({{Sense::size, 0, 1}}, 0.2, 2000, wave).looks() < 10);  // the ends of steps tell it all
}

TEST_CASE("extremes: a short pulse that the ends of its step hardly show is found, with its group at that instant") {
  // A half wave of 1 s within steps of 0.6 s: the top lies between 1.2 and 1.8 s.
  const auto pulse = [](double t, std::span<double> x) {
    x[0] = t > 1 && t < 2 ? 7 * std::sin(std::numbers::pi * (t - 1)) : 0;
    x[1] = t;
  };
  const Extremes e = follow({{Sense::size, 0, 2}, {Sense::none, 0, 2}}, 0.6, 10, pulse);
  CHECK(e.extreme(0).value == doctest::Approx(7).epsilon(1e-3));
  CHECK(e.extreme(0).time == doctest::Approx(1.5).epsilon(0.02));
  CHECK(e.set_of(0)[0] == doctest::Approx(7).epsilon(1e-3));
  CHECK(e.set_of(0)[1] == doctest::Approx(e.extreme(0).time).epsilon(1e-9));
}

TEST_CASE("extremes: means are those of the curve, not of its samples") {
  const auto wave = [](double t, std::span<double> x) { x[0] = 1 + 2 * std::sin(t); };
  const double T = 8 * std::numbers::pi;
  for (const int steps : {40, 80, 400}) {
    CAPTURE(steps);
    const Extremes sought = follow({{Sense::mean, 0, 1}}, T / steps, steps, wave);
    CHECK(sought.mean(0) == doctest::Approx(1).epsilon(1e-4));
    CHECK(sought.mean_square(0) == doctest::Approx(3).epsilon(1e-4));
    const Extremes peaks = follow({{Sense::size, 0, 1}}, T / steps, steps, wave);  // 0.6 rad in a step, nodes on one side
    CHECK(peaks.mean_square(0) == doctest::Approx(3).epsilon(1e-2));
  }
}

TEST_CASE("extremes: what cannot be trusted is no peak, and what follows is") {
  Extremes e({{Sense::size, 0, 1}});
  e.begin(0, std::vector{1.0});
  for (int k = 1; k <= 40; ++k)
    e.add_step(0.1 * k, [&](double t, std::span<double> x) {
      const bool noise = t > 1.95 && t < 2.55;
      x[0] = noise ? std::nan("") : 2 + std::sin(t);
    });
  CHECK(e.extreme(0).value == doctest::Approx(3).epsilon(1e-4));
}

TEST_CASE("extremes: rounding asks for no look") {
  const auto noise = [](double t, std::span<double> x) {
    x[0] = 100 + t;
    x[1] = 1e-12 * std::sin(1e7 * t);
  };
  const Extremes e = follow({{Sense::size, 0, 2}, {Sense::size, 0, 2}}, 0.1, 1000, noise);
  CHECK(e.looks() < 10);
}

TEST_CASE("extremes: what grows through a step has its extreme at the end, and is not scanned for another") {
  // Both grow in each step, and both curve; that alone made suspects of them, 1575 times.
  const auto growth = [](double t, std::span<double> x) {
    x[0] = std::exp(t);
    x[1] = -t * t - t;
  };
  const Extremes e = follow({{Sense::size, 0, 2}, {Sense::size, 0, 2}}, 0.02, 1000, growth);
  CHECK(e.suspects() < 10);  // those of the first three steps
  CHECK(e.extreme(0).value == std::exp(1000 * 0.02));
  CHECK(e.extreme(1).value == -420);
}
