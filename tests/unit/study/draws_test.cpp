#include "pintle/study/draws.h"

#include <doctest/doctest.h>

#include <Random123/philox.h>

#include <algorithm>
#include <cmath>
#include <set>

using namespace pintle;

TEST_CASE("Philox gives the numbers of its known answers") {
  // Random123's kat_vectors: philox4x32 10, counter and key of π's digits.
  const r123::Philox4x32::ctr_type counter{{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}};
  const r123::Philox4x32::key_type key{{0xa4093822, 0x299f31d0}};
  const auto bits = r123::Philox4x32()(counter, key);
  CHECK(bits[0] == 0xd16cfe09);
  CHECK(bits[1] == 0x94fdcceb);
  CHECK(bits[2] == 0x5001e420);
  CHECK(bits[3] == 0x24126ea1);
  // Ours takes the first two, with the counter (case, cell, stream) and the key (seed).
  CHECK(calc_bits(0x299f31d0a4093822, 0x243f6a88, 0x85a308d3, 0x0370734413198a2e) == 0x94fdccebd16cfe09);
}

TEST_CASE("a draw belongs to its case: neither order nor neighbours change it") {
  for (const Design design : {Design::random, Design::latin_hypercube, Design::sobol}) {
    Draws one(design, 3, 50, {"parameters.a", "parameters.b", "parameters.c"}),
        two(design, 3, 50, {"parameters.a", "parameters.b", "parameters.c"});
    std::vector<std::vector<double>> forwards(50);
    for (std::uint32_t k = 0; k < 50; ++k) one.update(2, k, forwards[k]);
    std::vector<double> u;
    for (std::uint32_t k = 50; k-- > 0;) {
      two.update(2, k, u);
      CHECK(u == forwards[k]);
    }
  }
  Draws both(Design::random, 3, 50, {"parameters.a", "parameters.b"}), alone(Design::random, 3, 50, {"parameters.b"});
  std::vector<double> u, v;
  both.update(0, 7, u);
  alone.update(0, 7, v);
  CHECK(u[1] == v[0]);
}

TEST_CASE("seeds, cells, cases and paths have numbers of their own") {
  std::set<double> seen;
  std::vector<double> u;
  for (std::uint64_t seed : {1, 2})
    for (std::uint32_t cell : {0, 1})
      for (std::uint32_t k : {0, 1, 2}) {
        Draws(Design::random, seed, 10, {"parameters.a", "parameters.b"}).update(cell, k, u);
        seen.insert(u.begin(), u.end());
      }
  CHECK(seen.size() == 24);
}

TEST_CASE("a shuffled order has every place once") {
  for (const std::uint32_t count : {1u, 2u, 3u, 17u, 64u, 1000u}) {
    std::vector<bool> is_taken(count, false);
    bool is_identity = true;
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint32_t x = calc_shuffled(k, count, 5, 0, calc_stream("parameters.a"));
      REQUIRE(x < count);
      CHECK(!is_taken[x]);
      is_taken[x] = true;
      is_identity = is_identity && x == k;
    }
    if (count > 3) CHECK(!is_identity);
  }
}

TEST_CASE("a Latin hypercube has one case in each part, along each path") {
  constexpr std::uint32_t n = 400;
  Draws draws(Design::latin_hypercube, 2012, n, {"parameters.a", "parameters.b", "parameters.c"});
  std::vector<std::vector<int>> counts(3, std::vector<int>(n));
  std::vector<double> u;
  double product = 0;
  for (std::uint32_t k = 0; k < n; ++k) {
    draws.update(1, k, u);
    for (int i = 0; i < 3; ++i) ++counts[i][static_cast<int>(u[i] * n)];
    product += (u[0] - 0.5) * (u[1] - 0.5) * 12 / n;
  }
  for (const auto& path : counts) CHECK(std::ranges::all_of(path, [](int c) { return c == 1; }));
  CHECK(std::fabs(product) < 4 / std::sqrt(400.0));  // paths are shuffled apart from each other: four deviations
}

TEST_CASE("Sobol's points are the known ones, but for a shift of bits that all cases share") {
  // [Joe Kuo 2008], first points in three dimensions, without the origin: multiples of 1/8.
  const int known[][3] = {{4, 4, 4}, {6, 2, 2}, {2, 6, 6}, {3, 3, 5}, {7, 7, 1}, {5, 1, 7}, {1, 5, 3}};
  Draws draws(Design::sobol, 9, 100, {"parameters.a", "parameters.b", "parameters.c"});
  std::vector<double> u, first;
  draws.update(0, 0, first);
  for (std::uint32_t k = 1; k < 7; ++k) {
    draws.update(0, k, u);
    for (int i = 0; i < 3; ++i) {
      const auto eighth = [&](double x) { return static_cast<int>(x * 8); };
      CHECK((eighth(u[i]) ^ eighth(first[i])) == (known[k][i] ^ known[0][i]));
    }
  }
}

