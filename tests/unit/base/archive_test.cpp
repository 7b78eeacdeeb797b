#include "pintle/base/archive.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "pintle/base/error.h"

using namespace pintle;

namespace {

enum class Colour : char { red, green };
struct Spot {
  double x = 0, y = 0;
};
struct Thing {
  std::string name;
  std::vector<Spot> path;
  std::array<int, 3> counts{};
  Colour colour = Colour::red;
  std::vector<bool> flags{};
};
class Memory {
 public:
  double value = 0;
  std::optional<Spot> place;
  std::map<std::string, long> tally;
  Thing thing;

  void archive(Archive& archive) { archive("memory", value, place, tally, thing); }
};

std::string save(Memory& memory) {
  Archive archive;
  archive("all", memory);
  return archive.bytes();
}

}  // namespace

TEST_CASE("archive: what is loaded is what was saved, to the last bit of a NaN") {
  const auto nan = std::bit_cast<double>(std::uint64_t{0x7ff8000000000123});
  Memory memory;
  memory.value = nan;
  memory.place = Spot{-0.0, std::numeric_limits<double>::denorm_min()};
  memory.tally = {{"a", 1}, {"b", -2}};
  memory.thing = {"lid", {{0.1, 0.2}, {1e300, -1e-300}}, {1, 2, 3}, Colour::green, {true, false, true}};
  const std::string bytes = save(memory);
  Memory again;
  again.thing.path.resize(7);
  Archive archive(bytes);
  archive("all", again);
  archive.finish();
  CHECK(save(again) == bytes);
  CHECK(std::bit_cast<std::uint64_t>(again.value) == std::bit_cast<std::uint64_t>(nan));
  CHECK(std::signbit(again.place->x));
  CHECK(again.thing.colour == Colour::green);
  CHECK(again.tally == memory.tally);
}

TEST_CASE("archive: a list of another version is told by its name") {
  Archive saving;
  double x = 1;
  saving("spring", x);
  Archive loading(saving.bytes());
  CHECK_THROWS_WITH_AS(loading("damper", x), "it has 'spring' where 'damper' is expected", Error);
}

TEST_CASE("archive: what is cut off anywhere, and what is left over, is noticed") {
  Memory memory;
  memory.thing = {"lid", {{1, 2}}, {}, Colour::red, {true}};
  const std::string bytes = save(memory);
  for (std::size_t end = 0; end < bytes.size(); ++end) {
    Memory again;
    Archive archive(std::string_view(bytes).substr(0, end));
    CHECK_THROWS_AS(archive("all", again), Error);
  }
  const std::string longer = bytes + "x";
  Memory again;
  Archive archive(longer);
  archive("all", again);
  CHECK_THROWS_AS(archive.finish(), Error);
}

TEST_CASE("archive: lists that a model has made must be as long as they were") {
  std::vector<Spot> three(3), two(2);
  Archive saving;
  saving.each("points", three, [&](Spot& spot) { saving("point", spot.x); });
  Archive loading(saving.bytes());
  CHECK_THROWS_WITH_AS(loading.each("points", two, [&](Spot& spot) { loading("point", spot.x); }),
                       "it has 3 of 'points' where 2 are expected", Error);
}
