#include "pintle/report/select.h"

#include <doctest/doctest.h>

using namespace pintle;

namespace {
const std::vector<std::string> names{"hip1.angle",          "hip1.load.force",       "hip2.angle",     "hip2.load.force",
                                     "hipster.angle",       "elbow.angle",           "elbow.rate",     "elbows.angle",
                                     "system.energy.total", "system.energy.kinetic", "all.load.moment"};
std::vector<std::string> pick(std::string_view wish) {
  std::vector<std::string> out;
  for (std::size_t k : select_signals(names, wish)) out.push_back(names[k]);
  return out;
}
using List = std::vector<std::string>;
}  // namespace

TEST_CASE("select: a full name, or a beginning up to a dot") {
  CHECK(pick("elbow.rate") == List{"elbow.rate"});
  CHECK(pick("elbow") == List{"elbow.angle", "elbow.rate"});
  CHECK(pick("system.energy") == List{"system.energy.total", "system.energy.kinetic"});
  CHECK(pick("elb").empty());
  CHECK(pick("").empty());
}

TEST_CASE("select: stars and question marks as in a shell") {
  CHECK(pick("hip?.angle") == List{"hip1.angle", "hip2.angle"});
  CHECK(pick("*.rate") == List{"elbow.rate"});
  CHECK(pick("hip?") == List{"hip1.angle", "hip1.load.force", "hip2.angle", "hip2.load.force"});
  CHECK(pick("*").size() == names.size());
}

TEST_CASE("select: all.hip means hip and anything up to the dot, unless a part is called all") {
  CHECK(pick("all.hip.load.force") == List{"hip1.load.force", "hip2.load.force"});
  CHECK(pick("all.hip.angle") == List{"hip1.angle", "hip2.angle", "hipster.angle"});
  CHECK(pick("all.hip.load") == List{"hip1.load.force", "hip2.load.force"});
  CHECK(pick("all.load.moment") == List{"all.load.moment"});
  CHECK(pick("all.knee.angle").empty());
}

TEST_CASE("select: patterns end") {
  CHECK(fits_pattern("a*b*c", "aXXbYYc"));
  CHECK(fits_pattern("*", ""));
  CHECK(!fits_pattern("a*b", "ac"));
  CHECK(!fits_pattern("*a*a*a*a*a*a*a*a*b", std::string(60, 'a')));
}

TEST_CASE("select: the nearest names come first, parts as well as signals") {
  CHECK(find_near_names(names, "elbw", 2) == List{"elbow", "elbows"});
  CHECK(find_near_names(names, "elbow.angel", 1) == List{"elbow.angle"});
  CHECK(find_near_names(names, "completely different", 3).empty());
}
