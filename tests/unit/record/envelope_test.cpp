#include "pintle/record/envelope.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace pintle;

TEST_CASE("envelope: what fits is kept point by point") {
  Envelope envelope(100);
  for (int i = 0; i < 100; ++i) envelope.add(0.1 * i, std::sin(i));
  const auto points = envelope.points();
  REQUIRE(points.size() == 100);
  for (int i = 0; i < 100; ++i) {
    CHECK(points[static_cast<std::size_t>(i)].t == 0.1 * i);
    CHECK(points[static_cast<std::size_t>(i)].value == std::sin(i));
  }
}

TEST_CASE("envelope: a long curve stays within two points a bucket, with its extremes, ends and order") {
  Envelope envelope(50);
  for (int i = 0; i <= 100'000; ++i) envelope.add(1e-3 * i, i == 33'333 ? 7.5 : i == 77'777 ? -4.25 : std::sin(1e-3 * i));
  const auto points = envelope.points();
  CHECK(points.size() <= 2 * 50 + 2);
  CHECK(points.size() >= 50);
  CHECK(points.front().t == 0);
  CHECK(points.back().t == 1e-3 * 100'000);
  bool has_high = false, has_low = false, in_order = true;
  for (std::size_t i = 0; i < points.size(); ++i) {
    has_high = has_high || (points[i].value == 7.5 && points[i].t == 1e-3 * 33'333);
    has_low = has_low || (points[i].value == -4.25 && points[i].t == 1e-3 * 77'777);
    in_order = in_order && (i == 0 || points[i - 1].t <= points[i].t);
  }
  CHECK(has_high);
  CHECK(has_low);
  CHECK(in_order);
}

TEST_CASE("envelope: a jump stays a jump, in its direction") {
  Envelope envelope(10);
  envelope.add(0, 1);
  envelope.add(1, 2);
  envelope.add(1, -5);
  envelope.add(2, -5);
  const auto points = envelope.points();
  REQUIRE(points.size() == 4);
  CHECK(points[1].value == 2);
  CHECK(points[2].value == -5);
  CHECK(points[1].t == points[2].t);
}

TEST_CASE("envelope: steps that grow by a factor of a billion do not outgrow it, and what is not finite is left out") {
  Envelope envelope(16);
  double t = 0;
  for (double dt = 1e-9; dt < 10; dt *= 1.5) {
    t += dt;
    envelope.add(t, t);
  }
  envelope.add(t, std::numeric_limits<double>::quiet_NaN());
  envelope.add(t, std::numeric_limits<double>::infinity());
  CHECK(envelope.points().size() <= 34);
  CHECK(envelope.points().back().value == t);
  CHECK(Envelope().points().empty());
}
