#include "pintle/base/team.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <string>

using namespace pintle;

TEST_CASE("team: each part does its own, once, and all is done when it returns") {
  for (const int size : {1, 2, 3, 8}) {
    CAPTURE(size);
    Team team(size);
    CHECK(team.size() == size);
    std::vector<int> done(static_cast<std::size_t>(size), 0);
    constexpr int rounds = 1000;
    int wrong = 0;
    for (int round = 1; round <= rounds; ++round) {
      team.each([&](int part) { ++done[static_cast<std::size_t>(part)]; });
      for (const int count : done) wrong += count != round;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("team: a loop is shared without gaps, also where there is less to do than there are threads") {
  Team team(4);
  for (const int last : {0, 1, 3, 4, 5, 1001}) {
    std::vector<int> touched(static_cast<std::size_t>(last), 0);
    team.share(0, last, [&](int from, int to) {
      for (int i = from; i < to; ++i) ++touched[static_cast<std::size_t>(i)];
    });
    CHECK(std::accumulate(touched.begin(), touched.end(), 0) == last);
    CHECK(std::ranges::all_of(touched, [](int count) { return count == 1; }));
  }
}

TEST_CASE("team: what a part throws is thrown where the work was given out, and the team goes on") {
  Team team(3);
  for (const int thrower : {0, 1, 2}) {
    std::string said;
    try {
      team.each([&](int part) {
        if (part >= thrower) throw std::runtime_error("part " + std::to_string(part));
      });
    } catch (const std::runtime_error& error) {
      said = error.what();
    }
    CHECK(said == "part " + std::to_string(thrower));  // the first of them
    int sum = 0;
    team.share(0, 3, [&](int from, int) {
      if (from == 0) sum = 1;
    });
    CHECK(sum == 1);
  }
}

TEST_CASE("team: threads that have gone to sleep wake up") {
  Team team(2);
  int others = 0;
  for (int round = 0; round < 20; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    team.each([&](int part) { others += part; });
  }
  CHECK(others == 20);
}
