#pragma once
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

/// Where in its distribution a case lies along each path: a number u between 0 and 1, which belongs to (seed, cell, case, path)
/// and to nothing else. No worker, no order and no case before it has a say.
///
/// Counters go through Philox 4×32-10 [Salmon 2011]: key = seed, counter = (case, cell, name of the path, purpose).
namespace pintle {

enum class Design : std::uint8_t {
  random,           // independent
  latin_hypercube,  // along each path, one case in each of as many equal parts as there are cases [McKay 1979]
  sobol,            // a low-discrepancy sequence [Joe Kuo 2008], shifted at random
  full_grid         // all combinations of listed values; nothing is drawn
};

/// A place in a stream: 64 random bits.
std::uint64_t calc_bits(std::uint64_t seed, std::uint32_t at, std::uint32_t cell, std::uint64_t stream);
/// What would round to 1 is this: 1 is no share that a distribution has a value for.
inline constexpr double nearly_one = 1 - 0x1p-53;
/// In (0, 1), an odd multiple of 2⁻⁵⁴ as far as a double has room for it.
double calc_uniform(std::uint64_t bits);
/// The number of a path's stream, from its name.
std::uint64_t calc_stream(std::string_view path);

/// The place of `k` in a random order of 0 … count − 1: a permutation that is computed, not stored. Six rounds of a Feistel network
/// over the least power of four that has room for all, walked until the place is one of them [Black Rogaway 2002].
std::uint32_t calc_shuffled(std::uint32_t k, std::uint32_t count, std::uint64_t seed, std::uint32_t cell, std::uint64_t stream);

class Draws {
 public:
  Draws(Design design, std::uint64_t seed, std::uint32_t cases, const std::vector<std::string_view>& paths);
  ~Draws();
  Draws(Draws&&) noexcept;

  /// Of case k of a cell, one number a path. Sobol's sequence is quick where k goes up.
  void update(std::uint32_t cell, std::uint32_t k, std::vector<double>& u);

  static constexpr std::size_t most_sobol_paths = 3667;

 private:
  struct Sobol;

  Design design_;
  std::uint64_t seed_;
  std::uint32_t cases_;
  std::vector<std::uint64_t> streams_;
  std::unique_ptr<Sobol> sobol_;
};

}  // namespace pintle
