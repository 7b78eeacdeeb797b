#include "pintle/simulate/table_watch.h"

#include <doctest/doctest.h>

#include "pintle/io/reader.h"
#include "pintle/simulate/simulate.h"

using namespace pintle;

namespace {

std::vector<TableLeft> run(const std::string& function, const std::string& argument) {
  const std::string text = "pintle: 1\nfunctions: {push: " + function +
                           "}\nbodies: {sled: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}\n"
                           "joints: {track: {type: slider, between: [world, sled], axis: [1, 0, 0], motor: {force: =push(" +
                           argument + ")}}}\ninitial: {track: {velocity: 1}}\nrun: {until: 3 s}\n";
  const RunSummary summary = simulate(read_model_text(text, "m.yaml")).summary;
  CHECK(summary.status == Status::completed);
  return summary.tables;
}

}  // namespace

TEST_CASE("a table that is left is noted, once, with its end and when") {
  const auto by_place = run("{of: m, points: [[0 m, 0 N], [1 m, 1 N]]}", "track.displacement");
  REQUIRE(by_place.size() == 1);
  CHECK(by_place[0].name == "push");
  CHECK(by_place[0].end == 1);
  CHECK(by_place[0].unit == "m");
  CHECK(!by_place[0].of_time);
  CHECK(!by_place[0].below);
  CHECK(by_place[0].time > 0.8);  // x = sinh t = 1 at 0.881 s; the step that finds it may end later
  const auto by_time = run("{of: time, points: [[0 s, 0 N], [1 s, 1 N]]}", "time");
  REQUIRE(by_time.size() == 1);
  CHECK(by_time[0].of_time);
  CHECK(by_time[0].end == 1);
  const auto below = run("{of: m, points: [[0.5 m, 0.1 N], [100 m, 1 N]]}", "track.displacement");
  REQUIRE(below.size() == 1);
  CHECK(below[0].below);
  CHECK(below[0].end == 0.5);
}

TEST_CASE("nothing is noted where the user said what is outside, where the end is flat, or where the table is not left") {
  CHECK(run("{of: m, points: [[0 m, 0 N], [1 m, 1 N]], outside: hold}", "track.displacement").empty());
  CHECK(run("{of: m, points: [[0 m, 0 N], [1 m, 1 N]], outside: zero}", "track.displacement").empty());
  CHECK(run("{of: time, points: [[0 s, 0 N], [1 s, 1 N], [2 s, 1 N]]}", "time").empty());
  CHECK(run("{of: time, points: [[0 s, 1 N], [1 s, 0 N]]}", "time").empty());
  CHECK(run("{of: time, points: [[0 s, 0 N], [3 s, 1 N]]}", "time").empty());
  CHECK(run("{of: time, points: [[1 s, 0 N], [3 s, 1 N]]}", "time").empty());  // a ramp begins when it likes
}
