#include "pintle/record/run_record.h"

#include <doctest/doctest.h>

using namespace pintle;

TEST_CASE("event rows: the three largest impulses, a moment as a force at the length, and zeros left out") {
  std::vector<EventRow> rows;
  EventRow row;
  row.impulses = {{"a", 1, 0}, {"b", 0, 5}, {"c", 0, 0}, {"d", 2, 0}, {"e", 0.5, 0}};  // name, N s, N m s
  add_event_row(rows, row, 2);
  REQUIRE(rows[0].impulses.size() == 3);
  CHECK(rows[0].impulses[0].part == "b");  // 5 N m s at 2 m
  CHECK(rows[0].impulses[1].part == "d");
  CHECK(rows[0].impulses[2].part == "a");
}

TEST_CASE("event rows: what an event takes is nothing where it is rounding of what moves at others") {
  std::vector<EventRow> rows;
  const auto add = [&](double before, double after) {
    EventRow row;
    row.time = static_cast<double>(rows.size());
    row.kinetic_before = before;
    row.kinetic_after = after;
    add_event_row(rows, row, 1);
  };
  add(1.2e-29, 0);  // [J]: a ratchet that stands as it falls in
  add(0, 0.4);
  add(0.4, 0.3);
  add(0.4, 0.4 * (1 - 1e-14));
  CHECK(calc_lost(rows[0], rows) == 0);
  CHECK(calc_lost(rows[1], rows) == -0.4);
  CHECK(calc_lost(rows[2], rows) == doctest::Approx(0.1));
  CHECK(calc_lost(rows[3], rows) == 0);
}

TEST_CASE("event rows: two of one instant share one jump, and a page has room for 300") {
  std::vector<EventRow> rows;
  EventRow row;
  row.time = 1;
  row.kinetic_before = 4;
  add_event_row(rows, row, 1);
  add_event_row(rows, row, 1);
  row.time = 2;
  add_event_row(rows, row, 1);
  CHECK(!rows[0].with_last);
  CHECK(rows[1].with_last);
  CHECK(!rows[2].with_last);
  for (int k = 0; k < 1000; ++k) add_event_row(rows, row, 1);
  CHECK(rows.size() == 300);
}
