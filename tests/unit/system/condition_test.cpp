#include "pintle/system/condition.h"

#include <doctest/doctest.h>

#include "pintle/model/scope.h"
#include "pintle/system/make_system.h"
#include "unit/system/parts.h"

namespace pintle {
namespace {

Condition make(const std::string& when) {
  Model model = parts::make_pendulum();
  EventPart event;
  event.name = "e";
  event.when = when;
  event.condition = make_when(model, when);
  model.events.push_back(event);
  return make_system(model).events[0].condition;
}

constexpr Side yes = Side::above, no = Side::below, maybe = Side::unknown;

}  // namespace

TEST_CASE("condition: every comparison is an edge, and the condition follows from their sides") {
  const Condition c = make("pin.angle > 1 rad and not (pin.rate < 2 rad/s or pin.angle > 3 rad)");
  REQUIRE(c.edges.size() == 3);
  CHECK(c.calc_truth(std::array{yes, no, no}) == yes);
  CHECK(c.calc_truth(std::array{no, no, no}) == no);
  CHECK(c.calc_truth(std::array{yes, yes, no}) == no);
  CHECK(c.calc_truth(std::array{yes, no, yes}) == no);
}

TEST_CASE("condition: what is known of its edges may decide it") {
  const Condition c = make("pin.angle > 1 rad and pin.rate < 2 rad/s");
  CHECK(c.calc_truth(std::array{no, maybe}) == no);
  CHECK(c.calc_truth(std::array{yes, maybe}) == maybe);
}

TEST_CASE("condition: kinks are edges of their own, and stand before those that have them") {
  const Condition c = make("abs(max(pin.angle, 1 rad) - 2 rad) < 0.1 rad");
  REQUIRE(c.edges.size() == 3);
  CHECK(c.edges[0].kinks.empty());
  CHECK(c.edges[1].kinks == std::vector<int>{0});
  CHECK(c.edges[2].kinks == std::vector<int>{0, 1});
  CHECK(c.nodes.size() == 1);
}

TEST_CASE("condition: edges of time are known as such, and a kink of time is no kink within a step") {
  const Condition c = make("if(time < 1 s, 1, 2)*pin.angle > 1 rad");
  REQUIRE(c.edges.size() == 2);
  CHECK(c.edges[0].is_of_time);
  CHECK(c.edges[0].timing == 0);
  CHECK_FALSE(c.edges[1].is_of_time);
  CHECK(c.edges[1].kinks.empty());
  REQUIRE(c.timings.size() == 1);
  CHECK(c.timings[0].output_count() == 2);
}

TEST_CASE("condition: if among truth values chooses between two conditions") {
  const Condition c = make("if(pin.angle > 1 rad, pin.rate > 2 rad/s, pin.rate > 3 rad/s)");
  REQUIRE(c.edges.size() == 3);
  CHECK(c.calc_truth(std::array{yes, yes, no}) == yes);
  CHECK(c.calc_truth(std::array{no, yes, no}) == no);
  CHECK(c.calc_truth(std::array{no, no, yes}) == yes);
}

TEST_CASE("condition: zero is above for >= and <=, below for > and <") {
  CHECK(make("pin.angle >= 1 rad").edges[0].calc_d(std::array{1.0, 1.0}) > 0);
  CHECK(make("pin.angle > 1 rad").edges[0].calc_d(std::array{1.0, 1.0}) < 0);
}

}  // namespace pintle
