#include "pintle/study/draws.h"

#include <Random123/philox.h>

#include <algorithm>
#include <boost/random/sobol.hpp>

namespace pintle {
namespace {

/// Streams leave their lowest two bits to the purpose.
enum Purpose : std::uint64_t { draw = 0, order = 1, shift = 2 };
constexpr std::uint64_t purposes = 3;

constexpr int rounds = 6;

}  // namespace

std::uint64_t calc_bits(std::uint64_t seed, std::uint32_t at, std::uint32_t cell, std::uint64_t stream) {
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
  r123::Philox4x32::ctr_type counter{};
  counter[0] = at, counter[1] = cell, counter[2] = low(stream), counter[3] = high(stream);
  r123::Philox4x32::key_type key{};
  key[0] = low(seed), key[1] = high(seed);
  const r123::Philox4x32::ctr_type bits = r123::Philox4x32()(counter, key);
  return static_cast<std::uint64_t>(bits[1]) << 32 | bits[0];
}

double calc_uniform(std::uint64_t bits) { return std::min((static_cast<double>(bits >> 11) + 0.5) * 0x1p-53, nearly_one); }

/// FNV-1a [Fowler Noll Vo n.d.].
std::uint64_t calc_stream(std::string_view path) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : path) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash & ~purposes;
}

std::uint32_t calc_shuffled(std::uint32_t k, std::uint32_t count, std::uint64_t seed, std::uint32_t cell, std::uint64_t stream) {
  int half = 1;  // bits of each side
  while (std::uint64_t{1} << (2 * half) < count) ++half;
  const std::uint32_t mask = (std::uint32_t{1} << half) - 1;
  std::uint32_t x = k;
  do {
    std::uint32_t left = x >> half, right = x & mask;
    for (std::uint32_t round = 0; round < rounds; ++round) {
      const auto mixed = static_cast<std::uint32_t>(calc_bits(seed, right << 3 | round, cell, stream | order)) & mask;
      const std::uint32_t next = left ^ mixed;
      left = right;
      right = next;
    }
    x = left << half | right;
  } while (x >= count);
  return x;
}

struct Draws::Sobol {
  explicit Sobol(std::size_t paths) : engine(paths), point(paths) {}
  boost::random::sobol engine;
  std::vector<std::uint64_t> point;
  std::uint64_t next = 0;  // the case whose point the engine gives next
};

Draws::Draws(Design design, std::uint64_t seed, std::uint32_t cases, const std::vector<std::string_view>& paths)
    : design_(design), seed_(seed), cases_(cases) {
  for (const std::string_view path : paths) streams_.push_back(calc_stream(path));
  if (design == Design::sobol && !paths.empty()) sobol_ = std::make_unique<Sobol>(paths.size());
}
Draws::~Draws() = default;
Draws::Draws(Draws&&) noexcept = default;

void Draws::update(std::uint32_t cell, std::uint32_t k, std::vector<double>& u) {
  u.resize(streams_.size());
  if (sobol_) {
    if (sobol_->next != k) sobol_->engine.seed(k);
    for (std::uint64_t& x : sobol_->point) x = sobol_->engine();
    sobol_->next = std::uint64_t{k} + 1;
  }
  for (std::size_t i = 0; i < streams_.size(); ++i) {
    const double inside = calc_uniform(calc_bits(seed_, k, cell, streams_[i] | draw));
    switch (design_) {
      case Design::random:
      case Design::full_grid: u[i] = inside; break;
      case Design::latin_hypercube:
        u[i] = std::min((calc_shuffled(k, cases_, seed_, cell, streams_[i]) + inside) / cases_, nearly_one);
        break;
      case Design::sobol: u[i] = calc_uniform(sobol_->point[i] ^ calc_bits(seed_, 0, cell, streams_[i] | shift)); break;
    }
  }
}

}  // namespace pintle
