#include "pintle/particles/neighbours.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

#include "support/cluster.h"

using namespace pintle;

using Pairs = std::vector<std::pair<int, int>>;

Pairs find_by_cells(const Particles& all, const std::vector<int>& carrier, const std::vector<Vec3<double>>& places,
                    double reach) {
  Neighbours list;
  list.make(all, carrier, places, reach);
  Pairs pairs;
  list.for_each([&](int a, int b) { pairs.emplace_back(std::min(a, b), std::max(a, b)); });
  std::ranges::sort(pairs);
  return pairs;
}

Pairs find_among_all(const Particles& all, const std::vector<int>& carrier, const std::vector<Vec3<double>>& places,
                     double reach) {
  Pairs pairs;
  for (int a = 0; a < all.count(); ++a)
    for (int b = a + 1; b < all.count(); ++b) {
      const bool is_one_body = carrier[a] > 0 && carrier[a] == carrier[b];
      const bool is_bond = std::ranges::find(all.bonded[a], b) != all.bonded[a].end();
      const Vec3<double> d = places[a] - places[b];
      if (!is_one_body && !is_bond && dot(d, d) < reach * reach) pairs.emplace_back(a, b);
    }
  return pairs;
}

TEST_CASE("neighbours: cells find the pairs that all against all finds") {
  for (int seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const Particles all = make_cluster(20 + 30 * seed, static_cast<unsigned>(seed));
    std::vector<int> carrier(all.mass.size());
    for (int i = 0; i < all.count(); ++i) carrier[i] = i % 5 == 0 ? 1 + i % 3 : 0;
    std::vector<Vec3<double>> places;
    for (const PointMotion& one : all.start) places.push_back(one.p);
    if (seed % 4 == 0) places.front() = {1e4, -3e5, 2};  // one that flew away
    for (double reach : {0.4, 1.3, 2.9, 40.0}) {
      CAPTURE(reach);
      const Pairs found = find_by_cells(all, carrier, places, reach);
      CHECK(found == find_among_all(all, carrier, places, reach));
    }
  }
}

TEST_CASE("neighbours: a list covers those who have moved less than it allows for") {
  const Particles all = make_cluster(50, 3);
  std::vector<Vec3<double>> places;
  for (const PointMotion& one : all.start) places.push_back(one.p);
  Neighbours list;
  list.make(all, std::vector<int>(all.mass.size(), 0), places, 1.5);
  places[17] += Vec3<double>{0.06, 0, 0.08};
  CHECK(list.covers(places, 0.1001));
  CHECK_FALSE(list.covers(places, 0.0999));
}