TEST_CASE("Sobol's points follow from the published direction numbers in ten dimensions, but for that shift") {
  // [Joe Kuo 2008], file new-joe-kuo-6: degree s and coefficients a of the polynomial, then m_1 … m_s; the first dimension is van der
  // Corput's. m_k = 2 a_1 m_(k−1) ⊕ 4 a_2 m_(k−2) ⊕ … ⊕ 2ˢ m_(k−s) ⊕ m_(k−s), direction numbers m_k/2ᵏ, points in Gray code's order.
  struct Row {
    int s;
    unsigned a;
    std::vector<unsigned> m;
  };
  const std::vector<Row> rows{
      {1, 0, {1}},           {2, 1, {1, 3}},           {3, 1, {1, 3, 1}},       {3, 2, {1, 1, 1}},        {4, 1, {1, 1, 3, 3}},
      {4, 4, {1, 3, 5, 13}}, {5, 2, {1, 1, 5, 5, 17}}, {5, 4, {1, 1, 5, 5, 5}}, {5, 7, {1, 1, 7, 11, 19}}};
  constexpr unsigned bits = 10, points = 1000;
  std::vector<std::vector<unsigned>> V{std::vector<unsigned>(bits + 1)};
  for (unsigned k = 1; k <= bits; ++k) V[0][k] = 1u << (bits - k);
  for (const Row& row : rows) {
    std::vector<unsigned> m{0};
    m.insert(m.end(), row.m.begin(), row.m.end());
    const auto s = static_cast<unsigned>(row.s);
    for (unsigned k = s + 1; k <= bits; ++k) {
      unsigned next = m[k - s] ^ m[k - s] << s;
      for (unsigned i = 1; i < s; ++i) next ^= (row.a >> (s - 1 - i) & 1) * m[k - i] << i;
      m.push_back(next);
    }
    std::vector<unsigned>& v = V.emplace_back(bits + 1);
    for (unsigned k = 1; k <= bits; ++k) v[k] = m[k] << (bits - k);
  }
  const auto known = [&](std::size_t dimension, unsigned n) {
    unsigned x = 0;
    for (unsigned k = 1, gray = n ^ n >> 1; k <= bits; ++k) x ^= (gray >> (k - 1) & 1) * V[dimension][k];
    return x;
  };
  const std::vector<std::string_view> paths{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
  Draws draws(Design::sobol, 4, points, paths);
  std::vector<double> u, first;
  draws.update(0, 0, first);
  const auto top = [](double x) { return static_cast<unsigned>(x * (1u << bits)); };
  int wrong = 0;
  for (std::uint32_t k = 1; k < points; ++k) {
    draws.update(0, k, u);
    for (std::size_t i = 0; i < paths.size(); ++i) wrong += (top(u[i]) ^ top(first[i])) != (known(i, k + 1) ^ known(i, 1));
  }
  CHECK(wrong == 0);
}

TEST_CASE("Sobol's points integrate better than random ones") {
  // ∫ Π (1 + (u_i − ½)) du = 1 over six paths
  constexpr std::uint32_t n = 1024;
  const auto error = [&](Design design) {
    double worst = 0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      Draws draws(design, seed, n, {"a", "b", "c", "d", "e", "f"});
      std::vector<double> u;
      double sum = 0;
      for (std::uint32_t k = 0; k < n; ++k) {
        draws.update(0, k, u);
        double product = 1;
        for (const double x : u) product *= x + 0.5;
        sum += product / n;
      }
      worst = std::max(worst, std::fabs(sum - 1));
    }
    return worst;
  };
  CHECK(error(Design::sobol) < 0.003);
  CHECK(error(Design::sobol) < 0.2 * error(Design::random));
}

TEST_CASE("no draw is 0 or 1, whatever the bits are") {
  CHECK(calc_uniform(0) == 0x1p-54);
  CHECK(calc_uniform(~std::uint64_t{0}) < 1);
  CHECK(calc_uniform(~std::uint64_t{0}) == 1 - 0x1p-53);
}
