#include "pintle/report/instants.h"

#include <doctest/doctest.h>

using namespace pintle;

namespace {

Picture::Snapshot at(double t, const char* event = "") { return {t, event, {{static_cast<float>(t), 0, 0, 1, 0, 0, 0}}, {}}; }

using Places = std::vector<std::size_t>;

}  // namespace

TEST_CASE("instants: start, events and end come first, then what halves the longest gap") {
  std::vector<Picture::Snapshot> all;
  for (int k = 0; k <= 10; ++k) all.push_back(at(k));
  CHECK(choose_instants(all, 3) == Places{0, 5, 10});
  all[7].event = "latch";
  CHECK(choose_instants(all, 3) == Places{0, 7, 10});
  CHECK(choose_instants(all, 6).size() == 6);
  CHECK(choose_instants({}, 6).empty());
  CHECK(choose_instants({at(0)}, 6) == Places{0});
  CHECK(choose_instants({at(0), at(1)}, 6) == Places{0, 1});
}

TEST_CASE("instants: many events are spread, several of one instant are one") {
  std::vector<Picture::Snapshot> all;
  for (int k = 0; k <= 100; ++k) all.push_back(at(k / 2, "tick"));
  const Places some = choose_instants(all, 6);
  CHECK(some.size() == 6);
  for (std::size_t k = 1; k < some.size(); ++k) CHECK(all[some[k]].time > all[some[k - 1]].time);
}
